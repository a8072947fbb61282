import type { DesiredResource } from "../model/desired.ts";
import { shownName } from "../model/display-name.ts";
import type { Change } from "../model/documents/plan-document.ts";
import type { Kind, Risk } from "../model/kind.ts";
import type { LiveResource } from "../model/live.ts";
import type { Json } from "../text/json.ts";
import type { Possible } from "./diff/created-by.ts";
import type { FieldDiff } from "./diff/field-diff.ts";

/** The entry of a declared resource in the changes, without what happens to it. */
export function changeOf(
  planning: Possible,
  resource: DesiredResource,
  action: "create" | "update" | "blocked",
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

/** The change that says why something wanted cannot be. */
export function blockedChange(planning: Possible, resource: DesiredResource, reason: string): Change {
  return { ...changeOf(planning, resource, "blocked", planning.matching.liveOf(resource.address)), reason };
}

/** A blocked entry for each field that cannot be as written. */
export function blockedFields(
  planning: Possible,
  resource: DesiredResource,
  diffs: readonly FieldDiff[],
): readonly Change[] {
  return diffs.flatMap(({ blocked, change, name }) => {
    if (blocked === undefined) return [];
    const source = resource.sources[name] ?? resource.source;
    return [{ ...blockedChange(planning, resource, blocked), fields: [change], source }];
  });
}

/** The warnings of a change: those of the kind, and more. */
export function risksOf(
  kind: Kind,
  action: "create" | "update",
  live: LiveResource | undefined,
  diffs: readonly FieldDiff[],
  more: readonly string[],
): Pick<Change, "risks" | "exposes"> {
  const after: Record<string, Json | undefined> = Object.fromEntries(
    diffs.map(({ name, value }) => [name, value]),
  );
  const own = kind.risks?.({ action, ...(live === undefined ? {} : { before: live.answer }), after }) ?? [];
  return toldRisks([...own, ...more.map((text) => ({ text }))]);
}

/** Risks as a change tells them. */
export function toldRisks(risks: readonly Risk[]): Pick<Change, "risks" | "exposes"> {
  const exposing = risks.filter(({ exposes }) => exposes === true);
  return {
    ...(risks.length === 0 ? {} : { risks: risks.map(({ text }) => text) }),
    ...(exposing.length === 0 ? {} : { exposes: exposing.map(({ text }) => text) }),
  };
}
