import type { Desired, DesiredResource } from "../desired.ts";
import { hasErrors } from "../diagnostic.ts";
import { groupBy } from "../group-by.ts";
import { liveValue, normalized } from "../identity.ts";
import { equalJson } from "../json.ts";
import type { Kind } from "../kind.ts";
import { type KindIndex, keyFields } from "../kind-index.ts";
import type { RecordedIds } from "../last-apply.ts";
import type { Live, LiveResource } from "../live.ts";
import { type Matching, match } from "../match.ts";

/**
 * Pairs manifests with what is live, as planning does; besides, what is declared and not there is the one thing in the
 * same place that nobody declares, if there is one of each and they differ in their names alone: it has got another
 * name. A plan must not take that for granted. A pull may: it only writes a manifest, which people look at.
 */
export function matchRenamed(
  desired: Desired,
  live: Live,
  kinds: KindIndex,
  recorded: RecordedIds | undefined,
): Matching {
  let known = desired;
  for (;;) {
    const matching = match(known, live, kinds, { recorded });
    const renamed = hasErrors(matching.diagnostics) ? new Map() : renamedIn(known, live, kinds, matching);
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

/** Do plain fields that are written say what is live, names left out? */
function isOtherwiseEqual(kind: Kind, { values }: DesiredResource, live: LiveResource): boolean {
  const keys = new Set(keyFields(kind));
  return Object.entries(values).every(([name, written]) => {
    const field = kind.fields[name];
    const isPlain =
      field !== undefined &&
      field.refersTo === undefined &&
      field.defaultChild === undefined &&
      field.membership === undefined &&
      field.names === undefined &&
      field.tree === undefined;
    if (!isPlain || keys.has(name)) return true;
    return equalJson(
      liveValue(kind, name, live) ?? null,
      written === null ? null : normalized(field, written),
    );
  });
}
