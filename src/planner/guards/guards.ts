import type { GuardVerdict } from "../../model/documents/plan-document.ts";
import { compareText } from "../../text/json.ts";
import { exposure, permissions } from "./access.ts";
import { minAdmins, requiredAdmins } from "./admins.ts";
import { emptyManifests, protect, tooManyDeletes } from "./deletes.ts";
import type { Finding, Guard, GuardInput } from "./guard.ts";
import { teamOwner } from "./team-owner.ts";

/** Every guard, in the order in which verdicts are told. */
export const guards: readonly Guard[] = [
  protect,
  emptyManifests,
  tooManyDeletes,
  minAdmins,
  requiredAdmins,
  teamOwner,
  exposure,
  permissions,
];

/** What speaks against running a plan, and what would, had it not been allowed. */
export function guardVerdicts(input: GuardInput): readonly GuardVerdict[] {
  return guards.flatMap(({ rule, judge }) =>
    [...judge(input)]
      .sort(byAddress)
      .map(({ passes, ...finding }) => ({ rule, held: passes !== true, ...finding })),
  );
}

/** Findings come in no order: neither manifests nor the lists of the platform have one. */
function byAddress(a: Finding, b: Finding): number {
  return compareText(a.address ?? "", b.address ?? "") || compareText(a.message, b.message);
}
