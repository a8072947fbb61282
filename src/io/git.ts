import { dirname, resolve } from "node:path";
import type { Disk } from "./disk.ts";
import type { Repository } from "./git-repository.ts";
import { foldersOutside } from "./program-folders.ts";
import type { CommandOutcome, RunCommand } from "./run-command.ts";

/** Variables by their names. */
type Variables = Readonly<Record<string, string | undefined>>;

/** How a git command is run. */
export interface GitRun {
  /** Text for its standard input. */
  readonly input?: string;
  /** More variables for it. */
  readonly env?: Variables;
}

/** The program git, with one command line. Throws errors of the operating system when it cannot be run. */
export type StartGit = (args: readonly string[], run?: GitRun) => Promise<CommandOutcome>;

/** The means of starting git. */
export interface GitOptions {
  readonly runCommand: RunCommand;
  readonly disk: Pick<Disk, "realPath">;
  /** The environment of docform. */
  readonly env: Variables;
  /** The folder whose content others write: a work tree, or a project. */
  readonly tree: string;
  /** The folder that git runs in, outside of what others write. */
  readonly cwd: string;
}

/** Milliseconds after which a git command is ended: a remote may never answer. */
export const gitTimeLimit = 120_000;

/** With the first, git takes no folder for a repository that is not named. A monitor is a program. */
const safeSettings = ["safe.bareRepository=explicit", "core.fsmonitor=false"];

/** Hooks are programs, too. */
const withoutHooks = [...safeSettings, "core.hooksPath=/dev/null"];

/**
 * The one place that starts git. Nothing in the tree decides what runs: not its folders, its settings or its programs.
 * Git gets the variables that it needs, and none that holds a secret. The settings go over those of all files.
 */
export async function gitIn(
  { runCommand, disk, env, tree, cwd }: GitOptions,
  settings: readonly string[] = withoutHooks,
): Promise<StartGit> {
  const base = { ...(await variablesFor(env, disk, tree)), LC_ALL: "C", GIT_TERMINAL_PROMPT: "0" };
  return (args, { input, env: more } = {}) =>
    runCommand({
      program: "git",
      args: [...settings.flatMap((one) => ["-c", one]), ...args],
      env: { ...base, ...more },
      cwd,
      timeLimit: gitTimeLimit,
      ...(input === undefined ? {} : { input }),
    });
}

/**
 * Asks git whether it takes a repository that docform found for one: it refuses a folder of another user. Answers the
 * folder of its hooks, or the failure. Git runs no hook for that.
 */
export async function confirmRepository(
  options: Omit<GitOptions, "tree" | "cwd">,
  { top, gitFolder }: Repository,
): Promise<{ readonly hooks: string } | { readonly failed: CommandOutcome }> {
  const git = await gitIn({ ...options, tree: top, cwd: gitFolder }, safeSettings);
  const args = ["-C", top, "rev-parse", "--absolute-git-dir", "--git-path", "hooks"];
  const outcome = await git(args, { env: { GIT_CEILING_DIRECTORIES: dirname(top) } });
  const [found = "", hooks = ""] = outcome.stdout.split("\n");
  const isSame = outcome.code === 0 && (await options.disk.realPath(found)) === gitFolder;
  return isSame ? { hooks: resolve(top, hooks) } : { failed: outcome };
}

/**
 * Variables that git and what it starts (ssh, programs for passwords) need: where programs and settings of the user
 * are, the terminal's language, proxies, certificates and the agents of keys. On Windows, programs need more.
 */
const passed = new RegExp(
  `^(?:${[
    "PATH|HOME|USER|LOGNAME|SHELL|TZ|LANG|LANGUAGE|LC_\\w+|TMPDIR|TEMP|TMP",
    "XDG_(?:CONFIG_HOME|RUNTIME_DIR)|DBUS_SESSION_BUS_ADDRESS|DISPLAY|WAYLAND_DISPLAY|KRB5CCNAME",
    "SSH_(?:AUTH_SOCK|AGENT_PID|ASKPASS|ASKPASS_REQUIRE)|SSL_CERT_(?:FILE|DIR)|CURL_CA_BUNDLE",
    "(?:https?|all|no)_proxy",
    "GIT_(?:ASKPASS|EXEC_PATH|PROXY_COMMAND|SSH|SSH_COMMAND|SSH_VARIANT|SSL_CAINFO|SSL_CAPATH)",
    "GIT_CONFIG_(?:NOSYSTEM|SYSTEM|GLOBAL)",
    "SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|USERPROFILE|HOMEDRIVE|HOMEPATH|(?:LOCAL)?APPDATA",
    "PROGRAM(?:DATA|FILES(?:\\(X86\\))?)",
  ].join("|")})$`,
  "i",
);

async function variablesFor(env: Variables, disk: GitOptions["disk"], tree: string): Promise<Variables> {
  const kept = Object.entries(env).filter(([name]) => passed.test(name));
  const outside = async ([name, value = ""]: (typeof kept)[number]) =>
    [name, /^path$/i.test(name) ? await foldersOutside(value, disk, tree) : value] as const;
  return Object.fromEntries(await Promise.all(kept.map(outside)));
}
