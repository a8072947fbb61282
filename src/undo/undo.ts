import { type Address, organizationOf } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import type { BeforeImage } from "../model/documents/before-image.ts";
import type { Kind } from "../model/kind.ts";
import { keyAt } from "../model/live.ts";
import { addressIn } from "../planner/live-address.ts";
import { parentKey } from "../planner/live-parent.ts";
import { isTransfer } from "../planner/tree/transfer-change.ts";
import { compareText } from "../text/json.ts";
import type { Created } from "./created-objects.ts";
import { declare, declaredAddress, keyOf, startUndo, type UndoContext } from "./undo-context.ts";
import { valuesBefore } from "./undo-fields.ts";
import type { Cannot, UndoInput, UndoneChange } from "./undo-input.ts";
import { declareStructure } from "./undo-site-structure.ts";
import { declareTreeOrders } from "./undo-tree-orders.ts";
import {
  newId,
  tellCannot,
  tellGone,
  tellReferrers,
  transferred,
  whyNotRecreated,
} from "./what-cannot-come-back.ts";

/** How everything was that a run touched, as manifests that say nothing else. */
export interface Undo {
  readonly desired: Desired;
  /** What they cannot bring back. */
  readonly cannot: readonly Cannot[];
}

/**
 * The rule of an undo: declare what the run changed as it was before, what it created as absent, and what it deleted as it
 * was before. The plan of that is the way back; where something is as it was already, there is no change. Pure.
 */
export function undoOf(input: UndoInput): Undo {
  const context = startUndo(input);
  const images = input.images.filter(({ kind }) => kind !== undefined);
  const isInside = (image: BeforeImage): boolean => kindOf(context, image).parent !== undefined;
  // A parent is declared before what is in it.
  for (const image of images) if (!isInside(image)) declareAtRoot(context, image);
  for (const image of images) if (isInside(image)) declareInside(context, image);
  for (const created of input.created) declareAbsent(context, created);
  for (const change of input.changes) declareTakenBack(context, change);
  const organizations = declareTreeOrders(context);
  tellReferrers(context);
  const resources = [...context.resources.values()].sort((a, b) => compareText(a.address, b.address));
  return {
    desired: { organizations, resources, organizationIds: input.organizations },
    cannot: context.live === undefined ? [] : [...context.cannot.values()],
  };
}

function kindOf({ kinds }: UndoInput, image: BeforeImage): Kind {
  return kinds.get(image.kind ?? "");
}

/** Declares an object at the root of an organization, with its structure where the run touched that. */
function declareAtRoot(context: UndoContext, image: BeforeImage): void {
  const address = declareAsBefore(context, image);
  if (address !== undefined) declareStructure(context, image, address);
}

/** Declares an object that stands in another one without an order, such as a share link. */
function declareInside(context: UndoContext, image: BeforeImage): void {
  const { organization, parent: parentId } = image;
  const kind = kindOf(context, image);
  const owner = context.imageOf(parentKey(kind, { organization, parentId }) ?? "");
  const parent = owner === undefined ? undefined : declaredAddress(context, owner);
  if (kind.sequence === undefined && parent !== undefined) declareAsBefore(context, image, parent);
}

/** Declares an object as it was: its address. Undefined when it cannot come back. */
function declareAsBefore(context: UndoContext, image: BeforeImage, parent?: Address): Address | undefined {
  const kind = kindOf(context, image);
  const state = context.stateOf(image);
  if (state === "gone") {
    tellGone(context, image, kind);
    return undefined;
  }
  const key = keyOf(context, image);
  const address = addressIn(kind, image.organization, key, parent);
  const values = valuesBefore(context, image, address);
  if (state === "recreated") {
    const lacks = whyNotRecreated(context, kind, values, image);
    // The plan itself says of a kind that nobody can create it.
    if (kind.operations.create !== undefined) tellCannot(context, address, lacks ?? newId);
    if (lacks !== undefined) return undefined;
  }
  const isPinned = state !== "recreated" && kind.shape !== "singleton" && image.id !== undefined;
  const pin = isPinned ? { id: image.id } : {};
  declare(context, {
    address,
    kind: kind.name,
    key,
    ...(parent === undefined ? {} : { parent }),
    values,
    ...pin,
  });
  return address;
}

/** Declares that an object goes that the run created. An item of a structure is not in the order before, and goes with that. */
function declareAbsent(
  context: UndoContext,
  { address, kind: name, id }: Omit<Created, "id"> & Partial<Created>,
): void {
  const kind = context.kinds.get(name);
  const now = id === undefined ? undefined : context.liveNow(keyAt({ address, kind: name, id }));
  const isThere = context.live === undefined || id === undefined || now?.deleted === undefined;
  const parent = kind.parent === undefined ? undefined : parentAddress(context, address, kind);
  if (kind.sequence !== undefined || !isThere || (kind.parent !== undefined && parent === undefined)) return;
  // An object that was built anew has the address of the one before.
  const isTaken = context.resources.has(address) && id !== undefined;
  const own = isTaken ? addressIn(kind, organizationOf(address), id, parent) : address;
  declare(context, {
    address: own,
    kind: name,
    key: own.slice(own.lastIndexOf(".") + 1),
    ...(parent === undefined ? {} : { parent }),
    absent: true,
    ...(id === undefined ? {} : { id }),
  });
}

/** The declared address of the parent of an address. */
function parentAddress(context: UndoContext, address: Address, kind: Kind): Address | undefined {
  const end = address.lastIndexOf(`.${kind.plural}`);
  const image = context.imageAt(address.slice(0, end));
  return image === undefined ? undefined : declaredAddress(context, image);
}

/** Takes back a change that has no image: the run restored an object, or created the only one of its kind. */
function declareTakenBack(context: UndoContext, change: UndoneChange): void {
  const { address, kind, action, id } = change;
  const isOne = context.kinds.get(kind).shape === "singleton";
  if (action === "restore" && id !== undefined) declareAbsent(context, { address, kind, id });
  if (action === "create" && isOne) declareAbsent(context, { address, kind });
  if (isTransfer(change)) tellCannot(context, address, transferred);
}
