import type { Address } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";
import { addTo } from "../../model/group-by.ts";
import type { Kind } from "../../model/kind.ts";
import type { KindIndex } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import { hidesName } from "../../model/shown-name.ts";
import { fittingOf, indexByText } from "./fitting.ts";
import { byFormerKey, formerKeysIn, type KeyScope, keyCircles } from "./former-keys.ts";
import type { Recognition } from "./identity.ts";
import type { RecordedIds } from "./last-apply.ts";
import { readOldNames } from "./old-names.ts";
import { pairOuterFirst } from "./pair-outer-first.ts";
import { readRecorded } from "./record-trust.ts";

/** The pairs that are found so far, and what is known besides both states. */
export interface Pairs {
  readonly byAddress: Map<Address, LiveResource>;
  readonly byLive: Map<LiveResource, Address>;
  /** What the record says of an address, where it is not followed. */
  readonly doubted: Map<Address, LiveResource>;
  /** The live resources that an address fits, where it fits more than one. */
  readonly several: Map<Address, readonly LiveResource[]>;
  readonly rules: PairRules;
}

/** The pairs so far, and the ways in which a kind is recognised: told once a kind, since places are many. */
export interface PairingUp extends Pairs {
  readonly recognitionsOf: (kind: Kind) => readonly Recognition[];
  readonly isDeclared: (address: Address) => boolean;
}

/** What pairing is told besides both states. */
export interface PairRules {
  /** Live resources that an address cannot become, so that it is to be created anew. */
  readonly barred?: ReadonlyMap<Address, ReadonlySet<LiveResource>>;
  /** What the record of the last apply says of who is who. */
  readonly recorded?: RecordedIds | undefined;
}

/**
 * Pairs resources of one kind with the live ones that they may be, by the recognitions of the kind in order; what nothing
 * of that finds, by a key that it had before.
 */
export function pairUp(
  wanted: readonly DesiredResource[],
  candidates: readonly LiveResource[],
  kind: Kind,
  kinds: KindIndex,
  pairs: PairingUp,
): readonly Diagnostic[] {
  const { recorded } = pairs.rules;
  if (recorded === undefined) return pairByNames(wanted, candidates, kind, kinds, pairs);
  const scope = { wanted, candidates, kind, recorded, isDeclared: pairs.isDeclared };
  const circles = keyCircles(scope).map(inCircle);
  const unclear = circles.length > 0 ? circles : pairByNames(wanted, candidates, kind, kinds, pairs);
  return unclear.length > 0 ? unclear : pairByKeys(scope, pairs);
}

/** Names decide; so an old key finds what nobody has been found to be, and is told where it says another thing. */
function pairByKeys(scope: KeyScope, pairs: PairingUp): readonly Diagnostic[] {
  const { wanted, candidates, kind, recorded } = scope;
  const known = formerKeysIn(scope);
  if (known.length === 0) return [];
  const { byAddress, byLive, doubted } = pairs;
  const waiting = wanted.filter(({ address }) => !byAddress.has(address));
  const isWaiting = new Set(waiting);
  const reused = known.filter(
    ({ resource, address, live }) => isWaiting.has(resource) && byLive.get(live) === address,
  );
  const diagnostics = reused.map(({ resource, address, live }) =>
    fitOne([...wanted.filter((one) => one.address === address), resource], live, kind),
  );
  pairNamed(waiting, candidates, byFormerKey(known, recorded), kind, pairs, diagnostics);
  for (const { resource, live } of known)
    if (byAddress.get(resource.address) !== live) doubted.set(resource.address, live);
  return diagnostics;
}

function pairByNames(
  wanted: readonly DesiredResource[],
  candidates: readonly LiveResource[],
  kind: Kind,
  kinds: KindIndex,
  pairs: PairingUp,
): readonly Diagnostic[] {
  const recognitions = pairs.recognitionsOf(kind);
  if (kind.tree?.holds !== true) return pairBy(recognitions, wanted, recognitions, candidates, kind, pairs);
  return pairOuterFirst(wanted, recognitions, {
    kind,
    kinds,
    isWaiting: ({ address }) => !pairs.byAddress.has(address),
    pairBy: (all, ways, isEarly) => pairBy(recognitions, all, ways, candidates, kind, pairs, isEarly),
  });
}

/** Tries some of the recognitions on what still waits. */
function pairBy(
  recognitions: readonly Recognition[],
  wanted: readonly DesiredResource[],
  ways: readonly Recognition[],
  candidates: readonly LiveResource[],
  kind: Kind,
  pairs: Pairs,
  isEarly: (resource: DesiredResource) => boolean = () => false,
): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  let waiting = wanted.filter(isWaiting);
  for (const recognition of ways) {
    if (waiting.length === 0) break;
    const isOfPast = recognition.isPrevious === true || recognition.isRecorded === true;
    const claiming = isOfPast ? claimingBy(recognition) : waiting;
    const found = pairNamed(claiming, candidates, recognition, kind, pairs, diagnostics);
    if (found > 0) waiting = found === waiting.length ? [] : waiting.filter(isWaiting);
  }
  return diagnostics;

  function isWaiting({ address }: DesiredResource): boolean {
    return !pairs.byAddress.has(address);
  }

  /** Those that may claim what they have the past name of, or the id in the record. */
  function claimingBy(recognition: Recognition): readonly DesiredResource[] {
    const named = waiting.filter((resource) => recognition.ofDesired(resource).length > 0);
    if (named.length === 0) return named;
    const free = candidates.filter((live) => !pairs.byLive.has(live));
    const later = recognitions.slice(recognitions.indexOf(recognition) + 1);
    const { outlived, circles } = readOldNames(waiting, free, recognition, later);
    diagnostics.push(...circles.map(inCircle));
    if (circles.length > 0) return [];
    const followed = recognition.isRecorded && readRecord(waiting, free, later, kind, pairs);
    const canClaim = (resource: DesiredResource): boolean =>
      !outlived.has(resource) && (!followed || (followed.has(resource) && !isEarly(resource)));
    return outlived.size === 0 && !followed ? named : named.filter(canClaim);
  }
}

/** Those that are what the record of the last apply says. */
function readRecord(
  waiting: readonly DesiredResource[],
  free: readonly LiveResource[],
  later: readonly Recognition[],
  kind: Kind,
  { byAddress, doubted: all, rules: { recorded, barred } }: Pairs,
): ReadonlySet<DesiredResource> {
  if (recorded === undefined) return new Set();
  const { followed, doubted } = readRecorded({
    waiting,
    free,
    later,
    kind,
    recorded,
    isBarred: (address, live) => barred?.get(address)?.has(live) === true,
    isFound: (address) => byAddress.has(address),
  });
  for (const { resource, live } of doubted) all.set(resource.address, live);
  return followed;
}

/** Adds the pairs that are beyond doubt: of what waits, with candidates that are free. The number of these pairs. */
function pairNamed(
  waiting: readonly DesiredResource[],
  candidates: readonly LiveResource[],
  recognition: Recognition,
  kind: Kind,
  pairs: Pairs,
  diagnostics: Diagnostic[],
): number {
  const { byAddress, byLive, several } = pairs;
  // All texts come first: a pair that is made here must not say where what is named after it stands.
  const texts = waiting.map((resource) => recognition.ofDesired(resource));
  if (texts.every(({ length }) => length === 0)) return 0;
  const byText = indexByText(
    candidates.filter((live) => !byLive.has(live)),
    recognition,
  );
  const rivals = new Map<LiveResource, DesiredResource[]>();
  const before = byAddress.size;
  waiting.forEach((resource, at) => {
    const fitting = allowedTo(resource, fittingOf(texts[at] ?? [], byText), pairs);
    const live = fitting[0];
    if (live === undefined) return;
    if (fitting.length > 1) {
      several.set(resource.address, fitting);
      diagnostics.push(fitsSeveral(resource, fitting, kind));
    } else if (byLive.has(live)) addTo(rivals, live, resource);
    else {
      byAddress.set(resource.address, live);
      byLive.set(live, resource.address);
    }
  });
  if (rivals.size > 0) diagnostics.push(...rivalries(waiting, rivals, kind, pairs));
  return byAddress.size - before;
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
    return live === undefined || others === undefined ? [] : [fitOne([resource, ...others], live, kind)];
  });
}

/** Live resources without those that a resource cannot become. */
function allowedTo(
  { address }: DesiredResource,
  fitting: readonly LiveResource[],
  { rules }: Pairs,
): readonly LiveResource[] {
  const barred = rules.barred?.get(address);
  return barred === undefined ? fitting : fitting.filter((live) => !barred.has(live));
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
export function idAndName(
  { id, answer }: LiveResource,
  kind: Kind,
  resource: DesiredResource | undefined,
): string {
  return hidesName(kind, resource) ? `"${id}"` : `"${id}" (${kind.label(answer)})`;
}
