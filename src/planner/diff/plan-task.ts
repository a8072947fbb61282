import type { Address } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import { changeOf } from "../change-entry.ts";
import type { Draft, Outcome } from "../draft.ts";
import { callOn, type Possible } from "./created-by.ts";

/** A plan with the tasks that were asked for, each after everything else at its address. */
export function withTasks(planning: Possible, outcome: Outcome, asked: ReadonlySet<Address>): Outcome {
  let { changes, drafts } = outcome;
  for (const address of [...asked].sort()) {
    const resource = planning.resourceAt(address);
    if (resource === undefined || whyNotRun(planning, resource) !== undefined) continue;
    changes = withTaskChange(planning, resource, changes);
    drafts = [...drafts, taskDraft(planning, resource, drafts)];
  }
  return { changes, drafts };
}

/** Warnings for tasks that were asked for and add nothing. */
export function idleTasks(planning: Possible, asked: ReadonlySet<Address>): readonly Diagnostic[] {
  return [...asked].sort().flatMap((address): Diagnostic[] => {
    const resource = planning.resourceAt(address);
    const why = resource === undefined ? undefined : whyNotRun(planning, resource);
    if (resource === undefined || why === undefined) return [];
    const option = `--${planning.kinds.get(resource.kind).task?.name}`;
    const message = `${option} ${address} adds nothing: ${why}`;
    return [{ code: "DF3021", severity: "warning", message, source: resource.source }];
  });
}

function whyNotRun(planning: Possible, resource: DesiredResource): string | undefined {
  if (resource.absent) return "it is declared absent";
  if (planning.blockedReason(resource.address) !== undefined) return "it is blocked";
  const isNew = planning.matching.liveOf(resource.address) === undefined;
  const isPart = planning.kinds.get(resource.kind).task?.isPartOfCreate === true;
  return isNew && isPart ? "a new one runs by itself" : undefined;
}

function withTaskChange(
  planning: Possible,
  resource: DesiredResource,
  changes: readonly Change[],
): readonly Change[] {
  const { address } = resource;
  const name = planning.kinds.get(resource.kind).task?.name ?? "";
  const asked = { path: name, after: true };
  const isOwn = (change: Change): boolean => change.address === address && change.action === "update";
  if (changes.some(isOwn))
    return changes.map((change) =>
      isOwn(change) ? { ...change, fields: [...(change.fields ?? []), asked] } : change,
    );
  const live = planning.matching.liveOf(address);
  const reason = `--${name} asks for it`;
  return [...changes, { ...changeOf(planning, resource, "update", live), fields: [asked], reason }];
}

function taskDraft(planning: Possible, resource: DesiredResource, drafts: readonly Draft[]): Draft {
  const { task, name } = planning.kinds.get(resource.kind);
  if (task === undefined) throw new Error(`${name} has no task`);
  const before = drafts.filter(({ address }) => address === resource.address);
  return { ...callOn(planning, resource, task.operation), after: before.map(({ key }) => key) };
}
