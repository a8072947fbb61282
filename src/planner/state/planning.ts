import { type Address, childAddress, itemKeyIn } from "../../model/address.ts";
import type { Desired, DesiredResource } from "../../model/desired.ts";
import type { Field } from "../../model/field.ts";
import type { Kind } from "../../model/kind.ts";
import type { KindIndex } from "../../model/kind-index.ts";
import { type Live, type LiveResource, liveKey } from "../../model/live.ts";
import type { Json } from "../../text/json.ts";
import { type ReferenceTarget, referenceTarget } from "../match/identity.ts";
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
  /** Declared resources that stand in an address. */
  readonly desiredIn: (parent: Address) => readonly DesiredResource[];
  /** What is declared in a container, or at the root of a parent, in the order written. */
  readonly itemsIn: (holder: Address) => readonly DesiredResource[];
  /** Live resources of a kind that stand in a live one; without a parent, in the organization. */
  readonly liveIn: (organization: string, kind: string, parentId?: string) => readonly LiveResource[];
  /** Live resources that stand in another one: whose parent or container it is. */
  readonly liveInside: (live: LiveResource) => readonly LiveResource[];
  /** The live resource with a `liveKey`. */
  readonly liveByKey: (key: string) => LiveResource | undefined;
  /** The live resource that is built anew at an address, since nothing moves it to its place. */
  readonly formerOf: (address: Address) => LiveResource | undefined;
  /** The address that a live resource is built anew at. */
  readonly renewedAt: (live: LiveResource) => Address | undefined;
  /** The first declared resource that names a live one by its id, and would be without it (`neededById`). */
  readonly neededBy: (live: LiveResource) => Address | undefined;
  /** What the last apply left; without a record, nothing. */
  readonly lastApply?: LastApply | undefined;
  /** Addresses whose values that cannot be read back are to be sent again. */
  readonly resend: ReadonlySet<Address>;
  /** Replaces a value that must not be shown; `place` is its address and field. */
  readonly mask: (value: Json, place: string) => Json;
  readonly organizationId: (alias: string) => string;
}

/** Why something that is wanted cannot be, or cannot go; undefined for what can, or already is as wanted. */
export type BlockedReason = (address: Address) => string | undefined;

/** Planning, once it is known what cannot be. */
export interface PlanContext extends Planning {
  readonly blockedReason: BlockedReason;
  /** What is created in the structure of a declared resource, in the order of its acts; nothing before it is ordered. */
  readonly createdIn: (parent: Address) => readonly DesiredResource[];
}

/**
 * What a written value names, for a field that refers to something; undefined for other fields. What is named by its id
 * and declared, but not there yet, is named by its address: what names it waits for it.
 */
export function targetOf(
  planning: Planning,
  resource: DesiredResource,
  field: Field,
  written: Json,
): ReferenceTarget | undefined {
  if (field.refersTo !== undefined) {
    const { organization } = resource;
    const named = referenceTarget(organization, field.refersTo, String(written), planning.kinds);
    if (named.id === undefined) return named;
    const found = planning.liveByKey(liveKey({ organization, kind: field.refersTo, id: named.id }));
    const address = found?.deleted === true ? planning.matching.addressOf(found) : undefined;
    return address === undefined ? named : { address };
  }
  if (field.defaultChild === undefined) return undefined;
  const { plural } = planning.kinds.get(field.defaultChild);
  return { address: childAddress(resource.address, plural, itemKeyIn(String(written))) };
}

/**
 * Is a field left as the platform has it? Only of what is there: a new one gets what is declared, and is left alone from
 * then on. So a field that its create cannot do without may be ignored too. What is built anew is there to people.
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
