import { z } from "zod";
import { unlessMissing } from "../failure.ts";
import type { Proposal, ProposedPull, Service } from "../service.ts";
import type { GithubClient } from "./client.ts";

const ref = z.object({ data: z.object({ object: z.object({ sha: z.string() }) }) });
const withSha = z.object({ data: z.object({ sha: z.string() }) });
const answer = z.object({
  number: z.number(),
  html_url: z.string(),
  body: z.string().nullish(),
  state: z.string(),
  merged_at: z.string().nullish(),
});

function proposedOf({ number, html_url: link, body, ...pull }: z.infer<typeof answer>): ProposedPull {
  const state = pull.merged_at ? "merged" : pull.state === "open" ? "open" : "closed";
  return { number, link, text: body ?? "", state };
}

/** How files are proposed on GitHub: a commit on top of the base, on a branch of its own, in a pull request. */
export function proposingOnGithub(
  client: GithubClient,
): Pick<Service, "proposals" | "pushFiles" | "addPull" | "editPull"> {
  const { octokit, ask, at } = client;
  const needs = "pull-requests: write";
  return {
    proposals: async ({ branch, base }) => {
      const wanted = { ...at, state: "all", head: `${at.owner}:${branch}`, base } as const;
      const asked = { to: `list the pull requests of the branch ${branch}`, needs };
      const call = () => octokit.request("GET /repos/{owner}/{repo}/pulls", wanted);
      return (await ask(asked, call, z.object({ data: z.array(answer) }))).data.map(proposedOf);
    },
    pushFiles: async (proposal) => pointBranch(client, proposal.branch, await commitFiles(client, proposal)),
    addPull: async ({ branch: head, base, title, text: body }) => {
      const call = () =>
        octokit.request("POST /repos/{owner}/{repo}/pulls", { ...at, head, base, title, body });
      const to = `open a pull request of the branch ${head}`;
      return proposedOf((await ask({ to, needs }, call, z.object({ data: answer }))).data);
    },
    editPull: async (number, { title, text, isOpen }) => {
      const change = {
        ...(title === undefined ? {} : { title }),
        ...(text === undefined ? {} : { body: text }),
        ...(isOpen === false ? { state: "closed" as const } : {}),
      };
      const route = "PATCH /repos/{owner}/{repo}/pulls/{pull_number}";
      const call = () => octokit.request(route, { ...at, pull_number: number, ...change });
      const to = `change pull request ${number}`;
      return proposedOf((await ask({ to, needs }, call, z.object({ data: answer }))).data);
    },
  };
}

/** Makes the commit, whose files are whole texts, and answers its id. */
async function commitFiles(
  { octokit, ask, at }: GithubClient,
  { commit: parent, title, files }: Omit<Proposal, "text">,
): Promise<string> {
  const asked = { to: `commit the files of "${title}"`, needs: "contents: write" };
  const tree = Object.entries(files).map(
    ([path, content]) => ({ path, content, mode: "100644", type: "blob" }) as const,
  );
  const body = { ...at, base_tree: parent, tree };
  const made = await ask(asked, () => octokit.request("POST /repos/{owner}/{repo}/git/trees", body), withSha);
  const commit = { ...at, message: title, tree: made.data.sha, parents: [parent] };
  return (await ask(asked, () => octokit.request("POST /repos/{owner}/{repo}/git/commits", commit), withSha))
    .data.sha;
}

async function pointBranch({ octokit, ask, at }: GithubClient, branch: string, sha: string): Promise<void> {
  const asked = { to: `move the branch ${branch}`, needs: "contents: write" };
  const show = () =>
    octokit.request("GET /repos/{owner}/{repo}/git/ref/{ref}", { ...at, ref: `heads/${branch}` });
  const found = await ask(asked, show, ref).catch(unlessMissing);
  const move = () =>
    octokit.request("PATCH /repos/{owner}/{repo}/git/refs/{ref}", {
      ...at,
      ref: `heads/${branch}`,
      sha,
      force: true,
    });
  const make = () =>
    octokit.request("POST /repos/{owner}/{repo}/git/refs", { ...at, ref: `refs/heads/${branch}`, sha });
  await ask(asked, found === undefined ? make : move, ref);
}
