import type { Disk } from "../../io/disk.ts";
import type { Command, CommandOutcome, RunCommand } from "../../io/run-command.ts";
import { BackendError } from "../backend.ts";

/** Settings of the project's repository that say how to reach and sign in to a remote. */
const connecting = /^(?:http|credential|url|core\.sshcommand|core\.gitproxy|ssh)\b/i;

/** What running git needs. */
export interface GitProgramOptions {
  readonly io: { readonly disk: Pick<Disk, "makeFolder"> };
  readonly runCommand: RunCommand;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The project folder: its repository says where `remote` is and how to sign in. */
  readonly folder: string;
  readonly remote: string;
  readonly place: string;
  /** A bare repository of docform's own: the project's stays untouched. */
  readonly gitFolder: string;
}

/** How a git command may be run. */
interface GitRun {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The failures that the caller can use. */
  readonly isAllowed?: (outcome: CommandOutcome) => boolean;
}

/** The program git, in a repository of docform's own. */
export type Git = (args: readonly string[], run?: GitRun) => Promise<CommandOutcome>;

/** The name of the remote in docform's own repository. */
export const stateRemote = "state";

/** Variables that lead git to another repository than the one it is told. */
const leading =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|NAMESPACE|PREFIX|CONFIG.*)$/;

/** Runs git in docform's own bare repository, with the settings of the project's for signing in. */
export function gitProgram(options: GitProgramOptions): Git {
  const { runCommand, env, folder, remote, place, gitFolder } = options;
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !leading.test(name)));
  const base = { ...own, LC_ALL: "C", GIT_TERMINAL_PROMPT: "0" };
  const start = async (command: Omit<Command, "program">): Promise<CommandOutcome> => {
    try {
      return await runCommand({ ...command, program: "git" });
    } catch {
      const hint = "install git 2.31 or newer, or use another state in docform.yaml";
      throw new BackendError(`${place} needs the program git, which cannot be run`, hint);
    }
  };
  const inProject = (args: readonly string[]): Promise<CommandOutcome> =>
    start({ args: ["-C", folder, ...args], env: base });
  const remoteUrl = async (): Promise<string> => {
    // A remote that looks like an option would be read as one.
    if (/[:/\\]/.test(remote) && !remote.startsWith("-")) return remote;
    const asked = await inProject(["remote", "get-url", "--", remote]);
    if (asked.code === 0) return asked.stdout.trim();
    if (!/No such remote|not a git repository/i.test(asked.stderr))
      throw failed(place, "git remote get-url", asked);
    const hint =
      "run docform in a clone, or write remote: with the address of a repository into docform.yaml";
    throw new BackendError(`the project folder has no Git remote "${remote}" for the state`, hint);
  };
  let prepared: Promise<Readonly<Record<string, string | undefined>>> | undefined;
  const prepare = async () => {
    await options.io.disk.makeFolder(gitFolder);
    const [made, { stdout }, url] = await Promise.all([
      start({ args: ["init", "--quiet", "--bare", "--template=", gitFolder], env: base }),
      // Those of the user and of the machine hold anyway.
      inProject(["config", "--local", "--includes", "--null", "--list"]),
      remoteUrl(),
    ]);
    if (made.code !== 0) throw failed(place, "git init", made);
    return { ...base, ...settingsOf(stdout, url) };
  };
  const git = async (
    args: readonly string[],
    { input, env: more, isAllowed }: GitRun = {},
  ): Promise<CommandOutcome> => {
    prepared ??= prepare();
    const outcome = await start({
      args: ["--git-dir", gitFolder, ...args],
      env: { ...(await prepared), ...more },
      ...(input === undefined ? {} : { input }),
    });
    if (outcome.code !== 0 && isAllowed?.(outcome) !== true) throw failed(place, `git ${args[0]}`, outcome);
    return outcome;
  };
  return git;
}

/**
 * The address of the remote, and the settings that say how to connect, as variables for git: they are not on its
 * command line, where others see them.
 */
function settingsOf(listing: string, url: string): Readonly<Record<string, string>> {
  const connectingPairs = listing.split("\0").flatMap((entry) => {
    const [name = "", ...value] = entry.split("\n");
    return connecting.test(name) ? [[name, value.join("\n")] as const] : [];
  });
  const pairs = [...connectingPairs, [`remote.${stateRemote}.url`, url] as const];
  const variables = pairs.flatMap(([name, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, name],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(pairs.length), ...Object.fromEntries(variables) };
}

/** The failure of a git command, in words: its first line of an error says why. */
function failed(place: string, what: string, { code, stdout, stderr }: CommandOutcome): BackendError {
  const lines = `${stdout}\n${stderr}`.split("\n").map((line) => line.trim());
  const telling = lines.filter((line) => /^(?:fatal|error|remote|!)/.test(line));
  const why = withoutPassword(
    (telling[0] ?? lines.filter((line) => line !== "").at(-1) ?? `exit code ${code}`).slice(0, 300),
  );
  const hint = hintFor(`${stdout}\n${stderr}`);
  return new BackendError(`${place} cannot be used: ${what} says: ${why}`, hint, hint === networkHint);
}

/** An address may have a password in it. */
function withoutPassword(text: string): string {
  return text.replace(/\/\/[^/\s@]+@/g, "//");
}

const networkHint = "check the network and the remote, then run again";

function hintFor(said: string): string {
  if (/dubious ownership/i.test(said))
    return "trust the folder: git config --global --add safe.directory, and the folder of the clone";
  if (
    /could not read Username|Authentication failed|403|401|Permission|denied|protected|hook declined/i.test(
      said,
    )
  )
    return "the token of the pipeline must be able to push to this ref: on GitHub, permissions: contents: write";
  if (/does not appear to be a git repository|not found|does not exist/i.test(said))
    return "check the remote of the repository, or remote: in docform.yaml";
  return networkHint;
}
