import type { Draft } from "./draft.ts";
import { equalJson, isObject } from "./json.ts";
import type { Field, Kind } from "./kind.ts";
import { apiName, perKind } from "./kind-index.ts";
import type { LiveResource } from "./live.ts";
import { liveValue } from "./match/identity.ts";
import type { Planning } from "./planning.ts";

/**
 * Where nobody leads an organization who is left as they are, somebody leads it from now on before anybody loses the lead or
 * goes: were the call between refused, nobody who is left could mend it.
 */
export function leadFirst(planning: Planning, drafts: readonly Draft[]): readonly Draft[] {
  const scopes = new Map<string, Scope>();
  for (const draft of drafts) {
    const live = touchedBy(planning, draft);
    const field = live === undefined ? undefined : leadField(planning.kinds.get(live.kind));
    if (live === undefined || field === undefined) continue;
    const { organization, kind } = live;
    const key = `${organization} ${kind}`;
    const scope = scopes.get(key) ?? { organization, kind, field, takers: new Map<string, string>() };
    scopes.set(key, scope);
    const effect = effectOf(field, draft, live);
    if (effect === "takes") scope.takers.set(live.id, draft.key);
    if (effect === "gives" && !field.isIdle(live)) scope.giver ??= draft.key;
  }
  const before = new Map<string, string>();
  for (const scope of scopes.values())
    if (scope.giver !== undefined && scope.takers.size > 0 && !isLed(planning, scope))
      for (const taker of scope.takers.values()) before.set(taker, scope.giver);
  if (before.size === 0) return drafts;
  return drafts.map((draft) => {
    const giver = before.get(draft.key);
    return giver === undefined ? draft : { ...draft, after: [...draft.after, giver] };
  });
}

/** What calls do to the lead of an organization. */
interface Scope {
  readonly organization: string;
  readonly kind: string;
  readonly field: LeadField;
  /** Calls that take the lead, by the id of whom they take it from. */
  readonly takers: Map<string, string>;
  /** Key of the first call that gives it to somebody who can use it. */
  giver?: string;
}

/** Does somebody lead who goes on to? */
function isLed(planning: Planning, { organization, kind, field, takers }: Scope): boolean {
  return planning
    .liveIn(organization, kind)
    .some((live) => field.leads(live) && !field.isIdle(live) && !takers.has(live.id));
}

/** The live resource that a call deletes or changes. */
function touchedBy({ matching, liveByKey }: Planning, draft: Draft): LiveResource | undefined {
  const [deleted] = draft.deletes ?? [];
  return deleted === undefined ? matching.liveOf(draft.address) : liveByKey(deleted);
}

/** What a call does to the lead of a person; undefined when it leaves it. */
function effectOf(field: LeadField, draft: Draft, live: LiveResource): "gives" | "takes" | undefined {
  const leads = field.leads(live);
  if (draft.deletes !== undefined) return leads ? "takes" : undefined;
  const given = isObject(draft.body) ? draft.body[field.api] : undefined;
  if (given === undefined || equalJson(given, field.value) === leads) return undefined;
  return leads ? "takes" : "gives";
}

/** The field whose value somebody in an organization has to have: the role of members. */
interface LeadField {
  readonly api: string;
  readonly value: unknown;
  readonly leads: (live: LiveResource) => boolean;
  readonly isIdle: (live: LiveResource) => boolean;
}

const leadField = perKind((kind: Kind): LeadField | undefined => {
  const found = Object.entries<Field>(kind.fields).find(([, { leadValue }]) => leadValue !== undefined);
  if (found === undefined) return undefined;
  const [name, field] = found;
  return {
    api: apiName(name, field),
    value: field.leadValue,
    leads: (live) => equalJson(liveValue(kind, name, live), field.leadValue),
    isIdle: ({ answer }) => field.isIdle?.(answer) === true,
  };
});
