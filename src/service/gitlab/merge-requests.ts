import { z } from "zod";
import type { PullRequest, Service } from "../service.ts";
import type { GitlabClient } from "./client.ts";

const answer = z.object({
  iid: z.number(),
  web_url: z.string(),
  sha: z.string(),
  labels: z.array(z.string()),
  author: z.object({ username: z.string() }).nullish(),
  state: z.string(),
  merged_at: z.string().nullish(),
});

function pullOf({
  iid: number,
  web_url: link,
  sha: head,
  labels,
  author,
}: z.infer<typeof answer>): PullRequest {
  return { number, link, head, labels, ...(author ? { author: author.username } : {}) };
}

/** What GitLab tells of merge requests. */
export function mergeRequestsOnGitlab({
  mergeRequests,
  commits,
  project,
  ask,
}: GitlabClient): Pick<Service, "pullRequest" | "mergedWith"> {
  const needs = "the scope api or read_api";
  return {
    pullRequest: async (number) =>
      pullOf(
        await ask(
          { to: `show merge request ${number}`, needs },
          () => mergeRequests.show(project, number),
          answer,
        ),
      ),
    mergedWith: async (commit) => {
      const asked = { to: `list the merge requests of commit ${commit.slice(0, 12)}`, needs };
      const all = await ask(asked, () => commits.allMergeRequests(project, commit), z.array(answer));
      const merged = all.filter(({ state }) => state === "merged");
      merged.sort((one, other) => Date.parse(other.merged_at ?? "") - Date.parse(one.merged_at ?? ""));
      return merged.map(pullOf);
    },
  };
}
