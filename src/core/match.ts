import type { Address } from "./address.ts";
import type { Desired, DesiredResource } from "./desired.ts";
import { type Diagnostic, error, type Source } from "./diagnostic.ts";
import { addTo, fittingOf, indexByText } from "./fitting.ts";
import { type Recognition, recognitionsFor } from "./identity.ts";
import type { Kind } from "./kind.ts";
import { type KindIndex, keyFields } from "./kind-index.ts";
import type { Live, LiveResource } from "./live.ts";
import { readOldNames } from "./old-names.ts";
import { pairOuterFirst } from "./pair-outer-first.ts";
import { hidesName } from "./shown-name.ts";
import { shallLeave } from "./tree-kind.ts";

/** The pairing of desired resources with live ones. */
export interface Matching {
  /** The live resource of an address; none for what is not on the platform. */
  readonly liveOf: (address: Address) => LiveResource | undefined;
  /** The address of a live resource; none for what no manifest declares. */
  readonly addressOf: (live: LiveResource) => Address | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** What matching is told besides both states. */
export interface MatchRules {
  /** Addresses that are left without a pair: they are to be built anew. */
  readonly apart?: ReadonlySet<Address>;
  /** Live resources that an address cannot become, so that it is to be created anew. */
  readonly barred?: ReadonlyMap<Address, ReadonlySet<LiveResource>>;
  /** Id of each address in the record of the last apply. */
  readonly recorded?: ReadonlyMap<Address, string>;
}

interface Pairs {
  readonly byAddress: Map<Address, LiveResource>;
  readonly byLive: Map<LiveResource, Address>;
  readonly rules: MatchRules;
}

/**
 * Pairs desired with live resources inside the same parent (and container, for kinds that never change it),
 * by the recognitions of their kind in order. Never the first of several: that is a diagnostic.
 */
export function match(desired: Desired, live: Live, kinds: KindIndex, rules: MatchRules = {}): Matching {
  const pairs: Pairs = { byAddress: new Map(), byLive: new Map(), rules };
  const diagnostics: Diagnostic[] = [];
  const wanted = desired.resources.filter(({ address }) => rules.apart?.has(address) !== true);
  const changesContainer = ({ kind }: DesiredResource): boolean =>
    staysInContainer(kinds.get(kind)) && kinds.get(kind).sequence?.addressIn === "parent";
  const isLeft = (resource: DesiredResource): boolean =>
    !pairs.byAddress.has(resource.address) && changesContainer(resource);
  const rounds = [
    { isLooked: () => true, inContainer: (kind: Kind) => staysInContainer(kind) },
    // What keeps its address in another container is looked for there too, once all others are found.
    { isLooked: isLeft, inContainer: () => false },
  ];
  for (const { isLooked, inContainer } of rounds) {
    const resources = wanted.filter(isLooked);
    if (diagnostics.length > 0 || resources.length === 0) break;
    const scopes = groupBy(live.resources, (resource) => scopeOfLive(resource, kinds, inContainer));
    for (const { first, all } of siblings(resources, kinds, inContainer)) {
      const scope = scopeOfDesired(first, pairs, inContainer(kinds.get(first.kind)));
      const candidates = scope === undefined ? [] : (scopes.get(scope) ?? []);
      diagnostics.push(...pairUp(all, candidates, kinds.get(first.kind), kinds, pairs));
    }
  }
  const lost = wanted.filter(
    (resource) =>
      resource.id !== undefined &&
      !shallLeave(kinds.get(resource.kind), resource) &&
      !pairs.byAddress.has(resource.address),
  );
  diagnostics.push(...lost.map(pinNotFound));
  return {
    liveOf: (address) => pairs.byAddress.get(address),
    addressOf: (resource) => pairs.byLive.get(resource),
    diagnostics,
  };
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
  const groups = groupBy(resources, (resource) => {
    const container = inContainer(kinds.get(resource.kind)) ? resource.container : undefined;
    return scopeKey(resource.organization, resource.kind, resource.parent, container);
  });
  const depth = containerDepths(resources);
  const rank = ({ first }: Siblings): number => {
    const kind = kinds.get(first.kind);
    if (first.parent === undefined) return isFoundByOthers(kind) ? 0.5 : 0;
    return 1 + (inContainer(kind) ? depth(first) : 0);
  };
  return [...groups.values()]
    .flatMap((all) => (all[0] === undefined ? [] : [{ first: all[0], all }]))
    .sort((a, b) => rank(a) - rank(b));
}

/** Is a kind found by what it names of another one, which therefore is to be found first? */
function isFoundByOthers(kind: Kind): boolean {
  const targets = keyFields(kind).map((name) => kind.fields[name]?.refersTo);
  return targets.some((target) => target !== undefined && target !== kind.name);
}

/** Number of containers around a resource. */
function containerDepths(resources: readonly DesiredResource[]): (resource: DesiredResource) => number {
  const containers = new Map(resources.map((resource) => [resource.address, resource.container]));
  return (resource) => {
    let depth = 0;
    for (let at = resource.container; at !== undefined; at = containers.get(at)) depth++;
    return depth;
  };
}

function scopeOfLive(resource: LiveResource, kinds: KindIndex, inContainer: InContainer): string {
  const kind = kinds.get(resource.kind);
  const container = inContainer(kind) ? kind.sequence?.containerOf(resource.answer) : undefined;
  return scopeKey(resource.organization, resource.kind, resource.parentId, container);
}

/** Where a desired resource is looked for; undefined when what holds it is not on the platform. */
function scopeOfDesired(resource: DesiredResource, pairs: Pairs, inContainer: boolean): string | undefined {
  const holders = [resource.parent, inContainer ? resource.container : undefined];
  const ids = holders.map((address) =>
    address === undefined ? undefined : pairs.byAddress.get(address)?.id,
  );
  const isHeld = holders.every((address, index) => address === undefined || ids[index] !== undefined);
  return isHeld ? scopeKey(resource.organization, resource.kind, ids[0], ids[1]) : undefined;
}

function scopeKey(organization: string, kind: string, parent?: string, container?: string): string {
  return `${organization} ${kind} ${parent ?? ""} ${container ?? ""}`;
}

function pairUp(
  wanted: readonly DesiredResource[],
  candidates: readonly LiveResource[],
  kind: Kind,
  kinds: KindIndex,
  pairs: Pairs,
): readonly Diagnostic[] {
  const idOf = (address: Address): string | undefined => pairs.byAddress.get(address)?.id;
  const recordedId = (address: Address): string | undefined => pairs.rules.recorded?.get(address);
  const recognitions = recognitionsFor(kind, kinds, idOf, recordedId);
  const isWaiting = ({ address }: DesiredResource): boolean => !pairs.byAddress.has(address);
  const pairBy = (all: readonly DesiredResource[], ways: readonly Recognition[]): readonly Diagnostic[] =>
    ways.flatMap((recognition) => {
      const waiting = all.filter(isWaiting);
      if (waiting.length === 0) return [];
      const free = candidates.filter((live) => !pairs.byLive.has(live));
      const later = recognitions.slice(recognitions.indexOf(recognition) + 1);
      const { outlived, circles } = readOldNames(waiting, free, recognition, later);
      if (circles.length > 0) return circles.map(inCircle);
      const claiming = waiting.filter((resource) => !outlived.has(resource));
      return pairByOne(claiming, free, recognition, kind, pairs);
    });
  if (kind.tree?.holds !== true) return pairBy(wanted, recognitions);
  return pairOuterFirst(wanted, recognitions, { kind, kinds, isWaiting, pairBy });
}

/** Tries one recognition on all that wait, and adds the pairs that are beyond doubt. */
function pairByOne(
  waiting: readonly DesiredResource[],
  free: readonly LiveResource[],
  recognition: Recognition,
  kind: Kind,
  pairs: Pairs,
): readonly Diagnostic[] {
  const named = waiting.flatMap((resource): Named[] => {
    const texts = recognition.ofDesired(resource);
    return texts.length === 0 ? [] : [{ resource, texts }];
  });
  if (named.length === 0) return [];
  const byText = indexByText(free, recognition);
  const claims = new Map<LiveResource, DesiredResource[]>();
  const diagnostics: Diagnostic[] = [];
  for (const { resource, texts } of named) {
    const barred = pairs.rules.barred?.get(resource.address);
    const fitting = fittingOf(texts, byText).filter((live) => barred?.has(live) !== true);
    const [live] = fitting;
    if (fitting.length > 1) diagnostics.push(fitsSeveral(resource, fitting, kind));
    else if (live !== undefined) addTo(claims, live, resource);
  }
  for (const [live, claimants] of claims) {
    const [resource, ...others] = claimants;
    if (others.length > 0) diagnostics.push(fitOne(claimants, live, kind));
    if (resource === undefined) continue;
    pairs.byAddress.set(resource.address, live);
    pairs.byLive.set(live, resource.address);
  }
  return diagnostics;
}

/** A desired resource with the texts that it is recognised by. */
interface Named {
  readonly resource: DesiredResource;
  readonly texts: readonly string[];
}

function pinNotFound(resource: DesiredResource): Diagnostic {
  return error(
    "DF3003",
    `${resource.address} is pinned to id "${resource.id}", which is not on the platform`,
    {
      source: resource.sources.id ?? resource.source,
      hint: "mend the id, or remove the line to let docform find it by its name",
    },
  );
}

/** Names that go round: before and after the renames the platform looks the same. */
function inCircle(resources: readonly DesiredResource[]): Diagnostic {
  const [first, ...others] = resources;
  const names = resources.map(({ address }) => address);
  const all = `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  const place = ({ sources, source }: DesiredResource): Source => sources.previously ?? source;
  return error(
    "DF3008",
    `${all} exchange names: each was called what another one is called, so nothing tells whether they are renamed already`,
    {
      ...(first === undefined ? {} : { source: place(first) }),
      hint: "pin one of them with id:, or take their previously: lines out when they are renamed already",
      related: others.map((one) => ({ message: "and this one", source: place(one) })),
    },
  );
}

function fitsSeveral(resource: DesiredResource, live: readonly LiveResource[], kind: Kind): Diagnostic {
  const list = live.map((one) => idAndName(one, kind, resource)).join(", ");
  return error("DF3001", `${resource.address} fits ${live.length} live objects: ${list}`, {
    source: resource.source,
    hint: `pin the right one, for example id: ${live[0]?.id}`,
  });
}

function fitOne(resources: readonly DesiredResource[], live: LiveResource, kind: Kind): Diagnostic {
  const [first, ...others] = resources;
  const names = resources.map(({ address }) => address).join(" and ");
  const hiding = resources.find((resource) => hidesName(kind, resource));
  return error("DF3002", `${names} both match the live ${kind.name} ${idAndName(live, kind, hiding)}`, {
    ...(others[0] === undefined ? {} : { source: others[0].source }),
    hint: "pin each with id:, give them different names, or remove one",
    ...(first === undefined ? {} : { related: [{ message: "the other one", source: first.source }] }),
  });
}

/** A live resource for a message; without its name, when what declares it must not show it. */
function idAndName({ id, answer }: LiveResource, kind: Kind, resource: DesiredResource | undefined): string {
  return hidesName(kind, resource) ? `"${id}"` : `"${id}" (${kind.label(answer)})`;
}

/** Items by a key, in the order of their first appearance. */
export function groupBy<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) addTo(groups, keyOf(item), item);
  return groups;
}
