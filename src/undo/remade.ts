import { ownersOf } from "../model/address.ts";
import type { BeforeImage } from "../model/documents/document-parts.ts";
import type { Field } from "../model/field.ts";
import { addTo } from "../model/group-by.ts";
import type { KindIndex } from "../model/kind-index.ts";
import { keyAt, type Live, type LiveResource, liveKey } from "../model/live.ts";
import { idInParent } from "../planner/match/identity.ts";
import { root } from "../planner/match/tree-kind.ts";
import { listsOf } from "../planner/sequence/ordered-lists.ts";
import type { Journal } from "../state/journal.ts";
import { isObject, type Json } from "../text/json.ts";
import { createdIn } from "./created-objects.ts";
import { addressBefore, containersIn, deletedIn, imageKey, kindOf, thereBefore } from "./image.ts";
import { namesOfImage, namesOfLive } from "./same-named.ts";

/**
 * How an object came that replaces one that the run deleted: by an undo that ended, by an undo that broke off, or by
 * somebody else.
 */
export type Remade = "finished" | "unfinished" | "by somebody else";

/** The journal of a run with the ids of now, and the objects that replace those that the run deleted. */
interface OfNow {
  readonly journal: Journal;
  readonly remade: ReadonlyMap<string, Remade>;
}

/** A run, with the undos of it so far, and the undos of those, the oldest first. */
export interface RunWithUndos {
  readonly kinds: KindIndex;
  readonly journal: Journal;
  readonly undos?: readonly Journal[];
}

/**
 * Gives the objects that the run deleted, and that are there again, the ids that they have now: an undo creates nothing
 * twice. An earlier undo of the run says in its journal what it created. Else an object with the same natural key in the
 * same place replaces the deleted one.
 */
export function withIdsOfNow({ kinds, journal, undos = [] }: RunWithUndos, live: Live): OfNow {
  const found = findRemade({ kinds, journal, undos }, live);
  if (found.ids.size === 0) return { journal, remade: found.remade };
  const idOf = (id: string): string => found.ids.get(id) ?? id;
  const changes = journal.header.changes.map((change) =>
    change.id === undefined ? change : { ...change, id: idOf(change.id) },
  );
  const images = journal.images.map((image) => ({ ...image, ...imageOfNow(kinds, image, idOf) }));
  return { journal: { ...journal, header: { ...journal.header, changes }, images }, remade: found.remade };
}

function imageOfNow(
  kinds: KindIndex,
  image: BeforeImage,
  idOf: (id: string) => string,
): Partial<BeforeImage> {
  const { id, parent, values } = image;
  const valueNow = (path: string, value: Json): Json => {
    const field: Field | undefined = image.kind === undefined ? undefined : kindOf(kinds, image).fields[path];
    const inParent = field && idInParent(field, value);
    if (inParent !== undefined) return `${inParent.kind}:${idOf(inParent.id)}`;
    const isIds = path.split(".", 1)[0] === "order" || (field?.refersTo ?? field?.defaultChild) !== undefined;
    return isIds ? withIds(value, idOf) : value;
  };
  const now = Object.entries(values).map(([path, value]) => [path, valueNow(path, value)]);
  return {
    ...(id === undefined ? {} : { id: idOf(id) }),
    ...(parent === undefined ? {} : { parent: idOf(parent) }),
    values: Object.fromEntries(now),
  };
}

function withIds(value: Json, idOf: (id: string) => string): Json {
  if (typeof value === "string") return idOf(value);
  if (Array.isArray(value)) return value.map((one: Json) => withIds(one, idOf));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [idOf(key), withIds(inner, idOf)]));
}

interface Found {
  /** The id of now by the id before the run. */
  readonly ids: Map<string, string>;
  readonly remade: Map<string, Remade>;
  /** By the id of now. */
  readonly stateOf: Map<string, Remade>;
}

/** Finds what is there again: parents first, since a natural key says something in its place only. */
function findRemade({ kinds, journal, undos }: Required<RunWithUndos>, live: Live): Found {
  const found: Found = { ids: new Map(), remade: new Map(), stateOf: new Map() };
  const own = undos.filter(({ header }) => header.undoes === journal.header.run);
  const lost = lostIn(kinds, journal, live);
  if (lost.length === 0) return found;
  const search: Search = {
    kinds,
    found,
    own,
    ...candidatesIn({ kinds, journal, undos: own }, live),
    containers: containerOfEach(journal),
  };
  for (let open = lost, before = -1; found.ids.size > before; ) {
    before = found.ids.size;
    open = open.filter((image) => !isFound(search, image));
  }
  return found;
}

interface Search {
  readonly kinds: KindIndex;
  readonly found: Found;
  /** The undos of the run, the oldest first. */
  readonly own: readonly Journal[];
  readonly byUndo: ReadonlyMap<string, LiveResource>;
  readonly byName: ReadonlyMap<string, readonly LiveResource[]>;
  readonly containers: ReadonlyMap<string, string>;
}

function isFound({ kinds, found, own, byUndo, byName, containers }: Search, image: BeforeImage): boolean {
  const { id = "", parent } = image;
  const ofNow = (one: string | undefined): string | undefined => found.ids.get(one ?? "") ?? one;
  const [container, owner] = [ofNow(containers.get(id)), ofNow(parent)];
  const names = namesOfImage(
    kinds,
    { ...image, ...(owner === undefined ? {} : { parent: owner }) },
    container,
  );
  const named = names.flatMap((name) => byName.get(name) ?? []);
  const made = byUndo.get(addressBefore(image));
  const one = made ?? named.find((live) => !found.remade.has(liveKey(live)));
  if (one === undefined) return false;
  const outer = found.stateOf.get(container ?? "") ?? found.stateOf.get(owner ?? "");
  const state = made === undefined ? (outer ?? namedBy(own)) : endAt(own, image);
  found.ids.set(id, one.id);
  found.stateOf.set(one.id, state);
  found.remade.set(liveKey(one), state);
  return true;
}

/** A run that broke off may have created it, and not have heard of it. */
function namedBy(own: readonly Journal[]): Remade {
  return own.some(({ end }) => end?.outcome !== "done") ? "unfinished" : "by somebody else";
}

/** An undo that ended has done all that it could at an address; what differs there since was changed by somebody. */
function endAt(own: readonly Journal[], image: BeforeImage): Remade {
  const address = addressBefore(image);
  const last = own.findLast(({ intents }) =>
    [...intents.values()].some((intent) => addressBefore(intent) === address),
  );
  return last?.end?.outcome === "done" ? "finished" : "unfinished";
}

/** The images of what is not there any more, and can be created again. */
function lostIn(kinds: KindIndex, { header, images }: Journal, { resources }: Live): readonly BeforeImage[] {
  const there = new Set(resources.map(liveKey));
  const deleted = deletedIn(header.changes);
  return images.filter(
    (image) =>
      image.kind !== undefined &&
      image.id !== undefined &&
      kindOf(kinds, image).operations.create !== undefined &&
      kindOf(kinds, image).tree?.restore === undefined &&
      ownersOf(image.address).some((address) => deleted.has(address)) &&
      !there.has(imageKey(image)),
  );
}

/** The objects that the undos of a run have created, by address, and all later ones, by their natural keys. */
function candidatesIn(
  { kinds, journal, undos: own }: Required<RunWithUndos>,
  { resources }: Live,
): Pick<Search, "byUndo" | "byName"> {
  const there = new Map(resources.map((one) => [liveKey(one), one]));
  const byUndo = new Map(
    own.flatMap(createdIn).flatMap((one): [string, LiveResource][] => {
      const live = there.get(keyAt(one));
      return live === undefined ? [] : [[addressBefore(one), live]];
    }),
  );
  const known = new Set([
    ...thereBefore(journal),
    ...[...createdIn(journal), ...own.flatMap(createdIn)].map(keyAt),
    ...journal.images.map(imageKey),
  ]);
  const byName = new Map<string, LiveResource[]>();
  for (const one of resources.filter((live) => !known.has(liveKey(live)) && live.deleted !== true))
    for (const name of namesOfLive(kinds, one)) addTo(byName, name, one);
  return { byUndo, byName };
}

/** The container of each item of a structure before the run; none for an item at the root. */
function containerOfEach({ images }: Journal): ReadonlyMap<string, string> {
  const inner = containersIn(images).filter(([container]) => container !== root);
  return listsOf(new Map(inner)).containers;
}
