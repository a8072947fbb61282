import { once } from "../once.ts";
import { extendOperation } from "../operation.ts";
import { organization, organizationOperations } from "../parts/organizations.ts";
import { gitbookMergeRules, gitbookMergeRulesBody } from "./merge-rules.ts";

const { listOrganizations, getOrganization, updateOrganization } = organizationOperations;

const gitbookOrganization = once(() => organization().extend({ mergeRules: gitbookMergeRules() }));

/** Operations on organizations: their merge rules are more than those of the reference. */
export const gitbookOrganizationOperations = {
  listOrganizations: extendOperation(listOrganizations, { list: gitbookOrganization }),
  getOrganization: extendOperation(getOrganization, { answers: { 200: gitbookOrganization } }),
  updateOrganization: extendOperation(updateOrganization, {
    body: () =>
      updateOrganization.body.extend({
        ...gitbookMergeRulesBody(),
      }),
    answers: { 200: gitbookOrganization },
  }),
};
