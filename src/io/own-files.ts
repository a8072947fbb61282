import { dirname, join, relative, sep } from "node:path";
import { error } from "../model/diagnostic.ts";
import { Stop } from "../model/stop.ts";
import type { Disk, Entry } from "./disk.ts";

/** The largest file of docform's own that is read. */
const mostBytes = 256 * 1024 * 1024;

/** Something is in the place of a file or folder of docform's own. */
export class UnsafeFile extends Stop {
  constructor(root: string, path: string, why: string) {
    const name = relative(root, path).replaceAll(sep, "/");
    const hint = `remove ${name}, and ask who made it: docform did not`;
    super([error("DF5007", `${name} ${why}, so docform does not open it`, { hint })]);
    this.name = "UnsafeFile";
  }
}

/**
 * The disk, for files that docform keeps or writes below a folder: `.docform`, `docform-plan`, a plan. Each part of a
 * path below the folder is a real folder, and what is opened is a plain file of a bearable size. A pull request may
 * bring links, which would lead reads, writes and removals elsewhere. Throws `UnsafeFile` for anything else.
 */
export function ownFiles(disk: Disk, root: string): Disk {
  const check = (path: string): Promise<Entry | undefined> => checkWay(disk, root, path);
  const checking =
    <R extends readonly unknown[], T>(act: (path: string, ...rest: R) => Promise<T>) =>
    async (path: string, ...rest: R): Promise<T> => {
      await check(path);
      return act(path, ...rest);
    };
  const read = async (path: string, first?: number): Promise<Uint8Array> => {
    const entry = await check(path);
    if (entry !== undefined && entry.bytes > mostBytes && entry.type === "file")
      throw new UnsafeFile(root, path, `is larger than ${mostBytes / 1024 / 1024} MiB`);
    return disk.readPlain(path, mostBytes, first);
  };
  return {
    status: checking(disk.status),
    entry: check,
    realPath: checking(disk.realPath),
    read,
    readPlain: checking(disk.readPlain),
    names: checking(disk.names),
    makeFolder: checking(disk.makeFolder),
    create: checking(disk.create),
    openLog: checking((path) => disk.openLog(path, "no-follow")),
    rename: async (from, to) => {
      await Promise.all([check(from), check(to)]);
      return disk.rename(from, to);
    },
    // A link is removed, and not what it leads to.
    remove: async (path) => {
      await check(dirname(path));
      return disk.remove(path);
    },
    removeFolder: checking(disk.removeFolder),
  };
}

/** Looks at each part of a path below the root, and answers what the last is. Other paths are named by a person. */
async function checkWay(disk: Disk, root: string, path: string): Promise<Entry | undefined> {
  const parts = relative(root, path).split(sep);
  if (parts[0] === ".." || parts[0] === "" || relative(root, path) === path) return disk.entry(path);
  let at = root;
  let entry: Entry | undefined;
  for (const part of parts) {
    at = join(at, part);
    entry = await disk.entry(at);
    if (entry === undefined) return undefined;
    if (entry.type === "link") throw new UnsafeFile(root, at, "is a link");
    if (entry.type === "other") throw new UnsafeFile(root, at, "is neither a folder nor a plain file");
  }
  return entry;
}
