import type { ApplyLine } from "../../../src/model/documents/apply-document.ts";
import { exitCode } from "../../../src/model/stop.ts";
import type { Look } from "../look.ts";
import type { Project } from "../project.ts";
import type { RunPlan, Scenario } from "../scenario.ts";
import type { Run } from "./process.ts";

/** A run that nothing happens to. */
export const plainRun: RunPlan = { mishaps: {}, isEditedAfter: false, allowsDeletes: true, rehearses: false };

/** Did a guard hold it back? What ran and leaves something that cannot be ends with the same code. */
export function isHeld({ code, stdout }: Run): boolean {
  const hasRun = linesOf(stdout).some((line) => line.type === "summary" && line.summary.notRun === undefined);
  return code === exitCode.held && !hasRun;
}

/** How many deletes a plan has that a guard has held back: whoever has looked at it says the number. */
export function deletesIn({ stdout }: Run): number {
  const planned = linesOf(stdout).find((line) => line.type === "planned");
  return planned?.summary.delete ?? 0;
}

/** The command line of an apply, which allows the deletes that a plan just before it shows. */
export function applyOf(scenario: Scenario, plan: RunPlan, before: Look): readonly string[] {
  return argvOf("apply", scenario, plan, "plan" in before ? before.plan.summary.delete : 0);
}

/** The command line of a run that asks nobody. */
export function argvOf(
  verb: "apply" | "undo",
  { concurrency, project }: Scenario,
  plan: RunPlan,
  deletes: number,
): readonly string[] {
  return [
    ...[verb, "--yes", "--format", "json", "--concurrency", String(concurrency)],
    ...(plan.rehearses ? ["--rehearse"] : ["--no-rehearse"]),
    ...["--allow-empty", "--allow-exposure", "--allow-ownerless", "--allow-removals"],
    ...(verb === "apply" ? invitingIn(project) : []),
    ...(plan.allowsDeletes ? ["--allow-deletes", String(deletes)] : []),
  ];
}

/** Invitations are asked for by each plan and apply: even then, nobody gets two. */
export function invitingIn({ edition }: Pick<Project, "edition">): readonly string[] {
  return edition === "gitbook" ? ["--invite"] : [];
}

/** The output of a run, line by line. */
export function linesOf(stdout: string): readonly ApplyLine[] {
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as ApplyLine);
}
