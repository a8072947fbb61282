import type { DesiredResource } from "../../model/desired.ts";
import type { Field } from "../../model/field.ts";
import type { Kind } from "../../model/kind.ts";
import { type LiveResource, liveKey } from "../../model/live.ts";
import { callKey, type StepDraft, withPrerequisites } from "../state/draft.ts";
import { liveAddress } from "../state/live-address.ts";
import { isManaged } from "../state/managed.ts";
import { type PlanContext, targetOf } from "../state/planning.ts";
import { referencesOf } from "../state/referrers.ts";

/**
 * Keys of the objects that a live resource, and everything in it, refers to or was made for. They are free once it is
 * deleted.
 */
export function releasedBy(planning: PlanContext, live: LiveResource): readonly string[] {
  const inside = planning.liveInside(live).filter((one) => one !== live);
  return [
    ...referencesOf(planning.kinds, live).map(({ key }) => key),
    ...madeFor(planning, live),
    ...inside.flatMap((one) => releasedBy(planning, one)),
  ];
}

/** Key of the object that the platform made for a live resource. It can go once that is deleted. */
function madeFor({ kinds }: PlanContext, { kind, organization, answer }: LiveResource): readonly string[] {
  const { makes } = kinds.get(kind);
  const id = makes?.id(answer);
  return makes === undefined || id === undefined ? [] : [liveKey({ organization, kind: makes.kind, id })];
}

/** The object that a live resource was made for by the platform, which keeps it (A33); undefined for all others. */
export type MakerOf = (live: LiveResource) => LiveResource | undefined;

/** Finds the objects that resources of a kind were made for. An object that this plan deletes keeps nothing. */
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
 * The platform creates a translation next to its source space. So the source is moved first; its old collection can be
 * deleted after that (A19).
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

/** Keys of the calls that move the targets of a resource. */
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

/** True for an object that this plan deletes: absent, replaced, or undeclared where `manage` is exact. */
function isGoing(planning: PlanContext, live: LiveResource): boolean {
  const address = planning.matching.addressOf(live);
  if (address !== undefined) return planning.resourceAt(address)?.absent === true;
  const renewed = planning.recreatedAt(live);
  if (renewed !== undefined) return planning.blockedReason(renewed) === undefined;
  const organization = planning.desired.organizations.find(({ alias }) => alias === live.organization);
  const isExact = organization?.manage[planning.kinds.get(live.kind).plural] === "exact";
  return isExact && isManaged(planning, live);
}
