import { type Address, organizationOf } from "../model/address.ts";
import type { DesiredResource } from "../model/desired.ts";
import type { Change, PlanDocument } from "../model/documents/plan-document.ts";
import type { Kind } from "../model/kind.ts";
import type { KindIndex } from "../model/kind-index.ts";
import { keyAt, type Live, type LiveResource, liveKey } from "../model/live.ts";
import { referrersIn } from "../planner/diff/referrers.ts";
import { liveAddress } from "../planner/live-address.ts";
import { containerKeys, firstOf, parentKey, parentOf } from "../planner/live-parent.ts";
import { liveWords } from "../planner/match/identity.ts";
import type { Planning } from "../planner/planning.ts";
import { familiesOf } from "../planner/sequence/structure.ts";
import { familyName, lookAt, viewOf } from "../planner/snapshot.ts";
import { isTreeKind } from "../planner/tree/tree-kind.ts";
import type { Json } from "../text/json.ts";
import type { BeforeImage } from "./before-image.ts";

/** What images are made from: a plan, and what was read before it ran. */
export interface Imaging {
  readonly document: Pick<PlanDocument, "changes" | "observed">;
  readonly live: Live;
  readonly kinds: KindIndex;
  /** What manifests declare at an address now: what they hide is hidden here too. */
  readonly resourceAt: (address: Address) => DesiredResource | undefined;
}

/**
 * What a plan touches, as it is before: what it changes, moves and deletes, with all that goes with it, and the
 * orders in which something moves, comes or goes. Pure.
 */
export function imagesOf(imaging: Imaging): readonly BeforeImage[] {
  const { document, kinds } = imaging;
  const changes = document.changes.filter(({ action }) => action !== "blocked");
  const view = viewOf(imaging.live, kinds);
  const making: Making = { ...imaging, view, addresses: addressesIn(document), images: new Map() };
  for (const change of changes) {
    const live = view.liveByKey(keyAt(change));
    if (live !== undefined && live.deleted !== true) addWhole(making, live, change.action === "delete");
  }
  for (const parent of parentsOf(making, changes)) add(making, parent, []);
  const ordered = changes.filter(({ kind }) => kinds.get(kind).sequence !== undefined);
  for (const parent of parentsOf(making, ordered)) addStructure(making, parent);
  for (const alias of treesIn(changes, kinds)) addTree(making, alias);
  addReferrers(making, changes);
  return [...making.images.values()];
}

interface Making extends Imaging {
  readonly view: Planning;
  readonly addresses: ReadonlyMap<string, Address>;
  readonly images: Map<string, BeforeImage>;
}

/** Addresses by the `liveKey` of what they are, as the plan has them. */
function addressesIn({ changes, observed = {} }: Imaging["document"]): ReadonlyMap<string, Address> {
  const seen = Object.entries(observed).flatMap(([address, { kind, id }]): [string, Address][] =>
    kind === undefined || id === null ? [] : [[keyAt({ address, kind, id }), address]],
  );
  const changed = changes.flatMap(({ kind, id, address }): [string, Address][] =>
    id === undefined ? [] : [[keyAt({ address, kind, id }), address]],
  );
  return new Map([...seen, ...changed]);
}

/** All of a resource, and of what goes with it when it is deleted. */
function addWhole(making: Making, live: LiveResource, isDeleted: boolean): void {
  const { kinds, view } = making;
  const kind = kinds.get(live.kind);
  add(making, live, Object.keys(kind.fields));
  if (!isDeleted) return;
  for (const inner of view.liveInside(live)) addWhole(making, inner, true);
  addStructure(making, live);
}

/** The order of what stands in a resource, and all its items; for items that hold others, which is the default. */
function addStructure(making: Making, owner: LiveResource): void {
  const families = familiesOf(making, owner.kind);
  if (families.length === 0) return;
  add(making, owner, [
    ...families.map((family) => `order.${familyName(family)}`),
    ...defaultsOf(making.kinds.get(owner.kind)),
  ]);
  for (const kind of families.flatMap((family) => family.kinds))
    for (const item of making.view.liveIn(owner.organization, kind.name, owner.id))
      add(making, item, defaultsOf(kind));
}

function defaultsOf({ fields }: Kind): readonly string[] {
  return Object.keys(fields).filter((name) => fields[name]?.defaultChild !== undefined);
}

/** What some of the changes are in. */
function parentsOf(
  { view, kinds, document: { observed = {} } }: Making,
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

/** What names something that is deleted: the platform may take it along, with what then holds nothing (A26), or its name. */
function addReferrers(making: Making, changes: readonly Change[]): void {
  const going = changes.filter(({ action }) => action === "delete");
  if (going.length === 0) return;
  const { view, kinds } = making;
  const referrersOf = referrersIn(view.live.resources, kinds);
  for (const { address, kind, id = "" } of going) {
    for (const { live, field } of referrersOf({ organization: organizationOf(address), kind, id })) {
      const referring = kinds.get(live.kind);
      add(making, live, field.isNeeded ? Object.keys(referring.fields) : [field.name]);
      const owner = parentOf(view, live);
      const containerId = referring.sequence?.containerOf(live.answer);
      const container = firstOf(view, containerKeys(referring, live.organization, containerId));
      if (owner !== undefined) addStructure(making, owner);
      if (container !== undefined) addWhole(making, container, false);
    }
  }
}

/** Organizations in whose tree something changes its place, comes or goes. */
function treesIn(changes: readonly Change[], kinds: KindIndex): ReadonlySet<string> {
  const placed = changes.filter(({ kind, action }) => isTreeKind(kinds.get(kind)) && action !== "update");
  return new Set(placed.map(({ address }) => organizationOf(address)));
}

function addTree(making: Making, alias: string): void {
  const { view, kinds, images } = making;
  images.set(alias, {
    organization: alias,
    address: alias,
    values: { order: lookAt(view, { organization: alias }, "order") },
  });
  const holders = kinds.childrenOf().filter(({ tree }) => tree?.holds === true);
  for (const kind of holders)
    for (const live of view.liveIn(alias, kind.name)) if (live.deleted !== true) add(making, live, ["order"]);
}

/** Adds values to the image of a resource. */
function add(making: Making, live: LiveResource, paths: readonly string[]): void {
  const { view, kinds, images, addresses } = making;
  const key = liveKey(live);
  const kind = kinds.get(live.kind);
  const address = addresses.get(key) ?? liveAddress(view, live);
  const hidden = paths.filter((path) => isHidden(making, kind, address, path));
  const shown = paths.filter((path) => !hidden.includes(path));
  const looked = { organization: live.organization, kind, live };
  const values = shown.map((path): [string, Json] => {
    const seen = lookAt(view, looked, path);
    // What an undo says again, it says as the platform did.
    const isText = typeof seen === "string" && kind.fields[path]?.normalize !== undefined;
    return [path, (isText ? liveWords(kind, path, live) : undefined) ?? seen];
  });
  const before = images.get(key);
  const allHidden = [...new Set([...(before?.hidden ?? []), ...hidden])];
  images.set(key, {
    organization: live.organization,
    address,
    kind: live.kind,
    id: live.id,
    ...(live.parentId === undefined ? {} : { parent: live.parentId }),
    values: { ...before?.values, ...Object.fromEntries(values) },
    ...(allHidden.length === 0 ? {} : { hidden: allHidden }),
  });
}

function isHidden({ resourceAt }: Making, kind: Kind, address: Address, path: string): boolean {
  return kind.fields[path]?.sensitive === true || resourceAt(address)?.sensitive.includes(path) === true;
}
