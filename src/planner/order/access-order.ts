import { type Address, ownersOf } from "../../model/address.ts";
import { addTo } from "../../model/group-by.ts";
import type { Kind } from "../../model/kind.ts";
import { apiName } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import type { JsonObject } from "../../text/json.ts";
import { audienceFields, showingOf, valueOpenings } from "../access/opened-values.ts";
import {
  type FieldDiff,
  prerequisites,
  type StepDraft,
  sourcesOf,
  withPrerequisites,
} from "../state/draft.ts";

/**
 * A call that shuts people out comes before calls that let people in, when one of their addresses is in the other. If
 * the opening call ran first and the closing one was refused, people would see what they shall see neither before nor
 * after. A call that waits for others, or that others wait for, is split. Where calls would wait for each other even
 * so, this order is not kept.
 */
export function withAudience(given: readonly StepDraft[]): readonly StepDraft[] {
  if (!given.some((draft) => keepsOut(draft) || draft.closedBy !== undefined)) return given;
  const first = withFirstNarrowing(given);
  const waitedFor = conflictsIn(first);
  const drafts = withLastWidening(first, (key) => waitedFor.has(key));
  const sources = sourcesIn(drafts);
  const closers = new Map<string, string[]>();
  for (const [key, later] of pairsIn(drafts)) {
    const earlier = reached(sources, key);
    for (const other of later.filter((one) => !earlier.has(one))) {
      addTo(sources, other, key);
      addTo(closers, other, key);
    }
  }
  return drafts.map((draft) => withPrerequisites(draft, closers.get(draft.key) ?? [], "access"));
}

function sourcesIn(drafts: readonly StepDraft[]): Map<string, string[]> {
  return new Map(drafts.map(({ key, after }) => [key, after.map((one) => one.key)]));
}

/** Keys of calls that should wait for a closing call, which waits for them. */
function conflictsIn(drafts: readonly StepDraft[]): ReadonlySet<string> {
  const sources = sourcesIn(drafts);
  const found = new Set<string>();
  for (const [key, later] of pairsIn(drafts)) {
    const earlier = reached(sources, key);
    for (const other of later) if (earlier.has(other)) found.add(other);
  }
  return found;
}

/** A call, with all that it comes after. */
function reached(sources: ReadonlyMap<string, readonly string[]>, from: string): ReadonlySet<string> {
  const seen = new Set([from]);
  for (const key of seen) for (const other of sources.get(key) ?? []) seen.add(other);
  return seen;
}

function keepsOut({ narrows, narrowing = [] }: StepDraft): boolean {
  return narrows === true || narrowing.length > 0;
}

function letsIn({ widens, widening = [] }: StepDraft): boolean {
  return widens === true || widening.length > 0;
}

/**
 * Each closing call, with the opening calls whose address is around or in its own; calls that only close come first.
 */
function pairsIn(drafts: readonly StepDraft[]): readonly (readonly [string, readonly string[]])[] {
  const at = new Map<Address, string[]>();
  const inside = new Map<Address, string[]>();
  const closing = new Map<string, string[]>();
  const keys = new Set(drafts.map(({ key }) => key));
  for (const draft of drafts) {
    for (const key of draft.closedBy ?? []) if (keys.has(key)) addTo(closing, key, draft.key);
    if (!letsIn(draft)) continue;
    addTo(at, scopeOf(draft), draft.key);
    for (const owner of ownersOf(scopeOf(draft))) addTo(inside, owner, draft.key);
  }
  const closers = drafts.filter(keepsOut);
  const pairs = [...closers.filter((one) => !letsIn(one)), ...closers.filter(letsIn)].map((draft) => {
    const scope = scopeOf(draft);
    const around = ownersOf(scope).flatMap((owner) => (owner === scope ? [] : (at.get(owner) ?? [])));
    const related = [...around, ...(inside.get(scope) ?? [])].filter((key) => key !== draft.key);
    return [draft.key, related] as const;
  });
  return [...pairs, ...closing].filter(([, later]) => later.length > 0);
}

function scopeOf({ scope, address }: StepDraft): Address {
  return scope ?? address;
}

/** How an update changes who can open something. Processing gives it new content. */
export function audienceOf(
  kind: Kind,
  sent: readonly Pick<FieldDiff, "name" | "field" | "value">[],
  live: LiveResource | undefined,
  parent?: Address,
): Pick<StepDraft, "narrows" | "widens" | "narrowing" | "widening" | "scope"> {
  // A new way in, such as a link, lets nobody in by its update.
  const isWayIn = live === undefined && parent !== undefined && openedScope(kind, parent).scope === parent;
  if (isWayIn) return {};
  const { narrowing, widening } = audienceFields(kind, sent, live);
  const sentAs = (names: readonly string[]): readonly string[] =>
    sent.filter(({ name }) => names.includes(name)).map(({ name, field }) => apiName(name, field));
  const shows = sent.some(({ name }) => name === showingOf(kind)?.field);
  const starts = sent.some(({ name }) => name === kind.processing?.startedBy);
  return {
    ...(shows || starts ? { narrows: true, widens: true } : {}),
    ...(narrowing.length === 0 ? {} : { narrowing: sentAs(narrowing) }),
    ...(widening.length === 0 ? {} : { widening: sentAs(widening) }),
    ...openedScope(kind, parent),
  };
}

/** The parent's address, when a resource opens its parent instead of itself. */
export function openedScope(kind: Kind, parent: Address | undefined): Pick<StepDraft, "scope"> {
  const isOfParent = valueOpenings(kind).some(({ opens }) => opens === "parent");
  return isOfParent && parent !== undefined ? { scope: parent } : {};
}

/**
 * Splits each call that shuts people out and waits for something other than its own object: the closing fields go
 * first, the rest waits.
 */
function withFirstNarrowing(drafts: readonly StepDraft[]): readonly StepDraft[] {
  return drafts.flatMap((draft) => {
    const about = sourcesOf(draft.params as JsonObject);
    // A field that also lets others in may wait: the plan shows it as an exposure.
    const names = (draft.narrowing ?? []).filter((name) => draft.widening?.includes(name) !== true);
    const [first, rest] = parted(draft, names);
    if (first === undefined || draft.after.every((one) => about.includes(one.key))) return [draft];
    const key = `${draft.key} narrowing`;
    return [
      { ...first, key, after: draft.after.filter((one) => about.includes(one.key)) },
      withPrerequisites(rest, [key], "access"),
    ];
  });
}

/** Splits each call that lets people in while a closing call waits for it: the opening fields go last. */
function withLastWidening(
  drafts: readonly StepDraft[],
  isWaitedFor: (key: string) => boolean,
): readonly StepDraft[] {
  return drafts.flatMap((draft) => {
    const [last, rest] = parted(draft, draft.widening ?? []);
    if (last === undefined || !isWaitedFor(draft.key)) return [draft];
    return [rest, { ...last, key: `${draft.key} widening`, after: prerequisites([draft.key], "access") }];
  });
}

/** A call with some fields of the body, and the same one with the others; nothing when either has none. */
function parted(draft: StepDraft, names: readonly string[]): readonly [StepDraft | undefined, StepDraft] {
  const { body = {}, narrowing = [], widening = [] } = draft;
  const isOf = ([name]: readonly [string, unknown]): boolean => names.includes(name);
  const [own, others] = [Object.entries(body).filter(isOf), Object.entries(body).filter((one) => !isOf(one))];
  if (own.length === 0 || others.length === 0) return [undefined, draft];
  const { key, address, operation, params, after, scope } = draft;
  const audience = (isIn: boolean): Pick<StepDraft, "narrowing" | "widening"> => ({
    narrowing: narrowing.filter((name) => names.includes(name) === isIn),
    widening: widening.filter((name) => names.includes(name) === isIn),
  });
  const base = { key, address, operation, params, after, ...(scope === undefined ? {} : { scope }) };
  return [
    { ...base, body: Object.fromEntries(own), ...audience(true) },
    { ...draft, body: Object.fromEntries(others), ...audience(false) },
  ];
}
