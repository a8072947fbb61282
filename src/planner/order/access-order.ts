import { type Address, ownersOf } from "../../model/address.ts";
import { addTo } from "../../model/group-by.ts";
import type { Kind, RiskInput } from "../../model/kind.ts";
import { apiName } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import type { FieldDiff } from "../diff/field-diff.ts";
import type { Draft } from "../draft.ts";
import { liveValue } from "../match/identity.ts";

/**
 * What narrows who can open something comes before what brings something new there, and what widens it comes after
 * what takes something off: were the call between refused, people would see what they shall not. Where a call has to wait
 * for the other, as the update that names a new default does, that order gives way.
 */
export function withAudience(drafts: readonly Draft[]): readonly Draft[] {
  const scopes = scopesOf(drafts);
  if (scopes.size === 0) return drafts;
  const sources = new Map(drafts.map(({ key, after }) => [key, [...after]]));
  const users = new Map<string, string[]>();
  for (const { key, after } of drafts) for (const source of after) addTo(users, source, key);
  const wait = (key: string, source: string): void => {
    addTo(sources, key, source);
    addTo(users, source, key);
  };
  for (const { narrows, content } of scopes.values())
    for (const key of narrows) {
      const earlier = reached(sources, key);
      for (const other of content) if (!earlier.has(other)) wait(other, key);
    }
  for (const { widens, takes } of scopes.values())
    for (const key of widens) {
      const later = reached(users, key);
      for (const other of takes) if (!later.has(other)) wait(key, other);
    }
  return drafts.map((draft) => ({ ...draft, after: sources.get(draft.key) ?? draft.after }));
}

/** A call, with all that it leads to. */
function reached(next: ReadonlyMap<string, readonly string[]>, from: string): ReadonlySet<string> {
  const seen = new Set([from]);
  for (const key of seen) for (const other of next.get(key) ?? []) seen.add(other);
  return seen;
}

/** Keys of the calls that matter to who can open an address. */
interface Scope {
  /** Calls of its own that narrow and widen it. */
  readonly narrows: string[];
  readonly widens: string[];
  /** Calls that bring something to see here, and those after which it shows less, or to fewer people. */
  readonly content: string[];
  readonly takes: string[];
}

function scopesOf(drafts: readonly Draft[]): ReadonlyMap<Address, Scope> {
  const scopes = new Map<Address, Scope>();
  for (const { key, address, narrows, widens } of drafts) {
    if (narrows === undefined && widens === undefined) continue;
    const scope = scopes.get(address) ?? { narrows: [], widens: [], content: [], takes: [] };
    scopes.set(address, scope);
    (narrows === true ? scope.narrows : scope.widens).push(key);
  }
  if (scopes.size === 0) return scopes;
  for (const draft of drafts) {
    for (const owner of ownersOf(draft.address)) {
      const scope = scopes.get(owner);
      if (isContent(draft)) scope?.content.push(draft.key);
      if (takesOff(draft) || (isContent(draft) && owner === draft.address)) scope?.takes.push(draft.key);
    }
  }
  return scopes;
}

/** Is there something else to see afterwards? What is processed is a new content of what is there. */
function isContent({ brings, wait }: Draft): boolean {
  return brings === true || wait !== undefined;
}

/** Does less show afterwards, or to fewer people? What shows another space lets go of the one before. */
function takesOff({ deletes, releases, narrows }: Draft): boolean {
  return deletes !== undefined || releases !== undefined || narrows === true;
}

/**
 * What an update does to who can open something, and whether it shows something else there. A call that narrows brings
 * nothing, whatever else it carries: nothing shall keep it waiting.
 */
export function audienceOf(
  kind: Kind,
  sent: readonly FieldDiff[],
  live: LiveResource | undefined,
): Pick<Draft, "narrows" | "widens" | "brings"> {
  if (sent.some((diff) => isNarrowedBy(kind, diff, live))) return { narrows: true };
  const after = Object.fromEntries(sent.map(({ name, value }) => [name, value]));
  const widens = live !== undefined && isExposedBy(kind, { action: "update", before: live.answer, after });
  const brings = widens || sent.some(({ field }) => field.refersTo !== undefined);
  return { ...(widens ? { widens } : {}), ...(brings ? { brings } : {}) };
}

/** A field narrows what the way back would expose. */
function isNarrowedBy(kind: Kind, { name, field, value }: FieldDiff, live: LiveResource | undefined) {
  const former =
    (live === undefined ? undefined : liveValue(kind, name, live)) ?? field.initial ?? field.whenNew;
  const before = { ...live?.answer, [apiName(name, field)]: value };
  return isExposedBy(kind, { action: "update", before, after: { [name]: former ?? null } });
}

function isExposedBy(kind: Kind, change: RiskInput): boolean {
  return kind.risks?.(change).some(({ exposes }) => exposes === true) === true;
}
