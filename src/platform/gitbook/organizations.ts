import type { gitbookOperations } from "../../contract/gitbook/operations.ts";
import { type CallOf, withBody } from "../calls/call.ts";
import { setGiven } from "../http/refusal.ts";
import { organizationHandlers } from "../parts/organizations.ts";

/** An organization takes more merge rules than the reference has. */
export const gitbookOrganizationHandlers = {
  updateOrganization: (call: CallOf<(typeof gitbookOperations)["updateOrganization"]>) => {
    const { mergeRules, ...fields } = call.body;
    const { organization } = call.found;
    organizationHandlers.updateOrganization(withBody(call, fields));
    setGiven(organization, { mergeRules });
    return organizationHandlers.getOrganization(withBody(call, undefined));
  },
};
