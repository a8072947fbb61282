import type { Operation } from "../contract/operation.ts";
import { ApiError } from "./errors.ts";
import type { Send, Wire } from "./exchange.ts";
import { type ListInput, readWhole, type WholeList } from "./paging.ts";

/** Reads a list whole, or fails as `incomplete`. */
export type ReadList = (operation: Operation, input: ListInput) => Promise<WholeList>;

/** Pauses before a list is read again that changed while it was read, in milliseconds. */
const pauses = [250, 1000] as const;

/**
 * Reads lists; one whose pages shifted is read again from its first page, twice at most, and nothing else is
 * concluded from it. The client itself may be what changes it, so it changes nothing while it reads again.
 */
export function listReader(send: Send, wire: Wire): ReadList {
  return async (operation, input) => {
    const read = (): Promise<WholeList> => readWhole(send, operation, input);
    let reading = read();
    for (const pause of pauses) {
      try {
        return await reading;
      } catch (problem) {
        if (!(problem instanceof ApiError && problem.hasShifted) || !(await rest(wire, pause))) throw problem;
        reading = wire.stillness.hold(read);
      }
    }
    return reading;
  };
}

/** Pauses, unless nothing would be sent afterwards. */
async function rest({ clock, stopper, signal }: Wire, pause: number): Promise<boolean> {
  if (stopper.reason() !== undefined || !stopper.allows(clock.now() + pause)) return false;
  return clock.sleep(pause, signal).then(
    () => true,
    () => false,
  );
}
