import type { DesiredResource } from "../../model/desired.ts";
import type { Field } from "../../model/field.ts";
import type { Kind } from "../../model/kind.ts";
import { type LiveResource, liveKey } from "../../model/live.ts";
import { liveValue } from "../match/identity.ts";
import { callKey, type StepDraft, withPrerequisites } from "../state/draft.ts";
import { liveAddress } from "../state/live-address.ts";
import type { PlanContext } from "../state/planning.ts";
import { targetOf } from "../state/planning.ts";

/** Keys of what a live resource refers to or was made for it, and of the same for everything in it: free once it is gone. */
export function releasedBy(planning: PlanContext, live: LiveResource): readonly string[] {
  const inside = planning.liveInside(live).filter((one) => one !== live);
  return [
    ...referredBy(planning, live),
    ...madeFor(planning, live),
    ...inside.flatMap((one) => releasedBy(planning, one)),
  ];
}

/** Key of what the platform made for a live resource: it is needed no more once that is gone. */
function madeFor({ kinds }: PlanContext, { kind, organization, answer }: LiveResource): readonly string[] {
  const { makes } = kinds.get(kind);
  const id = makes?.id(answer);
  return makes === undefined || id === undefined ? [] : [liveKey({ organization, kind: makes.kind, id })];
}

/** Keys of what the reference fields of a live resource hold. What it stands in does not depend on it. */
export function referredBy(planning: PlanContext, live: LiveResource): readonly string[] {
  const kind = planning.kinds.get(live.kind);
  return Object.entries(kind.fields).flatMap(([name, field]) => {
    if (field.refersTo === undefined || field.tree !== undefined) return [];
    const value = liveValue(kind, name, live);
    return typeof value === "string"
      ? [liveKey({ organization: live.organization, kind: field.refersTo, id: value })]
      : [];
  });
}

/** What a live resource was made for by the platform, which keeps it (A33); undefined for all others. */
export type MakerOf = (live: LiveResource) => LiveResource | undefined;

/** Finds what resources of a kind were made for; what is itself to be deleted keeps nothing. */
export function makersIn(planning: PlanContext, organization: string, made: Kind): MakerOf {
  const makers = planning.kinds
    .childrenOf()
    .filter(({ makes }) => makes?.kind === made.name)
    .flatMap(({ name }) => planning.liveIn(organization, name))
    .filter((live) => !isGoing(planning, live));
  const traitsOf = ({ kind }: LiveResource) => planning.kinds.get(kind).makes;
  const known = new Map<string, LiveResource>();
  const waiting: LiveResource[] = [];
  for (const maker of makers) {
    const id = traitsOf(maker)?.id(maker.answer);
    if (id === undefined) waiting.push(maker);
    else known.set(id, maker);
  }
  return ({ id, answer }) =>
    known.get(id) ?? waiting.find((maker) => traitsOf(maker)?.canBe(answer, maker.answer) === true);
}

/**
 * What the platform makes comes to stand beside what it is made of. So that stands in its place by then: where it
 * stood may go, with all that is in it (A19).
 */
export function afterMoves(planning: PlanContext, drafts: readonly StepDraft[]): readonly StepDraft[] {
  const keys = new Set(drafts.map(({ key }) => key));
  return drafts.map((draft) => {
    const resource = planning.resourceAt(draft.address);
    const kind = resource === undefined ? undefined : planning.kinds.get(resource.kind);
    const isMaking =
      kind?.makes !== undefined && [kind.operations.create, kind.task?.operation].includes(draft.operation);
    if (resource === undefined || kind === undefined || !isMaking) return draft;
    const moves = movesOfTargets(planning, resource, kind).filter((key) => keys.has(key));
    return withPrerequisites(draft, moves, "reference");
  });
}

/** Keys of the calls that move what a resource refers to. */
function movesOfTargets(planning: PlanContext, resource: DesiredResource, kind: Kind): readonly string[] {
  return Object.entries(kind.fields).flatMap(([name, field]: [string, Field]) => {
    const written = resource.values[name];
    const move = field.refersTo === undefined ? undefined : planning.kinds.get(field.refersTo).tree?.move;
    if (move === undefined || typeof written !== "string") return [];
    const target = targetOf(planning, resource, field, written);
    const { organization } = resource;
    const live = planning.liveByKey(liveKey({ organization, kind: field.refersTo ?? "", id: target?.id }));
    const address = target?.address ?? (live === undefined ? undefined : liveAddress(planning, live));
    return address === undefined ? [] : [callKey(address, move.operation)];
  });
}

/** Is it to be deleted: declared absent, replaced, or not declared where all is? */
function isGoing(planning: PlanContext, live: LiveResource): boolean {
  const address = planning.matching.addressOf(live);
  if (address !== undefined) return planning.resourceAt(address)?.absent === true;
  const renewed = planning.renewedAt(live);
  if (renewed !== undefined) return planning.blockedReason(renewed) === undefined;
  const organization = planning.desired.organizations.find(({ alias }) => alias === live.organization);
  return organization?.manage[planning.kinds.get(live.kind).plural] === "exact";
}
