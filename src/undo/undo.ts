import { organizationOf } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import type { BeforeImage } from "../model/documents/document-parts.ts";
import { keyAt, type Live } from "../model/live.ts";
import { requestIn } from "../model/requests.ts";
import { addressIn, parentKey } from "../planner/state/live-address.ts";
import { isTransfer } from "../planner/tree/transfer-change.ts";
import { inDoubtIn, isRefused } from "../state/journal.ts";
import { compareNames } from "../text/compare-names.ts";
import { kindsCreatedBy } from "./created-objects.ts";
import { addressBefore, kindOf } from "./image.ts";
import { declareAsBefore } from "./object-before.ts";
import { declareStructure } from "./orders-before.ts";
import { declareTreeOrders } from "./tree-orders-before.ts";
import {
  type Cannot,
  type CreatedObject,
  declare,
  reportIrreversible,
  reportKept,
  startUndo,
  type Undoing,
  type UndoneRun,
} from "./undoing.ts";

/** The state before a run, as manifests that declare only the objects that the run touched. */
export interface Undo {
  readonly desired: Desired;
  /** The parts of that state that no call brings back. */
  readonly cannot: readonly Cannot[];
}

/**
 * Makes the desired state of an undo. An object that the run changed or deleted is declared as it was. An object that the
 * run created is declared absent. The plan of that is the way back.
 */
export function undoOf(run: UndoneRun, live: Live): Undo {
  const undoing = startUndo(run, live);
  const { header, images } = undoing.journal;
  const { kinds } = undoing.view;
  const objects = images.filter(({ kind }) => kind !== undefined);
  // A parent is declared before the objects in it.
  for (const image of objects) if (kindOf(kinds, image).parent === undefined) declareAtRoot(undoing, image);
  for (const image of objects) if (kindOf(kinds, image).parent !== undefined) declareInside(undoing, image);
  for (const created of undoing.going) declareAbsent(undoing, created);
  for (const [address, why] of undoing.staying) if (why !== "") reportKept(undoing, address, why);
  const organizations = declareTreeOrders(undoing);
  reportLostCalls(undoing);
  const resources = [...undoing.resources.values()].sort((a, b) => compareNames(a.address, b.address));
  return {
    desired: { organizations, resources, organizationIds: header.organizations },
    cannot: undoing.cannot,
  };
}

/** Declares an object at the root of an organization, with its structure where the run touched that. */
function declareAtRoot(undoing: Undoing, image: BeforeImage): void {
  const address = addressBefore(image);
  if (declareAsBefore(undoing, image, { address })) declareStructure(undoing, image, address);
}

/** Declares an object in a parent without an order, such as a share link. */
function declareInside(undoing: Undoing, image: BeforeImage): void {
  const { organization, parent: parentId } = image;
  const kind = kindOf(undoing.view.kinds, image);
  const owner = undoing.imageOf(parentKey(kind, { organization, parentId }) ?? "");
  const parent = owner && addressBefore(owner);
  if (kind.sequence !== undefined || parent === undefined || !undoing.resources.has(parent)) return;
  declareAsBefore(undoing, image, { address: addressBefore(image), parent });
}

/** Declares that an object goes. An item of a structure is not in the order before, and goes with that. */
function declareAbsent(undoing: Undoing, { address, kind: name, id }: CreatedObject): void {
  const { view, resources } = undoing;
  const kind = view.kinds.get(name);
  const isDeleted = view.liveByKey(keyAt({ address, kind: name, id }))?.deleted === true;
  if (kind.sequence !== undefined || isDeleted) return;
  const owner = address.slice(0, address.lastIndexOf(`.${kind.plural}`)).replaceAll(".id:", ".");
  const parent = kind.parent === undefined ? undefined : owner;
  if (parent !== undefined && !resources.has(parent)) return;
  // A rebuilt object has the address of the one before.
  const isTaken = resources.has(address) && id !== undefined;
  const own = isTaken ? addressIn(kind, organizationOf(address), id, parent) : address;
  const key = own.slice(own.lastIndexOf(".") + 1);
  const place = { address: own, kind: name, key, ...(parent === undefined ? {} : { parent }) };
  declare(undoing, { ...place, absent: true, ...(id === undefined ? {} : { id }) });
}

const transferred = "it went to another organization: only a transfer from there brings it back";
const lost = "whether it was created is not known, as the answer was lost: look for it on the platform";
const invited =
  "an invitation was sent by mail, and cannot be taken back: who has joined is taken out by the manifests";

/** Lists the transfers, the invitations, and the creates whose answer was lost: nobody knows whether there is something to delete. */
function reportLostCalls(undoing: Undoing): void {
  const { header, intents, outcomes } = undoing.journal;
  const sent = new Set([...intents.values()].map(({ address }) => address));
  const { changes } = header;
  for (const { address } of changes.filter(isTransfer))
    if (sent.has(address) && undoing.wasSent(address)) reportIrreversible(undoing, address, transferred);
  const kindCreatedBy = kindsCreatedBy(changes);
  for (const intent of inDoubtIn(undoing.journal))
    if (kindCreatedBy(intent) !== undefined) reportIrreversible(undoing, intent.address, lost);
  for (const intent of intents.values())
    if (
      requestIn(undoing.view.kinds.all, intent, undefined) !== undefined &&
      !isRefused(outcomes.get(intent.step))
    )
      reportIrreversible(undoing, intent.address, invited);
}
