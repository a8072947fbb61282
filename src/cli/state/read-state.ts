import type { Io } from "../../io/io.ts";
import type { StateListDocument } from "../../model/documents/state-document.ts";
import { type ExitCode, exitCode, stop } from "../../model/stop.ts";
import { printResult } from "../../project/output.ts";
import type { ResultForm } from "../../project/result-forms.ts";
import {
  demandOne,
  eachState,
  forAddresses,
  type OrganizationOptions,
  stateSettings,
  withState,
} from "../../project/state.ts";
import { renderStateListText, renderStateShowText } from "../../render/text/state-text.ts";
import { declaredScope, storedRecord, storedText } from "../../runs/stored-record.ts";
import { entriesOf, findEntry, joinedList, listOf, shownEntry } from "../../state/record-list.ts";

/** Options of `docform state list`. */
export interface StateListOptions extends OrganizationOptions<ResultForm> {
  readonly all?: boolean;
}

/** `docform state list`: the addresses that the record has of this project. Places are opened one after the other. */
export async function listState(io: Io, options: StateListOptions): Promise<ExitCode> {
  const all = options.all === true;
  const scope = await declaredScope(io, options);
  const lists: StateListDocument[] = [];
  await eachState(io, options, async (state) => {
    lists.push(listOf((await storedRecord(state))?.record, scope, { place: state.place, all }));
  });
  printResult(io, options, joinedList(lists), renderStateListText);
  return exitCode.done;
}

/** `docform state show ADDRESS`: what the record knows of one address. */
export async function showState(
  io: Io,
  given: string,
  all: OrganizationOptions<ResultForm>,
): Promise<ExitCode> {
  const options = forAddresses(all, [given]);
  const scope = await declaredScope(io, options);
  const document = await withState(io, options, async (state) => {
    const record = (await storedRecord(state))?.record;
    const found = findEntry(given, entriesOf(record, scope));
    if (record === undefined || "problem" in found) throw noEntry(found);
    return shownEntry(record, scope, found, state.place);
  });
  printResult(io, options, document, renderStateShowText);
  return exitCode.done;
}

function noEntry(found: ReturnType<typeof findEntry>) {
  const { problem, hint } = "problem" in found ? found : { problem: "there is no record", hint: "" };
  return stop("DF5041", problem, { hint });
}

/**
 * `docform state pull`: the record to stdout, as it is stored. Its salt is the key of its hashes: with it, a value that
 * somebody guesses can be checked.
 */
export async function pullState(io: Io, options: OrganizationOptions): Promise<ExitCode> {
  demandOne(await stateSettings(io, options), "state pull");
  const text = await withState(io, options, async (state) => {
    const stored = await storedText(state);
    if (stored !== undefined) return stored.text;
    throw stop("DF5020", `${state.place} has no record`, { hint: "docform apply writes the first one" });
  });
  io.stdout.write(text);
  return exitCode.done;
}
