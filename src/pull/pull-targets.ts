import { type Address, isWithin, organizationOf, ownersOf, withoutOrganization } from "../model/address.ts";
import type { Desired, DesiredResource } from "../model/desired.ts";
import { type Diagnostic, error } from "../model/diagnostic.ts";
import type { KindIndex } from "../model/kind-index.ts";
import { liveKey } from "../model/live.ts";
import { isIn } from "../planner/targets.ts";
import { shallLeave } from "../planner/tree/tree-kind.ts";
import { nearMatch } from "../text/near-match.ts";
import type { IsChosen, Pulled } from "./pulling.ts";

/** What a pull of chosen addresses is about. */
export interface PullTargets {
  readonly isMeant: IsChosen;
  /** Is it new, and was it named by itself? */
  readonly isNamed: IsChosen;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the addresses that a command names: one, the beginning of one, or one that ends in `id:…`. The
 * organization may be left out where only one has it. What stands in something that no manifest declares yet, or that is
 * to go, means all of that. A structure is exact as soon as one item of it is written, so an item of one that nobody wrote
 * means the whole structure.
 */
export function readPullTargets(
  written: readonly string[],
  everything: Pulled,
  before: Desired,
  kinds: KindIndex,
): PullTargets {
  const { resources, organizations } = everything.desired;
  const aliases = organizations.map(({ alias }) => alias);
  const known = [...resources, ...before.resources].map(({ address }) => address);
  const declared = new Map(before.resources.map((one) => [one.address, one]));
  const byId = addressesById(everything, declared, kinds);
  const widened = (target: Address): Address => {
    const root = resources.find((one) => one.parent === undefined && isWithin(target, one.address));
    return root !== undefined && !isToStay(declared.get(root.address), kinds) ? root.address : target;
  };
  const live = new Set(resources.map(({ address }) => address));
  const isKnown = (target: Address): boolean => known.some((address) => isIn(address, target));
  const read = written.map((text) => {
    const whole = byId.get(text) ?? text;
    if (isKnown(whole)) return { found: whole };
    const meant = aliases.map((alias) => `${alias}/${text}`);
    const [found, ...others] = meant.filter((target) => isKnown(byId.get(target) ?? target));
    if (found === undefined) return { problem: unknown(text, known, aliases) };
    if (others.length > 0) return { problem: ambiguous(text, [found, ...others]) };
    return { found: byId.get(found) ?? found };
  });
  const found = read.flatMap((one) => one.found ?? []);
  const structures = found.flatMap((target) => structuresOf(target, resources, declared, kinds));
  const addresses = [...found.map(widened), ...structures];
  const isNew = (address: Address): boolean => live.has(address) && !declared.has(address);
  const named = [...addresses.filter(isNew), ...structures];
  const shown = shownIn(everything);
  return {
    isMeant: (...one) => addresses.some((target) => isIn(shown(...one), target)),
    isNamed: (...one) => named.some((target) => isWithin(shown(...one), target)),
    diagnostics: read.flatMap(({ problem }) => problem ?? []),
  };
}

/** Is something declared, and not to go? */
function isToStay(resource: DesiredResource | undefined, kinds: KindIndex): boolean {
  return resource !== undefined && !shallLeave(kinds.get(resource.kind), resource);
}

/**
 * The collections that a structure consists of, of each that a target names something of and that nobody wrote: where
 * the target does not take all of the owner along.
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

/**
 * The addresses that targets speak of: those of a pull of everything. Something that shows another thing has the key of
 * that in its own address, where that is declared as well; in a pull of less it has another address.
 */
function shownIn({ desired, liveOf }: Pulled): (...one: Parameters<IsChosen>) => Address {
  const addresses = new Map(
    desired.resources.flatMap(({ address }) => {
      const live = liveOf(address);
      return live === undefined ? [] : [[liveKey(live), address] as const];
    }),
  );
  return (address, live) => (live === undefined ? undefined : addresses.get(liveKey(live))) ?? address;
}

/** The addresses of what is live by those that output has of what no manifest declares: with ids. */
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

function ambiguous(text: string, meant: readonly Address[]): Diagnostic {
  const hint = `write ${[...meant].sort().join(" or ")}`;
  return error("DF5011", `"${text}" is in ${meant.length} organizations`, { hint });
}

/** With the nearest name: in the organization that is written, before any other. */
function unknown(text: string, known: readonly Address[], aliases: readonly string[]): Diagnostic {
  const names = [...new Set(known.flatMap(ownersOf))];
  const inSame = names.filter((name) => organizationOf(name) === organizationOf(text));
  const near = text.includes("/")
    ? (nearMatch(text, inSame) ?? nearMatch(text, names))
    : nearShort(text, names, aliases);
  return error("DF5011", `"${text}" is neither on the platform nor in the manifests`, {
    ...(near === undefined ? {} : { hint: `did you mean ${near}?` }),
  });
}

/** The nearest name without its organization: as every organization has it, when there are several. */
function nearShort(text: string, names: readonly Address[], aliases: readonly string[]): string | undefined {
  const near = nearMatch(text, names.map(withoutOrganization));
  if (near === undefined || aliases.length === 1) return near;
  return names
    .filter((name) => withoutOrganization(name) === near)
    .sort()
    .join(" or ");
}
