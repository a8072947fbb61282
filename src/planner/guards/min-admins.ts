import { leadKinds, leadsOf } from "./admins.ts";
import type { Finding, Guard } from "./guard.ts";

/** Holds a plan that takes `admin` from somebody and leaves fewer admins than `guards.minAdmins`; who is disabled is none. */
export const minAdmins: Guard = {
  rule: "min-admins",
  judge: (input) =>
    leadKinds(input).flatMap((kind) =>
      input.planning.desired.organizations.flatMap(({ alias }): readonly Finding[] => {
        const leads = leadsOf(input, alias, kind).filter(({ isIdle }) => !isIdle);
        const [lost] = leads.filter(({ before, after }) => before && !after);
        const left = leads.filter(({ after }) => after).length;
        if (lost === undefined || left >= input.settings.minAdmins) return [];
        const remain = `${left === 0 ? "no" : left} ${kind.value}${left === 1 ? " remains" : "s remain"}`;
        return [
          {
            message: `${remain} in ${alias}, and guards.minAdmins is ${input.settings.minAdmins}`,
            allow: `guards.minAdmins: ${left} in docform.yaml`,
            ...(lost.change?.source === undefined ? {} : { source: lost.change.source }),
          },
        ];
      }),
    ),
};
