import { posix } from "node:path";
import type { Commit, CommitFile } from "../../io/git-commit.ts";
import { compareText } from "../../text/json.ts";
import { isListed, type ProjectFiles } from "./project-files.ts";

/**
 * The files of a project folder as they are in a commit. A link is not followed there: whoever meets one gets an error, so
 * nothing that a link leads to is left out in silence.
 */
export function commitFiles({ files, read }: Pick<Commit, "files" | "read">): ProjectFiles {
  const folders = foldersOf(files.keys());
  const textOf = inBatches(read);
  const find = (path: string): CommitFile | "folder" | undefined => {
    const real = posix.normalize(path);
    const through = [...aboveOf(real), real].find((one) => (files.get(one)?.type ?? "file") !== "file");
    if (through !== undefined) throw new Error(`${through} is a link or a submodule there`);
    return files.get(real) ?? (folders.has(real) ? "folder" : undefined);
  };
  return {
    status: async (path) => {
      const found = find(path);
      if (found === "folder") return { type: "folder", bytes: 0 };
      return found && { type: "file", bytes: found.bytes };
    },
    realPath: async (path) => (find(path) === undefined ? undefined : posix.normalize(path)),
    read: async (path) => {
      const found = find(path);
      if (found === undefined || found === "folder") throw new Error(`there is no file ${path}`);
      return new TextEncoder().encode(await textOf(found.id));
    },
    // A link is listed, too: reading it tells why it cannot be read.
    listYaml: async (folder) =>
      [...files]
        .filter(([path, { type }]) => isListed(folder, path, type === "file"))
        .map(([path]) => path)
        .sort(compareText),
  };
}

function foldersOf(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set(["."]);
  for (const path of paths) for (const folder of aboveOf(path)) folders.add(folder);
  return folders;
}

/** The folders above a path, the highest first. */
function aboveOf(path: string): readonly string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_, at) => names.slice(0, at + 1).join("/"));
}

/** Reads together what is asked for at the same time: each read starts a program. */
function inBatches(read: Commit["read"]): (id: string) => Promise<string> {
  let waiting:
    | { readonly ids: Set<string>; readonly texts: Promise<ReadonlyMap<string, string>> }
    | undefined;
  const next = (): NonNullable<typeof waiting> => {
    const ids = new Set<string>();
    const texts = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      waiting = undefined;
      return read([...ids]);
    });
    return { ids, texts };
  };
  return async (id) => {
    waiting ??= next();
    waiting.ids.add(id);
    return (await waiting.texts).get(id) ?? "";
  };
}
