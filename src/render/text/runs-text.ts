import type { RunDocument, RunEntry, RunsDocument } from "../../model/documents/runs-document.ts";
import { namer } from "../plan/plan-view.ts";
import { terminalText } from "../safe-text.ts";
import { counted } from "../words.ts";
import { page, table } from "./columns.ts";

/** The list of runs for people, the newest first, with a newline at its end. */
export function renderRunsText({ runs, damaged }: RunsDocument): string {
  const isOfSome = runs.some(({ environment }) => environment !== undefined);
  const organizationsOf = (run: RunEntry): string => Object.keys(run.organizations).join("+");
  const isOfSeveral = new Set(runs.map(organizationsOf)).size > 1;
  const rows = runs.map((run) => [
    run.run,
    run.at.replace(/\.\d+Z$/, "Z"),
    whatText(run),
    ...(isOfSeveral ? [organizationsOf(run)] : []),
    ...(isOfSome ? [run.environment ?? ""] : []),
    run.by ?? "",
    run.commit?.slice(0, 7) ?? "",
    outcomesText(run),
    endText(run),
  ]);
  const unread = damaged.map(({ run, problem }) => terminalText(`${run}  ${problem}`));
  const lines = [...table(rows.map((row) => row.map(terminalText))), ...unread];
  return page([lines.length === 0 ? ["No runs yet."] : lines]);
}

/** One run with its steps, with a newline at its end. */
export function renderRunText(run: RunDocument): string {
  const nameOf = namer(Object.keys(run.organizations));
  const organizations = Object.entries(run.organizations).map(([alias, id]) => `${alias} (${id})`);
  const facts = [
    ["run", `${run.run}   ${whatText(run)}, ${endText(run)}`],
    ["at", run.at],
    ...(run.by === undefined ? [] : [["by", run.by]]),
    ...(run.commit === undefined ? [] : [["commit", run.commit]]),
    ...(run.environment === undefined ? [] : [["environment", run.environment]]),
    ["platform", run.platform.baseUrl],
    ["organizations", organizations.join(", ")],
    ["digest", run.digest],
    ["steps", `${run.calls}: ${outcomesText(run)}`],
  ].map((row) => row.map(terminalText));
  const steps = run.steps.map(({ outcome, address, operation, id, status, message }) => [
    outcome === "inDoubt" ? "in doubt" : outcome,
    nameOf(address),
    terminalText(operation),
    terminalText([id, status, message].filter((part) => part !== undefined).join(" ")),
  ]);
  const unsent = run.calls - run.steps.length;
  const were = unsent === 1 ? "was" : "were";
  const more = unsent > 0 ? [`${counted(unsent, "step")} of the plan ${were} never begun.`] : [];
  return page([table(facts), [...table(steps), ...more]]);
}

function whatText({ command, undoes }: RunEntry): string {
  return undoes === undefined ? command : `${command} of ${undoes}`;
}

function endText({ ended, converged, process }: RunEntry): string {
  if (process !== undefined) return runningText(process).replace(/^is /, "");
  if (ended === null) return "did not end";
  return ended === "done" && converged === false ? "done, not converged" : ended;
}

/** The steps of a run by outcome: `2 done, 1 failed`. */
export function outcomesText({ outcomes }: RunEntry): string {
  const { inDoubt, ...rest } = outcomes;
  const parts = Object.entries({ ...rest, "in doubt": inDoubt }).filter(([, count]) => count > 0);
  return parts.length === 0 ? "nothing sent" : parts.map(([name, count]) => `${count} ${name}`).join(", ");
}

/** Does a run go on, and in which process, as the end of a sentence that begins with the run. */
export function runningText({ host, pid, isHere }: NonNullable<RunEntry["process"]>): string {
  return isHere ? `is still running (process ${pid})` : `may still be running (process ${pid} on ${host})`;
}
