import type { Address } from "../model/address.ts";
import type { Change } from "../model/documents/plan-document.ts";
import type { Waiting } from "../model/documents/waiting.ts";
import { compareNames } from "../text/compare-names.ts";
import type { GuardSettings } from "./guards/guard.ts";
import type { LastApply } from "./match/recorded-ids.ts";
import type { Outcome } from "./state/draft.ts";

/** The parts of a plan about people who are not in the organization. */
interface Awaited {
  readonly waiting: readonly Waiting[];
  /** Where `guards.missingMembers` is `hold`: a blocked change for each of them. */
  readonly blocked: readonly Change[];
  /** A blocked change for each who was there at an apply: somebody has taken them out, so that they are not waited for. */
  readonly left: readonly Change[];
}

const hasLeft =
  "an apply has seen this person in the organization, who is there no more: invite them again, correct the address, or take them out of the manifest";

/** People who have not joined yet wait, which is no failure; unless the project holds a plan for them. */
export function awaited(
  { waiting: missing = [] }: Outcome,
  { missingMembers }: Pick<GuardSettings, "missingMembers">,
  lastApply: LastApply | undefined,
): Awaited {
  const isGone = ({ address }: Waiting): boolean => wasThere(lastApply, address);
  const waiting = missing.filter((one) => !isGone(one));
  const left = missing.filter(isGone).map((one): Change => ({ ...one, action: "blocked", reason: hasLeft }));
  if (missingMembers === "hold")
    return { waiting: [], blocked: waiting.map((one) => ({ ...one, action: "blocked" })), left };
  const dated = waiting.map((one) => {
    const since = lastApply?.waiting?.get(one.address);
    return since === undefined ? one : { ...one, since };
  });
  return { waiting: dated.sort((a, b) => compareNames(a.address, b.address)), blocked: [], left };
}

/** Does the record know somebody: as a member, or as agreed in a list of people? An email has dots, as an address has. */
function wasThere(lastApply: LastApply | undefined, address: Address): boolean {
  if (lastApply === undefined) return false;
  if (lastApply.resources.has(address)) return true;
  return [...address.matchAll(/\./g)].some(({ index }) => {
    const fields = lastApply.resources.get(address.slice(0, index))?.fields ?? {};
    return Object.hasOwn(fields, address.slice(index + 1));
  });
}
