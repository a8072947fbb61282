import { z } from "zod";
import { unlessMissing } from "../failure.ts";
import type { Proposal, Service } from "../service.ts";
import type { GithubClient } from "./client.ts";

const ref = z.object({ data: z.object({ object: z.object({ sha: z.string() }) }) });
const withSha = z.object({ data: z.object({ sha: z.string() }) });
const pull = z.object({ number: z.number() });

/** Proposes files as a commit on top of the base, on a branch of its own, in a pull request. */
export function proposingOnGithub(
  client: GithubClient,
  pullRequest: Service["pullRequest"],
): Service["propose"] {
  return async (proposal) => {
    await pointBranch(client, proposal.branch, await commitFiles(client, proposal));
    return pullRequest(await openPull(client, proposal));
  };
}

/** Makes the commit, whose files are whole texts, and answers its id. */
async function commitFiles(
  { octokit, ask, at }: GithubClient,
  { base, title, files }: Proposal,
): Promise<string> {
  const asked = { to: `commit the files of "${title}"`, needs: "contents: write" };
  const { data: tip } = await ask(
    { to: `show the branch ${base}`, needs: "contents: read" },
    () => octokit.request("GET /repos/{owner}/{repo}/git/ref/{ref}", { ...at, ref: `heads/${base}` }),
    ref,
  );
  const tree = Object.entries(files).map(
    ([path, content]) => ({ path, content, mode: "100644", type: "blob" }) as const,
  );
  const body = { ...at, base_tree: tip.object.sha, tree };
  const made = await ask(asked, () => octokit.request("POST /repos/{owner}/{repo}/git/trees", body), withSha);
  const commit = { ...at, message: title, tree: made.data.sha, parents: [tip.object.sha] };
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

/** Updates the open pull request of the branch, or opens one; answers its number. */
async function openPull(
  { octokit, ask, at }: GithubClient,
  { branch, base, title, text: body }: Proposal,
): Promise<number> {
  const needs = "pull-requests: write";
  const wanted = { ...at, state: "open", head: `${at.owner}:${branch}`, base } as const;
  const { data: open } = await ask(
    { to: `list the pull requests of the branch ${branch}`, needs: "pull-requests: read" },
    () => octokit.request("GET /repos/{owner}/{repo}/pulls", wanted),
    z.object({ data: z.array(pull) }),
  );
  const number = open[0]?.number;
  const edit = (pull_number: number) =>
    octokit.request("PATCH /repos/{owner}/{repo}/pulls/{pull_number}", { ...at, pull_number, title, body });
  const add = () =>
    octokit.request("POST /repos/{owner}/{repo}/pulls", { ...at, head: branch, base, title, body });
  const to = `open a pull request of the branch ${branch}`;
  const done = await ask(
    { to, needs },
    () => (number === undefined ? add() : edit(number)),
    z.object({ data: pull }),
  );
  return done.data.number;
}
