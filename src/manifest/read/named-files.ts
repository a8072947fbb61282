import { relative, resolve, sep } from "node:path";
import type { Io } from "../../io/io.ts";
import { error } from "../../model/diagnostic.ts";
import { Stop } from "../../model/stop.ts";
import { type ProjectFiles, pathExists } from "./project-files.ts";

/**
 * The paths in the project folder of files and folders that a command line names. Throws `Stop` for those that are not
 * there: the advice for a path in a manifest would be wrong for an argument.
 */
export async function namedFiles(
  { cwd }: Pick<Io, "cwd">,
  folder: string,
  files: ProjectFiles,
  names: readonly string[],
): Promise<readonly string[]> {
  const paths = names.map((name) => relative(folder, resolve(cwd, name)).split(sep).join("/") || ".");
  const there = await Promise.all(paths.map((path) => pathExists(files, path)));
  const missing = names.filter((_, at) => there[at] === false);
  if (missing.length === 0) return paths;
  const hint = "correct the path: it is relative to the folder in which the command runs";
  throw new Stop(missing.map((name) => error("DF5001", `there is no file or folder "${name}"`, { hint })));
}
