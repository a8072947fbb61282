import type { Disk } from "../../../io/disk.ts";
import type { CommandOutcome } from "../../../io/run-command.ts";
import { BackendError } from "../../backend.ts";
import { oneAtATime } from "../one-at-a-time.ts";
import { type Git, type GitProgramOptions, gitProgram, stateRemote } from "./git-program.ts";

/** The files to write, by path; null removes one. Nothing: no commit is made. */
export type Change = Readonly<Record<string, string | null>>;

/** The files of a ref of a remote repository, as they were read last. */
export interface GitRef {
  /** Reads the ref again. */
  readonly refresh: () => Promise<void>;
  /** Reads the ref, unless it was read: what is told together is of one moment. */
  readonly readOnce: () => Promise<void>;
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

/** The input of `gitRef`. */
export interface GitRefOptions extends GitProgramOptions {
  readonly io: {
    readonly disk: Disk;
    readonly random: () => number;
    readonly sleep: (ms: number) => Promise<void>;
  };
  readonly ref: string;
  readonly marker: { readonly file: string; readonly text: string };
}

/** Attempts to push while others push too. */
const mostAttempts = 20;

/** The ref of a remote repository, over the program git. */
export function gitRef(options: GitRefOptions): GitRef {
  const git = gitProgram(options);
  const inTurn = oneAtATime();
  let now: Tip = { commit: undefined, files: new Map() };
  let isRead = false;
  const refresh = async (): Promise<void> => {
    now = await readTip(git, options);
    isRead = true;
  };
  return {
    refresh: () => inTurn(refresh),
    readOnce: () => inTurn(async () => (isRead ? undefined : refresh())),
    read: (path) => textAt(git, now, path),
    idOf: (path) => now.files.get(path),
    names: (folder) => {
      const inside = [...now.files.keys()].filter((path) => path.startsWith(`${folder}/`));
      return inside.map((path) => path.slice(folder.length + 1)).sort();
    },
    change: (message, make) =>
      inTurn(async () => {
        const { io, place, marker } = options;
        for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
          await refresh();
          const change = await make();
          if (Object.keys(change).length === 0) return;
          const files = { [marker.file]: marker.text, ...change };
          const commit = await commitOf(git, now, message, files);
          if (await isPushed(git, options, now, commit)) return;
          await io.sleep(io.random() * 50 * 2 ** Math.min(attempt, 6));
        }
        const moving = `${place} has moved at each of ${mostAttempts} attempts to push`;
        throw new BackendError(moving, "run again when fewer runs go on");
      }),
  };
}

/** The commit of the ref, and the ids of its files by path. */
interface Tip {
  readonly commit: string | undefined;
  readonly files: ReadonlyMap<string, string>;
}

function wholeRefName({ ref }: GitRefOptions): string {
  return ref.startsWith("refs/") ? ref : `refs/heads/${ref}`;
}

/** Fetches the ref. A ref that is not there yet has no files; one that is not docform's is an error. */
async function readTip(git: Git, options: GitRefOptions): Promise<Tip> {
  const refspec = `+${wholeRefName(options)}:refs/state`;
  const fetched = await git(["fetch", "--quiet", "--no-tags", "--depth=1", stateRemote, refspec], {
    isAllowed: ({ stderr }) => /couldn't find remote ref/i.test(stderr),
  });
  if (fetched.code !== 0) return { commit: undefined, files: new Map() };
  const { place, marker } = options;
  const commit = (await git(["rev-parse", "refs/state"])).stdout.trim();
  const [listing, text] = await Promise.all([
    git(["ls-tree", "-r", "-z", commit]),
    git(["cat-file", "blob", `${commit}:${marker.file}`], { isAllowed: () => true }),
  ]);
  if (text.stdout === marker.text) return { commit, files: filesIn(listing.stdout) };
  throw text.code !== 0
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
  const lease = `--force-with-lease=${wholeRefName(options)}:${tip.commit ?? ""}`;
  const args = [
    "push",
    "--no-verify",
    "--porcelain",
    lease,
    stateRemote,
    `${commit}:${wholeRefName(options)}`,
  ];
  return (await git(args, { isAllowed: hasMoved })).code === 0;
}

/** Makes a commit on top of the ref, and answers its id. */
async function commitOf(git: Git, tip: Tip, message: string, change: Change): Promise<string> {
  const files = Object.entries(change).map(([path, text]) =>
    text === null ? `D ${path}` : `M 100644 inline ${path}\n${dataOf(text)}`,
  );
  const lines = [
    "reset refs/next",
    "",
    "commit refs/next",
    "mark :1",
    "committer docform <docform@localhost> now",
    dataOf(message),
    ...(tip.commit === undefined ? [] : [`from ${tip.commit}`]),
    ...files,
    "",
    "get-mark :1",
    "",
  ];
  const args = ["fast-import", "--quiet", "--force", "--date-format=now"];
  return (await git(args, { input: lines.join("\n") })).stdout.trim();
}

/** A text as the program fast-import reads it. */
function dataOf(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`;
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
