import { once } from "../once.ts";
import { defineOperations } from "../operation.ts";
import { organizationOperations, updateOrganizationBody } from "../parts/organizations.ts";
import { optional } from "../resource.ts";
import { gitbookMergeRulesBody } from "./merge-rules.ts";

const { updateOrganization } = organizationOperations;

/** Operations on organizations that take more in the published API. */
export const gitbookOrganizationOperations = defineOperations("4.8", {
  updateOrganization: {
    summary: updateOrganization.summary,
    call: "PATCH /orgs/{organizationId}",
    body: once(() =>
      updateOrganizationBody().extend({
        mergeRules: optional(
          gitbookMergeRulesBody(),
          "Rules that a change request meets before it is merged",
        ),
      }),
    ),
    answers: { 200: () => updateOrganization.answers[200] },
  },
});
