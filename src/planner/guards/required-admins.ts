import type { LeadKind } from "./admin-field.ts";
import { isNamed, type Lead, leadKinds, leadsOf } from "./admins.ts";
import type { Finding, Guard, GuardInput } from "./guard.ts";

/**
 * Holds a plan that takes `admin` from somebody whom `guards.requiredAdmins` names, or from anybody while a name there fits
 * nobody: it may be meant for them.
 */
export const requiredAdmins: Guard = {
  rule: "required-admins",
  judge: (input) =>
    leadKinds(input).flatMap((kind) => {
      const lost = input.planning.desired.organizations.flatMap(({ alias }) =>
        leadsOf(input, alias, kind).filter(({ before, after }) => before && !after),
      );
      return [...lost.flatMap((lead) => judge(input, kind, lead)), ...strangers(input, kind, lost)];
    }),
};

function judge({ settings }: GuardInput, kind: LeadKind, lead: Lead): readonly Finding[] {
  const name = settings.requiredAdmins.find((one) => isNamed(lead.live, kind, one));
  if (name === undefined || lead.change === undefined) return [];
  const { action, address, source } = lead.change;
  const what =
    action === "delete"
      ? `removes this ${kind.kind.name} from ${lead.live.organization}`
      : `takes "${kind.value}" away`;
  return [
    {
      address,
      message: `${name} is one of guards.requiredAdmins, and this plan ${what}`,
      allow: `take ${name} out of guards.requiredAdmins in docform.yaml`,
      ...(source === undefined ? {} : { source }),
    },
  ];
}

/** Names that fit nobody in any organization; where people of one were not read, nobody can tell. */
function strangers(
  { planning, settings }: GuardInput,
  kind: LeadKind,
  lost: readonly Lead[],
): readonly Finding[] {
  const lists = planning.desired.organizations.map(({ alias }) => planning.liveIn(alias, kind.kind.name));
  if (lost.length === 0 || lists.some(({ length }) => length === 0)) return [];
  const people = lists.flat();
  return settings.requiredAdmins
    .filter((name) => !people.some((live) => isNamed(live, kind, name)))
    .map((name) => ({
      message: `nobody is ${name}, whom guards.requiredAdmins names, and this plan takes "${kind.value}" from somebody`,
      allow: `mend ${name} in guards.requiredAdmins in docform.yaml, or take it out`,
    }));
}
