import { join, resolve } from "node:path";
import { findRepository } from "../../io/git-repository.ts";
import type { Io } from "../../io/io.ts";
import type { Check } from "../../model/documents/doctor-document.ts";
import type { CommonOptions } from "../../project/options.ts";
import { callableDocform, installHint } from "../init/callable.ts";

/** In a repository, hooks and scripts call docform. Nothing outside of one. */
export async function checkCommand(io: Io, { directory }: CommonOptions): Promise<readonly Check[]> {
  const name = "command";
  const folder = resolve(io.cwd, directory);
  const repository = await findRepository(io.disk, folder);
  if (repository === undefined) return [];
  const found = await callableDocform(io, [folder, repository.top]);
  if (found !== undefined) return [{ name, status: "ok", message: "hooks and scripts can call docform" }];
  const message =
    "hooks and scripts cannot call docform: it is neither in node_modules nor on the PATH, and an alias is of one shell";
  return [{ name, status: "warn", message, fix: installHint }];
}

/** Does the repository of the project have a remote? Then others work on it, too. */
export async function hasRemote({ disk, cwd }: Io, { directory }: CommonOptions): Promise<boolean> {
  const repository = await findRepository(disk, resolve(cwd, directory));
  if (repository === undefined) return false;
  const settings = await disk.read(join(repository.gitFolder, "config")).catch(() => new Uint8Array());
  return /^\s*\[remote\s+"/m.test(new TextDecoder().decode(settings));
}
