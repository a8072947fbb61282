import * as z from "zod";
import { once } from "../once.ts";

/** Rules that name people (2.1). */
export const rulesOfPeople = z.enum([
  "require_specific_reviewers",
  "require_one_of_specific_reviewers",
  "allow_bypass",
]);

/** Rules that need no more than their name. */
export const plainRules = z.enum([
  "require_at_least_one_review",
  "require_at_least_one_approved_review",
  "require_all_reviews_approved",
  "require_agent_review",
  "require_up_to_date_change_request",
  "require_change_request_subject",
  "require_change_request_description",
  "require_author_to_merge",
]);

/** Text of a condition in the language of the service. */
export const ruleExpression = z.string().max(1024);

const kindOfRule = "Kind of rule";

/** Merge rules as bodies of the published API carry them: its rules, and those of the reference. */
export const gitbookMergeRulesBody = once(() =>
  z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("inherit") }),
    z.strictObject({ type: z.literal("none") }),
    z.strictObject({
      type: z.literal("rules"),
      rules: z.array(
        z.discriminatedUnion("rule", [
          z.strictObject({
            rule: rulesOfPeople.describe(kindOfRule),
            users: z.array(z.string()).describe("Ids of the users it is about"),
          }),
          z.strictObject({ rule: plainRules.describe(kindOfRule) }),
          z.strictObject({
            rule: z.literal("custom").describe(kindOfRule),
            expression: ruleExpression.describe("Condition that a change request meets"),
            message: z.string().optional().describe("Message for people when it does not"),
          }),
        ]),
      ),
    }),
  ]),
);
