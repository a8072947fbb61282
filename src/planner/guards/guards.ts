import type { Diagnostic } from "../../model/diagnostic.ts";
import type { GuardVerdict } from "../../model/documents/plan-document.ts";
import { compareNames } from "../../text/compare-names.ts";
import { compareText } from "../../text/json.ts";
import { exposure, permissions } from "./access.ts";
import { minAdmins, requiredAdmins } from "./admins.ts";
import { emptyManifests, protect, tooManyDeletes } from "./deletes.ts";
import { firstAccess } from "./first-access.ts";
import type { Finding, Guard, GuardInput } from "./guard.ts";
import { ownAccess } from "./own-access.ts";
import { policies } from "./policies.ts";
import { probableRename } from "./probable-rename.ts";
import { teamOwner } from "./team-owner.ts";
import { unresolvedPeople } from "./unresolved-people.ts";

/** Every guard, in the order in which verdicts are told. */
export const guards: readonly Guard[] = [
  protect,
  emptyManifests,
  tooManyDeletes,
  probableRename,
  minAdmins,
  requiredAdmins,
  teamOwner,
  ownAccess,
  firstAccess,
  unresolvedPeople,
  exposure,
  permissions,
  policies,
];

/** The judgement of the guards on a plan: verdicts that hold it or were let pass, and diagnostics. */
export interface Judgement {
  readonly verdicts: readonly GuardVerdict[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Judges a plan by all guards. Allowed verdicts are in it too. */
export function judgePlan(input: GuardInput): Judgement {
  const found = guards.map(({ rule, judge }) => ({ rule, findings: [...judge(input)].sort(byAddress) }));
  return {
    verdicts: found.flatMap(({ rule, findings }) =>
      findings.flatMap(({ passes, diagnostic, ...finding }) =>
        diagnostic === undefined ? [{ rule, held: passes !== true, ...finding }] : [],
      ),
    ),
    diagnostics: found.flatMap(({ findings }) => findings.flatMap(({ diagnostic }) => diagnostic ?? [])),
  };
}

/** Findings come in no order: neither manifests nor the lists of the platform have one. */
function byAddress(a: Finding, b: Finding): number {
  return compareNames(a.address ?? "", b.address ?? "") || compareText(a.message, b.message);
}
