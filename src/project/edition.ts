import { resolve } from "node:path";
import type { Edition } from "../contract/edition.ts";
import type { Io } from "../io/io.ts";
import { loadSettings } from "../manifest/load/load-settings.ts";
import { diskFiles } from "../manifest/read/project-files.ts";
import type { CommonOptions } from "./options.ts";

/** The options that say which edition of the API a command is about. */
export interface EditionOptions extends Pick<CommonOptions, "directory" | "env" | "var"> {
  readonly api?: Edition;
}

/**
 * The edition of the API that a command is about, which need not have a project: that of `--api`, else that of the
 * project in the folder, else that of the pinned address. A mistake in docform.yaml is no matter here.
 */
export async function editionHere(
  io: Io,
  { api, directory, env, var: given }: EditionOptions,
): Promise<Edition> {
  if (api !== undefined) return api;
  const folder = resolve(io.cwd, directory);
  return (await loadSettings(folder, diskFiles(folder, io.disk), io, env, given)).edition;
}
