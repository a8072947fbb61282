import { once } from "../../contract/once.ts";
import type { Address } from "../../model/address.ts";
import type { Desired, DesiredResource } from "../../model/desired.ts";
import { type Diagnostic, error } from "../../model/diagnostic.ts";
import { groupBy } from "../../model/group-by.ts";
import type { Kind } from "../../model/kind.ts";
import { type KindIndex, keyFields, perKind } from "../../model/kind-index.ts";
import { keyAt, type Live, type LiveResource, liveKey } from "../../model/live.ts";
import { isTreeKind, shallLeave } from "../tree/tree-kind.ts";
import { recognitionsFor } from "./identity.ts";
import { type PairingUp, type PairRules, type Pairs, pairUp } from "./pair-up.ts";
import { type ScopeText, scopeTexts } from "./scope-text.ts";

/** The pairing of desired resources with live ones. */
export interface Matching {
  /** The live resource of an address; none for what is not on the platform. */
  readonly liveOf: (address: Address) => LiveResource | undefined;
  /** The address of a live resource; none for what no manifest declares. */
  readonly addressOf: (live: LiveResource) => Address | undefined;
  /** What the record of the last apply says of an address, where names decided instead. */
  readonly doubted: ReadonlyMap<Address, LiveResource>;
  /** The live resources that an address without a pair fits, where it fits more than one. */
  readonly several: ReadonlyMap<Address, readonly LiveResource[]>;
  readonly diagnostics: readonly Diagnostic[];
}

/** What matching is told besides both states. */
export interface MatchRules extends PairRules {
  /** Addresses that are left without a pair: they are to be built anew. */
  readonly apart?: ReadonlySet<Address>;
}

/**
 * Pairs desired with live resources inside the same parent (and container, for kinds that never change it),
 * by the recognitions of their kind in order. Never the first of several: that is a diagnostic.
 */
export function match(desired: Desired, live: Live, kinds: KindIndex, rules: MatchRules = {}): Matching {
  const found: Pairs = {
    byAddress: new Map(),
    byLive: new Map(),
    doubted: new Map(),
    several: new Map(),
    rules,
  };
  const pairs: PairingUp = {
    ...found,
    recognitionsOf: perKind((kind) => recognitionsFor(kind, kinds, found)),
    isDeclared: isDeclaredIn(desired),
  };
  const diagnostics: Diagnostic[] = [];
  const { apart } = rules;
  const isApart = apart !== undefined && apart.size > 0;
  const wanted = isApart ? desired.resources.filter(({ address }) => !apart.has(address)) : desired.resources;
  const free = isApart ? withoutPinned(live, desired, apart) : live.resources;
  const isLeft = ({ kind, address }: DesiredResource): boolean =>
    changesContainer(kinds.get(kind)) && !pairs.byAddress.has(address);
  const rounds = [
    { isLooked: undefined, inContainer: (kind: Kind) => staysInContainer(kind) },
    // What keeps its address in another container is looked for there too, once all others are found.
    { isLooked: isLeft, inContainer: () => false },
  ];
  for (const { isLooked, inContainer } of rounds) {
    const resources = isLooked === undefined ? wanted : wanted.filter(isLooked);
    if (diagnostics.length > 0 || resources.length === 0) break;
    const textOf = scopeTexts();
    const scopes = groupBy(free, (resource) => scopeOfLive(resource, kinds, inContainer, textOf));
    for (const { first, all } of siblings(resources, kinds, inContainer)) {
      const scope = scopeOfDesired(first, pairs, inContainer(kinds.get(first.kind)), textOf);
      const candidates = scope === undefined ? [] : (scopes.get(scope) ?? []);
      diagnostics.push(...pairUp(all, candidates, kinds.get(first.kind), kinds, pairs));
    }
  }
  const lost = wanted.filter(({ id, address }) => id !== undefined && !pairs.byAddress.has(address));
  diagnostics.push(...pinsNotFound(lost, live, kinds, diagnostics.length > 0));
  return {
    liveOf: (address) => pairs.byAddress.get(address),
    addressOf: (resource) => pairs.byLive.get(resource),
    doubted: pairs.doubted,
    several: pairs.several,
    diagnostics,
  };
}

/** Tells what is declared; most projects never ask. */
function isDeclaredIn({ resources }: Desired): (address: Address) => boolean {
  const addresses = once(() => new Set(resources.map((one) => one.address)));
  return (address) => addresses().has(address);
}

/** Live resources without those that an address which is built anew names by its id: nothing else becomes them. */
function withoutPinned(live: Live, desired: Desired, apart: ReadonlySet<Address>): readonly LiveResource[] {
  const pinned = new Set(
    desired.resources.flatMap(({ address, kind, id }) =>
      id === undefined || !apart.has(address) ? [] : [keyAt({ address, kind, id })],
    ),
  );
  return live.resources.filter((one) => !pinned.has(liveKey(one)));
}

/** Does an item of the kind keep its address in another container, where nothing moves it? */
function changesContainer(kind: Kind): boolean {
  return staysInContainer(kind) && kind.sequence?.addressIn === "parent";
}

/** Does an item of the kind never change its container, so that it is looked for only there? */
function staysInContainer(kind: Kind): boolean {
  return kind.sequence !== undefined && kind.sequence.append === undefined;
}

interface Siblings {
  readonly first: DesiredResource;
  readonly all: readonly DesiredResource[];
}

/** Is a kind looked for in one container, rather than anywhere in its parent? */
type InContainer = (kind: Kind) => boolean;

/** Desired resources of one kind that are looked for in one place; those that hold others come first. */
function siblings(
  resources: readonly DesiredResource[],
  kinds: KindIndex,
  inContainer: InContainer,
): readonly Siblings[] {
  const textOf = scopeTexts();
  const groups = groupBy(resources, (resource) => {
    const container = inContainer(kinds.get(resource.kind)) ? resource.container : undefined;
    return textOf(resource.organization, resource.kind, resource.parent, container);
  });
  const depth = containerDepths(resources);
  const rank = ({ first }: Siblings): number => {
    const kind = kinds.get(first.kind);
    if (first.parent === undefined) return isFoundByOthers(kind) ? 0.5 : 0;
    return 1 + (inContainer(kind) ? depth(first) : 0);
  };
  return [...groups.values()]
    .flatMap((all) => (all[0] === undefined ? [] : [{ first: all[0], all }]))
    .map((one) => ({ ...one, rank: rank(one) }))
    .sort((a, b) => a.rank - b.rank);
}

/** Is a kind found by what it names of another one, which therefore is to be found first? */
const isFoundByOthers = perKind((kind: Kind): boolean => {
  const targets = keyFields(kind).map((name) => kind.fields[name]?.refersTo);
  return targets.some((target) => target !== undefined && target !== kind.name);
});

/** Number of containers around a resource. */
function containerDepths(resources: readonly DesiredResource[]): (resource: DesiredResource) => number {
  const containers = new Map<Address, Address | undefined>();
  for (const { address, container } of resources)
    if (container !== undefined) containers.set(address, container);
  return ({ container }) => {
    let depth = 0;
    for (let at = container; at !== undefined; at = containers.get(at)) depth++;
    return depth;
  };
}

function scopeOfLive(
  resource: LiveResource,
  kinds: KindIndex,
  inContainer: InContainer,
  textOf: ScopeText,
): string {
  const kind = kinds.get(resource.kind);
  const container = inContainer(kind) ? kind.sequence?.containerOf(resource.answer) : undefined;
  return textOf(resource.organization, resource.kind, resource.parentId, container);
}

/** Where a desired resource is looked for; undefined when what holds it is not on the platform. */
function scopeOfDesired(
  resource: DesiredResource,
  pairs: Pairs,
  inContainer: boolean,
  textOf: ScopeText,
): string | undefined {
  const { parent, organization, kind } = resource;
  const container = inContainer ? resource.container : undefined;
  const parentId = parent === undefined ? undefined : pairs.byAddress.get(parent)?.id;
  const containerId = container === undefined ? undefined : pairs.byAddress.get(container)?.id;
  const isLost =
    (parent !== undefined && parentId === undefined) ||
    (container !== undefined && containerId === undefined);
  return isLost ? undefined : textOf(organization, kind, parentId, containerId);
}

/** Where it is unclear who is who, what is in another organization may be what is to come from there. */
function pinsNotFound(
  lost: readonly DesiredResource[],
  live: Live,
  kinds: KindIndex,
  isUnclear: boolean,
): readonly Diagnostic[] {
  return lost.flatMap((resource) => {
    const kind = kinds.get(resource.kind);
    const elsewhere = organizationElsewhere(resource, live);
    const canCome = elsewhere !== undefined && isTreeKind(kind);
    const isOpen = shallLeave(kind, resource) || (isUnclear && canCome);
    return isOpen ? [] : [pinNotFound(resource, elsewhere, canCome)];
  });
}

/** Alias of another organization that has what a resource is pinned to. */
function organizationElsewhere(
  { id, kind, organization: here }: DesiredResource,
  live: Live,
): string | undefined {
  return live.resources.find((one) => one.id === id && one.kind === kind && one.organization !== here)
    ?.organization;
}

function pinNotFound(resource: DesiredResource, elsewhere: string | undefined, canCome: boolean): Diagnostic {
  const { address, id, organization: here } = resource;
  const where = elsewhere === undefined ? "not on the platform" : `in the organization "${elsewhere}"`;
  const transfer = `or have it transferred: give what ${elsewhere} declares with transferTo: ${here} the same id`;
  return error("DF3003", `${address} is pinned to id "${id}", which is ${where}`, {
    source: resource.sources.id ?? resource.source,
    hint: `mend the id, ${canCome ? transfer : "or remove the line to let docform find it by its name"}`,
  });
}
