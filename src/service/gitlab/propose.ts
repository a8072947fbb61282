import { z } from "zod";
import { unlessMissing } from "../failure.ts";
import type { Proposal, Service } from "../service.ts";
import { pushes as needs, withoutActions } from "./account.ts";
import type { GitlabClient } from "./client.ts";

const request = z.object({ iid: z.number() });

/** Proposes files as a commit on top of the base, on a branch of its own, in a merge request. */
export function proposingOnGitlab(
  client: GitlabClient,
  pullRequest: Service["pullRequest"],
): Service["propose"] {
  const { commits, project, ask } = client;
  return async (proposal) => {
    const { branch, base, title } = proposal;
    const actions = await Promise.all(
      Object.entries(proposal.files).map(async ([filePath, content]) => {
        const action = (await isThere(client, base, filePath)) ? ("update" as const) : ("create" as const);
        return { action, filePath, content };
      }),
    );
    const call = () => commits.create(project, branch, title, actions, { startBranch: base, force: true });
    await ask({ to: `commit the files of "${title}"`, needs }, call, z.object({}));
    return pullRequest(await openRequest(client, proposal));
  };
}

/** GitLab wants to be told whether a file is new. */
async function isThere(
  { files, project, ask }: GitlabClient,
  branch: string,
  path: string,
): Promise<boolean> {
  const asked = { to: `show ${path} of the branch ${branch}`, needs };
  const found = await ask(asked, () => files.show(project, path, branch), z.object({})).catch(unlessMissing);
  return found !== undefined;
}

/** Updates the open merge request of the branch, or opens one; answers its number. */
async function openRequest(
  { mergeRequests, project, ask }: GitlabClient,
  { branch, base, title, text }: Proposal,
): Promise<number> {
  const filter = { projectId: project, state: "opened", sourceBranch: branch, targetBranch: base } as const;
  const asked = { to: `list the merge requests of the branch ${branch}`, needs };
  const [open] = await ask(asked, () => mergeRequests.all(filter), z.array(request));
  const description = withoutActions(text);
  const call = () =>
    open === undefined
      ? mergeRequests.create(project, branch, base, title, { description })
      : mergeRequests.edit(project, open.iid, { title, description });
  return (await ask({ to: `open a merge request of the branch ${branch}`, needs }, call, request)).iid;
}
