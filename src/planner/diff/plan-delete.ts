import type { Operation } from "../../contract/operation.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { Source } from "../../model/diagnostic.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import { type LiveResource, liveKey } from "../../model/live.ts";
import { removalOf } from "../../model/requests.ts";
import { openedScope } from "../order/access-order.ts";
import { releasedBy } from "../order/references.ts";
import { sharedBy } from "../order/shared-calls.ts";
import { slotsOfLive } from "../order/unique-values.ts";
import { liveChangeOf, toldRisks, waitingFor } from "../state/change-entry.ts";
import { callKey, noOutcome, type Outcome, type Prerequisite, type StepDraft } from "../state/draft.ts";
import { liveAddress, parentOf } from "../state/live-address.ts";
import type { PlanContext } from "../state/planning.ts";
import { whyNeeded } from "../state/referrers.ts";
import { paramsOfLive } from "./created-by.ts";

/** Why an object is deleted, where a manifest says so, and the calls that come first. */
interface Deletion {
  readonly reason: string;
  readonly source: Source | undefined;
  readonly after?: readonly Prerequisite[];
  /** Keys of the objects that the same call deletes. */
  readonly cascaded?: readonly string[];
  /** True when another call deletes it. */
  readonly isCascaded?: boolean;
  readonly risks?: readonly string[];
}

/** Why an absent resource is deleted, and where a manifest says so. A pruned one is in no manifest. */
export function whyAbsent({ pruned, sources, source }: DesiredResource): Pick<Deletion, "reason" | "source"> {
  if (pruned === undefined) return { reason: "it is declared absent", source: sources.absent ?? source };
  const why = pruned === "by name" ? "--prune names it" : "docform.yaml says prune: created";
  return { reason: `no longer declared, and ${why}`, source: undefined };
}

/** Plans the delete of a live resource. */
export function planDelete(planning: PlanContext, live: LiveResource, deletion: Deletion): Outcome {
  const { reason, source } = deletion;
  const kind = planning.kinds.get(live.kind);
  const operation = kind.operations.delete;
  const blocked = (why: string): Outcome => ({
    changes: [{ ...liveChangeOf(planning, live, "blocked", source), reason: `${reason}, but ${why}` }],
    drafts: [],
  });
  if (operation === undefined) return blocked(kind.notDeletable ?? `the API cannot delete a ${kind.name}`);
  const needed = whyNeeded(planning, live);
  if (needed !== undefined) return blocked(needed);
  const own = kind.risks?.({ action: "delete", before: live.answer, after: {} }) ?? [];
  const risks = [...own, ...(deletion.risks ?? []).map((text) => ({ text }))];
  const change: Change = {
    ...liveChangeOf(planning, live, "delete", source),
    reason,
    ...toldRisks(risks),
    reversible: kind.reversible === true,
  };
  if (deletion.isCascaded === true) return { changes: [change], drafts: [] };
  const outcome = { changes: [change], drafts: [deleteDraft(planning, live, operation, change, deletion)] };
  return awaitedDelete(planning, live, outcome) ?? outcome;
}

/** A delete that the administrators were asked for waits, and is asked for again when that is due. */
function awaitedDelete(planning: PlanContext, live: LiveResource, asking: Outcome): Outcome | undefined {
  const request = removalOf(live.organization, live.kind, live.id);
  const requested = planning.lastApply?.requests?.get(request);
  const [change] = asking.changes;
  if (requested === undefined || change === undefined) return undefined;
  const reason = "its removal was requested from the administrators of the organization, who decide";
  return { ...noOutcome, waiting: [{ ...waitingFor({ ...change, reason }), request, requested, asking }] };
}

function deleteDraft(
  planning: PlanContext,
  live: LiveResource,
  operation: Operation,
  { address }: Change,
  { after = [], cascaded = [] }: Deletion,
): StepDraft {
  const kind = planning.kinds.get(live.kind);
  const parent = parentOf(planning, live);
  const released = releasedBy(planning, live);
  return {
    key: callKey(address, operation),
    address,
    operation,
    params: paramsOfLive(planning, operation, live),
    after,
    narrows: true,
    ...sharedBy(kind, { before: live.answer }),
    ...openedScope(kind, parent && liveAddress(planning, parent)),
    deletes: [liveKey(live), ...cascaded],
    ...(released.length === 0 ? {} : { releases: released }),
    frees: slotsOfLive(planning, live),
  };
}
