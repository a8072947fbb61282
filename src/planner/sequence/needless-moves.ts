import type { Act, Arrangement, ArrangementPlan } from "./arrangement.ts";
import { reaches } from "./follow-acts.ts";

/** Most acts of a plan that is looked through: each try follows all of them. */
const mostActs = 60;

/**
 * A plan that reaches what is wanted, without moves that are not needed because the item is moved again. The search moves
 * items that stay side by side as one; where they go twice, often one of them has to on the way, and the others follow.
 */
export function withoutNeedless(input: Arrangement, plan: ArrangementPlan): ArrangementPlan {
  if (plan.acts.length > mostActs) return plan;
  let acts = plan.acts;
  for (const act of plan.acts) {
    const at = acts.indexOf(act);
    if (!isMove(act) || !acts.slice(at + 1).some((later) => isMove(later) && later.item === act.item))
      continue;
    const fewer = acts.toSpliced(at, 1);
    if (reaches(input, { ...plan, acts: fewer })) acts = fewer;
  }
  return { ...plan, acts };
}

function isMove(act: Act): act is Extract<Act, { type: "append" | "place" | "last" }> {
  return act.type !== "create" && act.type !== "dissolve" && act.type !== "lift";
}
