import type { Io } from "../../io/io.ts";
import { error } from "../../model/diagnostic.ts";
import { type ExitCode, exitCode, Stop, stop } from "../../model/stop.ts";
import { canAsk } from "../../project/output.ts";
import { demandOne, forAddresses, type OrganizationOptions, stateSettings } from "../../project/state.ts";
import { terminalText } from "../../render/safe-text.ts";
import { counted } from "../../render/words.ts";
import type { LockOptions } from "../../runs/project-lock.ts";
import { declaredScope, editableRecord, type StoredRecord } from "../../runs/stored-record.ts";
import { isIn, withLastRun } from "../../state/last-run.ts";
import { type PlatformScope, recordText } from "../../state/record.ts";
import { type Edited, withMovedEntry, withoutEntries } from "../../state/record-edit.ts";
import type { Refusal } from "../../state/record-list.ts";
import { withLockedState } from "./locked-state.ts";

/** Options of the commands that edit the record. */
export interface EditOptions extends LockOptions, OrganizationOptions {
  readonly yes?: boolean;
}

/** An edit of a record by a command, and its words. */
interface Edit {
  /** Words of the command: `state rm`. */
  readonly command: string;
  readonly make: (
    stored: StoredRecord,
    scope: PlatformScope,
  ) => Edited | { readonly refusals: readonly Refusal[] };
  /** The question, and the answer to a no. */
  readonly question: (edited: Edited) => string;
  readonly refused: string;
  readonly done: (count: string) => string;
}

/** `docform state rm ADDRESS…`: forgets addresses, and what is in them. The platform is not touched. */
export async function removeFromState(
  io: Io,
  addresses: readonly string[],
  options: EditOptions,
): Promise<ExitCode> {
  return editState(io, forAddresses(options, addresses), {
    command: "state rm",
    make: ({ record }, scope) => withoutEntries(record, scope, addresses),
    question: ({ changed }) => `Forget ${changed.length === 1 ? "this address" : "these addresses"}?`,
    refused: "Nothing was forgotten.",
    done: (count) => `Forgot ${count}. The platform is as it was.`,
  });
}

/** `docform state mv FROM TO`: another address for the same object, and for what is in it. */
export async function moveInState(io: Io, from: string, to: string, options: EditOptions): Promise<ExitCode> {
  return editState(io, forAddresses(options, [from, to]), {
    command: "state mv",
    make: ({ record }, scope) => withMovedEntry(record, scope, from, to),
    question: () => `Move to ${terminalText(to)}?`,
    refused: "Nothing was moved.",
    done: (count) => `Moved ${count}. The next apply makes new hashes of the fields.`,
  });
}

async function editState(io: Io, options: EditOptions, edit: Edit): Promise<ExitCode> {
  demandOne(await stateSettings(io, options), edit.command);
  const scope = await declaredScope(io, options);
  return withLockedState(io, options, edit.command, async (state, beginWriting) => {
    const stored = await editableRecord(io, options, state, scope);
    if (stored === undefined) throw stop("DF5041", `${state.place} has no record`, { hint: firstApply });
    const edited = edit.make(stored, scope);
    if ("refusals" in edited)
      throw new Stop(edited.refusals.map(({ problem, hint }) => error("DF5041", problem, { hint })));
    const refusal = await maybeRefused(io, options, edit, edited);
    if (refusal !== undefined) return refusal;
    beginWriting();
    const next = withLastRun(edited.record, stored.newest, isIn(scope));
    await state.record.write(recordText(next), stored.version);
    io.stderr.write(`${edit.done(counted(edited.changed.length, "address", "addresses"))}\n`);
    return exitCode.done;
  });
}

const firstApply = "docform apply writes the first one";

/** Shows what is to change, and asks. Throws `Stop` when nobody can be asked. */
async function maybeRefused(
  io: Io,
  options: EditOptions,
  { command, question, refused }: Edit,
  edited: Edited,
): Promise<ExitCode | undefined> {
  if (options.yes === true) return undefined;
  const count = counted(edited.changed.length, "address", "addresses");
  if (!canAsk(io, options.input)) {
    const message = `${command} changes ${count} in the record, and there is no terminal to ask for confirmation`;
    throw stop("DF5002", message, { hint: "run it again with --yes" });
  }
  const { askToGoOn } = await import("../../runs/terminal/confirm.ts");
  io.stderr.write(edited.changed.map((address) => `  ${terminalText(address)}\n`).join(""));
  return askToGoOn(question(edited), refused, { input: io.stdin(), output: io.stderr });
}
