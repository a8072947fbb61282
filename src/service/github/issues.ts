import { z } from "zod";
import type { Issue, Service } from "../service.ts";
import { accountOf } from "./account.ts";
import type { GithubClient } from "./client.ts";

const answer = z.object({
  number: z.number(),
  html_url: z.string(),
  body: z.string().nullish(),
  pull_request: z.object({}).nullish(),
});

function issueOf({ number, html_url: link, body }: z.infer<typeof answer>): Issue {
  return { number, link, text: body ?? "" };
}

/** Reads and writes issues of GitHub. Its lists of issues hold pull requests too. */
export function issuesOnGithub(
  client: GithubClient,
): Pick<Service, "ownIssues" | "addIssue" | "editIssue" | "commentIssue"> {
  const { octokit, ask, at } = client;
  const needs = "issues: write";
  return {
    ownIssues: async () => {
      const creator = await accountOf(client);
      // Not by their label: GitHub drops the labels of an account that may not push.
      const filter = { ...at, creator, state: "open", per_page: 100 } as const;
      const call = () => octokit.paginate("GET /repos/{owner}/{repo}/issues", filter);
      const asked = { to: "list the issues that docform opened", needs };
      const all = await ask(asked, call, z.array(answer));
      return all.filter((one) => !one.pull_request).map(issueOf);
    },
    addIssue: async ({ title, text: body, label }) => {
      const call = () =>
        octokit.request("POST /repos/{owner}/{repo}/issues", { ...at, title, body, labels: [label] });
      return issueOf((await ask({ to: "open an issue", needs }, call, z.object({ data: answer }))).data);
    },
    editIssue: async (number, { title, text, isOpen }) => {
      const change = {
        ...(title === undefined ? {} : { title }),
        ...(text === undefined ? {} : { body: text }),
        ...(isOpen === undefined ? {} : { state: isOpen ? ("open" as const) : ("closed" as const) }),
      };
      const route = "PATCH /repos/{owner}/{repo}/issues/{issue_number}";
      const call = () => octokit.request(route, { ...at, issue_number: number, ...change });
      return issueOf(
        (await ask({ to: `change issue ${number}`, needs }, call, z.object({ data: answer }))).data,
      );
    },
    commentIssue: async (number, body) => {
      const route = "POST /repos/{owner}/{repo}/issues/{issue_number}/comments";
      const call = () => octokit.request(route, { ...at, issue_number: number, body });
      await ask({ to: `add a comment to issue ${number}`, needs }, call, z.object({}));
    },
  };
}
