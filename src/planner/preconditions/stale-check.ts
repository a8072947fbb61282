import { finderFor } from "../../executor/in-doubt/precondition-claims.ts";
import { type Address, organizationOf } from "../../model/address.ts";
import type { Source } from "../../model/diagnostic.ts";
import type { Field } from "../../model/kind.ts";
import { type KindIndex, kindNamedBy } from "../../model/kind-index.ts";
import { keyAt, type Live, type LiveResource, liveKey } from "../../model/live.ts";
import type { Json } from "../../text/json.ts";
import { withReferrers } from "../diff/with-referrers.ts";
import { liveAddress } from "../live-address.ts";
import type { Planning } from "../planning.ts";
import { kindsBehind, type Looked, splitPath, viewOf } from "../snapshot.ts";
import type { Observed } from "./footprint.ts";
import { keyOf } from "./stale-words.ts";

/** What a check of a saved plan needs beside the plan. */
export interface Checking {
  /** The platform as it is now: at least what the plan looked at. */
  readonly live: Live;
  readonly kinds: KindIndex;
  /** What stands for a value that must not be shown; `place` is its address and path. */
  readonly mask: (value: Json, place: string) => string;
  /** The value that a mask stands for. */
  readonly secrets: ReadonlyMap<string, Json>;
  /** Where a manifest speaks of a field of an address. */
  readonly sourceOf: (address: Address, field: string) => Source | undefined;
  /** What manifests call a live object now. */
  readonly addressOf: (live: LiveResource) => Address | undefined;
}

/** A check of a saved plan: what it looks at, indexed. */
export interface Check extends Checking {
  readonly observed: Observed;
  readonly view: Planning;
  readonly find: ReturnType<typeof finderFor>;
  readonly byKey: ReadonlyMap<string, LiveResource>;
  /** What the plan calls what it looked at, by `liveKey`. */
  readonly seenAs: ReadonlyMap<string, Address>;
}

/** Indexes what a check looks at; `observed` gives things their names. */
export function checkOf(observed: Observed, checking: Checking): Check {
  const view = viewOf(checking.live, checking.kinds);
  const byKey = new Map(checking.live.resources.map((live) => [liveKey(live), live]));
  return { ...checking, observed, view, find: finderFor(view), byKey, seenAs: addressesSeen(observed) };
}

/** The address of a live object, by the manifests of now. */
export function addressNow({ view, addressOf }: Check, live: LiveResource): Address {
  return liveAddress(withReferrers({ ...view, matching: { ...view.matching, addressOf } }), live);
}

/** Addresses by the `liveKey` of what was seen there; the first, where there are several. */
function addressesSeen(observed: Observed): ReadonlyMap<string, Address> {
  const seen = new Map<string, Address>();
  for (const [address, { kind, id }] of Object.entries(observed)) {
    if (kind === undefined || id === null) continue;
    const key = keyAt({ address, kind, id });
    if (!seen.has(key)) seen.set(key, address);
  }
  return seen;
}

/** The definition of a field of something that was seen. */
export function fieldAt({ observed, kinds }: Check, address: Address, name: string): Field | undefined {
  const kind = observed[address]?.kind;
  return kind === undefined ? undefined : kinds.get(kind).fields[name];
}

/** What an id names: something in the organization of an address, of one of these kinds. */
export interface Named {
  readonly beside: Address;
  readonly among: readonly string[];
}

/** What the ids at a path of something name. */
export function namedAt({ view, kinds, observed }: Check, beside: Address, path: string): Named {
  const seen = observed[beside]?.kind;
  const kind = seen === undefined ? undefined : kinds.get(seen);
  const looked: Looked = { organization: organizationOf(beside), ...(kind === undefined ? {} : { kind }) };
  const field = kind?.fields[splitPath(path).name];
  const behind = kindsBehind(view, looked, path);
  const among = [
    ...behind.map(({ name }) => name),
    ...[field && kindNamedBy(field)].filter((name) => name !== undefined),
  ];
  return { beside, among };
}

/** Some things by their keys, one after the other. */
export function namesOf(check: Check, named: Named, ids: Json): string {
  const items = Array.isArray(ids) ? ids : [];
  return items.length === 0 ? "empty" : items.map((id: Json) => nameOf(check, named, String(id))).join(", ");
}

/** Something by its key, as the plan or the manifests call it, else by its id. */
export function nameOf({ seenAs, byKey, addressOf }: Check, { beside, among }: Named, id: string): string {
  const keys = among.map((kind) => liveKey({ organization: organizationOf(beside), kind, id }));
  for (const key of keys) {
    const live = byKey.get(key);
    const address = seenAs.get(key) ?? (live === undefined ? undefined : addressOf(live));
    if (address !== undefined) return keyOf(address);
  }
  return `id:${id}`;
}
