import { isNamed, leadKinds, leadsOf } from "./admins.ts";
import type { Guard } from "./guard.ts";

/** Holds a plan that takes `admin` from somebody whom `guards.requiredAdmins` names. */
export const requiredAdmins: Guard = {
  rule: "required-admins",
  judge: (input) =>
    leadKinds(input).flatMap((kind) =>
      input.planning.desired.organizations.flatMap(({ alias }) =>
        leadsOf(input, alias, kind)
          .filter(({ before, after }) => before && !after)
          .flatMap((lead) => {
            const name = input.settings.requiredAdmins.find((one) => isNamed(lead, kind, one));
            if (name === undefined || lead.change === undefined) return [];
            const { action, address, source } = lead.change;
            const what =
              action === "delete"
                ? `removes this ${kind.kind.name} from ${alias}`
                : `takes "${kind.value}" away`;
            return [
              {
                address,
                message: `${name} is one of guards.requiredAdmins, and this plan ${what}`,
                allow: `take ${name} out of guards.requiredAdmins in docform.yaml`,
                ...(source === undefined ? {} : { source }),
              },
            ];
          }),
      ),
    ),
};
