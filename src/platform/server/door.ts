import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** Where connections come in. */
export interface Door {
  /** Listens; fails when the port cannot be had. Returns the port. */
  open(): Promise<number>;
  /** Resets every connection, and refuses new ones for so many milliseconds. */
  shutFor(milliseconds: number): void;
  close(): Promise<void>;
}

/**
 * Milliseconds that an idle connection is kept. Longer than a client that computes for a while: what it then sends into
 * one that is being closed would be lost.
 */
const keepIdle = 75_000;

/** Milliseconds between two attempts to have the port back. */
const retryEvery = 100;

/** A door at an address; port 0 picks a free one, and keeps it. */
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
