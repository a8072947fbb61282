import type { Kind } from "../../model/kind.ts";
import type { LiveResource } from "../../model/live.ts";
import type { FieldValues, Opening, ShowingOpening, ValueOpening } from "../../model/opening.ts";
import type { Json } from "../../text/json.ts";
import { liveValue } from "../match/identity.ts";
import type { FieldDiff } from "../state/draft.ts";

/** A value that is sent. */
type Sent = Pick<FieldDiff, "name" | "value">;

/** Whom the values of a resource let in that it did not let in before, in words; without a live one, it is new. */
export function whomValuesLetIn(
  kind: Kind,
  sent: readonly Sent[],
  live: LiveResource | undefined,
): readonly string[] {
  const written: FieldValues = Object.fromEntries(sent.map(({ name, value }) => [name, value]));
  const after: FieldValues = live === undefined ? written : { ...liveValues(kind, live), ...written };
  const created = live === undefined ? (kind.opens ?? []).filter(({ by }) => by === "create") : [];
  const wider = valueOpenings(kind).filter((row) => {
    if (live !== undefined && written[row.field] === undefined) return false;
    const before = live === undefined ? undefined : valueNow(kind, row.field, live);
    return row.isWider(before, after[row.field]);
  });
  return [...new Set([...created, ...wider].map((row) => wordsOf(row, after)))];
}

/** Whom a new one lets in by its create, until a later call sets the values that its create does not carry. */
export function whomCreateLetsIn(
  kind: Kind,
  carried: readonly Sent[],
  all: readonly Sent[],
): readonly string[] {
  const later = all.filter((one) => !carried.includes(one)).map(({ name }) => name);
  return valueOpenings(kind)
    .filter(({ field, isWider }) => {
      const first = valueNow(kind, field, undefined);
      const then = all.find(({ name }) => name === field)?.value;
      return later.includes(field) && isWider(undefined, first) && isWider(then, first);
    })
    .map((row) => `until a later call, ${wordsOf(row, {})}`);
}

/** The fields of an update that keep somebody out, and those that let somebody in. */
export function audienceFields(
  kind: Kind,
  sent: readonly Sent[],
  live: LiveResource | undefined,
): { readonly narrowing: readonly string[]; readonly widening: readonly string[] } {
  const changes = valueOpenings(kind).flatMap(({ field, isWider }) => {
    const after = sent.find(({ name }) => name === field)?.value;
    const before = valueNow(kind, field, live);
    return after === undefined
      ? []
      : [{ field, narrows: isWider(after, before), widens: isWider(before, after) }];
  });
  return {
    narrowing: changes.filter(({ narrows }) => narrows).map(({ field }) => field),
    widening: changes.filter(({ widens }) => widens).map(({ field }) => field),
  };
}

/** The people who lose access by the values of an update, in words. Where others gain by the same value, those are named instead. */
export function whomValuesKeepOut(kind: Kind, sent: readonly Sent[], live: LiveResource): readonly string[] {
  const { narrowing, widening } = audienceFields(kind, sent, live);
  const narrower = narrowing.filter((name) => !widening.includes(name));
  return valueOpenings(kind).flatMap(({ field, loses }) =>
    loses !== undefined && narrower.includes(field) ? [loses] : [],
  );
}

/** The value of a field of a live one, or what a new one has when nobody says it; null is none. */
export function valueNow(kind: Kind, name: string, live: LiveResource | undefined): Json {
  const field = kind.fields[name];
  const known = live === undefined ? undefined : liveValue(kind, name, live);
  return known ?? field?.initial ?? field?.whenNew ?? null;
}

/** The row of a kind that shows something to visitors. */
export function showingOf({ opens = [] }: Kind): ShowingOpening | undefined {
  return opens.find((row) => row.by === "showing");
}

/** The rows of a kind that rest on a value. */
export function valueOpenings({ opens = [] }: Kind): readonly ValueOpening[] {
  return opens.filter((row) => row.by === "value");
}

function liveValues(kind: Kind, live: LiveResource): FieldValues {
  return Object.fromEntries(valueOpenings(kind).map(({ field }) => [field, valueNow(kind, field, live)]));
}

/** The people who gain by a row, in words. */
export function wordsOf({ who: words }: Pick<Opening, "who">, after: FieldValues): string {
  return typeof words === "string" ? words : words(after);
}
