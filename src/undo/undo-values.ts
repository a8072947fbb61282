import type { Address } from "../model/address.ts";
import type { Field, Kind } from "../model/kind.ts";
import { liveKey } from "../model/live.ts";
import { referringFields } from "../planner/diff/referrers.ts";
import { isNone, lookAt, splitPath } from "../planner/snapshot.ts";
import { isObject, type Json } from "../text/json.ts";
import type { BeforeImage } from "./before-image.ts";
import { type Fate, imageKey } from "./undo-fate.ts";
import { keyOf, tellCannot, type Undoing } from "./undo-parts.ts";

/** One field of something that is to be as it was. */
interface Before {
  readonly image: BeforeImage;
  readonly fate: Fate;
  readonly address: Address;
  readonly kind: Kind;
  readonly name: string;
  readonly field: Field;
}

/**
 * The values that a manifest says so that a resource is as it was: of what is there, the fields that the run
 * changed; of what was taken away, all of them. What cannot be is listed.
 */
export function valuesBefore(
  undoing: Undoing,
  image: BeforeImage,
  fate: Fate,
  address: Address,
): Readonly<Record<string, Json>> {
  const kind = undoing.kinds.get(image.kind ?? "");
  const paths = undoing.changesOf(image).flatMap(({ fields = [] }) => fields);
  const touched = new Set(paths.map((path) => splitPath(path).name));
  const lost = new Set(lostNames(undoing, image, address));
  const names = Object.keys(kind.fields).filter((name) => {
    // To read, all that may be said counts.
    const isWhole = fate !== "there" || undoing.live === undefined;
    return isWhole || touched.has(name) || lost.has(name);
  });
  const entries = names.flatMap((name): [string, Json][] => {
    const field = kind.fields[name];
    if (field === undefined) return [];
    const value = valueBefore(undoing, { image, fate, address, kind, name, field });
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

/**
 * The fields that named what the run deleted, and name nothing since: the platform took the name away. What does not
 * come back cannot be named again.
 */
function lostNames(undoing: Undoing, image: BeforeImage, address: Address): readonly string[] {
  const { kinds, imageOf, changesOf, fateOf } = undoing;
  const kind = kinds.get(image.kind ?? "");
  if (undoing.live === undefined || fateOf(image) !== "there") return [];
  return referringFields(kind).flatMap(({ name, kind: target }) => {
    const { organization } = image;
    const named = imageOf(liveKey({ organization, kind: target, id: String(image.values[name]) }));
    if (named === undefined || !changesOf(named).some(({ action }) => action === "delete")) return [];
    if (valueNow(undoing, { image, kind, name }) !== null) return [];
    if (comesBack(undoing, kinds.get(target), named)) return [name];
    tellCannot(undoing, address, `its ${name} was ${named.address}, which does not come back`);
    return [];
  });
}

function comesBack(undoing: Undoing, kind: Kind, image: BeforeImage): boolean {
  const fate = undoing.fateOf(image);
  return fate === "anew" ? whyNotAnew(undoing, kind, image.values, image) === undefined : fate !== "gone";
}

function valueBefore(undoing: Undoing, before: Before): Json | undefined {
  const { image, fate, name, field, address } = before;
  // Their places say what children and holders are; the organization that something was in is no field.
  if (field.tree !== undefined || field.defaultChild !== undefined) return undefined;
  if (field.membership !== undefined) return membersBefore(undoing, before);
  if (image.hidden?.includes(name) === true) {
    tellCannot(undoing, address, `its ${name} as it was is not kept, as it must not be shown`);
    return undefined;
  }
  const value = image.values[name];
  if (value === undefined) return undefined;
  if (value === null && field.nullMeans !== undefined) return null;
  if (isNone(value)) return fate === "anew" ? undefined : noneBefore(undoing, before);
  if (field.refersTo !== undefined) return namedBefore(undoing, before, field.refersTo, String(value));
  return field.oneWay !== undefined && value === false && fate === "anew" ? undefined : value;
}

/** What it named, unless somebody has deleted that since: nothing can name it again. */
function namedBefore(
  undoing: Undoing,
  { image: { organization }, fate, name, address }: Before,
  kind: string,
  id: string,
): string | undefined {
  const named = { organization, kind, id };
  const isRead = undoing.live?.resources.some(
    (one) => one.organization === organization && one.kind === kind,
  );
  if (fate !== "there" || isRead !== true || !isGone(undoing, liveKey(named)))
    return referenceTo(undoing, named);
  tellCannot(undoing, address, `its ${name} was the ${kind} "${id}", which is gone`);
  return undefined;
}

/** There was no value: it is cleared, or what a new one has, or cannot be. */
function noneBefore(undoing: Undoing, before: Before): Json | undefined {
  const { field, name, address } = before;
  const now = valueNow(undoing, before);
  if (undoing.live !== undefined && isNone(now) && field.unverifiable === undefined) return undefined;
  if (field.unverifiable !== undefined) {
    tellCannot(undoing, address, `its ${name} as it was is not known: ${field.unverifiable.reason}`);
    return undefined;
  }
  if (field.clearable === true && field.nullMeans === undefined) return null;
  const initial = field.initial ?? field.whenNew;
  if (initial !== undefined) return initial;
  tellCannot(undoing, address, `it had no ${name}, and the API cannot take that away again`);
  return undefined;
}

function valueNow(undoing: Undoing, { image, kind, name }: Pick<Before, "image" | "kind" | "name">): Json {
  const live = undoing.liveNow(imageKey(image));
  if (undoing.view === undefined || live === undefined) return null;
  return lookAt(undoing.view, { organization: image.organization, kind, live }, name);
}

/** The members as they were, apart from those whom the run did not touch: they are left as they are. */
function membersBefore(undoing: Undoing, before: Before): Json | undefined {
  const { image, fate, name, field, address } = before;
  const roles = image.values[name];
  const { membership } = field;
  if (!isObject(roles) || membership === undefined) return undefined;
  const nameOf = (id: string): string => {
    const member = undoing.kinds.get(membership.of);
    const { organization } = image;
    const live = undoing.liveNow(liveKey({ organization, kind: member.name, id }));
    return live === undefined ? id : member.label(live.answer);
  };
  const named = (all: readonly (readonly [string, Json])[]) =>
    Object.fromEntries(all.map(([id, role]) => [nameOf(id), role]));
  const now = valueNow(undoing, before);
  if (fate !== "there" || !isObject(now)) return named(Object.entries(roles));
  const paths = undoing.changesOf(image).flatMap(({ fields = [] }) => fields);
  const touched = new Set(paths.map(splitPath).flatMap((path) => (path.name === name ? [path.rest] : [])));
  const isTouched = (id: string): boolean =>
    touched.has(id) || touched.has(`id:${id}`) || touched.has(nameOf(id));
  const kept = Object.entries(now).filter(([id]) => !isTouched(id));
  const back = Object.entries(roles).filter(([id]) => isTouched(id));
  const names = new Set([...Object.keys(now), ...Object.keys(roles)].map(nameOf));
  const strangers = [...touched].filter((one) => !names.has(one));
  if (strangers.length > 0 && Object.keys(roles).some((id) => nameOf(id) === id))
    tellCannot(
      undoing,
      address,
      `${strangers.join(", ")} left the organization, and so stays out of its ${name}`,
    );
  return named([...kept, ...back]);
}

/** What a reference says: the key of what is declared anew, else an id. */
export function referenceTo(
  undoing: Undoing,
  { organization, kind = "", id }: Pick<BeforeImage, "organization" | "kind" | "id">,
): string {
  const image = undoing.imageOf(liveKey({ organization, kind, id }));
  return image !== undefined && undoing.fateOf(image) === "anew" ? keyOf(undoing, image) : `id:${id}`;
}

/** Why something cannot be created again; undefined when it can. */
export function whyNotAnew(
  undoing: Undoing,
  kind: Kind,
  values: Readonly<Record<string, Json>>,
  image: BeforeImage,
): string | undefined {
  // A kind that nobody can create says so itself, in the plan.
  if (kind.operations.create === undefined) return undefined;
  const first = kind.required.find((name) => values[name] === undefined && name !== kind.keyField);
  if (first === undefined) return whatIsGone(undoing, kind, image);
  const isHidden = image.hidden?.includes(first) === true;
  return `it cannot be created again without its ${first}, which ${isHidden ? "is not kept, as it must not be shown" : "is not known"}`;
}

/** Something else that it needs, and that is no more. */
function whatIsGone(undoing: Undoing, kind: Kind, image: BeforeImage): string | undefined {
  for (const name of kind.required) {
    const target = kind.fields[name]?.refersTo;
    const id = image.values[name];
    if (
      target !== undefined &&
      typeof id === "string" &&
      isGone(undoing, liveKey({ organization: image.organization, kind: target, id }))
    )
      return `it cannot be created again, as its ${name} is gone: there is no ${target} "${id}" any more`;
  }
  return undefined;
}

function isGone({ live, imageOf, fateOf, liveNow }: Undoing, key: string): boolean {
  if (live === undefined) return false;
  const image = imageOf(key);
  if (image !== undefined) return fateOf(image) === "gone";
  const found = liveNow(key);
  return found === undefined || found.deleted === true;
}
