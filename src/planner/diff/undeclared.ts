import type { DesiredOrganization, DesiredResource } from "../../model/desired.ts";
import type { Source } from "../../model/diagnostic.ts";
import type { Change, Unmanaged } from "../../model/documents/plan-document.ts";
import type { Kind } from "../../model/kind.ts";
import { keyAt, type LiveResource, liveKey } from "../../model/live.ts";
import { compareNames } from "../../text/compare-names.ts";
import { compareText } from "../../text/json.ts";
import { makersIn } from "../order/references.ts";
import { mergeOutcomes, type Outcome } from "../state/draft.ts";
import { isManaged } from "../state/managed.ts";
import type { PlanContext } from "../state/planning.ts";
import { planDelete } from "./plan-delete.ts";

/** The parent of collections: an organization, or a resource. */
interface Parent {
  readonly organization: string;
  readonly address: string;
  readonly manage: DesiredResource["manage"];
  readonly sourceOf: (plural: string) => Source | undefined;
  readonly resource?: DesiredResource;
}

function asParent(owner: DesiredOrganization | DesiredResource): Parent {
  if ("alias" in owner) {
    const { alias, manage, manageSources } = owner;
    return { organization: alias, address: alias, manage, sourceOf: (plural) => manageSources[plural] };
  }
  const { organization, address, manage, sources } = owner;
  return {
    organization,
    address,
    manage,
    sourceOf: (plural) => sources[`manage.${plural}`],
    resource: owner,
  };
}

/** Is a live one that no manifest declares to go? `exact` leaves those who sign in by single sign-on (A6). */
function isRemoved(
  { plural, signsInBySso }: Kind,
  { answer }: LiveResource,
  manage: DesiredResource["manage"],
): boolean {
  return manage[plural] === "exact-with-sso" || signsInBySso?.(answer) !== true;
}

/** Deletes what is not declared in collections of an organization or resource that are to be exact. */
export function deleteUndeclared(
  planning: PlanContext,
  owner: DesiredOrganization | DesiredResource,
): Outcome {
  const parent = asParent(owner);
  const kinds = collectionsOf(planning, parent).filter(
    ({ tree, plural }) => tree === undefined && parent.manage[plural] !== "listed",
  );
  return mergeOutcomes(
    kinds.flatMap((kind) => {
      const makerOf = makersIn(planning, parent.organization, kind);
      const reason = `not declared, and ${parent.address} manages ${kind.plural} exactly`;
      const source = parent.sourceOf(kind.plural);
      return undeclared(planning, parent, kind)
        .filter((live) => makerOf(live) === undefined && isRemoved(kind, live, parent.manage))
        .map((live) => planDelete(planning, live, { reason, source }));
    }),
  );
}

/** The undeclared objects in declared collections, which are left alone. */
export function unmanagedIn(planning: PlanContext, changes: readonly Change[]): readonly Unmanaged[] {
  const changed = new Set(changes.map(keyAt));
  const owners = [
    ...planning.desired.organizations,
    ...planning.desiredOf(({ name }) => planning.kinds.childrenOf(name).length > 0),
  ];
  return owners.map(asParent).flatMap((parent) =>
    collectionsOf(planning, parent).flatMap((kind) => {
      const makerOf = makersIn(planning, parent.organization, kind);
      // An object that was made for a declared one is no surprise.
      const isForDeclared = (live: LiveResource): boolean => {
        const maker = makerOf(live);
        return maker !== undefined && planning.matching.addressOf(maker) !== undefined;
      };
      return undeclared(planning, parent, kind)
        .filter((live) => !changed.has(liveKey(live)) && !isForDeclared(live))
        .map(({ id, answer }) => ({
          kind: kind.name,
          id,
          title: kind.label(answer),
          parent: parent.address,
        }));
    }),
  );
}

/** Kinds of which a parent says how they are managed. */
function collectionsOf({ kinds }: PlanContext, { manage, resource }: Parent): readonly Kind[] {
  return kinds
    .childrenOf(resource?.kind)
    .filter(({ plural, shape }) => shape === "collection" && manage[plural] !== undefined);
}

/** Live resources of a kind that no manifest declares, in a parent, and in the scope of the project, by name. */
function undeclared(
  planning: PlanContext,
  { organization, resource }: Parent,
  kind: Kind,
): readonly LiveResource[] {
  const owner = resource === undefined ? undefined : planning.matching.liveOf(resource.address);
  if (resource !== undefined && owner === undefined) return [];
  return planning
    .liveIn(organization, kind.name, owner?.id)
    .filter(
      (live) =>
        planning.matching.addressOf(live) === undefined &&
        planning.recreatedAt(live) === undefined &&
        isManaged(planning, live),
    )
    .sort((a, b) => compareNames(kind.label(a.answer), kind.label(b.answer)) || compareText(a.id, b.id));
}
