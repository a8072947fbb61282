import type { Address } from "../model/address.ts";
import type { BeforeImage } from "../model/documents/document-parts.ts";
import type { Field } from "../model/field.ts";
import type { LiveResource } from "../model/live.ts";
import { idInParent } from "../planner/match/identity.ts";
import { isNone, snapshotValue, splitPath } from "../planner/preconditions/snapshot.ts";
import { isTransfer } from "../planner/tree/transfer-change.ts";
import { equalJson, type Json } from "../text/json.ts";
import { maskedIn, wayBack } from "../text/partial-json.ts";
import { valueNowAt } from "./before-images.ts";
import { addressBefore, imageKey, keyOf, kindOf } from "./image.ts";
import { type MembersBefore, membersBefore } from "./members-before.ts";
import { isGone, nameBeforeUndo } from "./named-before.ts";
import type { Remade } from "./remade.ts";
import {
  type Declaration,
  declare,
  type ObjectState,
  reportIrreversible,
  reportKept,
  stateOf,
  type Undoing,
} from "./undoing.ts";

const newId =
  "it is created again under a new id, as the API cannot bring back the old one; a field that named it is set again only where the run changed that field";

/**
 * Declares an object as it was: the fields that the run changed, or all fields of an object that the run deleted.
 * Returns whether it can come back.
 */
export function declareAsBefore(
  undoing: Undoing,
  image: BeforeImage,
  place: Omit<Declaration, "kind" | "key">,
): boolean {
  const kind = kindOf(undoing.view.kinds, image);
  const state = stateOf(undoing, image);
  if (state === "gone") {
    if (undoing.staying.has(image.address)) return false;
    const changes = undoing.changesOf(image);
    if (changes.length > 0 && !changes.some(isTransfer))
      reportIrreversible(undoing, image.address, `the ${kind.name} is gone, and cannot be restored any more`);
    return false;
  }
  const remade = remadeAs(undoing, image);
  if (remade === "by somebody else") {
    tellMadeSince(undoing, image, place.address);
    return false;
  }
  const values = { ...place.values, ...valuesBefore(undoing, image, place.address) };
  if (remade !== undefined) reportIrreversible(undoing, place.address, newId);
  // Of a kind that nobody can create, the plan itself says so.
  if (state === "recreated" && kind.operations.create !== undefined) {
    const other = undoing.sameNamed(image);
    if (other !== undefined) {
      const why = `it is not created again, as a plan would take the ${kind.name} "${other.id}" for it, which has its name`;
      reportIrreversible(undoing, place.address, why);
      return false;
    }
    const lacks = kind.required.find((name) => values[name] === undefined && name !== kind.keyField);
    const why = lacks === undefined ? newId : `it cannot be created again without its ${lacks}`;
    reportIrreversible(undoing, place.address, why);
    if (lacks !== undefined) return false;
  }
  const isPinned = state !== "recreated" && kind.shape !== "singleton" && image.id !== undefined;
  const id = isPinned ? { id: image.id } : {};
  declare(undoing, { ...place, kind: kind.name, key: keyOf(undoing.view.kinds, image), values, ...id });
  return true;
}

/** How the object came that replaces the deleted one; undefined when it is the same one, or there is none. */
export function remadeAs({ remade, overwrites }: Undoing, image: BeforeImage): Remade | undefined {
  const state = remade.get(imageKey(image));
  return state === "by somebody else" && overwrites(addressBefore(image)) ? "unfinished" : state;
}

/** Lists an object that somebody made after the run, and that replaces the deleted one. */
export function tellMadeSince(undoing: Undoing, image: BeforeImage, address: Address): void {
  reportKept(
    undoing,
    address,
    `the ${kindOf(undoing.view.kinds, image).name} "${image.id}" was created after the run, and takes its place`,
  );
}

/** One field of an image. */
interface FieldBefore extends MembersBefore {
  readonly field: Field;
  readonly state: ObjectState;
}

function valuesBefore(
  undoing: Undoing,
  image: BeforeImage,
  address: Address,
): Readonly<Record<string, Json>> {
  const state = stateOf(undoing, image);
  const isWhole = state !== "there" || remadeAs(undoing, image) === "unfinished";
  const changed = new Set(changedPaths(undoing, image).map((path) => splitPath(path).name));
  const fields: readonly (readonly [string, Field])[] = Object.entries(
    kindOf(undoing.view.kinds, image).fields,
  );
  const values = fields.flatMap(([name, field]): [string, Json][] => {
    if (!isWhole && (!changed.has(name) || remadeAs(undoing, image) === "finished")) return [];
    const before = { undoing, image, address, name, field, state, isWhole };
    if (!isWhole && !isLeft(before)) return [];
    const value = valueBefore(before);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(values);
}

/** Is a field still as the run left it, or as it was before? Lists one that somebody has changed since. */
function isLeft({ undoing, image, address, name, field }: FieldBefore): boolean {
  // Each membership is compared by itself, and the order has its own rule.
  if (field.membership !== undefined || field.defaultChild !== undefined) return true;
  if (image.hidden?.includes(name) === true || isAsLeft(undoing, image, name, field)) return true;
  reportKept(undoing, address, `its ${name} was changed after the run`);
  return false;
}

/** Tells of a field that a run changed whether its value is one that is known; true where none is. */
function isAsLeft(undoing: Undoing, image: BeforeImage, name: string, field: Field): boolean {
  const { left, view, overwrites } = undoing;
  const now = valueNowAt(view, image, name);
  const known = left.values(image, name, field);
  if (known.length === 0 || now === undefined || overwrites(addressBefore(image))) return true;
  return [image.values[name], ...known].some((value) => equalJson(value, now));
}

function changedPaths({ changesOf }: Undoing, image: BeforeImage): readonly string[] {
  return changesOf(image).flatMap(({ fields = [] }) => fields);
}

/** The value to declare; undefined when there is none, or it cannot be set. */
function valueBefore(before: FieldBefore): Json | undefined {
  const { undoing, image, address, name, field, state } = before;
  // The structure says which child is the default, and a transfer is not taken back: of a tree, only the place is.
  if (field.defaultChild !== undefined || (field.tree ?? "parent") !== "parent") return undefined;
  if (field.membership !== undefined) return membersBefore(before, field.membership, valueNow(before));
  if (image.hidden?.includes(name) === true) {
    reportIrreversible(undoing, address, `its ${name} as it was is not kept, as it must not be shown`);
    return undefined;
  }
  const value = image.values[name];
  if (value === undefined) return undefined;
  const why = whyUnknown(before, value);
  if (why !== undefined) {
    reportIrreversible(undoing, address, why);
    return undefined;
  }
  if (value === null && (field.nullMeans !== undefined || field.tree === "parent")) return null;
  if (isNone(value)) return state === "recreated" ? undefined : noValueBefore(before);
  if (field.refersTo !== undefined)
    return referenceBefore(before, { kind: field.refersTo, id: String(value) });
  const inParent = idInParent(field, value);
  if (inParent !== undefined) return referenceBefore(before, inParent, image);
  return field.partial === undefined ? value : wayBack(value, valueNow(before), field.partial);
}

/** Why a value that was read is not the one to give back; undefined for most. */
function whyUnknown({ undoing, image, name, field, state }: FieldBefore, value: Json): string | undefined {
  if (field.ownCalls !== undefined && state === "recreated")
    return `its ${name} is not brought back: what was read of it is that of its parent, too`;
  const { wholeBody } = kindOf(undoing.view.kinds, image).operations;
  const masked = wholeBody === undefined ? [] : maskedIn(value, name);
  if (masked.length === 0) return undefined;
  return `its ${name} as it was is not known: the platform does not show ${masked.join(", ")}`;
}

/** The object that a field named, unless that is gone: nothing can name it again. */
function referenceBefore(
  before: FieldBefore,
  { kind, id }: Pick<LiveResource, "kind" | "id">,
  beside?: BeforeImage,
): string | undefined {
  const { undoing, image, name, address } = before;
  const named = { organization: image.organization, kind, id };
  if (!isGone(undoing, named)) return nameBeforeUndo(undoing, named, beside);
  reportIrreversible(undoing, address, `its ${name} was the ${kind} "${id}", which is gone`);
  return undefined;
}

/** The field had no value: it is cleared, or gets the value of a new object, or stays. */
function noValueBefore(before: FieldBefore): Json | undefined {
  const { undoing, field, name, address } = before;
  if (field.unverifiable !== undefined) {
    reportIrreversible(undoing, address, `its ${name} as it was is not known: ${field.unverifiable.reason}`);
    return undefined;
  }
  if (isNone(valueNow(before))) return undefined;
  if (field.clearable === true && field.nullMeans === undefined) return null;
  const initial = field.initial ?? field.whenNew;
  if (initial === undefined)
    reportIrreversible(undoing, address, `it had no ${name}, and the API cannot take that away again`);
  return initial;
}

function valueNow({ undoing: { view }, image, name }: FieldBefore): Json {
  const live = view.liveByKey(imageKey(image));
  if (live === undefined) return null;
  return snapshotValue(
    view,
    { organization: image.organization, kind: kindOf(view.kinds, image), live },
    name,
  );
}
