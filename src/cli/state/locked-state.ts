import type { Io } from "../../io/io.ts";
import { type OrganizationOptions, openState, stateSettings } from "../../project/state.ts";
import { type Guarded, guarded } from "../../runs/apply/guarded-run.ts";
import { Interrupted } from "../../runs/interrupts.ts";
import type { LockOptions } from "../../runs/project-lock.ts";
import type { Backend } from "../../state/backend.ts";

/** The surroundings of a command that changes the state. */
export interface StateGuard extends Pick<Guarded, "lock" | "onEnd"> {
  /** Comes before the first write: the first interrupt then lets writing finish, the second stops at once. */
  readonly beginWriting: () => void;
}

/** Runs a command that changes the state: an interrupt ends it, and it lets go of all that it held. */
export async function changingState<T>(
  io: Io,
  options: LockOptions,
  command: string,
  work: (guard: StateGuard) => Promise<T>,
): Promise<T> {
  return guarded(io, options, command, ({ interrupts, lock, onEnd }) => {
    const stopped = interrupts.stopped.then((): never => {
      throw new Interrupted();
    });
    return Promise.race([work({ lock, onEnd, beginWriting: interrupts.begin }), stopped]);
  });
}

/** Works on the state of a project under its lock. */
export async function withLockedState<T>(
  io: Io,
  options: LockOptions & OrganizationOptions,
  command: string,
  act: (state: Backend, beginWriting: () => void) => Promise<T>,
): Promise<T> {
  return changingState(io, options, command, async ({ lock, onEnd, beginWriting }) => {
    const state = await openState(io, options, await stateSettings(io, options));
    onEnd(state.close);
    (await lock(state)).demand();
    return act(state, beginWriting);
  });
}
