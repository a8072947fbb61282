import { z } from "zod";
import type { PullRequest, Service } from "../service.ts";
import type { GithubClient } from "./client.ts";

const answer = z.object({
  number: z.number(),
  html_url: z.string(),
  head: z.object({ sha: z.string() }),
  labels: z.array(z.object({ name: z.string() })),
  merged_at: z.string().nullish(),
});

const review = z.object({
  state: z.string(),
  commit_id: z.string().nullish(),
  user: z.object({ login: z.string() }).nullish(),
});

/** What GitHub tells of pull requests. */
export function pullsOnGithub({
  octokit,
  ask,
  at,
}: GithubClient): Pick<Service, "pullRequest" | "mergedWith"> {
  const needs = "pull-requests: read";
  const withApprovers = async (pull: z.infer<typeof answer>): Promise<PullRequest> => {
    const route = "GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews";
    const reviews = await ask(
      { to: `list the reviews of pull request ${pull.number}`, needs },
      () => octokit.paginate(route, { ...at, pull_number: pull.number, per_page: 100 }),
      z.array(review),
    );
    const { number, html_url: link, head } = pull;
    const labels = pull.labels.map(({ name }) => name);
    return { number, link, head: head.sha, labels, approvers: approversOf(reviews, head.sha) };
  };
  return {
    pullRequest: async (number) => {
      const call = () =>
        octokit.request("GET /repos/{owner}/{repo}/pulls/{pull_number}", { ...at, pull_number: number });
      const { data } = await ask(
        { to: `show pull request ${number}`, needs },
        call,
        z.object({ data: answer }),
      );
      return withApprovers(data);
    },
    mergedWith: async (commit) => {
      const route = "GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls";
      const pulls = await ask(
        { to: `list the pull requests of commit ${commit.slice(0, 12)}`, needs },
        () => octokit.paginate(route, { ...at, commit_sha: commit, per_page: 100 }),
        z.array(answer),
      );
      const merged = pulls.filter((pull) => Boolean(pull.merged_at));
      merged.sort((one, other) => Date.parse(other.merged_at ?? "") - Date.parse(one.merged_at ?? ""));
      return Promise.all(merged.map(withApprovers));
    },
  };
}

/** The last review of each person counts; a comment takes no approval back. Reviews come oldest first. */
function approversOf(reviews: readonly z.infer<typeof review>[], head: string): readonly string[] {
  const last = new Map<string, z.infer<typeof review>>();
  for (const one of reviews)
    if (one.user && ["APPROVED", "CHANGES_REQUESTED", "DISMISSED"].includes(one.state))
      last.set(one.user.login, one);
  const approvals = [...last].filter(
    ([, { state, commit_id }]) => state === "APPROVED" && commit_id === head,
  );
  return approvals.map(([login]) => login);
}
