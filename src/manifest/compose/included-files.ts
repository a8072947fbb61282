import { posix } from "node:path";
import { isAbsolute, isOutside, type ProjectFiles } from "../read/project-files.ts";
import { readText } from "../read/read-file.ts";
import { scalarsOf, type Tree } from "../read/tree.ts";
import { parseTemplate } from "./template.ts";

/** The text of `${file:path}` in a manifest, or why there is none. */
export type FileLookup = (path: string, manifest: string) => IncludedFile;

/** The text of a file, or why there is none. */
type IncludedFile =
  | { readonly text: string }
  /** `isMissing`: there is no such file, so the default after `:-` is taken. */
  | { readonly problem: string; readonly isMissing?: boolean };

const maxBytes = 1024 * 1024;

/** Reads every file that the trees name with `${file:path}`, each once. */
export async function readIncludedFiles(io: ProjectFiles, trees: readonly Tree[]): Promise<FileLookup> {
  const found = new Map<string, IncludedFile>();
  for (const { path, manifest } of trees.flatMap(mentionsIn)) {
    const name = lookupName(path, manifest);
    if (!found.has(name)) found.set(name, await readIncluded(io, path, manifest));
  }
  return (path, manifest) => found.get(lookupName(path, manifest)) ?? isNotThere;
}

function mentionsIn(tree: Tree): readonly { readonly path: string; readonly manifest: string }[] {
  const naming = scalarsOf(tree).filter(({ value }) => String(value).includes("${file:"));
  return [...new Set(naming)].flatMap(({ value, source }) =>
    parseTemplate(String(value)).flatMap((part) =>
      part.type === "file" ? [{ path: part.name, manifest: source.file }] : [],
    ),
  );
}

/**
 * Relative to the project folder when the file is there, else to the folder of the manifest. Paths that leave
 * the project are refused before the disk is asked, so that nothing can be learned about what is outside.
 */
async function readIncluded(io: ProjectFiles, path: string, manifest: string): Promise<IncludedFile> {
  if (isAbsolute(path) || path.includes("\0")) return { problem: "lies outside the project folder" };
  const candidates = [path, posix.join(posix.dirname(manifest), path)].map((to) => posix.normalize(to));
  const inside = candidates.filter((candidate) => !isOutside(candidate));
  for (const candidate of inside) {
    const read = await readText(io, candidate, maxBytes);
    if ("text" in read || read.isMissing !== true) return read;
  }
  return inside.length === 0 ? { problem: "lies outside the project folder" } : isNotThere;
}

const isNotThere: IncludedFile = { problem: "is not there", isMissing: true };

function lookupName(path: string, manifest: string): string {
  return `${posix.dirname(manifest)}\0${path}`;
}
