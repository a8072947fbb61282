import { apiName } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import { equalJson } from "../../text/json.ts";
import type { Draft } from "../draft.ts";
import type { Planning } from "../planning.ts";
import { type LeadKind, leadOf } from "./admin.ts";

/**
 * Where nobody leads an organization who is left as they are, somebody leads it from now on before anybody loses the lead or
 * goes: were the call between refused, nobody who is left could mend it.
 */
export function leadFirst(planning: Planning, drafts: readonly Draft[]): readonly Draft[] {
  const scopes = new Map<string, Scope>();
  for (const draft of drafts) {
    const live = touchedBy(planning, draft);
    const lead = live === undefined ? undefined : leadOf(planning.kinds.get(live.kind));
    if (live === undefined || lead === undefined) continue;
    const { organization, kind } = live;
    const key = `${organization} ${kind}`;
    const scope = scopes.get(key) ?? { organization, lead, takers: new Map<string, string>() };
    scopes.set(key, scope);
    const effect = effectOf(lead, draft, live);
    if (effect === "takes") scope.takers.set(live.id, draft.key);
    if (effect === "gives" && !lead.isIdle(live)) scope.giver ??= draft.key;
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
  readonly lead: LeadKind;
  /** Calls that take the lead, by the id of whom they take it from. */
  readonly takers: Map<string, string>;
  /** Key of the first call that gives it to somebody who can use it. */
  giver?: string;
}

/** Does somebody lead who goes on to? */
function isLed(planning: Planning, { organization, lead, takers }: Scope): boolean {
  return planning
    .liveIn(organization, lead.kind.name)
    .some((live) => lead.leads(live) && !lead.isIdle(live) && !takers.has(live.id));
}

/** The live resource that a call deletes or changes. */
function touchedBy({ matching, liveByKey }: Planning, draft: Draft): LiveResource | undefined {
  const [deleted] = draft.deletes ?? [];
  return deleted === undefined ? matching.liveOf(draft.address) : liveByKey(deleted);
}

/** What a call does to the lead of a person; undefined when it leaves it. */
function effectOf(lead: LeadKind, draft: Draft, live: LiveResource): "gives" | "takes" | undefined {
  const leads = lead.leads(live);
  if (draft.deletes !== undefined) return leads ? "takes" : undefined;
  const field = lead.kind.fields[lead.field];
  const given = field === undefined ? undefined : draft.body?.[apiName(lead.field, field)];
  if (given === undefined || equalJson(given, lead.value) === leads) return undefined;
  return leads ? "takes" : "gives";
}
