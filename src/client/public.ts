/** The client as other programs import it: `import { createClient } from "docform/client"`. */
import { type Client, type ClientOptions, createClient as createBareClient } from "./client.ts";
import { type Transport, undiciTransport } from "./transport.ts";
import { concurrencyOf } from "./window.ts";

export type { Page } from "../contract/operation.ts";
export type { OperationName } from "../contract/operations.ts";
export type { Answer, CallArgs, Item, ListArgs, ListOperationName, ReadOperationName } from "./call-types.ts";
export { type Client, type ReadClient, ReadOnlyError, readOnly } from "./client.ts";
export type { Clock } from "./clock.ts";
export { ApiError, type ApiErrorKind } from "./errors.ts";
export type { HttpRequest, HttpResponse, Transport, TransportFailure } from "./transport.ts";
export { TransportError } from "./transport.ts";

/** The options of a connection to a platform. Only the address and the token are required. */
export interface ConnectOptions extends Omit<ClientOptions, "transport" | "userAgent"> {
  /** Sends one request once; a pool of connections by default. */
  readonly transport?: Transport;
  /** The user agent header of the program. */
  readonly userAgent?: string;
}

/** A client that holds connections open until it is closed. */
export interface ConnectedClient extends Client {
  /** Closes the connections, after the calls that are on their way. A transport of the caller's stays open. */
  close(): Promise<void>;
}

/** A client for one platform and token. Throws when one of them cannot be used. */
export function createClient(options: ConnectOptions): ConnectedClient {
  const pool = undiciTransport({ connections: concurrencyOf(options.concurrency).all });
  const { transport = pool, userAgent = "docform-client" } = options;
  const client = createBareClient({ ...options, transport, userAgent });
  return Object.assign(client, { close: () => pool.close() });
}
