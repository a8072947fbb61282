import * as z from "zod";
import { once } from "../once.ts";
import { mergeRulesBodyOf, mergeRulesOf, optional } from "../resource.ts";

const kind = "Kind of rule";

/** Rules that name people (2.1). */
const rulesOfPeople = z
  .enum(["require_specific_reviewers", "require_one_of_specific_reviewers", "allow_bypass"])
  .describe(kind);

/** Rules that need no more than their name. */
const plainRules = z
  .enum([
    "require_at_least_one_review",
    "require_at_least_one_approved_review",
    "require_all_reviews_approved",
    "require_agent_review",
    "require_up_to_date_change_request",
    "require_change_request_subject",
    "require_change_request_description",
    "require_author_to_merge",
  ])
  .describe(kind);

/** A merge rule of the published API, or of the reference. `users` are the people of one that names people. */
export function gitbookMergeRule(users: z.ZodType<string[]>) {
  return z.discriminatedUnion("rule", [
    z.strictObject({ rule: rulesOfPeople, users }),
    z.strictObject({ rule: plainRules }),
    z.strictObject({
      rule: z.literal("custom").describe(kind),
      expression: z.string().max(1024).describe("Condition that a change request meets"),
      message: z.string().optional().describe("Message for people when it does not"),
    }),
  ]);
}

/** Merge rules as bodies of the published API carry them. */
export const gitbookMergeRulesBody = once(() => ({
  mergeRules: optional(
    mergeRulesBodyOf(gitbookMergeRule(z.array(z.string()).describe("Ids of the users it is about"))),
    "Rules that a change request meets before it is merged",
  ),
}));

/** Merge rules as answers of the published API hold them. */
export const gitbookMergeRules = once(() =>
  mergeRulesOf(
    z.object({
      // Open: A8.
      rule: z.string().describe("Such as require_specific_reviewers"),
      users: z.array(z.string()).optional(),
      expression: z.string().optional(),
      message: z.string().optional(),
    }),
  ),
);
