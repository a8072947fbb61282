import type { Io } from "../../io/io.ts";
import type { ApplySummary } from "../../model/apply-event.ts";
import type { PlanDocument } from "../../model/documents/plan-document.ts";
import { type ExitCode, exitCode, type Stop, stop } from "../../model/stop.ts";
import { canAsk } from "../../project/output.ts";
import { applyCommand, type PlanCommand } from "../../render/plan/plan-summary.ts";
import { heldBy, notRun, tellVerdict } from "./ending.ts";
import type { Given, RunOptions } from "./guarded-run.ts";

/** The exit code when the plan is not run: held back, not confirmed, or only to be shown. */
export async function mayRun(
  io: Io,
  options: RunOptions,
  document: PlanDocument,
  given: Given,
): Promise<ExitCode | undefined> {
  if (document.summary.held > 0) {
    const code = isToLook(io, options, given) ? exitCode.done : exitCode.held;
    return endedWithout(io, options, given, notRun("held", heldBy(document)), code);
  }
  if (document.steps.length === 0 || options.yes === true) return undefined;
  if (!canAsk(io, options.input)) return withoutAsking(io, options, document, given);
  const { askToGoOn } = await import("../terminal/confirm.ts");
  const count = document.summary.calls;
  const calls = count === 1 ? "this API call" : `these ${count} API calls`;
  const dialogue = { input: io.stdin(), output: io.stderr };
  const refusal = await askToGoOn(`Run ${calls}?`, undefined, dialogue);
  if (refusal === undefined) return undefined;
  const why = refusal === exitCode.interrupted ? "interrupted" : "not confirmed";
  return endedWithout(io, options, given, notRun(why), refusal);
}

/** Says that nothing was run, and answers the exit code. */
function endedWithout(
  io: Io,
  options: RunOptions,
  { watch }: Given,
  summary: ApplySummary,
  code: ExitCode,
): ExitCode {
  tellVerdict(io, options, summary);
  watch.ended(summary);
  return code;
}

/** The words of the command that would run the plan. */
export function commandOf(options: RunOptions, { undoes }: Given): PlanCommand {
  return { given: options, ...(undoes === undefined ? {} : { undoes }) };
}

/** Where nobody can say yes, an undo shows the way back, unless `--expect` says that it was seen before. */
function isToLook(io: Io, options: RunOptions, { undoes }: Given): boolean {
  const isMeant = options.yes === true || options.expect !== undefined;
  return undoes !== undefined && !isMeant && !canAsk(io, options.input);
}

/** Nobody can say yes. Throws `Stop` for what was meant to run. */
function withoutAsking(io: Io, options: RunOptions, document: PlanDocument, given: Given): ExitCode {
  const command = commandOf(options, given);
  if (!isToLook(io, options, given)) throw nobodyToAsk(document, command);
  const code = endedWithout(io, options, given, notRun("only shown"), exitCode.done);
  const exact = applyCommand(document, { ...command, yes: true });
  if (options.format !== "json" && exact !== undefined) io.stdout.write(`To run it:\n  ${exact}\n`);
  return code;
}

function nobodyToAsk(document: PlanDocument, command: PlanCommand): Stop {
  const name = command.undoes === undefined ? "apply" : "undo";
  const exact = applyCommand(document, { ...command, yes: true });
  const hint = `review the plan, then run the same command with --yes${exact === undefined ? "" : `, or ${exact}`}`;
  return stop("DF5002", `${name} changes the platform, and there is no terminal to ask for confirmation`, {
    hint,
  });
}
