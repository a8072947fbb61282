import { delimiter, isAbsolute, relative, sep } from "node:path";
import type { Disk } from "./disk.ts";

/** The folders of a PATH that lie outside of the tree: npm adds `node_modules/.bin`, which a pull request may hold. */
export async function foldersOutside(
  path: string,
  disk: Pick<Disk, "realPath">,
  tree: string,
): Promise<string> {
  const root = (await disk.realPath(tree)) ?? tree;
  const isOutside = async (folder: string): Promise<boolean> => {
    const real = isAbsolute(folder) ? await disk.realPath(folder).catch(() => undefined) : undefined;
    return real !== undefined && !isInside(root, real);
  };
  const folders = path.split(delimiter);
  const kept = await Promise.all(folders.map(isOutside));
  return folders.filter((_, at) => kept[at]).join(delimiter);
}

/** Is a path the folder, or below it? Both are real paths. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
