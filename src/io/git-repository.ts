import { dirname, join, resolve } from "node:path";
import type { Disk } from "./disk.ts";

/** A clone: the top of its work tree, and the folder that Git keeps of it. Both are real paths. */
export interface Repository {
  readonly top: string;
  readonly gitFolder: string;
}

/** The content of a file `.git`, in a linked work tree or a submodule. */
const pointer = /^gitdir: (.+?)\r?\n?$/;

/** Bytes of a file `.git` that are read: a path. */
const mostBytes = 64 * 1024;

/**
 * The repository that a folder is in: that of the nearest `.git` above. Git refuses to commit that name, so no pull
 * request makes one. Git itself would take any folder with HEAD, config, objects and refs for a repository.
 */
export async function findRepository(
  disk: Pick<Disk, "status" | "realPath" | "read">,
  folder: string,
): Promise<Repository | undefined> {
  const start = (await disk.realPath(folder)) ?? resolve(folder);
  for (let top = start; ; top = dirname(top)) {
    const found = join(top, ".git");
    const type = (await disk.status(found))?.type;
    if (type === "folder") return { top, gitFolder: (await disk.realPath(found)) ?? found };
    if (type === "file") return pointed(disk, top, found);
    if (top === dirname(top)) return undefined;
  }
}

async function pointed(
  disk: Pick<Disk, "realPath" | "read">,
  top: string,
  file: string,
): Promise<Repository | undefined> {
  const text = new TextDecoder().decode(await disk.read(file, mostBytes));
  const path = pointer.exec(text)?.[1];
  const gitFolder = path === undefined ? undefined : await disk.realPath(resolve(top, path));
  return gitFolder === undefined ? undefined : { top, gitFolder };
}
