import type { Address } from "../model/address.ts";
import type { BeforeImage } from "../model/documents/before-image.ts";
import type { Field } from "../model/field.ts";
import type { Kind } from "../model/kind.ts";
import { liveKey } from "../model/live.ts";
import { isNone, lookAt, splitPath } from "../planner/snapshot.ts";
import { isObject, type Json } from "../text/json.ts";
import { imageKey, type ObjectState } from "./object-state.ts";
import { keyOf, type UndoContext } from "./undo-context.ts";
import { tellCannot } from "./what-cannot-come-back.ts";

/** One field of an image. */
interface FieldBefore {
  readonly image: BeforeImage;
  readonly state: ObjectState;
  readonly address: Address;
  readonly kind: Kind;
  readonly name: string;
  readonly field: Field;
}

/**
 * The values that a manifest declares so that an object is as it was: the fields that the run changed, or all fields of an
 * object that the run deleted. What cannot be set is listed.
 */
export function valuesBefore(
  context: UndoContext,
  image: BeforeImage,
  address: Address,
): Readonly<Record<string, Json>> {
  const kind = context.kinds.get(image.kind ?? "");
  const state = context.stateOf(image);
  const changed = new Set(changedPaths(context, image).map((path) => splitPath(path).name));
  // Without a live state, every field counts: it says what is read.
  const isWhole = state !== "there" || context.live === undefined;
  const values = Object.entries(kind.fields).flatMap(([name, field]): [string, Json][] => {
    if (!isWhole && !changed.has(name)) return [];
    const value = valueBefore(context, { image, state, address, kind, name, field });
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(values);
}

function changedPaths({ changesOf }: UndoContext, image: BeforeImage): readonly string[] {
  return changesOf(image).flatMap(({ fields = [] }) => fields);
}

function valueBefore(context: UndoContext, before: FieldBefore): Json | undefined {
  const { image, state, name, field, address } = before;
  // The structure says which child is the default, and a transfer is not taken back.
  if (field.defaultChild !== undefined || field.tree === "copy" || field.tree === "transfer")
    return undefined;
  if (field.membership !== undefined) return membersBefore(context, before, field.membership.of);
  if (image.hidden?.includes(name) === true) {
    tellCannot(context, address, `its ${name} as it was is not kept, as it must not be shown`);
    return undefined;
  }
  const value = image.values[name];
  if (value === undefined) return undefined;
  if (value === null && (field.nullMeans !== undefined || field.tree === "holder")) return null;
  if (isNone(value)) return state === "recreated" ? undefined : noneBefore(context, before);
  if (field.refersTo !== undefined) return referenceBefore(context, before, field.refersTo, String(value));
  return value;
}

/** What a field named, unless that is gone: nothing can name it again. */
function referenceBefore(
  context: UndoContext,
  { image: { organization }, name, address }: FieldBefore,
  kind: string,
  id: string,
): string | undefined {
  if (!isGone(context, { organization, kind, id })) return referenceTo(context, { organization, kind, id });
  tellCannot(context, address, `its ${name} was the ${kind} "${id}", which is gone`);
  return undefined;
}

/** The field had no value: it is cleared, or gets the value of a new object, or stays. */
function noneBefore(context: UndoContext, before: FieldBefore): Json | undefined {
  const { field, name, address } = before;
  if (field.unverifiable !== undefined) {
    tellCannot(context, address, `its ${name} as it was is not known: ${field.unverifiable.reason}`);
    return undefined;
  }
  if (context.live !== undefined && isNone(valueNow(context, before))) return undefined;
  if (field.clearable === true && field.nullMeans === undefined) return null;
  const initial = field.initial ?? field.whenNew;
  if (initial === undefined)
    tellCannot(context, address, `it had no ${name}, and the API cannot take that away again`);
  return initial;
}

function valueNow(context: UndoContext, { image, kind, name }: FieldBefore): Json {
  const live = context.liveNow(imageKey(image));
  if (context.view === undefined || live === undefined) return null;
  return lookAt(context.view, { organization: image.organization, kind, live }, name);
}

/** The roles as they were of the people whose role the run changed; everybody else keeps the role of now. */
function membersBefore(context: UndoContext, before: FieldBefore, of: string): Json | undefined {
  const { image, state, name, address } = before;
  const { organization } = image;
  const roles = image.values[name];
  if (!isObject(roles)) return undefined;
  const nameOf = (id: string): string => personName(context, { organization, kind: of, id });
  const now = valueNow(context, before);
  const isWhole = state !== "there" || !isObject(now);
  const changed = new Set(changedPaths(context, image));
  const isChanged = (id: string): boolean =>
    isWhole || [id, `id:${id}`, nameOf(id)].some((one) => changed.has(`${name}.${one}`));
  const isStaying = (id: string): boolean => {
    const isLeft = isGone(context, { organization, kind: of, id });
    if (isLeft)
      tellCannot(context, address, `${nameOf(id)} left the organization, and so stays out of its ${name}`);
    return !isLeft;
  };
  const kept = isWhole ? [] : Object.entries(now).filter(([id]) => !isChanged(id));
  const back = Object.entries(roles).filter(([id]) => isStaying(id) && isChanged(id));
  return Object.fromEntries([...kept, ...back].map(([id, role]) => [nameOf(id), role]));
}

/** What manifests call a person: as the platform does, or as the image of who was removed does. */
function personName(context: UndoContext, person: Named): string {
  const key = liveKey(person);
  const [live, image] = [context.liveNow(key), context.imageOf(key)];
  if (live !== undefined) return context.kinds.get(person.kind).label(live.answer);
  return image === undefined ? person.id : keyOf(context, image);
}

/** An object that a field names. */
interface Named {
  readonly organization: string;
  readonly kind: string;
  readonly id: string;
}

/** How a manifest names an object: by its key when it is created again, else by its id. */
function referenceTo(context: UndoContext, named: Named): string {
  const image = context.imageOf(liveKey(named));
  return image !== undefined && context.stateOf(image) === "recreated"
    ? keyOf(context, image)
    : `id:${named.id}`;
}

/** Is an object not there any more, and not brought back? Not known where the kind was not read. */
function isGone({ live, kinds, imageOf, stateOf, liveNow }: UndoContext, named: Named): boolean {
  if (live === undefined) return false;
  const image = imageOf(liveKey(named));
  const canBeCreated = kinds.get(named.kind).operations.create !== undefined;
  if (image !== undefined)
    return stateOf(image) === "gone" || (stateOf(image) === "recreated" && !canBeCreated);
  const found = liveNow(liveKey(named));
  if (found !== undefined) return found.deleted === true;
  return live.resources.some(
    ({ organization, kind }) => organization === named.organization && kind === named.kind,
  );
}
