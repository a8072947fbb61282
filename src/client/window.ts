/** How many requests may be in flight: grows with answers, shrinks when the platform is not up to it. */
export interface Window {
  room(): number;
  /** A request was taken: after a window of them, one more may be in flight. */
  grow(): void;
  /** Half of it, once for all requests that were in flight at the same time. Numbers as in `Circuit.failed`. */
  halve(ticket: number, latest: number): void;
  /** One at a time, until answers come again. */
  collapse(): void;
}

/** A window that starts, and ends, at the concurrency. */
export function createWindow(concurrency: number): Window {
  // With no place at all every call would wait for ever.
  const most = Math.max(1, Math.floor(concurrency) || 1);
  let size = most;
  let halvedAt = 0;
  return {
    room: () => Math.floor(size),
    grow: () => {
      size = Math.min(most, size + 1 / Math.floor(size));
    },
    halve: (ticket, latest) => {
      if (ticket <= halvedAt) return;
      halvedAt = latest;
      size = Math.max(1, size / 2);
    },
    collapse: () => {
      size = 1;
    },
  };
}
