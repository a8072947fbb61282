import { z } from "zod";
import type { Service } from "../service.ts";
import type { GitlabClient } from "./client.ts";

const answer = z.object({
  only_allow_merge_if_pipeline_succeeds: z.boolean(),
  merge_method: z.string(),
  merge_pipelines_enabled: z.boolean().nullish(),
});

/** The demands of GitLab before a merge: settings of the project. */
export function mergeRulesOnGitlab({ projects, project, ask }: GitlabClient): Pick<Service, "mergeRules"> {
  return {
    mergeRules: async () => {
      const asked = { to: "show the settings of the project", needs: "the scope api or read_api" };
      const found = await ask(asked, () => projects.show(project), answer);
      return {
        needsCheck: found.only_allow_merge_if_pipeline_succeeds,
        // Both let nothing merge that is behind, or plan it as it will be.
        needsNewest: found.merge_method !== "merge" || found.merge_pipelines_enabled === true,
      };
    },
  };
}
