import { resolve } from "node:path";
import { type Commit, NoCommit, openCommit } from "../../io/git-commit.ts";
import type { Io } from "../../io/io.ts";
import { runCommand } from "../../io/run-command.ts";
import { loadProject } from "../../manifest/load/load-project.ts";
import { commitFiles } from "../../manifest/read/commit-files.ts";
import { diskFiles } from "../../manifest/read/project-files.ts";
import { stop } from "../../model/stop.ts";
import { messageOf } from "../../text/message-of.ts";
import type { CommonOptions } from "../options.ts";
import { hideSecrets, openProject } from "../project.ts";
import { type ProjectVersion, policyTexts } from "./compare-projects.ts";

/** A project as it was in a commit, or why it cannot be loaded. */
export type FormerProject =
  | { readonly commit: string; readonly version: ProjectVersion }
  | { readonly problem: string };

/** The project in the folder, as a plan of now reads it. Throws `Stop` for a mistake in it. */
export async function presentVersion(io: Io, options: CommonOptions): Promise<ProjectVersion> {
  const project = await openProject(io, options);
  const folder = resolve(io.cwd, options.directory);
  return { project, policies: await policyTexts(diskFiles(folder, io.disk)).catch(unreadable) };
}

function unreadable(problem: unknown): never {
  throw stop("DF1009", messageOf(problem));
}

/**
 * The project as it was in a commit, with the environment of now. Nothing of the commit is written. Throws `Stop` when
 * there is no Git, or nothing of that name: then it is mistyped.
 */
export async function projectAt(io: Io, options: CommonOptions, revision: string): Promise<FormerProject> {
  const folder = resolve(io.cwd, options.directory);
  try {
    return await versionIn(io, options, await openCommit({ ...io, runCommand, folder }, revision));
  } catch (problem) {
    if (problem instanceof NoCommit && isMistake(problem, revision))
      throw stop("DF5012", problem.message, { hint: hints[problem.lacks] });
    return { problem: messageOf(problem) };
  }
}

/** A service names the commit before a push, which a clone need not have; of a new branch, it is all zeros. */
function isMistake({ lacks }: NoCommit, revision: string): boolean {
  return lacks !== "folder" && !(lacks === "revision" && /^[0-9a-f]{40,64}$/.test(revision));
}

const hints: Readonly<Record<NoCommit["lacks"], string>> = {
  git: "install git",
  repository: "run it in a clone, or leave out --changed-since",
  revision:
    "fetch it first: git fetch origin main, or fetch-depth: 0 of actions/checkout; then name origin/main",
  one: "name the whole ref, such as refs/remotes/origin/main",
  folder: "name another commit",
};

async function versionIn(io: Io, options: CommonOptions, commit: Commit): Promise<FormerProject> {
  const files = commitFiles(commit);
  const project = await loadProject(resolve(io.cwd, options.directory), files, io, options.env, options.var);
  hideSecrets(io, project.drafts);
  const mistake = project.diagnostics.find(({ severity }) => severity === "error");
  if (mistake === undefined)
    return { commit: commit.id, version: { project, policies: await policyTexts(files) } };
  const { file, line } = mistake.source ?? {};
  return { problem: `${file === undefined ? "" : `${file}:${line}: `}${mistake.message}` };
}
