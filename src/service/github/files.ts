import { z } from "zod";
import { stop } from "../../model/stop.ts";
import { type FilesPlace, linkMode, type RepositoryFile, type Service } from "../service.ts";
import type { GithubClient } from "./client.ts";

const ref = z.object({ data: z.object({ object: z.object({ sha: z.string() }) }) });
const tree = z.object({
  data: z.object({
    truncated: z.boolean(),
    tree: z.array(z.object({ path: z.string(), type: z.string(), mode: z.string(), sha: z.string() })),
  }),
});
const blob = z.object({ data: z.object({ content: z.string(), encoding: z.literal("base64") }) });

type Entries = z.infer<typeof tree>["data"]["tree"];

/** How files of a branch are read on GitHub, by the trees of Git. */
export function filesOnGithub(client: GithubClient): Pick<Service, "filesAt" | "readBlob"> {
  const { octokit, ask, at } = client;
  return {
    filesAt: (place) => filesAt(client, place),
    readBlob: async (id) => {
      const asked = { to: `show the file ${id.slice(0, 12)}`, needs: "contents: read" };
      const call = () =>
        octokit.request("GET /repos/{owner}/{repo}/git/blobs/{file_sha}", { ...at, file_sha: id });
      return Buffer.from((await ask(asked, call, blob)).data.content, "base64");
    },
  };
}

async function filesAt(
  client: GithubClient,
  { branch, folder, names }: FilesPlace,
): Promise<readonly RepositoryFile[]> {
  let entries = await treeAt(client, await headOf(client, branch));
  for (const part of folder.split("/").filter(Boolean)) {
    const inner = entries.find(({ path, type }) => path === part && type === "tree");
    if (inner === undefined) return [];
    entries = await treeAt(client, inner.sha);
  }
  const files: RepositoryFile[] = [];
  for (const entry of entries.filter((one) => names.includes(one.path))) {
    const inner = entry.type === "tree" ? await treeAt(client, entry.sha, true) : [];
    const below = inner.map((one) => ({ ...one, path: `${entry.path}/${one.path}` }));
    for (const { path, type, sha: id, mode } of [entry, ...below])
      if (type === "blob") files.push({ path, id, isLink: mode === linkMode });
  }
  return files;
}

/** The newest commit. The name of a branch alone may be that of a tag, too. */
async function headOf({ octokit, ask, at }: GithubClient, branch: string): Promise<string> {
  const asked = { to: `show the branch ${branch}`, needs: "contents: read" };
  const named = { ...at, ref: `heads/${branch}` };
  const call = () => octokit.request("GET /repos/{owner}/{repo}/git/ref/{ref}", named);
  return (await ask(asked, call, ref)).data.object.sha;
}

async function treeAt({ octokit, ask, at }: GithubClient, sha: string, isDeep = false): Promise<Entries> {
  const asked = { to: `list the files of ${sha.slice(0, 12)}`, needs: "contents: read" };
  const query = { ...at, tree_sha: sha, ...(isDeep ? { recursive: "1" } : {}) };
  const call = () => octokit.request("GET /repos/{owner}/{repo}/git/trees/{tree_sha}", query);
  const { data } = await ask(asked, call, tree);
  if (!data.truncated) return data.tree;
  const hint = "a folder of policies or tests has few files";
  throw stop("DF5060", `GitHub cannot ${asked.to}: there are too many`, { hint });
}
