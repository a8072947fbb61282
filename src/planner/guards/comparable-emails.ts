import { memberEmail } from "../../contract/parts/members.ts";
import { comparablePerson } from "../../model/address.ts";
import { isObject, type Json } from "../../text/json.ts";

/** A value in which every key and text that is an email is in the form in which people are compared. */
export function withComparableEmails<T extends Json>(value: T): T;
export function withComparableEmails(value: Json): Json {
  if (typeof value === "string")
    return memberEmail.safeParse(value).success ? comparablePerson(value) : value;
  if (Array.isArray(value)) return value.map((one) => withComparableEmails(one));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, one]) => [
    withComparableEmails(key),
    withComparableEmails(one),
  ]);
  return Object.fromEntries(entries);
}
