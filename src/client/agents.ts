import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from "undici";
import { type Proxies, proxyName } from "./proxies.ts";

/** The senders of requests: `direct` to this machine, `proxied` to all others. They are one where there is no proxy. */
export interface Agents {
  readonly direct: Dispatcher;
  readonly proxied: Dispatcher;
  /** Errors of the connector come before anything is written; all others may come after. */
  readonly notSent: WeakSet<Error>;
  /** The name of the proxy that requests to an address went through. */
  readonly proxyOf: (url: string) => string | undefined;
}

/** Limits of the connections; times in milliseconds. */
interface Limits {
  readonly connections: number;
  readonly timeout: number;
  readonly keepIdle: number;
  readonly proxies?: Proxies | undefined;
}

/** The dispatchers of a transport; a connection is there within `longestConnect` milliseconds, or not at all. */
export function createAgents(limits: Limits, longestConnect: number): Agents {
  const { proxies } = limits;
  const notSent = new WeakSet<Error>();
  const tls = { timeout: longestConnect, allowH2: false };
  const direct = buildConnector(tls);
  const behindProxy = new Set<string>();
  const factory = (origin: string | URL, options: object): Dispatcher => {
    const { connect } = options as { readonly connect: buildConnector.connector };
    // A proxy agent has a connector of its own, which asks the proxy for a tunnel.
    if (connect !== direct) behindProxy.add(new URL(origin).origin);
    return new Pool(origin, { ...options, connect: noting(connect, notSent) });
  };
  const options = { ...poolOptions(limits), connect: direct, factory };
  const agent = new Agent(options);
  const proxied =
    proxies === undefined ? agent : new EnvHttpProxyAgent({ ...options, ...proxies, ...ofProxy(tls) });
  const proxyOf = (url: string): string | undefined =>
    proxies !== undefined && behindProxy.has(new URL(url).origin) ? proxyName(proxies, url) : undefined;
  return { direct: agent, proxied, notSent, proxyOf };
}

function poolOptions({ connections, timeout, keepIdle }: Limits) {
  return {
    connections,
    headersTimeout: timeout,
    bodyTimeout: timeout,
    keepAliveTimeout: keepIdle,
    keepAliveMaxTimeout: keepIdle,
    // One request at a time on a connection: a broken one then concerns that request alone.
    pipelining: 1,
  };
}

/** How a proxy is reached, and asked for a tunnel: in the time that a connection may take. */
function ofProxy(tls: { readonly timeout: number; readonly allowH2: boolean }) {
  return {
    proxyTls: tls,
    requestTls: tls,
    clientFactory: (origin: URL, options: object): Dispatcher =>
      new Pool(origin, { ...options, headersTimeout: tls.timeout }),
  };
}

function noting(connect: buildConnector.connector, notSent: WeakSet<Error>): buildConnector.connector {
  return (target, done) =>
    connect(target, (...[problem, socket]) => {
      if (problem === null) return done(null, socket);
      const final = isRetried(problem) ? new Error(problem.message, { cause: problem }) : problem;
      notSent.add(final);
      done(final, null);
    });
}

/** undici connects again without end after such an error, as when a proxy closes the connection without an answer. */
function isRetried(problem: Error): boolean {
  return "code" in problem && (problem.code === "UND_ERR_SOCKET" || problem.code === "UND_ERR_INFO");
}
