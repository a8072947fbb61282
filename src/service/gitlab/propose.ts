import { z } from "zod";
import { unlessMissing } from "../failure.ts";
import type { ProposedPull, Service } from "../service.ts";
import { pushes as needs, withoutActions } from "./account.ts";
import type { GitlabClient } from "./client.ts";

const answer = z.object({
  iid: z.number(),
  web_url: z.string(),
  description: z.string().nullish(),
  state: z.string(),
  source_project_id: z.number().nullish(),
});

function proposedOf({
  iid: number,
  web_url: link,
  description,
  state,
}: z.infer<typeof answer>): ProposedPull {
  const known = state === "merged" ? "merged" : state === "opened" ? "open" : "closed";
  return { number, link, text: description ?? "", state: known };
}

/** How files are proposed on GitLab: a commit on top of the base, on a branch of its own, in a merge request. */
export function proposingOnGitlab(
  client: GitlabClient,
): Pick<Service, "proposals" | "pushFiles" | "addPull" | "editPull"> {
  const { commits, mergeRequests, project, ask } = client;
  return {
    proposals: async ({ branch, base }) => {
      const filter = { projectId: project, sourceBranch: branch, targetBranch: base, perPage: 100 };
      const asked = { to: `list the merge requests of the branch ${branch}`, needs };
      const all = await ask(asked, () => mergeRequests.all(filter), z.array(answer));
      // A fork may have a branch of the same name.
      return all.filter((one) => String(one.source_project_id) === project).map(proposedOf);
    },
    pushFiles: async ({ branch, commit, title, files }) => {
      const actions = await Promise.all(
        Object.entries(files).map(async ([filePath, content]) => {
          const action = (await fileExists(client, commit, filePath))
            ? ("update" as const)
            : ("create" as const);
          return { action, filePath, content };
        }),
      );
      const call = () => commits.create(project, branch, title, actions, { startSha: commit, force: true });
      await ask({ to: `commit the files of "${title}"`, needs }, call, z.object({}));
    },
    addPull: async ({ branch, base, title, text }) => {
      const description = withoutActions(text);
      const call = () => mergeRequests.create(project, branch, base, title, { description });
      return proposedOf(
        await ask({ to: `open a merge request of the branch ${branch}`, needs }, call, answer),
      );
    },
    editPull: async (number, { title, text, isOpen }) => {
      const change = {
        ...(title === undefined ? {} : { title }),
        ...(text === undefined ? {} : { description: withoutActions(text) }),
        ...(isOpen === false ? { stateEvent: "close" as const } : {}),
      };
      const call = () => mergeRequests.edit(project, number, change);
      return proposedOf(await ask({ to: `change merge request ${number}`, needs }, call, answer));
    },
  };
}

/** GitLab wants to be told whether a file is new. */
async function fileExists(
  { files, project, ask }: GitlabClient,
  commit: string,
  path: string,
): Promise<boolean> {
  const asked = { to: `show ${path} of the commit ${commit.slice(0, 12)}`, needs };
  const found = await ask(asked, () => files.show(project, path, commit), z.object({})).catch(unlessMissing);
  return found !== undefined;
}
