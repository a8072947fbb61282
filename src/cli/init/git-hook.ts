import { dirname, posix, relative, resolve } from "node:path";
import type { Io } from "../../io/io.ts";
import { runCommand, withoutOwnVariables } from "../../io/run-command.ts";
import { writeWhole } from "../../io/write-whole.ts";
import { whyFileFailed } from "../../model/file-problem.ts";
import { type ExitCode, exitCode, stop } from "../../model/stop.ts";
import type { CommonOptions } from "../../project/options.ts";
import { commandsLike } from "../../render/command-to-copy.ts";
import { terminalText } from "../../render/safe-text.ts";
import { shellWord } from "../../text/shell-word.ts";

/** Options of `docform hook`. */
export interface HookOptions extends CommonOptions {
  /** Also replace or remove a hook that docform did not write. */
  readonly force?: boolean;
}

/** The line that says whose hook it is. */
const mark = "# Written by docform hook install. To remove it: docform hook uninstall";

/** `docform hook`: writes or removes the hook of Git that checks the manifests before a commit. */
export async function gitHook(
  io: Io,
  action: "install" | "uninstall",
  options: HookOptions,
): Promise<ExitCode> {
  const { top, project, hooks } = await repositoryOf(io, options);
  const file = resolve(hooks, "pre-commit");
  const lines = checksOf(project, options);
  const name = terminalText(relative(io.cwd, file));
  const add = `add this to it: ${lines.join(" && ")}; --force replaces it`;
  const hint = action === "install" ? add : "--force removes it";
  const isThere = await isHookThere(io, { file, name, hint }, options);
  if (action === "install") {
    await io.disk.makeFolder(dirname(file), "ordinary");
    await writeWhole(io, file, scriptOf(project, lines), { rights: "program" });
    io.stdout.write(`Wrote ${name}. Before each commit in ${terminalText(top)}, it runs:\n`);
    io.stdout.write(lines.map((line) => `  ${terminalText(line)}\n`).join(""));
  } else {
    await io.disk.remove(file);
    io.stdout.write(isThere ? `Removed ${name}.\n` : `Nothing to remove: there is no ${name}.\n`);
  }
  return exitCode.done;
}

/** The commands that have to pass, as they are typed at the top of the repository. */
function checksOf(project: string, { env, var: variables = [] }: HookOptions): readonly string[] {
  const command = commandsLike({ directory: project, var: variables, ...(env === undefined ? {} : { env }) });
  return [command("validate"), command("fmt", "--check")];
}

/**
 * Git runs a hook at the top of the work tree. A branch without the project is not checked, nor is another repository
 * with the same hooks.
 */
function scriptOf(project: string, lines: readonly string[]): string {
  const bin = (folder: string): string => `"$PWD"/${shellWord(posix.join(folder, "node_modules/.bin"))}`;
  return `#!/bin/sh
${mark}
[ -f ${shellWord(posix.join(project, "docform.yaml"))} ] || exit 0
PATH=${[...new Set([project, "."])].map(bin).join(":")}:$PATH
${lines.join(" &&\n")} && exit 0
echo "docform refuses the commit: mend what is above. docform fmt writes the canonical form." >&2
exit 1
`;
}

/** Is a hook of docform there? Throws when it is the hook of somebody else, unless that may go. */
async function isHookThere(
  { disk }: Io,
  { file, name, hint }: { readonly file: string; readonly name: string; readonly hint: string },
  { force }: HookOptions,
): Promise<boolean> {
  try {
    if ((await disk.status(file)) === undefined) return false;
    const text = new TextDecoder().decode(await disk.read(file));
    if (force === true || text.split("\n").includes(mark)) return true;
  } catch (problem) {
    throw stop("DF5103", `cannot read ${name}: ${whyFileFailed(problem)}`);
  }
  throw stop("DF5103", `${name} is there already, and docform did not write it`, { hint });
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
