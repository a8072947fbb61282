import { concurrencyOf } from "../client/window.ts";
import type { Io } from "../io/io.ts";
import type { Project } from "../manifest/load/load-project.ts";
import type { PlanDocument } from "../model/documents/plan-document.ts";
import { exitCode, stop } from "../model/stop.ts";
import type { MadePlan } from "../planner/plan.ts";
import type { Connection } from "../project/connect.ts";
import type { ConnectionOptions } from "../project/options.ts";
import { applyCommand, type PlanCommand } from "../render/plan/plan-summary.ts";
import { counted } from "../render/words.ts";
import type { RehearsalOptions } from "./rehearse.ts";

/** The document of a plan, with how its rehearsal went. The embedded platform is loaded only now. */
export async function withRehearsal(
  io: Io,
  options: Pick<ConnectionOptions, "logLevel" | "concurrency">,
  project: Project,
  connection: Connection,
  made: MadePlan,
  planAgain: RehearsalOptions["planAgain"],
): Promise<PlanDocument> {
  const { rehearse } = await import("./rehearse.ts");
  const { logLevel } = options;
  const isTold = logLevel === "info" || logLevel === "debug";
  if (isTold) io.stderr.write(`Rehearsing ${counted(made.document.summary.calls, "call")} …\n`);
  const roundTripMilliseconds = connection.roundTripMilliseconds();
  const { writes: concurrency } = concurrencyOf(options.concurrency);
  const now = io.now();
  const rehearsal = await rehearse(made, project, { concurrency, roundTripMilliseconds, now, planAgain });
  return { ...made.document, rehearsal };
}

/**
 * Throws `Stop` when the rehearsal failed, since the real run would fail in the same way. `command` is the
 * one that would run the plan.
 */
export function checkRehearsal(document: PlanDocument, command: PlanCommand): void {
  const { rehearsal } = document;
  if (rehearsal === undefined || rehearsal.converged) return;
  const { failed, left, problem } = rehearsal;
  const reasons = [
    ...(failed.length > 0 ? [`${counted(failed.length, "call")} failed`] : []),
    ...(left.length > 0 ? [`${counted(left.length, "change")} would be left`] : []),
    ...(problem === undefined ? [] : [problem]),
  ];
  const [first] = [...failed, ...left];
  const where = first === undefined ? "" : `, first ${first.address}`;
  const message = `the rehearsal did not converge: ${reasons.join(", ")}${where}`;
  const past = applyCommand(document, { ...command, isUnrehearsed: true });
  const hint =
    past === undefined
      ? "correct what the plan names under Rehearsed, and allow or resolve each hold"
      : `${past} runs the plan anyway`;
  throw stop("DF3040", message, { hint }, exitCode.held);
}
