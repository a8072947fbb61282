import { resolve } from "node:path";
import type { Io } from "../io/io.ts";
import { kinds } from "../kinds/kinds.ts";
import { loadProject, type Project } from "../manifest/load/load-project.ts";
import { diskFiles } from "../manifest/read/project-files.ts";
import { hasErrors } from "../model/diagnostic.ts";
import { Stop } from "../model/stop.ts";
import { hideValues } from "./hidden-texts.ts";
import type { CommonOptions } from "./options.ts";
import { warn } from "./output.ts";

/** Loads the project of a command, with everything that is wrong in it. */
export async function readProject(
  io: Io,
  options: Pick<CommonOptions, "directory" | "env" | "var">,
): Promise<Project> {
  const folder = resolve(io.cwd, options.directory);
  const project = await loadProject(
    folder,
    diskFiles(folder, io.disk),
    io.env,
    kinds,
    options.env,
    options.var,
  );
  hideValues(io, project.drafts);
  return project;
}

/** Loads the project of a command that needs it whole. Throws `Stop` when there is an error in it. */
export async function openProject(io: Io, options: CommonOptions): Promise<Project> {
  const project = await readProject(io, options);
  if (hasErrors(project.diagnostics)) throw new Stop(project.diagnostics, project);
  warn(io, options, project.diagnostics, project);
  return project;
}
