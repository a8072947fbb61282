import type { DesiredResource } from "../../model/desired.ts";
import type { Source } from "../../model/diagnostic.ts";
import { shownName } from "../../model/display-name.ts";
import type { Change, FieldChange } from "../../model/documents/plan-document.ts";
import type { Waiting } from "../../model/documents/waiting.ts";
import type { Kind, Risk } from "../../model/kind.ts";
import type { LiveResource } from "../../model/live.ts";
import { isObject, type Json } from "../../text/json.ts";
import type { FieldDiff } from "./draft.ts";
import { liveAddress } from "./live-address.ts";
import type { PlanContext, Planning } from "./planning.ts";

/** The entry of a declared resource in the changes, without what happens to it. */
export function changeOf(
  planning: PlanContext,
  resource: DesiredResource,
  action: Change["action"],
  live?: LiveResource,
): Change {
  const kind = planning.kinds.get(resource.kind);
  const title = shownName(kind, resource, live);
  return {
    address: resource.address,
    kind: kind.name,
    action,
    ...(live === undefined ? {} : { id: live.id }),
    ...(title === undefined ? {} : { title }),
    source: resource.source,
  };
}

/** The entry of a live object, whether a manifest declares it or not. */
export function liveChangeOf(
  planning: Planning,
  live: LiveResource,
  action: Change["action"],
  source?: Source,
): Change {
  const kind = planning.kinds.get(live.kind);
  const address = liveAddress(planning, live);
  const title = shownName(kind, planning.resourceAt(address), live) ?? live.id;
  return {
    address,
    kind: kind.name,
    action,
    id: live.id,
    title,
    ...(source === undefined ? {} : { source }),
  };
}

/** The change that says why something wanted cannot be. */
export function blockedChange(planning: PlanContext, resource: DesiredResource, reason: string): Change {
  return { ...changeOf(planning, resource, "blocked", planning.matching.liveOf(resource.address)), reason };
}

/** A blocked entry for each field that cannot be as written. */
export function blockedFields(
  planning: PlanContext,
  resource: DesiredResource,
  diffs: readonly FieldDiff[],
): readonly Change[] {
  return diffs.flatMap(({ blocked, change, name }) => {
    if (blocked === undefined) return [];
    const source = resource.sources[name] ?? resource.source;
    return [{ ...blockedChange(planning, resource, blocked), fields: [change], source }];
  });
}

/** The warnings of a change: whom it lets in, those of the kind, and more. */
export function risksOf(
  kind: Kind,
  action: "create" | "update",
  live: LiveResource | undefined,
  diffs: readonly FieldDiff[],
  { exposes, more }: { readonly exposes: readonly string[]; readonly more: readonly string[] },
): Pick<Change, "risks" | "exposes"> {
  const after: Record<string, Json | undefined> = Object.fromEntries(
    diffs.map(({ name, value }) => [name, value]),
  );
  const own = kind.risks?.({ action, ...(live === undefined ? {} : { before: live.answer }), after }) ?? [];
  return toldRisks([...own, ...more.map((text) => ({ text }))], exposes);
}

/** Risks as a change tells them: whom it lets in comes first. */
export function toldRisks(
  risks: readonly Risk[],
  exposes: readonly string[] = [],
): Pick<Change, "risks" | "exposes"> {
  const all = [...exposes, ...risks.map(({ text }) => text)];
  return {
    ...(all.length === 0 ? {} : { risks: all }),
    ...(exposes.length === 0 ? {} : { exposes: [...exposes] }),
  };
}

/** Characters of one text that a plan shows at most; a spec has thousands of them. */
const longest = 2000;

/** Changes with long texts shown by their length and hash. */
export function shortChanges(changes: readonly Change[], hash: (text: string) => string): readonly Change[] {
  const short = (text: string): string => `(${text.length} characters, sha256 ${hash(text).slice(0, 16)})`;
  const shortField = (field: FieldChange): FieldChange => ({
    ...field,
    ...(field.before === undefined ? {} : { before: withTexts(field.before, short) }),
    ...(field.after === undefined ? {} : { after: withTexts(field.after, short) }),
  });
  return changes.map((change) => {
    if (change.fields === undefined) return change;
    return { ...change, fields: change.fields.map(shortField) };
  });
}

/** Does a value hold a text that is too long to be shown? In calls, what is hidden stands for it. */
export function isLong(value: Json): boolean {
  if (typeof value === "string") return value.length > longest;
  return value !== null && typeof value === "object" && Object.values(value).some(isLong);
}

/** A value with something in place of each long text; the same value when it has none. */
function withTexts(value: Json, replace: (text: string) => Json): Json {
  if (typeof value === "string") return value.length > longest ? replace(value) : value;
  if (Array.isArray(value)) return value.map((item: Json) => withTexts(item, replace));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withTexts(inner, replace)]));
}

/** The person of a change that cannot be made before they join. */
export function waitingFor({ address, kind, title, reason = "", source }: Change): Waiting {
  return {
    address,
    kind,
    ...(title === undefined ? {} : { title }),
    reason,
    ...(source === undefined ? {} : { source }),
  };
}
