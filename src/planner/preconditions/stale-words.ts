import type { Where } from "../../executor/in-doubt/precondition-claims.ts";
import { type Address, withoutOrganization } from "../../model/address.ts";
import { canonicalJson, isObject, type Json } from "../../text/json.ts";
import { isNone, isPointer } from "../snapshot.ts";

/** Values of fields in a sentence; hidden ones are not said. */
export function whereText(where: Where): string {
  const parts = Object.entries(where).map(([name, value]) => {
    const isHidden = isObject(value) && typeof value.$sensitive === "string";
    return `the ${name} ${isHidden ? "(sensitive)" : textOf(value)}`;
  });
  return parts.join(" and ");
}

/** The last part of an address; keys have no dot, apart from emails, which nothing stands in. */
export function keyOf(address: Address): string {
  const place = withoutOrganization(address);
  return place.slice((place.includes("@") ? place.indexOf(".") : place.lastIndexOf(".")) + 1);
}

/** Characters of a value in a message. */
const longest = 80;

/** A value in a sentence. */
export function textOf(value: Json): string {
  if (isNone(value)) return "(none)";
  const text = canonicalJson(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** A path in a sentence; one into an answer by the names that the reference has, and of a task how often it was started. */
export function pathText(path: string, isTask: boolean): string {
  const name = isPointer(path) ? path.slice(1).replaceAll("/", ".") : path;
  return `the ${name}${isTask ? " count" : ""}`;
}
