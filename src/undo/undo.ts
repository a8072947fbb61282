import { type Address, organizationOf } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import type { Kind } from "../model/kind.ts";
import { keyAt } from "../model/live.ts";
import { isTransfer } from "../planner/tree/transfer-change.ts";
import { compareText } from "../text/json.ts";
import type { BeforeImage } from "./before-image.ts";
import { declareNamesakes } from "./undo-namesakes.ts";
import {
  addressIn,
  type Cannot,
  declare,
  declaredAddress,
  keyOf,
  type Made,
  startUndo,
  tellCannot,
  type UndoInput,
  type Undoing,
  type UndoneChange,
  update,
} from "./undo-parts.ts";
import { declareDefaults, declareStructure, newId } from "./undo-structure.ts";
import { declareOrders } from "./undo-tree.ts";
import { valuesBefore, whyNotAnew } from "./undo-values.ts";

/** How everything was that a run touched, as manifests that say nothing else. */
export interface Undo {
  readonly desired: Desired;
  /** What they cannot bring back. */
  readonly cannot: readonly Cannot[];
}

/**
 * Turns what a run did into manifests of how it was: what it changed has its old values, what it created is absent,
 * what it deleted is declared again. Planning these like any others gives the way back. What the run did not do, or
 * somebody has taken back since, is as it was already, and makes no change. Pure.
 */
export function undoOf(input: UndoInput): Undo {
  const undoing = startUndo(input);
  // What others stand in comes first.
  const images = input.images.filter(({ kind }) => kind !== undefined);
  for (const image of images)
    if (kindOf(undoing, image).parent === undefined) declareOutermost(undoing, image);
  for (const image of images) if (kindOf(undoing, image).parent !== undefined) declareInside(undoing, image);
  declareNamesakes(undoing);
  for (const made of input.made) declareAbsent(undoing, made);
  for (const change of input.changes) takeBack(undoing, change);
  const organizations = declareOrders(undoing);
  const resources = [...undoing.resources.values()].sort((a, b) => compareText(a.address, b.address));
  return {
    desired: { organizations, resources, organizationIds: input.organizations },
    cannot: undoing.live === undefined ? [] : [...undoing.cannot.values()],
  };
}

/** What a change did that has no image: it brought something back, made the only one of its kind, or took it away. */
function takeBack(undoing: Undoing, change: UndoneChange): void {
  const { address, kind, action, id } = change;
  const isOne = undoing.kinds.get(kind).shape === "singleton";
  if (action === "restore" && id !== undefined) declareAbsent(undoing, { address, kind, id });
  if (action === "create" && isOne) declareAbsent(undoing, { address, kind });
  if (isTransfer(change)) tellCannot(undoing, address, transferred);
}

const transferred = "it went to another organization: only a transfer from there brings it back";

function kindOf({ kinds }: UndoInput, image: BeforeImage): Kind {
  return kinds.get(image.kind ?? "");
}

/** Declares something as it was, unless it cannot be: its address. */
function declareOne(undoing: Undoing, image: BeforeImage, parent?: Address): Address | undefined {
  const kind = kindOf(undoing, image);
  const fate = undoing.fateOf(image);
  const key = keyOf(undoing, image);
  const address = addressIn(kind, image.organization, key, parent);
  if (fate === "gone") tellGone(undoing, image, kind);
  if (fate === "gone") return undefined;
  const values = valuesBefore(undoing, image, fate, address);
  const remade = fate === "anew" ? undoing.remadeAt(address, kind.name) : undefined;
  if (fate === "anew") {
    const lacks = remade === undefined ? whyNotAnew(undoing, kind, values, image) : undefined;
    // A kind that nobody can create says so itself, in the plan.
    if (kind.operations.create !== undefined) tellCannot(undoing, address, lacks ?? newId);
    if (lacks !== undefined) return undefined;
  }
  const id = fate === "anew" ? remade : String(image.id);
  const pin = id === undefined || kind.shape === "singleton" ? {} : { id };
  const inParent = parent === undefined ? {} : { parent };
  declare(undoing, { address, kind: kind.name, key, ...inParent, values, ...pin });
  return address;
}

/** Declares something at the root of an organization, with all that stands in it in order. */
function declareOutermost(undoing: Undoing, image: BeforeImage): void {
  const address = declareOne(undoing, image);
  if (address === undefined) return;
  const items = isTouchedInside(undoing, image) ? declareStructure(undoing, image, address) : undefined;
  const inside = undoing.imagesIn(image).map((one) => kindOf(undoing, one));
  const made = undoing.madeIn(image.address).map(({ kind }) => undoing.kinds.get(kind));
  const lists = [...inside, ...made].filter(({ sequence }) => sequence === undefined);
  const manage = Object.fromEntries(lists.map(({ plural }) => [plural, "listed" as const]));
  update(undoing, address, { manage: items === undefined ? manage : { ...manage, structure: "exact" } });
  if (items !== undefined) declareDefaults(undoing, image, address, items);
}

/**
 * Did the run change what stands in order in something, or take anything of it along? Else others may have changed it
 * since, and it stays as it is.
 */
function isTouchedInside(undoing: Undoing, owner: BeforeImage): boolean {
  if (undoing.live === undefined || undoing.isChangedIn(owner.address)) return true;
  return undoing
    .imagesIn(owner)
    .some((one) => undoing.changesOf(one).length > 0 || undoing.fateOf(one) === "anew");
}

/** Declares what stands in something without an order, such as a share link. */
function declareInside(undoing: Undoing, image: BeforeImage): void {
  const kind = kindOf(undoing, image);
  const owner = undoing.ownerOf(image);
  const parent = owner === undefined ? undefined : declaredAddress(undoing, owner);
  if (kind.sequence === undefined && parent !== undefined) declareOne(undoing, image, parent);
}

/** Nobody can bring it back: worth a word when the run had to do with it. */
function tellGone(undoing: Undoing, image: BeforeImage, kind: Kind): void {
  const changes = undoing.changesOf(image);
  if (changes.length === 0 || changes.some(isTransfer)) return;
  const isDeleted = changes.some(({ action }) => action === "delete");
  const why = isDeleted
    ? `the ${kind.name} was deleted, and cannot be restored any more`
    : "it is gone since";
  tellCannot(undoing, image.address, why);
}

/** Declares that something goes that the run brought into being; what stands in an order goes with that. */
function declareAbsent(
  undoing: Undoing,
  { address, kind: name, id }: Omit<Made, "id"> & Partial<Pick<Made, "id">>,
): void {
  const kind = undoing.kinds.get(name);
  const isThere =
    undoing.live === undefined ||
    id === undefined ||
    undoing.liveNow(keyAt({ address, kind: name, id }))?.deleted === undefined;
  if (kind.sequence !== undefined || !isThere) return;
  const parent = kind.parent === undefined ? undefined : ownerOf(undoing, address, kind);
  if (kind.parent !== undefined && parent === undefined) return;
  const isTaken = undoing.resources.has(address) && id !== undefined;
  const own = isTaken ? addressIn(kind, organizationOf(address), id, parent) : address;
  declare(undoing, {
    address: own,
    kind: name,
    key: own.slice(own.lastIndexOf(".") + 1),
    ...(parent === undefined ? {} : { parent }),
    absent: true,
    ...(id === undefined ? {} : { id }),
  });
}

/** The declared address of what an address of a plan stands in. */
function ownerOf(undoing: Undoing, address: string, kind: Kind): string | undefined {
  const owner = undoing.imageAround(address, kind.parent ?? "");
  return owner === undefined ? undefined : declaredAddress(undoing, owner);
}
