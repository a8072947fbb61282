import type { Desired, DesiredResource } from "../model/desired.ts";
import { hasErrors } from "../model/diagnostic.ts";
import { groupBy } from "../model/group-by.ts";
import type { Field, Kind } from "../model/kind.ts";
import { type KindIndex, keyFields } from "../model/kind-index.ts";
import type { Live, LiveResource } from "../model/live.ts";
import { isAsWritten, liveValue } from "../planner/match/identity.ts";
import type { RecordedIds } from "../planner/match/last-apply.ts";
import { type Matching, match } from "../planner/match/match.ts";
import { nearMatch } from "../text/near-match.ts";

/**
 * Pairs manifests with what is live, as planning does; besides, what is declared and not there is the one thing in the
 * same place that nobody declares, if there is one of each and they differ in their names alone: it has got another
 * name. Where nothing but a name is written, the two names have to be alike. A plan must not take that for granted. A pull may: it only writes a manifest, which people look at.
 */
export function matchRenamed(
  desired: Desired,
  live: Live,
  kinds: KindIndex,
  recorded: RecordedIds | undefined,
): Matching {
  let known = desired;
  for (;;) {
    const { diagnostics, ...pairs } = match(known, live, kinds, { recorded });
    // What is pinned and not there is missing, like what is found by a name.
    const unclear = diagnostics.filter(({ code }) => code !== "DF3003");
    const matching = { ...pairs, diagnostics: unclear };
    const renamed = hasErrors(unclear) ? new Map() : renamedIn(known, live, kinds, matching);
    if (renamed.size === 0) return matching;
    // What stands in it is found only once it is.
    const resources = known.resources.map((one) => {
      const id: string | undefined = renamed.get(one.address);
      return id === undefined ? one : { ...one, id };
    });
    known = { ...known, resources };
  }
}

/** Ids by address. */
function renamedIn(
  desired: Desired,
  live: Live,
  kinds: KindIndex,
  { liveOf, addressOf }: Matching,
): ReadonlyMap<string, string> {
  const idOf = (address: string | undefined): string | undefined =>
    address === undefined ? "" : liveOf(address)?.id;
  const missing = desired.resources.filter(
    (one) =>
      canBeRenamed(kinds.get(one.kind)) &&
      !one.absent &&
      one.id === undefined &&
      liveOf(one.address) === undefined,
  );
  if (missing.length === 0) return new Map();
  const news = live.resources.filter((one) => addressOf(one) === undefined && one.deleted !== true);
  const newIn = groupBy(news, (one) => {
    const container = staysIn(kinds.get(one.kind))
      ? kinds.get(one.kind).sequence?.containerOf(one.answer)
      : "";
    return [one.organization, one.kind, one.parentId ?? "", container ?? ""].join(" ");
  });
  const missingIn = groupBy(missing, (one) =>
    [
      one.organization,
      one.kind,
      idOf(one.parent),
      staysIn(kinds.get(one.kind)) ? idOf(one.container) : "",
    ].join(" "),
  );
  return new Map(
    [...missingIn].flatMap(([place, [one, ...others]]) => {
      const [only, ...more] = newIn.get(place) ?? [];
      if (one === undefined || only === undefined || others.length + more.length > 0) return [];
      return isOtherwiseEqual(kinds.get(one.kind), one, only) ? [[one.address, only.id] as const] : [];
    }),
  );
}

/** Has it a name that can change? The key of a person or a spec is who it is. */
function canBeRenamed({ keyField, shape, sequence, fields }: Kind): boolean {
  const isByReference = fields[sequence?.itemKey ?? ""]?.refersTo !== undefined;
  return keyField === undefined && shape !== "singleton" && !isByReference;
}

/** Is one of the kind looked for in its container only? */
function staysIn({ sequence }: Kind): boolean {
  return sequence !== undefined && sequence.append === undefined;
}

/** Do plain fields that are written say what is live, or, where there are none, is its name like that? */
function isOtherwiseEqual(kind: Kind, { values }: DesiredResource, live: LiveResource): boolean {
  const keys = keyFields(kind);
  const plain = Object.entries(values).filter(([name]) => isPlain(kind.fields[name]));
  const others = plain.filter(([name]) => !keys.includes(name));
  const isSame = others.every(([name, written]) => {
    const field = kind.fields[name];
    return field !== undefined && isAsWritten(field, liveValue(kind, name, live), written);
  });
  const isLike = plain.some(([name, written]) => {
    const now = liveValue(kind, name, live);
    return keys.includes(name) && typeof now === "string" && nearMatch(String(written), [now]) !== undefined;
  });
  return isSame && (others.length > 0 || isLike);
}

/** Is it a value of its own, which names nothing else? */
function isPlain(field: Field | undefined): boolean {
  return (
    field !== undefined &&
    field.refersTo === undefined &&
    field.defaultChild === undefined &&
    field.membership === undefined &&
    field.names === undefined &&
    field.tree === undefined
  );
}
