import { z } from "zod";
import { unlessMissing } from "../failure.ts";
import { type FilesPlace, linkMode, type RepositoryFile, type Service } from "../service.ts";
import type { GitlabClient } from "./client.ts";

const branchAnswer = z.object({ commit: z.object({ id: z.string() }) });
const entries = z.array(
  z.object({ path: z.string(), name: z.string(), type: z.string(), id: z.string(), mode: z.string() }),
);
const blob = z.object({ content: z.string(), encoding: z.literal("base64") });
const needs = "the scope api and the role Reporter or more";

/** How files of a branch are read on GitLab. */
export function filesOnGitlab(client: GitlabClient): Pick<Service, "filesAt" | "readBlob"> {
  const { repositories, project, ask } = client;
  return {
    filesAt: (place) => filesAt(client, place),
    readBlob: async (id) => {
      const asked = { to: `show the file ${id.slice(0, 12)}`, needs };
      return Buffer.from(
        (await ask(asked, () => repositories.showBlob(project, id), blob)).content,
        "base64",
      );
    },
  };
}

async function filesAt(
  { branches, repositories, project, ask }: GitlabClient,
  { branch, folder, names }: FilesPlace,
): Promise<readonly RepositoryFile[]> {
  const ofBranch = { to: `show the branch ${branch}`, needs };
  // The name of a branch alone may be that of a tag, too.
  const { commit } = await ask(ofBranch, () => branches.show(project, branch), branchAnswer);
  const list = async (path: string, recursive: boolean) => {
    const asked = { to: `list the files of ${path || "the repository"}`, needs };
    const options = { ref: commit.id, path, recursive, perPage: 100 };
    const call = () => repositories.allRepositoryTrees(project, options);
    return (await ask(asked, call, entries).catch(unlessMissing)) ?? [];
  };
  const files: RepositoryFile[] = [];
  for (const entry of (await list(folder, false)).filter(({ name }) => names.includes(name))) {
    const below = entry.type === "tree" ? await list(entry.path, true) : [];
    for (const { path, type, id, mode } of [entry, ...below])
      if (type === "blob")
        files.push({
          path: folder === "" ? path : path.slice(folder.length + 1),
          id,
          isLink: mode === linkMode,
        });
  }
  return files;
}
