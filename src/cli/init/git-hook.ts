import { dirname, posix, relative, resolve } from "node:path";
import type { Io } from "../../io/io.ts";
import { runCommand, withoutOwnVariables } from "../../io/run-command.ts";
import { writeWhole } from "../../io/write-whole.ts";
import { projectFile } from "../../manifest/read/project-files.ts";
import { whyFileFailed } from "../../model/file-problem.ts";
import { type ExitCode, exitCode, stop } from "../../model/stop.ts";
import type { CommonOptions } from "../../project/options.ts";
import { type CommandToCopy, commandsLike } from "../../render/command-to-copy.ts";
import { terminalText } from "../../render/safe-text.ts";
import { shellWord } from "../../text/shell-word.ts";

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
  const { top, project, hooks } = await repositoryOf(io, options);
  const file = resolve(hooks, "pre-commit");
  const name = terminalText(relative(io.cwd, file));
  const hook = await readHook(io, file, name);
  if (action === "install") {
    const lines = checksOf(project, options);
    await refuseWithoutProject(io, options);
    if (hook !== undefined && options.force !== true) {
      refuseForeign(hook, name, `add this to it: ${lines.join(" && ")}; --force replaces it`);
      refuseOfAnother(
        hook,
        name,
        project,
        "checks this project instead; to check both, use https://pre-commit.com",
      );
    }
    await io.disk.makeFolder(dirname(file), "ordinary");
    await writeWhole(io, file, scriptOf(project, lines, options), { rights: "program" });
    io.stdout.write(`Wrote ${name}. Before each commit in ${terminalText(top)}, it checks what is staged:\n`);
    io.stdout.write(lines.map((line) => `  ${terminalText(line)}\n`).join(""));
  } else {
    if (hook !== undefined && options.force !== true) {
      refuseForeign(hook, name, "--force removes it");
      refuseOfAnother(hook, name, project, "removes it");
    }
    await io.disk.remove(file);
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
  const advice = `docform refuses the commit: mend what is above, and stage it. To write the canonical form: ${commandAt(project, options)("fmt")}`;
  return `#!/bin/sh
${mark}
${projectMark}${project}
git --literal-pathspecs ls-files --error-unmatch -- ${settings} >/dev/null 2>&1 || exit 0
git --literal-pathspecs diff --cached --quiet -- ${folder} && exit 0
PATH=${[...new Set([project, "."])].map(bin).join(":")}:$PATH
if ! command -v docform >/dev/null 2>&1; then
  echo "docform is neither in node_modules nor on the PATH: npm install --save-dev docform" >&2
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
async function readHook({ disk }: Io, file: string, name: string): Promise<string | undefined> {
  try {
    if ((await disk.status(file)) === undefined) return undefined;
    return new TextDecoder().decode(await disk.read(file));
  } catch (problem) {
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

/** The repository of the project folder, the folder's path in it, and the folder of its hooks. */
async function repositoryOf({ cwd, env }: Io, { directory }: HookOptions) {
  const git = async (folder: string, ...args: readonly string[]): Promise<readonly string[]> => {
    const own = { ...withoutOwnVariables(env), LC_ALL: "C" };
    const asked = { program: "git", args: ["-C", folder, "rev-parse", ...args], env: own };
    const { code, stdout, stderr } = await runCommand(asked).catch(() => {
      throw stop("DF5103", "the program git cannot be run", { hint: "install git" });
    });
    if (code === 0) return stdout.split("\n");
    const why = /not a git repository|cannot change to/i.test(stderr)
      ? "the project folder is in no Git repository"
      : `git says: ${terminalText(stderr.trim().split("\n", 1).join(""))}`;
    throw stop("DF5103", why, { hint: "run it in a clone" });
  };
  const folder = resolve(cwd, directory);
  const [top = "", prefix = ""] = await git(folder, "--show-toplevel", "--show-prefix");
  // Git knows the folder best: core.hooksPath names another one, and a linked work tree has the hooks of the first.
  const [hooks = ""] = await git(top, "--git-path", "hooks");
  return { top, project: prefix === "" ? "." : prefix.replace(/\/$/, ""), hooks: resolve(top, hooks) };
}
