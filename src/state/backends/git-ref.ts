import { join } from "node:path";
import type { Disk } from "../../io/disk.ts";
import type { CommandOutcome } from "../../io/run-command.ts";
import { BackendError } from "../backend.ts";
import { type Git, type GitProgramOptions, gitProgram } from "./git-program.ts";

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

/** What `gitRef` needs. */
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

/** The author of the commits. */
const author = {
  GIT_AUTHOR_NAME: "docform",
  GIT_AUTHOR_EMAIL: "docform@localhost",
  GIT_COMMITTER_NAME: "docform",
  GIT_COMMITTER_EMAIL: "docform@localhost",
};

/** The ref of a remote repository, over the program git. */
export function gitRef(options: GitRefOptions): GitRef {
  const git = gitProgram(options);
  let now: Tip = { commit: undefined, files: new Map() };
  let isRead = false;
  const refresh = async (): Promise<void> => {
    now = await readTip(git, options);
    isRead = true;
  };
  return {
    refresh,
    readOnce: async () => {
      if (!isRead) await refresh();
    },
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
  const { place, marker } = options;
  const [commit, listing, text] = await Promise.all([
    git(["rev-parse", "refs/state"]),
    git(["ls-tree", "-r", "-z", "refs/state"]),
    git(["cat-file", "blob", `refs/state:${marker.file}`], { isAllowed: () => true }),
  ]);
  if (text.stdout === marker.text) return { commit: commit.stdout.trim(), files: filesIn(listing.stdout) };
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
