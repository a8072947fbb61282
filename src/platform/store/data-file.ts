import { isObject, parseJson } from "../../text/json.ts";
import { wrongField } from "./data-form.ts";
import type { State } from "./state.ts";

/** Form of the file. A change of `State` that older files do not fit takes the next number. */
const formatVersion = 1;

const format = "docform platform data";

/** The content of a data file. */
export interface SavedState {
  readonly state: State;
  /** Time of the platform when it was written, in milliseconds since 1970: its clock never goes back. */
  readonly savedAt: number;
}

/** The text of a data file. */
export function encodeState({ state, savedAt }: SavedState): string {
  return `${JSON.stringify({ format, formatVersion, savedAt, state })}\n`;
}

/** The parsed content of a data file, or the reason why it cannot be used. */
type StateResult = ({ readonly ok: true } & SavedState) | { readonly ok: false; readonly problem: string };

/** Reads the text of a data file. */
export function decodeState(text: string): StateResult {
  const data = parseJson(text);
  if (data === undefined) return { ok: false, problem: "it is damaged: not valid JSON" };
  if (!isObject(data) || data.format !== format)
    return { ok: false, problem: "it is no data file of docform serve" };
  const { formatVersion: version, savedAt, state } = data;
  if (version !== formatVersion)
    return { ok: false, problem: `its format is ${version}, and this docform reads ${formatVersion}` };
  if (typeof savedAt !== "number") return { ok: false, problem: "it is damaged: savedAt is not a number" };
  const wrong = wrongField(state);
  if (wrong !== undefined) return { ok: false, problem: `it is damaged: ${wrong}` };
  return { ok: true, state: state as unknown as State, savedAt };
}

/** Keeps a state on disk: nothing is answered that the disk does not hold. */
export interface Store {
  /** Tells that the state is another one than before. */
  changed(): void;
  /** Ends when all that was changed is on disk, and fails when it cannot be; undefined when it is there already. */
  written(): Promise<void> | undefined;
}

/**
 * A store that writes the whole state. One write runs at a time, and later changes go into the next one. So
 * simultaneous requests share one write. `encode` is called at the start of each write.
 */
export function createStore(encode: () => string, write: (text: string) => Promise<void>): Store {
  let [changes, saved] = [0, 0];
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const save = async (): Promise<void> => {
    const upTo = changes;
    await write(encode());
    saved = upTo;
  };
  const schedule = async (): Promise<void> => {
    // A failed write has been told to those who waited for it; this one tries again, with all there is.
    await running.catch(() => {});
    // Requests that have already arrived are handled first, so that they share this write.
    await new Promise(setImmediate);
    next = undefined;
    running = save();
    await running;
  };
  return {
    changed: () => {
      changes += 1;
    },
    written: () => {
      if (saved === changes) return undefined;
      next ??= schedule();
      return next;
    },
  };
}
