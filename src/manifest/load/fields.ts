import type { DesiredResource } from "../../model/desired.ts";
import { error } from "../../model/diagnostic.ts";
import { keyFields } from "../../model/kind-index.ts";
import type { Json } from "../../text/json.ts";
import { checkValue } from "../check/check-value.ts";
import { type Entry, isFromEnvironment, isNull, toJson } from "../read/tree.ts";
import { insteadOfNull } from "../schema/omitted-empty-null.ts";
import type { Context, Pending } from "./context.ts";
import { humanName } from "./kind-slots.ts";

/** Checks and reads the fields of a resource; the key stands for the key field when that is not written. */
export function readFields(
  context: Context,
  { kind, key }: Pending,
  entries: readonly Entry[],
): Pick<DesiredResource, "values" | "sensitive"> {
  const values: Record<string, Json> = {};
  const sensitive: string[] = [];
  const isSecret = (name: string): boolean => kind.fields[name]?.sensitive === true;
  for (const entry of entries) {
    const json = toJson(entry.value);
    checkField(context, kind, entry, json);
    values[entry.key] = json;
    if (isSecret(entry.key) || isFromEnvironment(entry.value)) sensitive.push(entry.key);
  }
  const { keyField } = kind;
  if (keyField !== undefined && !Object.hasOwn(values, keyField)) {
    values[keyField] = key;
    if (isSecret(keyField)) sensitive.push(keyField);
  }
  return { values, sensitive };
}

function checkField(
  { report }: Context,
  kind: Pending["kind"],
  { key: name, source, value }: Entry,
  json: Json,
): void {
  const field = kind.fields[name];
  if (field === undefined) return;
  if (!isNull(value)) report.add(checkValue(field.schema, { name, source, value }, json));
  else if (field.clearable !== true) {
    const hint = insteadOfNull(kind, name);
    report.add(error("DF1005", `${name} cannot be cleared, so it cannot be null`, { source, hint }));
  }
}

/**
 * A resource needs something to be found by, and what its create needs, unless an id pins it. One that is to
 * be absent is not created, so it needs only the first.
 */
export function checkIdentity(
  { report }: Context,
  { kind, key, source }: Pending,
  { id, values, absent }: DesiredResource,
): void {
  if (id !== undefined) return;
  const what = kind.shape === "singleton" ? key : `the ${humanName(kind)} "${key}"`;
  // Where an empty text is not allowed, or is the key of an item, that has been reported.
  const isEmpty = (name: string): boolean =>
    values[name] === "" &&
    name !== kind.sequence?.itemKey &&
    kind.fields[name]?.schema.safeParse("").success === true;
  const isFound =
    kind.shape === "singleton" ||
    kind.naturalKeys.some((names) => names.every((name) => values[name] !== undefined && !isEmpty(name)));
  if (!isFound) {
    const fewest = Math.min(...kind.naturalKeys.map((names) => names.length));
    const shortest = kind.naturalKeys.filter((names) => names.length === fewest);
    const hint = `add ${[...shortest, ["id"]].map((names) => names.join(" and ")).join(" or ")}`;
    report.add(error("DF2006", `${what} has nothing to find it by`, { source, hint }));
  }
  if (absent) return;
  for (const name of kind.required) {
    // A natural key that is missing has been reported.
    if (values[name] !== undefined || (!isFound && keyFields(kind).includes(name))) continue;
    report.add(error("DF1006", `${what} needs ${name}`, { source }));
  }
}
