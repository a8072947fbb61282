import type { Disk } from "../../../io/disk.ts";
import { confirmRepository, type GitRun, gitIn, gitTimeLimit, type StartGit } from "../../../io/git.ts";
import { findRepository, type Repository } from "../../../io/git-repository.ts";
import { ownFiles } from "../../../io/own-files.ts";
import { isInside } from "../../../io/program-folders.ts";
import type { CommandOutcome, RunCommand } from "../../../io/run-command.ts";
import { beginningOf } from "../../../text/long-words.ts";
import { BackendError } from "../../backend.ts";
import { allowedProtocols, isRemoteName } from "./git-remote.ts";

/** Settings that say how to reach and sign in to a remote. */
const connecting = /^(?:http|credential|url|core\.sshcommand|core\.gitproxy|core\.askpass|ssh)\b/i;

/** The input of a run of git. */
export interface GitProgramOptions {
  readonly io: { readonly disk: Disk };
  readonly runCommand: RunCommand;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The project folder: its repository says where `remote` is and how to sign in. */
  readonly folder: string;
  /** Name of a remote of the repository, or an address. */
  readonly remote: string;
  readonly place: string;
  /** A bare repository of docform's own: the project's stays untouched. */
  readonly gitFolder: string;
}

/** How a git command may be run. */
interface StateGitRun extends GitRun {
  /** The failures that the caller can use. */
  readonly isAllowed?: (outcome: CommandOutcome) => boolean;
}

/** The program git, in a repository of docform's own. */
export type Git = (args: readonly string[], run?: StateGitRun) => Promise<CommandOutcome>;

/** The name of the remote in docform's own repository. */
export const stateRemote = "state";

/** A setting that git reads: its name and its value. */
type Setting = readonly [string, string];

/** Runs git in docform's own bare repository, with the settings for signing in that no pull request can write. */
export function gitProgram(options: GitProgramOptions): Git {
  let prepared: Promise<Git> | undefined;
  return async (args, run) => {
    prepared ??= prepare(options);
    return (await prepared)(args, run);
  };
}

async function prepare(options: GitProgramOptions): Promise<Git> {
  const { io, env, folder, remote, gitFolder } = options;
  const { disk } = io;
  const repository = await findRepository(disk, folder);
  await makeNew(options);
  const tree = repository?.top ?? (await disk.realPath(folder)) ?? folder;
  const start = await gitIn({ ...options, disk, tree, cwd: gitFolder });
  const git = checked(options, start);
  await git(["init", "--quiet", "--bare", "--template=", gitFolder], { env: onlyOwn });
  const [listing] = await Promise.all([
    git(["--git-dir", repository?.gitFolder ?? gitFolder, ...listSettings]),
    repository === undefined ? undefined : confirm(options, repository),
  ]);
  const settings = await settingsOutside(disk, repository ?? { top: tree, gitFolder }, listing.stdout);
  const url = isRemoteName(remote) ? remoteIn(settings, remote) : remote;
  const connection = settings.filter(([name]) => connecting.test(name));
  const variables = {
    ...onlyOwn,
    ...asVariables([...connection, ...jobToken(env, url, connection), [`remote.${stateRemote}.url`, url]]),
    GIT_ALLOW_PROTOCOL: allowedProtocols(env, url),
  };
  return (args, run = {}) =>
    git(["--git-dir", gitFolder, ...args], { ...run, env: { ...variables, ...run.env } });
}

/**
 * In a job of GitHub, git signs in with the token of the job, to the server that made it alone. So the workflow keeps no
 * token in the clone, where each step could read it. What the clone has goes first.
 */
function jobToken(
  {
    GITHUB_ACTIONS: isJob,
    GITHUB_SERVER_URL: server = "",
    GITHUB_TOKEN: token = "",
  }: GitProgramOptions["env"],
  url: string,
  connection: readonly Setting[],
): readonly Setting[] {
  if (!isJob || token === "" || !URL.canParse(url) || !URL.canParse(server)) return [];
  const { origin } = new URL(server);
  const isSigned = connection.some(([name]) => /^http\..*extraheader$/i.test(name));
  if (isSigned || new URL(url).origin !== origin || new URL(url).username !== "") return [];
  const basic = Buffer.from(`x-access-token:${token}`).toString("base64");
  return [[`http.${origin}/.extraheader`, `AUTHORIZATION: basic ${basic}`]];
}

/** Nobody else has put anything where docform's own repository is to be. */
async function makeNew({ io, place, folder, gitFolder }: GitProgramOptions): Promise<void> {
  const disk = ownFiles(io.disk, folder);
  if ((await disk.entry(gitFolder)) !== undefined)
    throw new BackendError(`${place} needs the folder ${gitFolder}, which is there already`, "remove it");
  await disk.makeFolder(gitFolder);
}

async function confirm(options: GitProgramOptions, repository: Repository): Promise<void> {
  const { io, place } = options;
  const confirmed = await confirmRepository({ ...options, disk: io.disk }, repository).catch(() => {
    throw missing(place);
  });
  if ("failed" in confirmed) throw failed(place, "git rev-parse", confirmed.failed);
}

/** Starts git, and throws where it fails. */
function checked({ place }: GitProgramOptions, start: StartGit): Git {
  return async (args, { isAllowed, ...run } = {}) => {
    const outcome = await start(args, run).catch(() => {
      throw missing(place);
    });
    const isUsable = outcome.code === 0 || isAllowed?.(outcome) === true;
    if (isUsable && outcome.endedFor === undefined) return outcome;
    const command = args[0] === "--git-dir" ? args[2] : args[0];
    throw failed(place, `git ${command}`, outcome);
  };
}

function missing(place: string): BackendError {
  const hint = "install git 2.32 or newer, or use another state in docform.yaml";
  return new BackendError(`${place} needs the program git, which cannot be run`, hint);
}

/** With these, git reads no file of settings but that of its repository. */
const onlyOwn = { GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };

const listSettings = ["config", "--null", "--list", "--includes", "--show-origin"];

/**
 * The settings of a listing: those of the machine, the user and the repository, and of files that they include. A file
 * in the work tree is written by whoever opens a pull request, so its settings are left out.
 */
async function settingsOutside(
  disk: Pick<Disk, "realPath">,
  { top, gitFolder }: Repository,
  listing: string,
): Promise<readonly Setting[]> {
  const entries = settingsIn(listing);
  const files = [...new Set(entries.flatMap(({ file }) => file ?? []))];
  const real = await Promise.all(files.map(async (file) => (await disk.realPath(file)) ?? file));
  const isWritable = (file: string): boolean => isInside(top, file) && !isInside(gitFolder, file);
  const left = new Set(files.filter((_, at) => isWritable(real[at] ?? "")));
  return entries.flatMap(({ file, setting }) => (file === undefined || left.has(file) ? [] : [setting]));
}

/** The settings of `config --null --list --show-origin`, each with its file; the fixed ones have none. */
function settingsIn(listing: string): readonly { file: string | undefined; setting: Setting }[] {
  const parts = listing.split("\0").slice(0, -1);
  return parts.flatMap((origin, at) => {
    if (at % 2 === 1) return [];
    // A name alone means true.
    const [name = "", ...lines] = (parts[at + 1] ?? "").split("\n");
    const value = lines.length === 0 ? "true" : lines.join("\n");
    return [{ file: /^file:(.*)$/s.exec(origin)?.[1], setting: [name, value] as const }];
  });
}

function remoteIn(settings: readonly Setting[], remote: string): string {
  const url = settings.find(([name]) => name === `remote.${remote}.url`)?.[1];
  if (url !== undefined) return url;
  const hint = "run docform in a clone, or write remote: with the address of a repository into docform.yaml";
  throw new BackendError(`the project folder has no Git remote "${remote}" for the state`, hint);
}

/** Settings as variables for git: they are not on its command line, where others see them. */
function asVariables(settings: readonly Setting[]): Readonly<Record<string, string>> {
  const variables = settings.flatMap(([name, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, name],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(variables) };
}

/** The failure of a git command, in words: its first line of an error says why. */
function failed(place: string, what: string, outcome: CommandOutcome): BackendError {
  const { code, stdout, stderr, endedFor } = outcome;
  if (endedFor !== undefined) return ended(place, what, endedFor);
  const lines = `${stdout}\n${stderr}`.split("\n").map((line) => line.trim());
  const telling = lines.filter((line) => /^(?:fatal|error|remote|!)/.test(line));
  const said = telling[0] ?? lines.filter((line) => line !== "").at(-1) ?? `exit code ${code}`;
  // It is masked later, so it is cut between words.
  const why = beginningOf(withoutPassword(said), 300);
  const hint = hintFor(`${stdout}\n${stderr}`);
  return new BackendError(`${place} cannot be used: ${what} says: ${why}`, hint, hint === networkHint);
}

/** Git that was ended may have done its work, so it is asked again as when the network fails. */
function ended(place: string, what: string, endedFor: "time" | "output"): BackendError {
  const why = {
    time: `did not end within ${gitTimeLimit / 1000} s, and was ended`,
    output: "said more than a state can have, and was ended",
  };
  return new BackendError(
    `${place} cannot be used: ${what} ${why[endedFor]}`,
    networkHint,
    endedFor === "time",
  );
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
  if (/transport '\S+' not allowed/i.test(said))
    return "docform reaches a remote by https or ssh; GIT_ALLOW_PROTOCOL of its environment may also name http and file";
  if (/does not appear to be a git repository|not found|does not exist/i.test(said))
    return "check the remote of the repository, or remote: in docform.yaml";
  return networkHint;
}
