import { relative } from "node:path";
import type { Disk } from "./disk.ts";
import { confirmRepository, gitIn, type StartGit } from "./git.ts";
import { findRepository, type Repository } from "./git-repository.ts";
import { gitBlobId } from "./hash.ts";
import type { RunCommand } from "./run-command.ts";

/** A file of a commit. Of a link Git keeps where it leads, and of a submodule the id of a commit elsewhere. */
export interface CommitFile {
  readonly type: "file" | "link" | "submodule";
  readonly id: string;
  readonly bytes: number;
}

/** The files below one folder, as they are in a commit. */
export interface Commit {
  readonly id: string;
  /** The files by their paths from that folder. */
  readonly files: ReadonlyMap<string, CommitFile>;
  /** The texts of files by their ids. Throws for one that is not there, or no UTF-8 text. */
  readonly read: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/**
 * Why there is no such commit to read; `revision`: the repository knows no commit of that name, `one`: the name is that of
 * several.
 */
export class NoCommit extends Error {
  readonly lacks: "git" | "repository" | "revision" | "one" | "folder";

  constructor(lacks: NoCommit["lacks"], message: string) {
    super(message);
    this.name = "NoCommit";
    this.lacks = lacks;
  }
}

/** The means of reading a commit. */
export interface CommitOptions {
  readonly runCommand: RunCommand;
  readonly disk: Disk;
  /** The environment of docform. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder whose files are read. Its repository has the commit. */
  readonly folder: string;
}

/** A revision begins no option, and has no range, no path and no blank. */
const revisionForm = /^[^\s\p{Cc}:^?*[\\-][^\s\p{Cc}:?*[\\]{0,254}$/u;

/**
 * Reads a commit from the objects of the repository that a folder is in: no file of the work tree changes. Git's own
 * names of a commit are taken, such as `origin/main` and `HEAD~2`. Throws `NoCommit`.
 */
export async function openCommit(options: CommitOptions, revision: string): Promise<Commit> {
  const { disk, folder } = options;
  const repository = await findRepository(disk, folder);
  if (repository === undefined)
    throw new NoCommit("repository", "the project folder is in no Git repository");
  const git = await startedIn(options, repository);
  const id = await commitId(git, revision);
  const way = relative(repository.top, (await disk.realPath(folder)) ?? folder).replaceAll("\\", "/");
  const listed = await git([
    "ls-tree",
    "-r",
    "-z",
    "--long",
    "--full-tree",
    way === "" ? id : `${id}:${way}`,
  ]);
  if (listed.code !== 0)
    throw new NoCommit("folder", `the commit ${id.slice(0, 7)} has no folder ${way || "."}`);
  return { id, files: filesIn(listed.stdout), read: (ids) => blobs(git, ids) };
}

async function startedIn(options: CommitOptions, repository: Repository): Promise<StartGit> {
  const { top, gitFolder } = repository;
  const confirmed = await confirmRepository(options, repository).catch(() => {
    throw new NoCommit("git", "the program git cannot be run");
  });
  if ("failed" in confirmed) {
    const [said = ""] = confirmed.failed.stderr.trim().split("\n", 1);
    throw new NoCommit("repository", `git does not take the repository: ${said}`);
  }
  const start = await gitIn({ ...options, tree: top, cwd: gitFolder });
  // Objects that replace others are of this clone alone.
  return (args, run) => start(["--no-replace-objects", "--git-dir", gitFolder, ...args], run);
}

/** The id of a commit. Of several refs that fit a name, git would take any: a tag `origin/main` before the branch, say. */
async function commitId(git: StartGit, revision: string): Promise<string> {
  const asked = revisionForm.test(revision)
    ? await git([...warning, "rev-parse", "--verify", "--end-of-options", `${revision}^{commit}`])
    : undefined;
  const id = asked?.stdout.trim() ?? "";
  if (asked?.code !== 0 || !wholeId.test(id))
    throw new NoCommit("revision", `the repository knows no commit "${revision}"`);
  // A whole id is that commit, whatever else is named so.
  if (wholeId.test(revision) || !asked.stderr.includes("is ambiguous")) return id;
  throw new NoCommit("one", `several branches or tags of the repository are named "${revision}"`);
}

const warning = ["-c", "core.warnAmbiguousRefs=true"];
const wholeId = /^[0-9a-f]{40,64}$/;

/** The lines of `ls-tree --long`: mode, type, id, size and path. */
const treeLine = /^(\d{6}) (blob|commit) ([0-9a-f]+) +(\d+|-)\t(.+)$/s;

function filesIn(listing: string): ReadonlyMap<string, CommitFile> {
  const entries = listing.split("\0").flatMap((line): (readonly [string, CommitFile])[] => {
    const [, mode, type, id = "", size, path = ""] = treeLine.exec(line) ?? [];
    if (type === undefined) return [];
    const kind = type === "commit" ? "submodule" : mode === "120000" ? "link" : "file";
    return [[path, { type: kind, id, bytes: Number(size) || 0 }]];
  });
  return new Map(entries);
}

/** Reads blobs with one run of git: for each it says a line with id, type and size, the content, and a line break. */
async function blobs(git: StartGit, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await git(["cat-file", "--batch"], { input: ids.map((id) => `${id}\n`).join("") });
  const said = Buffer.from(stdout);
  const texts = new Map<string, string>();
  let at = 0;
  for (const id of ids) {
    const end = said.indexOf("\n", at);
    const size = /^\S+ blob (\d+)$/.exec(said.toString("utf8", at, end))?.[1];
    if (end < 0 || size === undefined) throw new Error("git does not have its content");
    const from = end + 1;
    const text = said.toString("utf8", from, from + Number(size));
    // Bytes that are no text have become others on the way, so their number is wrong.
    if (gitBlobId(text, id.length) !== id) throw new Error("it is not UTF-8 text");
    texts.set(id, text);
    at = from + Number(size) + 1;
  }
  return texts;
}
