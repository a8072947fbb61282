import { isObject, parseJson } from "../../text/json.ts";
import { emptyState } from "./records.ts";
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
  const missing = missingPart(state);
  if (missing !== undefined) return { ok: false, problem: `it is damaged: ${missing}` };
  return { ok: true, state: state as unknown as State, savedAt };
}

/** The parts that every state has; the file is written by docform alone, so that no more is checked. */
function missingPart(state: unknown): string | undefined {
  if (!isObject(state)) return "it has no state";
  for (const [name, empty] of Object.entries(emptyState())) {
    if (typeof state[name] !== typeof empty) return `state.${name} is not there`;
  }
  return undefined;
}
