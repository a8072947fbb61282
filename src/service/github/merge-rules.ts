import { z } from "zod";
import type { Service } from "../service.ts";
import type { GithubClient } from "./client.ts";

/** A check that a rule demands. */
const check = z.object({ context: z.string() });

const ruleAnswer = z.object({
  type: z.string().optional(),
  parameters: z
    .object({
      required_status_checks: z.array(check).optional(),
      strict_required_status_checks_policy: z.boolean().optional(),
      require_code_owner_review: z.boolean().optional(),
    })
    .optional(),
});

const branchAnswer = z.object({
  protection: z
    .object({ required_status_checks: z.object({ contexts: z.array(z.string()).optional() }).optional() })
    .optional(),
});

/** The demands of GitHub before a merge: the rulesets of a branch, and its older protection, of which a token sees a part. */
export function mergeRulesOnGithub({ octokit, ask, at }: GithubClient): Pick<Service, "mergeRules"> {
  return {
    mergeRules: async (branch) => {
      const asked = { to: `show the rules of the branch ${branch}`, needs: "contents: read" };
      const rules = await ask(
        asked,
        () =>
          octokit.paginate("GET /repos/{owner}/{repo}/rules/branches/{branch}", {
            ...at,
            branch,
            per_page: 100,
          }),
        z.array(ruleAnswer),
      );
      const { data } = await ask(
        asked,
        () => octokit.request("GET /repos/{owner}/{repo}/branches/{branch}", { ...at, branch }),
        z.object({ data: branchAnswer }),
      );
      const parameters = rules.map((rule) => rule.parameters ?? {});
      const older = data.protection?.required_status_checks?.contexts ?? [];
      const needsCheck = parameters.some((one) => (one.required_status_checks ?? []).length > 0);
      return {
        needsCheck: needsCheck || older.length > 0,
        // The older protection does not tell it to a job.
        ...(older.length > 0
          ? {}
          : { needsNewest: parameters.some((one) => one.strict_required_status_checks_policy === true) }),
      };
    },
  };
}
