import type { Address } from "../../model/address.ts";
import type { Desired, DesiredResource } from "../../model/desired.ts";
import { shownName, writtenTitle } from "../../model/display-name.ts";
import type { Field } from "../../model/field.ts";
import type { Kind } from "../../model/kind.ts";
import type { KindIndex } from "../../model/kind-index.ts";
import { type Live, type LiveResource, liveKey } from "../../model/live.ts";
import type { Json } from "../../text/json.ts";
import { namedTarget, type ReferenceTarget } from "../match/identity.ts";
import type { Matching } from "../match/match.ts";
import type { LastApply } from "../match/recorded-ids.ts";

/** Desired and live state, paired and indexed: what planning one resource may look at. */
export interface Planning {
  readonly desired: Desired;
  readonly live: Live;
  readonly kinds: KindIndex;
  readonly matching: Matching;
  readonly resourceAt: (address: Address) => DesiredResource | undefined;
  /** Declared resources of the kinds for which it is true, in the order of addresses (as all of them are). */
  readonly desiredOf: (has: (kind: Kind) => boolean) => readonly DesiredResource[];
  /** Declared resources whose parent is an address. */
  readonly desiredIn: (parent: Address) => readonly DesiredResource[];
  /** The declared resources in a container, or at the root of a parent, in the order written. */
  readonly itemsIn: (container: Address) => readonly DesiredResource[];
  /** Live resources of a kind in a live parent; without a parent, in the organization. */
  readonly liveIn: (organization: string, kind: string, parentId?: string) => readonly LiveResource[];
  /** Live resources whose parent or container is another one. */
  readonly liveInside: (live: LiveResource) => readonly LiveResource[];
  /** The live resource with a `liveKey`. */
  readonly liveByKey: (key: string) => LiveResource | undefined;
  /** The live resource that is deleted, and created again at an address, since no call moves it to its place. */
  readonly formerOf: (address: Address) => LiveResource | undefined;
  /** The address at which a live resource is created again. */
  readonly recreatedAt: (live: LiveResource) => Address | undefined;
  /** The first declared resource that names a live one by its id, and would be without it (`neededById`). */
  readonly neededBy: (live: LiveResource) => Address | undefined;
  /** The record of the last apply; undefined without one. */
  readonly lastApply?: LastApply | undefined;
  /** Addresses whose values that cannot be read back are to be sent again. */
  readonly resend: ReadonlySet<Address>;
  /** Replaces a value that must not be shown; `place` is its address and field. */
  readonly mask: (value: Json, place: string) => Json;
  readonly organizationId: (alias: string) => string;
}

/** Why something that is wanted cannot be, or cannot go; undefined for what can, or already is as wanted. */
export type BlockedReason = (address: Address) => string | undefined;

/** Planning with the reasons why declared resources are blocked. */
export interface PlanContext extends Planning {
  readonly blockedReason: BlockedReason;
  /**
   * The resources that are created in the structure of a declared one, in the order of its calls; empty before it is
   * ordered.
   */
  readonly createdIn: (parent: Address) => readonly DesiredResource[];
}

/**
 * The target of a written value; undefined for a field that refers to nothing. A declared target that is named by its
 * id and not there yet is given by its address, so that a call waits for it.
 */
export function targetOf(
  planning: Planning,
  resource: DesiredResource,
  field: Field,
  written: Json,
): ReferenceTarget | undefined {
  const named = namedTarget(resource, field, String(written), planning.kinds);
  if (named?.id === undefined) return named;
  const { organization } = resource;
  const found = planning.liveByKey(liveKey({ organization, kind: field.refersTo ?? "", id: named.id }));
  const address = found?.deleted === true ? planning.matching.addressOf(found) : undefined;
  return address === undefined ? named : { address };
}

/** The title of what a written value names, as visitors will see it: as declared, else as live. */
export function titleOfTarget(
  planning: Planning,
  resource: DesiredResource,
  field: Field,
  written: Json,
): string | undefined {
  const target = targetOf(planning, resource, field, written);
  const declared = planning.resourceAt(target?.address ?? "");
  const title = writtenTitle(declared);
  if (title !== undefined) return title;
  const live =
    target?.address === undefined
      ? planning.liveIn(resource.organization, field.refersTo ?? "").find(({ id }) => id === target?.id)
      : planning.matching.liveOf(target.address);
  return live === undefined ? undefined : shownName(planning.kinds.get(live.kind), declared, live);
}

/**
 * True for a field that stays as the platform has it. A new resource gets the declared value, and is ignored from then
 * on. So a required field may be ignored too. A recreated resource counts as one that is there.
 */
export function isIgnored(
  planning: Pick<Planning, "matching" | "kinds" | "formerOf">,
  resource: DesiredResource,
  name: string,
): boolean {
  if (!resource.ignore.includes(name)) return false;
  if (planning.matching.liveOf(resource.address) !== undefined) return true;
  const isOrdered = planning.kinds.get(resource.kind).sequence !== undefined;
  return isOrdered && planning.formerOf(resource.address) !== undefined;
}
