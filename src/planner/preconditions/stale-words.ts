import { type Address, organizationOf, withoutOrganization } from "../../model/address.ts";
import type { Source } from "../../model/diagnostic.ts";
import { type KindIndex, kindNamedBy } from "../../model/kind-index.ts";
import { keyAt, type Live, type LiveResource, liveKey } from "../../model/live.ts";
import { canonicalJson, isObject, type Json } from "../../text/json.ts";
import type { Planning } from "../planning.ts";
import { isNone, kindsBehind, splitPath, viewOf } from "../snapshot.ts";
import type { Observed } from "./fingerprint.ts";
import { finderFor, type Where } from "./missing.ts";

/** What a check of preconditions needs beside them. */
export interface Checking {
  /** The platform as it is now: at least what the plan looked at. */
  readonly live: Live;
  readonly kinds: KindIndex;
  /** What stands for a value that must not be shown; `place` is its address and path. */
  readonly mask: (value: Json, place: string) => string;
  /** The value that a mask stands for. */
  readonly secrets: ReadonlyMap<string, Json>;
  /** The place in a manifest of a field of an address. */
  readonly sourceOf: (address: Address, field: string) => Source | undefined;
  /** The address of a live object in the manifests of now. */
  readonly addressOf: (live: LiveResource) => Address | undefined;
}

/** A check of preconditions, with its indexes. */
export interface Check extends Checking {
  readonly observed: Observed;
  readonly view: Planning;
  readonly find: ReturnType<typeof finderFor>;
  /** Addresses of the plan, by the `liveKey` of the object there. */
  readonly seenAs: ReadonlyMap<string, Address>;
}

/** Indexes what a check looks at; the addresses of `observed` name objects in messages. */
export function checkOf(observed: Observed, checking: Checking): Check {
  const view = viewOf(checking.live, checking.kinds);
  const seenAs = new Map<string, Address>();
  for (const [address, { kind, id }] of Object.entries(observed)) {
    if (kind === undefined || id === null) continue;
    const key = keyAt({ address, kind, id });
    if (!seenAs.has(key)) seenAs.set(key, address);
  }
  return { ...checking, observed, view, find: finderFor(view), seenAs };
}

/** Kinds of which the ids at a path of an address may be. */
export function kindsNamedAt(
  { view, kinds, observed }: Check,
  address: Address,
  path: string,
): readonly string[] {
  const name = observed[address]?.kind;
  const kind = name === undefined ? {} : { kind: kinds.get(name) };
  const field = kind.kind?.fields[splitPath(path).name];
  const behind = kindsBehind(view, { organization: organizationOf(address), ...kind }, path);
  return [...behind.map((one) => one.name), ...[(field && kindNamedBy(field)) ?? []].flat()];
}

/** An object by its key in the plan or in the manifests, else by its id. */
export function nameOf(check: Check, address: Address, kinds: readonly string[], id: string): string {
  const { seenAs, view, addressOf } = check;
  for (const kind of kinds) {
    const key = liveKey({ organization: organizationOf(address), kind, id });
    const live = view.liveByKey(key);
    const own = seenAs.get(key) ?? (live && addressOf(live));
    if (own !== undefined) return keyOf(own);
  }
  return `id:${id}`;
}

/** Objects by their names, one after the other. */
export function namesOf(check: Check, address: Address, kinds: readonly string[], ids: Json): string {
  const items = Array.isArray(ids) ? ids : [];
  if (items.length === 0) return "empty";
  return items.map((id: Json) => nameOf(check, address, kinds, String(id))).join(", ");
}

/** Values of fields in a sentence, without those that are hidden. */
export function whereText(where: Where): string {
  const parts = Object.entries(where).map(([name, value]) => {
    const isHidden = isObject(value) && typeof value.$sensitive === "string";
    return `the ${name} ${isHidden ? "(sensitive)" : textOf(value)}`;
  });
  return parts.join(" and ");
}

/** The last part of an address. Only an email has a dot in its key, and nothing stands in a member. */
function keyOf(address: Address): string {
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
