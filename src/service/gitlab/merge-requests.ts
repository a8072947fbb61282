import { z } from "zod";
import type { PullRequest, Service } from "../service.ts";
import type { GitlabClient } from "./client.ts";

const answer = z.object({
  iid: z.number(),
  web_url: z.string(),
  sha: z.string(),
  labels: z.array(z.string()),
  state: z.string(),
  merged_at: z.string().nullish(),
});

const approvals = z.object({
  approved_by: z.array(
    z.object({ user: z.object({ username: z.string() }), approved_at: z.string().nullish() }),
  ),
});

const versions = z.array(z.object({ head_commit_sha: z.string(), created_at: z.string() }));

/** What GitLab tells of merge requests. */
export function mergeRequestsOnGitlab({
  mergeRequests,
  approvals: approving,
  commits,
  project,
  ask,
}: GitlabClient): Pick<Service, "pullRequest" | "mergedWith"> {
  const needs = "the scope api or read_api";
  const withApprovers = async (request: z.infer<typeof answer>): Promise<PullRequest> => {
    const { iid: number, web_url: link, sha: head, labels } = request;
    const asked = { to: `list the approvals of merge request ${number}`, needs };
    const [{ approved_by }, pushes] = await Promise.all([
      ask(asked, () => approving.showConfiguration(project, { mergerequestIId: number }), approvals),
      ask(asked, () => mergeRequests.allDiffVersions(project, number), versions),
    ]);
    const approvers = approved_by.filter((one) => isOfNewest(one.approved_at, pushes, head));
    return { number, link, head, labels, approvers: approvers.map(({ user }) => user.username) };
  };
  return {
    pullRequest: async (number) =>
      withApprovers(
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
      return Promise.all(merged.map(withApprovers));
    },
  };
}

/**
 * An approval says when it was given, and not of which commit: it must be later than the newest push. An old GitLab
 * that does not say when gives no approval that docform may count.
 */
function isOfNewest(
  approved: string | null | undefined,
  pushes: z.infer<typeof versions>,
  head: string,
): boolean {
  const push = pushes.find(({ head_commit_sha }) => head_commit_sha === head);
  return Boolean(approved) && push !== undefined && Date.parse(approved ?? "") >= Date.parse(push.created_at);
}
