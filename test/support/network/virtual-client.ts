import { type Client, type ClientOptions, createClient } from "../../../src/client/client.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** The real client in virtual time, over a transport of the test. */
export function virtualClient(
  time: VirtualTime,
  options: Pick<ClientOptions, "transport"> & Partial<ClientOptions>,
): Client {
  return createClient({
    baseUrl: "https://platform.example",
    token: "t",
    userAgent: "test",
    clock: time,
    random: () => 0.5,
    ...options,
  });
}
