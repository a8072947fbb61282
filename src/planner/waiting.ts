import type { Change } from "../model/documents/plan-document.ts";
import type { Waiting } from "../model/documents/waiting.ts";
import { compareText } from "../text/json.ts";
import type { Outcome } from "./draft.ts";
import type { GuardSettings } from "./guards/guard.ts";
import type { LastApply } from "./match/recorded-ids.ts";

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

/** What a plan does with the people who have not joined yet. */
interface Awaited {
  readonly waiting: readonly Waiting[];
  /** Where `guards.missingMembers` is `hold`: a blocked change for each of them. */
  readonly blocked: readonly Change[];
}

/** People who have not joined yet wait, which is no failure; unless the project holds a plan for them. */
export function awaited(
  { waiting = [] }: Outcome,
  { missingMembers }: Pick<GuardSettings, "missingMembers">,
  lastApply: LastApply | undefined,
): Awaited {
  if (missingMembers === "hold")
    return { waiting: [], blocked: waiting.map((one) => ({ ...one, action: "blocked" })) };
  const dated = waiting.map((one) => {
    const since = lastApply?.waiting?.get(one.address);
    return since === undefined ? one : { ...one, since };
  });
  return { waiting: dated.sort((a, b) => compareText(a.address, b.address)), blocked: [] };
}
