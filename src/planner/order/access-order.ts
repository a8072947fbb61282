import { type Address, ownersOf } from "../../model/address.ts";
import { addTo } from "../../model/group-by.ts";
import type { Kind } from "../../model/kind.ts";
import { apiName } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import { audienceFields, showingOf, valueOpenings } from "../access/opened-values.ts";
import { type StepDraft, withPrerequisites } from "../state/draft.ts";
import type { FieldDiff } from "../state/field-diff.ts";
import { withFirstNarrowing, withLastWidening } from "./split-calls.ts";

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
