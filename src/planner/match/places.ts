import type { Address } from "../../model/address.ts";
import type { Desired, DesiredResource } from "../../model/desired.ts";
import { groupBy } from "../../model/group-by.ts";
import type { Kind } from "../../model/kind.ts";
import { type KindIndex, keyFields, perKind } from "../../model/kind-index.ts";
import { keyAt, type Live, type LiveResource, liveKey } from "../../model/live.ts";
import { changesContainer } from "../../model/placing.ts";
import type { Pairs } from "./candidates.ts";

/** Resources of one kind that are looked for in one place, and the live ones there. */
interface Place {
  readonly kind: string;
  readonly wanted: readonly DesiredResource[];
  readonly live: readonly LiveResource[];
}

/**
 * The places in which resources are looked for: inside their parent, and inside their container for kinds that never
 * change it. Outer ones come first, since their pairs say where the inner ones are. An item that keeps its address in
 * another container (a site space) is looked for in its whole parent, after all others.
 */
export function* placesOf(
  wanted: readonly DesiredResource[],
  desired: Desired,
  live: Live,
  kinds: KindIndex,
  pairs: Pairs,
  rebuilt: ReadonlySet<Address> | undefined,
): Generator<Place> {
  const free =
    rebuilt === undefined || rebuilt.size === 0 ? live.resources : withoutPinned(live, desired, rebuilt);
  yield* placesIn(wanted, free, kinds, pairs, isInContainer);
  const left = wanted.filter(
    ({ kind, address }) => isFoundElsewhere(kinds.get(kind)) && !pairs.byAddress.has(address),
  );
  if (left.length > 0) yield* placesIn(left, free, kinds, pairs, () => false);
}

/** Live resources without those that the `id:` of a recreated address names: nothing else becomes them. */
function withoutPinned(live: Live, desired: Desired, rebuilt: ReadonlySet<Address>): readonly LiveResource[] {
  const pinned = new Set(
    desired.resources.flatMap(({ address, kind, id }) =>
      id === undefined || !rebuilt.has(address) ? [] : [keyAt({ address, kind, id })],
    ),
  );
  return live.resources.filter((one) => !pinned.has(liveKey(one)));
}

/** Does an item of the kind keep its address in another container, though it is looked for in its own first? */
function isFoundElsewhere(kind: Kind): boolean {
  return isInContainer(kind) && kind.sequence?.addressIn === "parent";
}

/**
 * Is a kind looked for in its container first? So is what never leaves it, and what only its container makes unique: two
 * groups may have one title, and two sections of a site never have one path.
 */
export function isInContainer(kind: Kind): boolean {
  if (kind.sequence === undefined) return false;
  const isUniqueInParent = keyFields(kind).some((name) => kind.fields[name]?.unique !== undefined);
  return !(changesContainer(kind) && isUniqueInParent);
}

/** Is a kind looked for in one container, rather than anywhere in its parent? */
type InContainer = (kind: Kind) => boolean;

function* placesIn(
  wanted: readonly DesiredResource[],
  free: readonly LiveResource[],
  kinds: KindIndex,
  pairs: Pairs,
  inContainer: InContainer,
): Generator<Place> {
  const textOf = scopeTexts();
  const scopes = groupBy(free, (resource) => scopeOfLive(resource, kinds, inContainer, textOf));
  for (const all of siblings(wanted, kinds, inContainer)) {
    const [first] = all;
    if (first === undefined) continue;
    const scope = scopeOfDesired(first, pairs, inContainer(kinds.get(first.kind)), textOf);
    const found = scope === undefined ? undefined : scopes.get(scope);
    yield { kind: first.kind, wanted: all, live: found ?? [] };
  }
}

/** Desired resources of one kind that are looked for in one place; those that hold others come first. */
function siblings(
  resources: readonly DesiredResource[],
  kinds: KindIndex,
  inContainer: InContainer,
): readonly (readonly DesiredResource[])[] {
  const textOf = scopeTexts();
  const groups = groupBy(resources, (resource) => {
    const container = inContainer(kinds.get(resource.kind)) ? resource.container : undefined;
    return textOf(resource.organization, resource.kind, resource.parent, container);
  });
  const depth = containerDepths(resources);
  const rank = (first: DesiredResource): number => {
    const kind = kinds.get(first.kind);
    if (first.parent === undefined) return isFoundByOthers(kind) ? 0.5 : 0;
    return 1 + (inContainer(kind) ? depth(first) : 0);
  };
  return [...groups.values()]
    .map((all) => ({ all, rank: all[0] === undefined ? 0 : rank(all[0]) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ all }) => all);
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

/** The place of a desired resource; undefined when its parent is not on the platform. */
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

/** The text of one place: an organization, or a resource in it, and perhaps one container of that. */
type ScopeText = (organization: string, kind: string, parent?: string, container?: string) => string;

interface Scope {
  readonly organization: string;
  readonly parent: string | undefined;
  readonly container: string | undefined;
  readonly text: string;
}

/**
 * Gives each place of a kind a text to look it up by. Objects of one place mostly come in a row, and then the text is
 * the same object, whose hash is known.
 */
export function scopeTexts(): ScopeText {
  const last = new Map<string, Scope>();
  return (organization, kind, parent, container) => {
    const known = last.get(kind);
    const isSame =
      known?.organization === organization && known.parent === parent && known.container === container;
    if (known !== undefined && isSame) return known.text;
    const text = `${organization} ${kind} ${parent ?? ""} ${container ?? ""}`;
    last.set(kind, { organization, parent, container, text });
    return text;
  };
}
