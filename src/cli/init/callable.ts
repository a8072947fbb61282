import { delimiter, join } from "node:path";
import type { Io } from "../../io/io.ts";

/** The advice where a hook or a script cannot call docform. */
export const installHint =
  "commit the tarball of a release below vendor/ and npm install --save-dev it, or put docform on the PATH";

/**
 * Where a hook or a script finds docform: the program in node_modules of one of these folders, or else on the PATH.
 * Undefined where it cannot be called; an alias of a shell is no program.
 */
export async function callableDocform(
  { disk, env }: Pick<Io, "disk" | "env">,
  folders: readonly string[],
): Promise<string | undefined> {
  const bins = folders.map((folder) => join(folder, "node_modules/.bin"));
  const path = (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  for (const folder of [...bins, ...path])
    for (const name of ["docform", "docform.cmd"]) {
      const file = join(folder, name);
      const status = await disk.status(file).catch(() => undefined);
      if (status?.type === "file") return file;
    }
  return undefined;
}
