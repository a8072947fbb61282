import { dirname, posix, relative, resolve } from "node:path";
import type { Disk } from "../../io/disk.ts";
import { confirmRepository } from "../../io/git.ts";
import { findRepository } from "../../io/git-repository.ts";
import type { Io } from "../../io/io.ts";
import { ownFiles } from "../../io/own-files.ts";
import { isInside } from "../../io/program-folders.ts";
import { type CommandOutcome, runCommand } from "../../io/run-command.ts";
import { writeWhole } from "../../io/write-whole.ts";
import { projectFile } from "../../manifest/read/project-files.ts";
import { whyFileFailed } from "../../model/file-problem.ts";
import { type ExitCode, exitCode, Stop, stop } from "../../model/stop.ts";
import type { CommonOptions } from "../../project/options.ts";
import { type CommandToCopy, commandsLike } from "../../render/command-to-copy.ts";
import { terminalText } from "../../render/safe-text.ts";
import { shellWord } from "../../text/shell-word.ts";
import { callableDocform, installHint } from "./callable.ts";

/** Options of `docform hook`. */
export interface HookOptions extends CommonOptions {
  /** Also replace or remove a hook that docform did not write. */
  readonly force?: boolean;
}

/** The line that says whose hook it is. */
const mark = "# Written by docform hook install. To remove it: docform hook uninstall";
/** The beginning of the line that says which project the hook checks. */
const projectMark = "# It checks what is staged of the project in: ";

/** `docform hook`: writes or removes the hook of Git that checks the manifests before a commit. */
export async function gitHook(
  io: Io,
  action: "install" | "uninstall",
  options: HookOptions,
): Promise<ExitCode> {
  const { top, project, hooks, disk } = await repositoryOf(io, options);
  const file = resolve(hooks, "pre-commit");
  const name = terminalText(relative(io.cwd, file));
  const hook = await readHook(disk, file, name);
  if (action === "install") {
    const lines = checksOf(project, options);
    await refuseWithoutProject(io, options);
    await refuseWithoutDocform(io, top, options);
    if (hook !== undefined && options.force !== true) {
      refuseForeign(hook, name, `add this to it: ${lines.join(" && ")}; --force replaces it`);
      refuseOfAnother(
        hook,
        name,
        project,
        "checks this project instead; to check both, use https://pre-commit.com",
      );
    }
    await disk.makeFolder(dirname(file), "ordinary");
    await writeWhole({ ...io, disk }, file, scriptOf(project, lines, options), { rights: "program" });
    io.stdout.write(`Wrote ${name}. Before each commit in ${terminalText(top)}, it checks what is staged:\n`);
    io.stdout.write(lines.map((line) => `  ${terminalText(line)}\n`).join(""));
  } else {
    if (hook !== undefined && options.force !== true) {
      refuseForeign(hook, name, "--force removes it");
      refuseOfAnother(hook, name, project, "removes it");
    }
    await disk.remove(file);
    const nothing = `Nothing to remove: there is no ${name}.\n`;
    io.stdout.write(hook === undefined ? nothing : `Removed ${name}.\n`);
  }
  return exitCode.done;
}

/** The commands that have to pass, as they are typed at the top of the repository. */
function checksOf(project: string, options: HookOptions): readonly string[] {
  const command = commandAt(project, options);
  return [command("validate"), command("fmt", "--check")];
}

function commandAt(project: string, { env, var: variables = [] }: HookOptions): CommandToCopy {
  return commandsLike({ directory: project, var: variables, ...(env === undefined ? {} : { env }) });
}

/**
 * Git runs a hook at the top of the work tree. A branch without the project is not checked, nor is another repository
 * with the same hooks. The commit may differ from the files in the folder, so what is staged is written to a temporary
 * folder and checked there. The folder has the same paths, so messages name files as people know them.
 */
function scriptOf(project: string, lines: readonly string[], options: HookOptions): string {
  const folder = shellWord(project);
  const settings = shellWord(posix.join(project, projectFile));
  const bin = (from: string): string => `"$PWD"/${shellWord(posix.join(from, "node_modules/.bin"))}`;
  const advice = `docform refuses the commit: correct what is above, and stage it. To write the canonical form: ${commandAt(project, options)("fmt")}`;
  return `#!/bin/sh
${mark}
${projectMark}${project}
git --literal-pathspecs ls-files --error-unmatch -- ${settings} >/dev/null 2>&1 || exit 0
git --literal-pathspecs diff --cached --quiet -- ${folder} && exit 0
PATH=${[...new Set([project, "."])].map(bin).join(":")}:$PATH
if ! command -v docform >/dev/null 2>&1; then
  echo "docform is neither in node_modules nor on the PATH: npm ci installs what package-lock.json names" >&2
  exit 1
fi
staged=$(mktemp -d) || exit 1
trap 'rm -rf "$staged"' EXIT
trap 'exit 1' HUP INT TERM
git --literal-pathspecs ls-files -z -- ${folder} | git checkout-index -z --stdin --prefix="$staged/" || exit 1
(cd "$staged" && ${lines.join(" && ")}) && exit 0
printf '%s\\n' ${shellWord(advice)} >&2
exit 1
`;
}

/** The text of the hook that is there. */
async function readHook(disk: Disk, file: string, name: string): Promise<string | undefined> {
  try {
    if ((await disk.status(file)) === undefined) return undefined;
    return new TextDecoder().decode(await disk.read(file));
  } catch (problem) {
    if (problem instanceof Stop) throw problem;
    throw stop("DF5103", `cannot read ${name}: ${whyFileFailed(problem)}`);
  }
}

/** A hook for a folder that is no project would never check anything. */
async function refuseWithoutProject({ cwd, disk }: Io, { directory }: HookOptions): Promise<void> {
  const folder = resolve(cwd, directory);
  if ((await disk.status(resolve(folder, projectFile))) !== undefined) return;
  const message = `there is no ${projectFile} in ${terminalText(folder)}`;
  throw stop("DF1010", message, { hint: "name the project folder with -C DIR" });
}

/** A hook that cannot call docform would refuse each commit. */
async function refuseWithoutDocform(io: Io, top: string, { directory }: HookOptions): Promise<void> {
  if ((await callableDocform(io, [resolve(io.cwd, directory), top])) !== undefined) return;
  const message = "the hook could not call docform: it is neither in node_modules nor on the PATH";
  throw stop("DF5103", message, { hint: installHint });
}

/** A hook that somebody else wrote stays. */
function refuseForeign(hook: string, name: string, hint: string): void {
  if (hook.split("\n").includes(mark)) return;
  throw stop("DF5103", `${name} is there already, and docform did not write it`, { hint });
}

/** The hook of another project stays: without it, its checks would end in silence. */
function refuseOfAnother(hook: string, name: string, project: string, forced: string): void {
  const line = hook.split("\n").find((one) => one.startsWith(projectMark));
  const checked = line?.slice(projectMark.length) ?? project;
  if (checked === project) return;
  const where = checked === "." ? "the top of the repository" : terminalText(checked);
  throw stop("DF5103", `${name} checks another project already: ${where}`, {
    hint: `--force ${forced}`,
  });
}

/** The repository of the project folder, the folder's path in it, the folder of its hooks, and the disk for them. */
async function repositoryOf({ cwd, env, disk }: Io, { directory }: HookOptions) {
  const folder = resolve(cwd, directory);
  const repository = await findRepository(disk, folder);
  if (repository === undefined) throw outside();
  const { top, gitFolder } = repository;
  // Git knows the hooks best: core.hooksPath names another folder, and a linked work tree has the hooks of the first.
  const confirmed = await confirmRepository({ runCommand, disk, env }, repository).catch(() => {
    throw stop("DF5103", "the program git cannot be run", { hint: "install git" });
  });
  if ("failed" in confirmed) throw refusedBy(confirmed.failed);
  const path = relative(top, (await disk.realPath(folder)) ?? folder).replaceAll("\\", "/");
  const { hooks } = confirmed;
  // core.hooksPath may name a folder of the work tree, which others write.
  const isTheirs = isInside(top, hooks) && !isInside(gitFolder, hooks);
  return { top, project: path === "" ? "." : path, hooks, disk: isTheirs ? ownFiles(disk, top) : disk };
}

function outside(): Stop {
  return stop("DF5103", "the project folder is in no Git repository", { hint: "run it in a clone" });
}

function refusedBy({ stderr }: CommandOutcome): Stop {
  if (/not a git repository|cannot change to/i.test(stderr)) return outside();
  const why = `git says: ${terminalText(stderr.trim().split("\n", 1).join(""))}`;
  return stop("DF5103", why, { hint: "run it in a clone" });
}
