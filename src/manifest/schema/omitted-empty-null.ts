import type { DiagnosticCode } from "../../model/diagnostic-codes.ts";
import type { Field } from "../../model/field.ts";
import type { Kind } from "../../model/kind.ts";
import { updateOf } from "../../planner/state/draft.ts";
import { isObject, type Json, type JsonObject } from "../../text/json.ts";
import { jsonSchemaOf } from "./manifest-schema.ts";

/** The ways to say nothing: the key is not written, its value is empty, or its value is null. */
export const forms = ["omitted", "empty", "null"] as const;

/** One of them. */
export type Form = (typeof forms)[number];

/** The effect on an object that the platform has. */
export type Meaning =
  /** Nothing is read into it; the platform keeps what it has. */
  | { readonly type: "left alone" }
  /** The key of the resource is its value. */
  | { readonly type: "key" }
  /** The platform gets this value; `as`: its meaning in words. */
  | { readonly type: "set"; readonly value: Json; readonly as?: string }
  /** The platform has no value afterwards. */
  | { readonly type: "cleared" }
  /** Undeclared objects stay, and are reported as unmanaged. */
  | { readonly type: "reported" }
  /** Undeclared objects are deleted; `butSso`: except people who sign in by single sign-on. */
  | { readonly type: "removed"; readonly butSso?: true }
  /** An error of `validate`. */
  | { readonly type: "refused"; readonly code: DiagnosticCode }
  /** Valid, and impossible: a blocked change. */
  | { readonly type: "blocked"; readonly reason: string }
  /** A value of this type is never empty. */
  | { readonly type: "no such form" };

/** A form that says nothing. */
export const leftAlone: Meaning = { type: "left alone" };

/** A form that `validate` refuses. */
export function refused(code: DiagnosticCode): Meaning {
  return { type: "refused", code };
}

/** The effect of a form of a field; `isPinned`: the resource has an `id`. */
export function meaningOfField(kind: Kind, name: string, form: Form, isPinned = false): Meaning {
  const field = kind.fields[name];
  if (field === undefined) throw new Error(`${kind.name} has no field ${name}`);
  // The field begins the item of a list: without it, nothing says what the item is.
  if (kind.sequence?.itemKey === name) return refused("DF1005");
  switch (form) {
    case "omitted":
      return meaningOfOmitted(kind, name, isPinned);
    case "empty":
      return meaningOfEmpty(kind, name, field, isPinned);
    case "null":
      return field.clearable === true
        ? (whyUnchangeable(kind, name, field) ?? meaningOfNull(field))
        : refused("DF1005");
  }
}

function meaningOfNull({ nullMeans }: Field): Meaning {
  return nullMeans === undefined ? { type: "cleared" } : { type: "set", value: null, as: nullMeans };
}

function meaningOfOmitted(kind: Kind, name: string, isPinned: boolean): Meaning {
  if (kind.keyField === name) return { type: "key" };
  if (isPinned) return leftAlone;
  return isOnlyKey(kind, name) || kind.required.includes(name) ? refused("DF1006") : leftAlone;
}

/** Does every natural key need the field? */
function isOnlyKey({ naturalKeys }: Kind, name: string): boolean {
  return naturalKeys.length > 0 && naturalKeys.every((names) => names.includes(name));
}

function meaningOfEmpty(kind: Kind, name: string, field: Field, isPinned: boolean): Meaning {
  const empty = emptyValue(field);
  if (empty === undefined) return { type: "no such form" };
  // An empty map lacks the fields that it needs.
  if (!field.schema.safeParse(empty).success) return refused(isObject(empty) ? "DF1006" : "DF1005");
  if (!isPinned && isOnlyKey(kind, name)) return refused("DF1006");
  if (field.refersTo !== undefined || field.defaultChild !== undefined) return refused("DF2001");
  if (field.tree === "transfer") return refused("DF2003");
  // Only the keys that are written are compared.
  if (field.partial !== undefined && isObject(empty)) return leftAlone;
  return whyUnchangeable(kind, name, field) ?? { type: "set", value: empty };
}

/** Why a valid value cannot replace the one that is there. */
function whyUnchangeable(kind: Kind, name: string, field: Field): Meaning | undefined {
  if (field.tree !== undefined) return undefined;
  if (field.fixed !== undefined) return { type: "blocked", reason: field.fixed };
  if (field.membership !== undefined || field.switched !== undefined) return undefined;
  return updateOf(kind, name) !== undefined
    ? undefined
    : { type: "blocked", reason: `the API cannot change its ${name}` };
}

/**
 * The empty value of a field's type: `""`, `[]` or `{}`; undefined for a type that has none, such as yes or no. Of
 * several types, that which the field takes, or else the first.
 */
export function emptyValue({ schema }: Field): Json | undefined {
  const empties = emptyValues(jsonSchemaOf(schema));
  return empties.find((empty) => schema.safeParse(empty).success) ?? empties[0];
}

function emptyValues({ type, enum: choices, const: only, anyOf, oneOf }: JsonObject): readonly Json[] {
  if (choices !== undefined || only !== undefined) return [];
  if (type === "string") return [""];
  if (type === "array") return [[]];
  if (type === "object") return [{}];
  return [anyOf, oneOf].flatMap((variants) =>
    Array.isArray(variants) ? variants.filter(isObject).flatMap(emptyValues) : [],
  );
}

/** The advice for null in a field that cannot be cleared. */
export function insteadOfNull(kind: Kind, name: string): string {
  const leave = `leave ${name} out to leave it alone`;
  const empty = meaningOfField(kind, name, "empty", true);
  return empty.type === "set"
    ? `write ${name}: ${JSON.stringify(empty.value)} to empty it, or ${leave}`
    : leave;
}
