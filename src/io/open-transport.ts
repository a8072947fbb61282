import { proxiesOf, proxySecrets } from "../client/proxies.ts";
import { type PooledTransport, type TransportOptions, undiciTransport } from "../client/transport.ts";
import type { Io } from "./io.ts";

/** Opens what sends requests, through the proxies that the environment names: all that docform sends goes this way. */
export function openTransport(
  io: Pick<Io, "env" | "hide" | "openTransport">,
  options: TransportOptions,
): PooledTransport {
  const proxies = proxiesOf(io.env);
  if (proxies === undefined) return (io.openTransport ?? undiciTransport)(options);
  io.hide?.(proxySecrets(proxies), "everywhere");
  return (io.openTransport ?? undiciTransport)({ ...options, proxies });
}
