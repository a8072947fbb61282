import { z } from "zod";
import type { PullRequest, Service } from "../service.ts";
import type { GithubClient } from "./client.ts";

/** Null when somebody deleted it. */
const repository = z.object({ full_name: z.string() }).nullish();

const answer = z.object({
  number: z.number(),
  html_url: z.string(),
  state: z.string(),
  head: z.object({ sha: z.string(), repo: repository }),
  base: z.object({ ref: z.string(), repo: repository }),
  labels: z.array(z.object({ name: z.string() })),
  user: z.object({ login: z.string() }).nullish(),
  merged_at: z.string().nullish(),
});

function pullOf({ number, html_url: link, head, base, user, ...pull }: z.infer<typeof answer>): PullRequest {
  const labels = pull.labels.map(({ name }) => name);
  const isFork = head.repo?.full_name !== base.repo?.full_name;
  const isOpen = pull.state === "open";
  return {
    number,
    link,
    head: head.sha,
    base: base.ref,
    labels,
    isOpen,
    isFork,
    ...(user ? { author: user.login } : {}),
  };
}

/** Reads pull requests of GitHub. */
export function pullsOnGithub({
  octokit,
  ask,
  at,
}: GithubClient): Pick<Service, "pullRequest" | "mergedWith" | "openPulls"> {
  // All jobs that read pull requests also write to them: one permission, named as a whole.
  const needs = "pull-requests: write";
  return {
    pullRequest: async (number) => {
      const call = () =>
        octokit.request("GET /repos/{owner}/{repo}/pulls/{pull_number}", { ...at, pull_number: number });
      const { data } = await ask(
        { to: `show pull request ${number}`, needs },
        call,
        z.object({ data: answer }),
      );
      return pullOf(data);
    },
    openPulls: async (base, most) => {
      const filter = {
        ...at,
        base,
        state: "open",
        sort: "updated",
        direction: "desc",
        per_page: most,
      } as const;
      const call = () => octokit.request("GET /repos/{owner}/{repo}/pulls", filter);
      const form = z.object({ data: z.array(z.object({ number: z.number() })) });
      const { data } = await ask({ to: `list the open pull requests into ${base}`, needs }, call, form);
      return data.map(({ number }) => number);
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
      return merged.map(pullOf);
    },
  };
}
