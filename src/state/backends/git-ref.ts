import { join } from "node:path";
import type { Disk } from "../../io/disk.ts";
import type { Command, CommandOutcome, RunCommand } from "../../io/run-command.ts";
import { BackendError } from "../backend.ts";

/** The files to write, by path; null removes one. Nothing: no commit is made. */
export type Change = Readonly<Record<string, string | null>>;

/** The files of a ref of a remote repository, as they were read last. */
export interface GitRef {
  /** Reads the ref again. */
  readonly refresh: () => Promise<void>;
  /** The text of a file; undefined when there is none. */
  readonly read: (path: string) => Promise<string | undefined>;
  /** The id of the content of a file. */
  readonly idOf: (path: string) => string | undefined;
  /** The names in a folder, sorted. */
  readonly names: (folder: string) => readonly string[];
  /**
   * Pushes a commit with the change that `make` answers for the files as they are. When the ref has moved
   * meanwhile, `make` is asked again.
   */
  readonly change: (message: string, make: () => Promise<Change>) => Promise<void>;
}

/** What `gitRef` needs. */
export interface GitRefOptions {
  readonly io: {
    readonly disk: Disk;
    readonly random: () => number;
    readonly sleep: (ms: number) => Promise<void>;
  };
  readonly runCommand: RunCommand;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  readonly remote: string;
  readonly ref: string;
  readonly place: string;
  readonly marker: { readonly file: string; readonly text: string };
  /** A bare repository of docform's own: the project's stays untouched. */
  readonly gitFolder: string;
}

/** Attempts to push while others push too. */
const mostAttempts = 20;

/** The author of the commits. */
const author = {
  GIT_AUTHOR_NAME: "docform",
  GIT_AUTHOR_EMAIL: "docform@localhost",
  GIT_COMMITTER_NAME: "docform",
  GIT_COMMITTER_EMAIL: "docform@localhost",
};

/** Settings of the project's repository that say how to reach and sign in to a remote. */
const connecting = /^(?:http|credential|url|core\.sshcommand|core\.gitproxy|ssh)\b/i;

/** The ref of a remote repository, over the program git. */
export function gitRef(options: GitRefOptions): GitRef {
  const git = gitIn(options);
  let now: Tip = { commit: undefined, files: new Map() };
  const refresh = async (): Promise<void> => {
    now = await readTip(git, options);
  };
  return {
    refresh,
    read: (path) => textAt(git, now, path),
    idOf: (path) => now.files.get(path),
    names: (folder) => {
      const inside = [...now.files.keys()].filter((path) => path.startsWith(`${folder}/`));
      return inside.map((path) => path.slice(folder.length + 1)).sort();
    },
    change: async (message, make) => {
      const { io, place, marker } = options;
      for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
        await refresh();
        const change = await make();
        if (Object.keys(change).length === 0) return;
        const files = { [marker.file]: marker.text, ...change };
        const commit = await commitOf(git, options, now, message, files);
        if (await isPushed(git, options, now, commit)) return;
        await io.sleep(io.random() * 50 * 2 ** Math.min(attempt, 6));
      }
      const moving = `${place} has moved at each of ${mostAttempts} attempts to push`;
      throw new BackendError(moving, "run again when fewer runs go on");
    },
  };
}

/** The commit of the ref, and the ids of its files by path. */
interface Tip {
  readonly commit: string | undefined;
  readonly files: ReadonlyMap<string, string>;
}

function nameOf({ ref }: GitRefOptions): string {
  return ref.startsWith("refs/") ? ref : `refs/heads/${ref}`;
}

/** Fetches the ref. A ref that is not there yet has no files; one that is not docform's is an error. */
async function readTip(git: Git, options: GitRefOptions): Promise<Tip> {
  const refspec = `+${nameOf(options)}:refs/state`;
  const fetched = await git(["fetch", "--quiet", "--no-tags", "--depth=1", await git.remote(), refspec], {
    isAllowed: ({ stderr }) => /couldn't find remote ref/i.test(stderr),
  });
  if (fetched.code !== 0) return { commit: undefined, files: new Map() };
  const commit = (await git(["rev-parse", "refs/state"])).stdout.trim();
  const tip = { commit, files: filesIn((await git(["ls-tree", "-r", "-z", commit])).stdout) };
  const { place, marker } = options;
  const text = await textAt(git, tip, marker.file);
  if (text === marker.text) return tip;
  throw text === undefined
    ? new BackendError(
        `${place} is not a state of docform`,
        "name a ref that does not exist: docform makes it",
      )
    : new BackendError(
        `${place} was written by a newer docform`,
        "use that version of docform, or a newer one",
      );
}

async function textAt(git: Git, { files }: Tip, path: string): Promise<string | undefined> {
  const id = files.get(path);
  return id === undefined ? undefined : (await git(["cat-file", "blob", id])).stdout;
}

/** Pushes a commit. Was it taken, or has the ref moved? Any other refusal is an error. */
async function isPushed(git: Git, options: GitRefOptions, tip: Tip, commit: string): Promise<boolean> {
  const lease = `--force-with-lease=${nameOf(options)}:${tip.commit ?? ""}`;
  const args = ["push", "--porcelain", lease, await git.remote(), `${commit}:${nameOf(options)}`];
  return (await git(args, { isAllowed: hasMoved })).code === 0;
}

/** Makes a commit of the files with a change, and answers its id. */
async function commitOf(
  git: Git,
  { gitFolder }: GitRefOptions,
  tip: Tip,
  message: string,
  change: Change,
): Promise<string> {
  const files = new Map(tip.files);
  for (const [path, text] of Object.entries(change))
    if (text === null) files.delete(path);
    else files.set(path, (await git(["hash-object", "-w", "--stdin"], { input: text })).stdout.trim());
  const env = { GIT_INDEX_FILE: join(gitFolder, "index.state") };
  await git(["read-tree", "--empty"], { env });
  const lines = [...files].map(([path, id]) => `100644 ${id}\t${path}\0`).join("");
  await git(["update-index", "-z", "--index-info"], { env, input: lines });
  const tree = (await git(["write-tree"], { env })).stdout.trim();
  const parents = tip.commit === undefined ? [] : ["-p", tip.commit];
  return (await git(["commit-tree", tree, ...parents, "-m", message], { env: author })).stdout.trim();
}

/** Paths and ids of `ls-tree -r -z`. */
function filesIn(listing: string): ReadonlyMap<string, string> {
  const lines = listing.split("\0").filter((line) => line !== "");
  return new Map(
    lines.map((line) => {
      const [facts = "", path = ""] = line.split("\t");
      return [path, facts.split(" ")[2] ?? ""] as const;
    }),
  );
}

/** Whether a push was refused because the ref is not as it was read. Any other refusal does not pass by itself. */
function hasMoved({ stdout, stderr }: CommandOutcome): boolean {
  const said = `${stdout}\n${stderr}`;
  return /stale info|fetch first|non-fast-forward|cannot lock ref|failed to update ref|already exists|incorrect old value/i.test(
    said,
  );
}

/** How a git command may be run. */
interface GitRun {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The failures that the caller can use. */
  readonly isAllowed?: (outcome: CommandOutcome) => boolean;
}

interface Git {
  (args: readonly string[], run?: GitRun): Promise<CommandOutcome>;
  /** The address of the remote. */
  remote(): Promise<string>;
}

/** Runs git in docform's own bare repository, with the settings of the project's for signing in. */
function gitIn(options: GitRefOptions): Git {
  const { runCommand, env, folder, remote, place, gitFolder } = options;
  const base = { ...env, LC_ALL: "C", GIT_TERMINAL_PROMPT: "0" };
  const start = async (command: Omit<Command, "program">): Promise<CommandOutcome> => {
    try {
      return await runCommand({ ...command, program: "git" });
    } catch (problem) {
      const hint = "install git 2.31 or newer, or use another state in docform.yaml";
      throw new BackendError(`${place} needs the program git, which cannot be run`, hint, { cause: problem });
    }
  };
  const inProject = (args: readonly string[]): Promise<CommandOutcome> =>
    start({ args: ["-C", folder, ...args], env: base });
  let prepared: Promise<Readonly<Record<string, string | undefined>>> | undefined;
  const prepare = async () => {
    await options.io.disk.makeFolder(gitFolder);
    const made = await start({ args: ["init", "--quiet", "--bare", gitFolder], env: base });
    if (made.code !== 0) throw failed(place, "git init", made);
    const { stdout } = await inProject(["config", "--null", "--list"]);
    return { ...base, ...settingsOf(stdout) };
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
  const remoteUrl = async (): Promise<string> => {
    if (/[:/\\]/.test(remote)) return remote;
    const { code, stdout } = await inProject(["remote", "get-url", remote]);
    if (code === 0) return stdout.trim();
    const hint =
      "run docform in a clone, or write remote: with the address of a repository into docform.yaml";
    throw new BackendError(`the project folder has no Git remote "${remote}" for the state`, hint);
  };
  let url: Promise<string> | undefined;
  return Object.assign(git, { remote: () => (url ??= remoteUrl()) });
}

/** The settings that say how to connect, as variables for git: they are not on its command line, where others see them. */
function settingsOf(listing: string): Readonly<Record<string, string>> {
  const pairs = listing.split("\0").flatMap((entry) => {
    const [name = "", ...value] = entry.split("\n");
    return connecting.test(name) ? [[name, value.join("\n")] as const] : [];
  });
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
  return new BackendError(`${place} cannot be used: ${what} says: ${why}`, hintFor(`${stdout}\n${stderr}`));
}

/** An address may have a password in it. */
function withoutPassword(text: string): string {
  return text.replace(/\/\/[^/\s@]+@/g, "//");
}

function hintFor(said: string): string {
  if (
    /could not read Username|Authentication failed|403|401|Permission|denied|protected|hook declined/i.test(
      said,
    )
  )
    return "the token of the pipeline must be able to push to this ref: on GitHub, permissions: contents: write";
  if (/does not appear to be a git repository|not found|does not exist/i.test(said))
    return "check the remote of the repository, or remote: in docform.yaml";
  return "check the network and the remote, then run again";
}
