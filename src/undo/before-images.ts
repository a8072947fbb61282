import { type Address, organizationOf } from "../model/address.ts";
import type { DesiredResource } from "../model/desired.ts";
import type { BeforeImage } from "../model/documents/document-parts.ts";
import type { Change, PlanDocument } from "../model/documents/plan-document.ts";
import type { Kind } from "../model/kind.ts";
import type { KindIndex } from "../model/kind-index.ts";
import { keyAt, type Live, type LiveResource, liveKey } from "../model/live.ts";
import { liveWords } from "../planner/match/identity.ts";
import { isTreeKind } from "../planner/match/tree-kind.ts";
import { familyName, snapshotValue, viewOf } from "../planner/preconditions/snapshot.ts";
import { familiesOf } from "../planner/sequence/structure.ts";
import { addressIn, addressParent, parentKey } from "../planner/state/live-address.ts";
import type { Planning } from "../planner/state/planning.ts";
import type { Json } from "../text/json.ts";

/** A plan, and the live state that was read before it runs. */
export interface BeforeRun {
  readonly document: Pick<PlanDocument, "changes" | "observed">;
  readonly live: Live;
  readonly kinds: KindIndex;
  /** The declaration at an address now: an image hides the fields that they hide. */
  readonly resourceAt: (address: Address) => DesiredResource | undefined;
}

/** The images while they are collected, by `liveKey`. */
interface Collecting extends BeforeRun {
  readonly view: Planning;
  /** Addresses by `liveKey`, as the plan has them. */
  readonly addresses: ReadonlyMap<string, Address>;
  readonly images: Map<string, BeforeImage>;
}

/**
 * How everything is that a plan touches: what it changes, moves and deletes with all that is in it, and the orders in
 * which something moves, comes or goes. Pure.
 */
export function imagesOf(before: BeforeRun): readonly BeforeImage[] {
  const { document, kinds, live } = before;
  const changes = document.changes.filter(({ action }) => action !== "blocked");
  const view = viewOf(live, kinds);
  const collecting: Collecting = { ...before, view, addresses: addressesIn(document), images: new Map() };
  for (const change of changes) {
    const found = view.liveByKey(keyAt(change));
    if (found !== undefined && found.deleted !== true)
      addWhole(collecting, found, change.action === "delete");
  }
  for (const parent of parentsOf(collecting, changes)) add(collecting, parent, []);
  const ordered = changes.filter(({ kind }) => kinds.get(kind).sequence !== undefined);
  for (const parent of parentsOf(collecting, ordered)) addStructure(collecting, parent);
  for (const alias of treesIn(changes, kinds)) addTree(collecting, alias);
  return [...collecting.images.values()];
}

function addressesIn({ changes, observed = {} }: BeforeRun["document"]): ReadonlyMap<string, Address> {
  const seen = Object.entries(observed).flatMap(([address, { kind, id }]): [string, Address][] =>
    kind === undefined || id === null ? [] : [[keyAt({ address, kind, id }), address]],
  );
  const changed = changes.flatMap(({ kind, id, address }): [string, Address][] =>
    id === undefined ? [] : [[keyAt({ address, kind, id }), address]],
  );
  return new Map([...seen, ...changed]);
}

/** Adds all fields of an object; of one that is deleted, all that is in it, too. */
function addWhole(collecting: Collecting, live: LiveResource, isDeleted: boolean): void {
  const { kinds, view } = collecting;
  add(collecting, live, Object.keys(kinds.get(live.kind).fields));
  if (!isDeleted) return;
  for (const inner of view.liveInside(live)) addWhole(collecting, inner, true);
  addStructure(collecting, live);
}

/** Adds the orders in an object, all their items, and which item is the default of what. */
function addStructure(collecting: Collecting, owner: LiveResource): void {
  const { kinds, view } = collecting;
  const families = familiesOf(collecting, owner.kind);
  if (families.length === 0) return;
  const orders = families.map((family) => `order.${familyName(family)}`);
  add(collecting, owner, [...orders, ...defaultsOf(kinds.get(owner.kind))]);
  for (const kind of families.flatMap((family) => family.kinds))
    for (const item of view.liveIn(owner.organization, kind.name, owner.id))
      add(collecting, item, defaultsOf(kind));
}

function defaultsOf({ fields }: Kind): readonly string[] {
  return Object.keys(fields).filter((name) => fields[name]?.defaultChild !== undefined);
}

/** The parents of what some of the changes are for. */
function parentsOf(
  { view, kinds, document: { observed = {} } }: Collecting,
  changes: readonly Change[],
): readonly LiveResource[] {
  const owners = changes.flatMap((change) => {
    const { kind, address } = change;
    const parentId = view.liveByKey(keyAt(change))?.parentId ?? observed[address]?.parent;
    const key = parentKey(kinds.get(kind), { organization: organizationOf(address), parentId });
    return (key === undefined ? undefined : view.liveByKey(key)) ?? [];
  });
  return [...new Set(owners)];
}

/** Organizations in whose tree something changes its place, comes or goes. */
function treesIn(changes: readonly Change[], kinds: KindIndex): ReadonlySet<string> {
  const placed = changes.filter(({ kind, action }) => isTreeKind(kinds.get(kind)) && action !== "update");
  return new Set(placed.map(({ address }) => organizationOf(address)));
}

function addTree(collecting: Collecting, alias: string): void {
  const { view, kinds, images } = collecting;
  images.set(alias, {
    organization: alias,
    address: alias,
    values: { order: snapshotValue(view, { organization: alias }, "order") },
  });
  const containers = kinds.childrenOf().filter(({ tree }) => tree?.holds === true);
  for (const kind of containers)
    for (const live of view.liveIn(alias, kind.name))
      if (live.deleted !== true) add(collecting, live, ["order"]);
}

/** Adds values to the image of an object. */
function add(collecting: Collecting, live: LiveResource, paths: readonly string[]): void {
  const { kinds, images } = collecting;
  const kind = kinds.get(live.kind);
  const address = addressOf(collecting, live);
  const before = images.get(liveKey(live));
  const hiddenNow = paths.filter((path) => isHidden(collecting, kind, address, path));
  const hidden = [...new Set([...(before?.hidden ?? []), ...hiddenNow])];
  const shown = paths.filter((path) => !hiddenNow.includes(path));
  const values = shown.map((path): [string, Json] => [path, valueAt(collecting.view, kind, live, path)]);
  images.set(liveKey(live), {
    organization: live.organization,
    address,
    kind: live.kind,
    id: live.id,
    ...(live.parentId === undefined ? {} : { parent: live.parentId }),
    values: { ...before?.values, ...Object.fromEntries(values) },
    ...(hidden.length === 0 ? {} : { hidden }),
  });
}

/** The address in the plan; an object that the plan does not name goes by its id in the object that holds it. */
function addressOf(collecting: Collecting, live: LiveResource): Address {
  const { addresses, kinds, view } = collecting;
  const known = addresses.get(liveKey(live));
  if (known !== undefined) return known;
  const parent = addressParent(view, live);
  const owner = parent && addressOf(collecting, parent);
  return addressIn(kinds.get(live.kind), live.organization, `id:${live.id}`, owner);
}

/** The value of a live object at a path, in the form in which an image keeps it. */
export function valueAt(view: Planning, kind: Kind, live: LiveResource, path: string): Json {
  const seen = snapshotValue(view, { organization: live.organization, kind, live }, path);
  // A manifest can write a text in several ways: an undo writes it as the platform does.
  const isText = typeof seen === "string" && kind.fields[path]?.normalize !== undefined;
  return (isText ? liveWords(kind, path, live) : undefined) ?? seen;
}

/** The value of now at a path of an image; undefined when its object is not there. */
export function valueNowAt(
  view: Planning,
  { organization, kind, id }: Pick<BeforeImage, "organization" | "kind" | "id">,
  path: string,
): Json | undefined {
  if (kind === undefined) return snapshotValue(view, { organization }, path);
  const live = view.liveByKey(liveKey({ organization, kind, id }));
  return live === undefined || live.deleted === true
    ? undefined
    : valueAt(view, view.kinds.get(kind), live, path);
}

/** Must the value at a path be kept out of a journal? */
export function isHidden(
  { resourceAt }: Pick<BeforeRun, "resourceAt">,
  kind: Kind,
  address: Address,
  path: string,
): boolean {
  return kind.fields[path]?.sensitive === true || resourceAt(address)?.sensitive.includes(path) === true;
}
