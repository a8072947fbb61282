import type { Field } from "../model/kind.ts";
import { isObject, type Json } from "../text/json.ts";

/** Levels of a value, so that it fits into a manifest of at most 100. */
const deepest = 60;
/** Characters of a key in YAML, and of a value. */
const longestKey = 1024;
const longestValue = 1024 * 1024;

/** Why a manifest cannot say a live value; undefined when it can. The value itself is not repeated. */
export function whyUnwritable(field: Field, value: Json): string | undefined {
  if (!isPlain(value, deepest)) return "it holds what a YAML file cannot, or is too large for one";
  const isTaken =
    field.defaultChild !== undefined ||
    field.refersTo !== undefined ||
    (value === null && field.nullMeans !== undefined) ||
    field.schema.safeParse(value).success;
  return isTaken ? undefined : "the platform has a value that manifests do not take";
}

function isPlain(value: Json, levels: number): boolean {
  if (typeof value === "string") return value.length <= longestValue && !value.includes("\0");
  if (Array.isArray(value)) return levels > 0 && value.every((item: Json) => isPlain(item, levels - 1));
  if (!isObject(value)) return true;
  const isKey = (key: string): boolean =>
    key !== "__proto__" && key.length <= longestKey && !key.includes("\0");
  return (
    levels > 0 && Object.entries(value).every(([key, inner]) => isKey(key) && isPlain(inner, levels - 1))
  );
}
