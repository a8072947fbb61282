import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** The listener for connections. */
export interface Door {
  /** Listens; fails when the port cannot be had. Returns the port. */
  open(): Promise<number>;
  /** Resets every connection, and refuses new ones for so many milliseconds. */
  shutFor(milliseconds: number): void;
  close(): Promise<void>;
}

/**
 * Milliseconds before an idle connection is closed. It is longer than a client computes between requests: a
 * request into a closing connection would be lost.
 */
const keepIdle = 75_000;

/** Milliseconds between two attempts to have the port back. */
const retryEvery = 100;

/** A listener at an address. Port 0 selects a free port once. */
export function createDoor(listener: RequestListener, host: string, wanted: number): Door {
  const server = createServer({ keepAliveTimeout: keepIdle }, listener);
  let port = wanted;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  const open = () =>
    new Promise<number>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, () => {
        server.off("error", reject);
        port = (server.address() as AddressInfo).port;
        resolve(port);
      });
    });
  const reopen = (): void => {
    open().catch(() => {
      reopening = setTimeout(reopen, retryEvery);
    });
  };
  const shut = () =>
    new Promise<void>((resolve) => {
      clearTimeout(reopening);
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    open,
    close: shut,
    shutFor: (milliseconds) => {
      void shut();
      reopening = setTimeout(reopen, milliseconds);
    },
  };
}
