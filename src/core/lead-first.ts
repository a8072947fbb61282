import type { Draft } from "./draft.ts";
import { addTo } from "./group-by.ts";
import { liveValue } from "./identity.ts";
import { equalJson, isObject } from "./json.ts";
import type { Field } from "./kind.ts";
import { apiName, perKind } from "./kind-index.ts";
import type { LiveResource } from "./live.ts";
import type { Planning } from "./planning.ts";

/**
 * Makes who leads an organization from now on before anybody loses the lead or goes: were the call between refused, nobody
 * who is left could mend it.
 */
export function leadFirst(planning: Planning, drafts: readonly Draft[]): readonly Draft[] {
  const [giving, taking] = [new Map<string, string[]>(), new Map<string, string>()];
  for (const draft of drafts) {
    const live = touchedBy(planning, draft);
    const effect = live === undefined ? undefined : effectOf(planning, draft, live);
    if (live === undefined || effect === undefined) continue;
    const scope = `${live.organization} ${live.kind}`;
    if (effect === "gives") addTo(giving, scope, draft.key);
    else taking.set(draft.key, scope);
  }
  if (giving.size === 0 || taking.size === 0) return drafts;
  return drafts.map((draft) => {
    const first = giving.get(taking.get(draft.key) ?? "");
    return first === undefined ? draft : { ...draft, after: [...draft.after, ...first] };
  });
}

/** The live resource that a call deletes or changes. */
function touchedBy({ matching, liveByKey }: Planning, draft: Draft): LiveResource | undefined {
  const [deleted] = draft.deletes ?? [];
  return deleted === undefined ? matching.liveOf(draft.address) : liveByKey(deleted);
}

/** What a call does to the lead of a person; undefined when it leaves it. */
function effectOf({ kinds }: Planning, draft: Draft, live: LiveResource): "gives" | "takes" | undefined {
  const kind = kinds.get(live.kind);
  const [name, field] = leadField(kind) ?? [];
  if (name === undefined || field === undefined) return undefined;
  const leads = equalJson(liveValue(kind, name, live), field.leadValue);
  if (draft.deletes !== undefined) return leads ? "takes" : undefined;
  const given = isObject(draft.body) ? draft.body[apiName(name, field)] : undefined;
  if (given === undefined || equalJson(given, field.leadValue) === leads) return undefined;
  return leads ? "takes" : "gives";
}

/** The field whose value somebody in an organization has to have: the role of members. */
const leadField = perKind(({ fields }) =>
  Object.entries<Field>(fields).find(([, { leadValue }]) => leadValue !== undefined),
);
