import { type Address, isWithin, organizationOf, ownersOf } from "../model/address.ts";
import type { Desired, DesiredResource } from "../model/desired.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { type KindIndex, membershipsOf } from "../model/kind-index.ts";
import type { LiveResource } from "../model/live.ts";
import { entriesWritten } from "../model/membership.ts";
import { referenceTarget } from "../planner/match/identity.ts";
import { leavesOrganization } from "../planner/match/tree-kind.ts";
import { isIn, readAddresses } from "../planner/state/targets.ts";
import type { IsChosen, Pulled, PullInput } from "./pulling.ts";

/** The choice of a pull by addresses. */
interface PullTargets {
  readonly isMeant: IsChosen;
  /** Is it new, and was it named by itself? */
  readonly isNamed: IsChosen;
  /** Members of teams that were named to be pruned: they alone, and not their team. */
  readonly prunedPeople: ReadonlySet<Address>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the addresses that a command names: one, the beginning of one, or one that ends in `id:…`. Something in a
 * resource that no manifest declares yet, or that is to go, means all of that resource. An item of a structure that
 * nobody wrote means the whole structure: a structure is exact as soon as one item of it is written.
 */
export function readPullTargets(
  written: readonly string[],
  everything: Pulled,
  before: Desired,
  { kinds, isPruned }: Pick<PullInput, "kinds" | "isPruned">,
): PullTargets {
  const { resources, organizations } = everything.desired;
  const all = [...resources, ...before.resources].map(({ address }) => address);
  const aliases = organizations.map(({ alias }) => alias);
  const declared = new Map(before.resources.map((one) => [one.address, one]));
  const byId = addressesById(everything, declared, kinds);
  const owners = ownersOfPeople(before, kinds);
  const read = readAddresses(written, aliases, {
    name: "the address",
    known: [...all.flatMap(ownersOf), ...owners.keys()],
    fits: (address, text) => isIn(address, text) || byId.has(text),
    code: "DF5011",
    unknown: "is neither on the platform nor in the manifests",
  });
  const people = isPruned ? read.addresses.filter((address) => owners.has(address)) : [];
  const found = read.addresses
    .filter((address) => !people.includes(address))
    .map((address) => byId.get(address) ?? owners.get(address) ?? address);
  const isToStay = (one: DesiredResource | undefined): boolean =>
    one !== undefined && !leavesOrganization(kinds.get(one.kind), one);
  const widened = found.map((target) => {
    const root = resources.find((one) => one.parent === undefined && isWithin(target, one.address));
    return root !== undefined && !isToStay(declared.get(root.address)) ? root.address : target;
  });
  const structures = found.flatMap((target) => structuresOf(target, resources, declared, kinds));
  const targets = [
    ...widened,
    ...structures,
    ...(isPruned ? itemsNaming(found, everything, before, kinds) : []),
  ];
  const live = new Set(resources.map(({ address }) => address));
  const named = [...widened.filter((one) => live.has(one) && !declared.has(one)), ...structures];
  /** Something live is told by itself: its address may hold the key of another thing, which a smaller pull lacks. */
  const chosen = (names: readonly Address[]): IsChosen => {
    const fitting = [...aliases, ...all].filter((address) => names.some((name) => isIn(address, name)));
    const things = new Set<Address | LiveResource>(
      fitting.flatMap((address) => [address, everything.liveOf(address) ?? []].flat()),
    );
    return (address, one) => things.has(one ?? address);
  };
  return {
    isMeant: chosen(targets),
    isNamed: chosen(named),
    prunedPeople: new Set(people),
    diagnostics: read.diagnostics,
  };
}

/** The declared members of teams, as plan and drift name them, with the address of their team. */
function ownersOfPeople({ resources }: Desired, kinds: KindIndex): ReadonlyMap<Address, Address> {
  return new Map(
    resources.flatMap(({ address, kind, values }) =>
      membershipsOf(kinds.get(kind)).flatMap((field) => {
        const membership = kinds.get(kind).fields[field]?.membership;
        const names = membership === undefined ? [] : Object.keys(entriesWritten(membership, values[field]));
        return names.map((name): [Address, Address] => [`${address}.${field}.${name}`, address]);
      }),
    ),
  );
}

/** The items of structures that show something that a target prunes: they go with it. */
function itemsNaming(
  targets: readonly Address[],
  { missing }: Pulled,
  { resources }: Desired,
  kinds: KindIndex,
): readonly Address[] {
  const gone = new Set(missing.filter((address) => targets.some((target) => isIn(address, target))));
  const isGone = ({ organization, kind: name, values }: DesiredResource): boolean => {
    const { sequence, fields } = kinds.get(name);
    const { refersTo } = fields[sequence?.itemKey ?? ""] ?? {};
    const written = values[sequence?.itemKey ?? ""];
    if (refersTo === undefined || typeof written !== "string") return false;
    return gone.has(referenceTarget(organization, refersTo, written, kinds).address ?? "");
  };
  return resources.filter(isGone).map(({ address }) => address);
}

/**
 * The collections that a structure consists of, of each that a target names something of and that nobody wrote: where
 * the target is not about all of the owner.
 */
function structuresOf(
  target: Address,
  resources: readonly DesiredResource[],
  declared: ReadonlyMap<Address, DesiredResource>,
  kinds: KindIndex,
): readonly Address[] {
  const items = resources.filter(
    ({ kind, address }) => kinds.get(kind).sequence !== undefined && isIn(address, target),
  );
  const owners = new Set(items.flatMap(({ parent }) => parent ?? []));
  return [...owners].flatMap((address) => {
    const owner = declared.get(address);
    if (owner === undefined || owner.manage.structure !== undefined || isIn(address, target)) return [];
    const lists = kinds.childrenOf(owner.kind).filter(({ sequence }) => sequence !== undefined);
    return lists.map(({ plural }) => `${address}.${plural}`);
  });
}

/** The addresses of undeclared live things by those that the output gives them: with ids. */
function addressesById(
  { desired, liveOf }: Pulled,
  declared: ReadonlyMap<Address, DesiredResource>,
  kinds: KindIndex,
): ReadonlyMap<string, Address> {
  const known = new Map(desired.resources.map(({ address, kind }) => [address, kinds.get(kind).plural]));
  const shownAs = (address: Address): Address => {
    const [plural, id] = [known.get(address), liveOf(address)?.id];
    if (declared.has(address) || plural === undefined || id === undefined) return address;
    // The owner is the longest address that is one: a key may hold dots.
    const owner = ownersOf(address).findLast((one) => one !== address && known.has(one));
    return `${owner === undefined ? `${organizationOf(address)}/` : `${shownAs(owner)}.`}${plural}.id:${id}`;
  };
  return new Map([...known.keys()].map((address) => [shownAs(address), address]));
}
