import type { Address } from "../../model/address.ts";
import type { Desired, DesiredResource } from "../../model/desired.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { addTo } from "../../model/group-by.ts";
import type { Kind } from "../../model/kind.ts";
import { type KindIndex, perKind } from "../../model/kind-index.ts";
import type { Live, LiveResource } from "../../model/live.ts";
import { type Candidates, fitting, indexByText, type Pairs } from "./candidates.ts";
import { type Recognition, recognitionsFor, referenceTarget } from "./identity.ts";
import { pinsNotFound, recordContradictions, severalCandidates, severalClaimants } from "./match-problems.ts";
import { keyContradictions, namedOtherwise } from "./name-contradictions.ts";
import { placesOf } from "./places.ts";
import type { RecordedIds } from "./recorded-ids.ts";
import { sameNames } from "./same-names.ts";
import { leavesOrganization, manifestValue } from "./tree-kind.ts";

/** The pairing of desired resources with live ones. */
export interface Matching {
  /** The live resource of an address; none for what is not on the platform. */
  readonly liveOf: (address: Address) => LiveResource | undefined;
  /** The address of a live resource; none for what no manifest declares. */
  readonly addressOf: (live: LiveResource) => Address | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Rules for matching, beside both states. */
interface MatchRules {
  /** Addresses that get no pair, since they are deleted and created again. */
  readonly rebuilt?: ReadonlySet<Address>;
  /** Live resources that an address cannot become. Without another candidate it is created again. */
  readonly excluded?: ReadonlyMap<Address, ReadonlySet<LiveResource>>;
  /** The ids that the record of the last apply has. */
  readonly recorded?: RecordedIds | undefined;
}

/**
 * Pairs desired with live resources of the same kind and parent. There are four recognitions, asked in this order:
 *
 * 1. `id:` of the manifest,
 * 2. the id in the record of the last apply, when that object still exists,
 * 3. `previously:` of the manifest,
 * 4. the natural keys of the kind, one after the other.
 *
 * Several candidates are an error with their ids (DF3001), also when two natural keys find different objects. Several
 * addresses for one object are one (DF3002), and so are a record and a name that contradict each other (DF3009).
 */
export function match(desired: Desired, live: Live, kinds: KindIndex, rules: MatchRules = {}): Matching {
  const { rebuilt, recorded } = rules;
  const pairs: Pairs = { byAddress: new Map(), byLive: new Map() };
  const recognitionsOf = perKind((kind) => recognitionsFor(kind, kinds, pairs.byAddress, recorded));
  const hasRebuilt = rebuilt !== undefined && rebuilt.size > 0;
  const wanted = hasRebuilt
    ? desired.resources.filter(({ address }) => !rebuilt.has(address))
    : desired.resources;
  const diagnostics: Diagnostic[] = [];
  for (const place of placesOf(wanted, desired, live, kinds, pairs, rebuilt)) {
    const kind = kinds.get(place.kind);
    const recognitions = recognitionsOf(kind);
    const candidates = { wanted: place.wanted, live: place.live, kind, recognitions, recorded, pairs };
    const found = pairUp(candidates, kinds, rules);
    const isExcluded = ({ address }: DesiredResource, one: LiveResource): boolean =>
      rules.excluded?.get(address)?.has(one) === true;
    diagnostics.push(...(found.length > 0 ? found : sameNames(candidates, kinds, isExcluded)));
  }
  const lost = wanted.filter(({ id, address }) => id !== undefined && !pairs.byAddress.has(address));
  const missing = lost.filter((one) => !isComing(desired, live, kinds, pairs, one));
  // While a pair is unclear, a pinned object may be one that comes from another organization.
  if (diagnostics.length === 0) diagnostics.push(...pinsNotFound(missing, live, kinds));
  return {
    liveOf: (address) => pairs.byAddress.get(address),
    addressOf: (resource) => pairs.byLive.get(resource),
    diagnostics,
  };
}

/** Is something still to be transferred out of the organization that has what a resource is pinned to? */
function isComing(
  { resources }: Desired,
  live: Live,
  kinds: KindIndex,
  { byAddress }: Pairs,
  { id, kind }: DesiredResource,
): boolean {
  const elsewhere = live.resources.find((one) => one.id === id && one.kind === kind)?.organization;
  return resources.some(
    (one) =>
      one.organization === elsewhere &&
      !one.absent &&
      leavesOrganization(kinds.get(one.kind), one) &&
      byAddress.has(one.address),
  );
}

/** Asks the recognitions in order, for one place. `id:` comes before all else. */
function pairUp(candidates: Candidates, kinds: KindIndex, rules: MatchRules): readonly Diagnostic[] {
  const { kind, wanted, recognitions, pairs } = candidates;
  const tell = (resources: readonly DesiredResource[], ways: readonly Recognition[]) =>
    pairBy({ ...candidates, wanted: resources, recognitions: ways }, rules);
  const [first, ...others] = recognitions;
  const pinned = tell(wanted, first === undefined ? [] : [first]);
  const contradictions = recordContradictions(candidates);
  if (contradictions.length > 0) return [...pinned, ...contradictions];
  if (kind.tree?.holds !== true) return [...pinned, ...tell(wanted, others)];
  const isWaiting = ({ address }: DesiredResource): boolean => !pairs.byAddress.has(address);
  return [...pinned, ...outerFirst(wanted, { kind, kinds, recognitions: others, isWaiting, pairBy: tell })];
}

/** Tries the recognitions one after the other, each on what no earlier one has found. */
function pairBy(candidates: Candidates, rules: MatchRules): readonly Diagnostic[] {
  const { pairs } = candidates;
  const diagnostics: Diagnostic[] = [];
  let waiting = candidates.wanted.filter(({ address }) => !pairs.byAddress.has(address));
  for (const recognition of candidates.recognitions) {
    if (waiting.length === 0) break;
    const found = pairByOne(waiting, recognition, candidates, rules);
    diagnostics.push(...found);
    // A resource that is unclear by one natural key is not left to the next one.
    if (found.length > 0 && recognition.naturalKey !== undefined) break;
    waiting = waiting.filter(({ address }) => !pairs.byAddress.has(address));
  }
  return diagnostics;
}

/** Adds the pairs of one recognition that are beyond doubt, and tells the others. */
function pairByOne(
  waiting: readonly DesiredResource[],
  recognition: Recognition,
  candidates: Candidates,
  { excluded }: MatchRules,
): readonly Diagnostic[] {
  const { live, kind, pairs, recognitions } = candidates;
  // Texts are read before any pair is made: a new pair must not change the place of what is named after it.
  const texts = waiting.map((resource) => recognition.ofDesired(resource));
  if (texts.every(({ length }) => length === 0)) return [];
  const { byAddress, byLive } = pairs;
  const free = byLive.size === 0 ? live : live.filter((one) => !byLive.has(one));
  const byText = indexByText(free, recognition);
  const contradictionsOf = keyContradictions(recognition, candidates, free);
  const rivals = new Map<LiveResource, DesiredResource[]>();
  const diagnostics: Diagnostic[] = [];
  waiting.forEach((resource, at) => {
    const fits = allowedTo(resource, fitting(texts[at] ?? [], byText), excluded);
    const only = fits[0];
    if (only === undefined) return;
    const contradictions = fits.length > 1 ? [] : contradictionsOf(resource, only);
    if (fits.length > 1) diagnostics.push(severalCandidates(resource, fits, kind));
    else if (contradictions.length > 0) diagnostics.push(...contradictions);
    else if (byLive.has(only)) addTo(rivals, only, resource);
    else {
      byAddress.set(resource.address, only);
      byLive.set(only, resource.address);
    }
  });
  if (rivals.size > 0) diagnostics.push(...rivalries(waiting, rivals, kind, pairs));
  if (recognition.isPrevious === true)
    diagnostics.push(...namedOtherwise(waiting, free, recognitions, kind, pairs));
  return diagnostics;
}

/** Live resources without those that a resource cannot become. */
function allowedTo(
  { address }: DesiredResource,
  fits: readonly LiveResource[],
  excluded: MatchRules["excluded"],
): readonly LiveResource[] {
  const own = excluded?.get(address);
  return own === undefined ? fits : fits.filter((one) => !own.has(one));
}

function rivalries(
  waiting: readonly DesiredResource[],
  rivals: ReadonlyMap<LiveResource, readonly DesiredResource[]>,
  kind: Kind,
  { byAddress }: Pairs,
): readonly Diagnostic[] {
  return waiting.flatMap((resource) => {
    const live = byAddress.get(resource.address);
    const others = live === undefined ? undefined : rivals.get(live);
    return live === undefined || others === undefined
      ? []
      : [severalClaimants([resource, ...others], live, kind)];
  });
}

/** The functions with which collections and spaces are paired. */
interface Pairing {
  readonly kind: Kind;
  readonly kinds: KindIndex;
  readonly recognitions: readonly Recognition[];
  readonly isWaiting: (resource: DesiredResource) => boolean;
  readonly pairBy: (
    wanted: readonly DesiredResource[],
    ways: readonly Recognition[],
  ) => readonly Diagnostic[];
}

/**
 * Pairs collections that are in each other. The natural key "title in its collection" needs the pair of that
 * collection. So outer ones come first, by the title alone when nothing else fits; each round goes one level deeper.
 */
export function outerFirst(
  wanted: readonly DesiredResource[],
  { kind, kinds, recognitions, isWaiting, pairBy }: Pairing,
): readonly Diagnostic[] {
  const precise = recognitions.slice(0, -1);
  const last = recognitions.slice(-1);
  const tried = new Set<Address>();
  const parentOf = (resource: DesiredResource): Address | undefined => {
    const name = manifestValue(kind, resource, "parent");
    return typeof name === "string"
      ? referenceTarget(resource.organization, kind.name, name, kinds).address
      : undefined;
  };
  for (;;) {
    const found = pairBy(wanted, precise);
    const waiting = wanted.filter((one) => isWaiting(one) && !tried.has(one.address));
    const open = new Set(waiting.map(({ address }) => address));
    const parents = new Set(waiting.map(parentOf));
    const outer = waiting.filter((one) => parents.has(one.address) && !open.has(parentOf(one) ?? ""));
    if (found.length > 0 || outer.length === 0) return [...found, ...pairBy(wanted, last)];
    const more = pairBy(outer, last);
    for (const { address } of outer) tried.add(address);
    if (more.length > 0) return more;
  }
}
