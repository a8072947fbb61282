import type { Address } from "../model/address.ts";
import type { DesiredResource } from "../model/desired.ts";
import type { Field } from "../model/field.ts";
import { idOfKey } from "../model/kind-index.ts";
import type { LiveResource } from "../model/live.ts";
import { asWritten as asEntries, entriesWritten } from "../model/membership.ts";
import { comparedPart, normalized, rawValue } from "../planner/match/identity.ts";
import { compareNames } from "../text/compare-names.ts";
import { equalJson, type Json } from "../text/json.ts";
import {
  awaitedNames,
  declaredValue,
  entryName,
  isUsual,
  type LiveField,
  saysTheSame,
  whyNotWritten,
  writtenPeople,
} from "./live-value.ts";
import type { Pulling } from "./pulling.ts";

/** The values of one live resource for its manifest. */
interface LiveFields {
  readonly values: Readonly<Record<string, Json>>;
  /** Fields whose value must not be shown. */
  readonly sensitive: readonly string[];
}

/**
 * The fields of a live resource as a manifest writes them. A written value that means the same stays as it is; a value
 * that a manifest cannot write is left out, and reported.
 */
export function fieldsOf(
  pulling: Pulling,
  live: LiveResource,
  address: Address,
  before: DesiredResource | undefined,
): LiveFields {
  const kind = pulling.kinds.get(live.kind);
  const entries = Object.entries<Field>(kind.fields).flatMap(([name, field]): [string, Json][] => {
    const liveField: LiveField = { kind, name, field, live };
    const written = before?.values[name];
    const value =
      field.looksAfter !== undefined
        ? written
        : before !== undefined && written !== undefined
          ? takenValue(pulling, liveField, before, written)
          : before === undefined || (pulling.takesNew && !before.ignore.includes(name))
            ? newValue(pulling, liveField, address, before)
            : undefined;
    return value === undefined ? [] : [[name, value]];
  });
  const sensitive = entries.flatMap(([name]) => (kind.fields[name]?.sensitive === true ? [name] : []));
  return { values: Object.fromEntries(entries), sensitive };
}

/** The value of a field that is not written yet; undefined when it is not to be. */
function newValue(
  pulling: Pulling,
  liveField: LiveField,
  address: Address,
  before: DesiredResource | undefined,
): Json | undefined {
  const { kind, name, field } = liveField;
  // A person who is named by id gets no other name, even when an email becomes known.
  if (name === kind.keyField && idOfKey(kind, pulling.naming.keyOf(liveField.live) ?? "") !== undefined)
    return undefined;
  const value = declaredValue(pulling, liveField);
  if (value === undefined) {
    const isNone = field.clearable === true && field.nullMeans === undefined && field.tree === undefined;
    const reason = before?.id === undefined ? whyUnread(liveField) : undefined;
    if (reason !== undefined) pulling.leaveOut(address, reason, name);
    return isNone && pulling.isFull ? null : undefined;
  }
  // Drift compares what is written: who has access is written of all that is new here, also where it is the default.
  const isAccess = field.access === true && before === undefined;
  // A manifest names the parts that it cares for.
  if (field.ownCalls !== undefined || (kind.operations.wholeBody !== undefined && !pulling.isFull))
    return undefined;
  const isNeeded = pulling.isFull || isAccess || name === kind.keyField || name === kind.sequence?.itemKey;
  // A null that is a value is never what goes without saying: it is about access.
  if (!isNeeded && value !== null && isUsual(pulling, liveField, value)) return undefined;
  const why = whyNotWritten(field, value);
  if (why !== undefined) pulling.leaveOut(address, why, name);
  return why === undefined ? value : undefined;
}

/** The value of a field that is written: as it is, where it says what is live; undefined when nothing is live. */
function takenValue(
  pulling: Pulling,
  liveField: LiveField,
  before: DesiredResource,
  written: Json,
): Json | undefined {
  const { kind, name, field } = liveField;
  const isListed = before.manage[name] === "listed";
  // It is here, so it was not transferred.
  if (field.tree === "transfer") return undefined;
  // Where it stands is told by the tree.
  const isKept = field.tree !== undefined || before.ignore.includes(name) || name === kind.sequence?.itemKey;
  if (isKept || saysTheSame(pulling, liveField, written, isListed)) return written;
  const { address } = before;
  if (before.sensitive.includes(name)) {
    pulling.leaveOut(address, hiddenDiffers, name);
    return written;
  }
  const value = comparedPart(field, declaredValue(pulling, liveField), written);
  if (value === undefined) return undefined;
  const why = whyNotWritten(field, value);
  if (why !== undefined) pulling.leaveOut(address, `${why}, so what is written stays`, name);
  return why === undefined ? asWritten(pulling, liveField, written, value, isListed) : written;
}

const hiddenDiffers =
  "it is another on the platform, and no manifest may hold it: change it where the manifest takes it from";

/** Keeps the written words and place of each equal part: of people, and of parts of a set. */
function asWritten(
  pulling: Pulling,
  liveField: LiveField,
  written: Json,
  value: Json,
  isListed: boolean,
): Json {
  const { name, field, live } = liveField;
  const { membership } = field;
  if (membership !== undefined) {
    const said = entriesWritten(membership, written);
    const named = writtenPeople(pulling, liveField, written);
    const roles = Object.entries(live.memberships[name] ?? {});
    const known = [...named].flatMap(([id, as]) =>
      roles.filter(([one]) => one === id).map(([, role]) => [as, role] as const),
    );
    const awaited = awaitedNames(pulling, liveField, written).map((one) => [one, said[one] ?? null] as const);
    const others = roles
      .filter(([id]) => !named.has(id) && !isListed)
      .map(([id, role]) => [entryName(pulling, live, membership, id), role] as const)
      .sort(([one], [other]) => compareNames(one, other));
    return asEntries(membership, [...known, ...awaited, ...others]);
  }
  if (field.set !== true || !Array.isArray(written) || !Array.isArray(value)) return value;
  const isIn = (all: readonly Json[], item: Json): boolean => all.some((one) => isSame(field, one, item));
  return [...written.filter((item) => isIn(value, item)), ...value.filter((item) => !isIn(written, item))];
}

function isSame(field: Field, a: Json, b: Json): boolean {
  return equalJson(normalized(field, [a]), normalized(field, [b]));
}

/** Why a field that is written somewhere cannot be read; undefined when there simply is no value. */
function whyUnread({ kind, name, field, live }: LiveField): string | undefined {
  const isNeeded = field.unverifiable !== undefined && kind.required.includes(name);
  return isNeeded && rawValue(name, field, live) === undefined ? field.unverifiable?.reason : undefined;
}
