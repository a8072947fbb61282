import { z } from "zod";
import type { PullRequest, Service } from "../service.ts";
import type { GitlabClient } from "./client.ts";

const answer = z.object({
  iid: z.number(),
  web_url: z.string(),
  sha: z.string(),
  target_branch: z.string(),
  labels: z.array(z.string()),
  author: z.object({ username: z.string() }).nullish(),
  state: z.string(),
  source_project_id: z.number().nullish(),
  merged_at: z.string().nullish(),
});

function pullOf(request: z.infer<typeof answer>, project: string): PullRequest {
  const { iid: number, web_url: link, sha: head, target_branch: base, labels, author, state } = request;
  const of = author ? { author: author.username } : {};
  return {
    number,
    link,
    head,
    base,
    labels,
    isOpen: state === "opened",
    isFork: String(request.source_project_id) !== project,
    ...of,
  };
}

/** Reads merge requests of GitLab. */
export function mergeRequestsOnGitlab({
  mergeRequests,
  commits,
  project,
  ask,
}: GitlabClient): Pick<Service, "pullRequest" | "mergedWith" | "openPulls"> {
  const needs = "the scope api or read_api";
  return {
    pullRequest: async (number) =>
      pullOf(
        await ask(
          { to: `show merge request ${number}`, needs },
          () => mergeRequests.show(project, number),
          answer,
        ),
        project,
      ),
    openPulls: async (targetBranch, most) => {
      const page = { perPage: most, maxPages: 1, orderBy: "updated_at" } as const;
      const filter = { projectId: project, targetBranch, state: "opened", ...page } as const;
      const asked = { to: `list the open merge requests into ${targetBranch}`, needs };
      const all = await ask(asked, () => mergeRequests.all(filter), z.array(z.object({ iid: z.number() })));
      return all.map(({ iid }) => iid);
    },
    mergedWith: async (commit) => {
      const asked = { to: `list the merge requests of commit ${commit.slice(0, 12)}`, needs };
      const all = await ask(asked, () => commits.allMergeRequests(project, commit), z.array(answer));
      const merged = all.filter(({ state }) => state === "merged");
      merged.sort((one, other) => Date.parse(other.merged_at ?? "") - Date.parse(one.merged_at ?? ""));
      return merged.map((one) => pullOf(one, project));
    },
  };
}
