import { posix } from "node:path";
import type { Disk } from "../../../src/io/disk.ts";

/** A file, as programs see it, and what of it is certain to be there after the power was lost. */
interface File {
  bytes: Uint8Array;
  /** Bytes of it that are flushed. */
  flushed: number;
  /** Is its name flushed, too? */
  hasName: boolean;
}

/** A change of the disk that is under way: it may end, stop in the middle, or not have begun. */
interface Change {
  readonly whole: () => void;
  readonly half: (share: number) => void;
}

/** Lets a change happen some time from now; never, when the process is dead by then. */
type Later = (what: string, change: Change) => Promise<void>;

/** Why a change is refused; undefined when it is not. */
type Refusing = (what: string) => NodeJS.ErrnoException | undefined;

/** A disk in memory, of which programs see what was written, and the next power cut shows what was flushed. */
export interface MemoryDisk {
  readonly files: ReadonlyMap<string, File>;
  readonly text: (path: string) => string | undefined;
  /** The disk as one process sees it. */
  readonly open: (later: Later, refusing: Refusing) => Disk;
  /** The disk as one sees it who writes nothing. */
  readonly readOnly: Disk;
  /** Removes a folder with all that is in it, at once. */
  readonly removeFolder: (path: string) => void;
  /** Unflushed data is lost, or not: the numbers decide. */
  readonly losePower: (random: () => number) => void;
}

/** Makes a disk with files: texts by absolute path. */
export function createMemoryDisk(contents: Readonly<Record<string, string>>): MemoryDisk {
  const files = new Map<string, File>();
  for (const [path, text] of Object.entries(contents)) {
    const bytes = new TextEncoder().encode(text);
    files.set(path, { bytes, flushed: bytes.length, hasName: true });
  }
  return {
    files,
    text: (path) => {
      const file = files.get(path);
      return file && new TextDecoder().decode(file.bytes);
    },
    open: (later, refusing) => openDisk(files, later, refusing),
    readOnly: openDisk(
      files,
      () => Promise.reject(new Error("nothing is to be written")),
      () => undefined,
    ),
    removeFolder: (path) => {
      for (const file of [...files.keys()]) if (file.startsWith(`${path}/`)) files.delete(file);
    },
    losePower: (random) => losePower(files, random),
  };
}

function losePower(files: Map<string, File>, random: () => number): void {
  for (const [path, file] of [...files]) {
    if (!file.hasName && random() < 0.5) files.delete(path);
    else {
      const unflushed = file.bytes.length - file.flushed;
      file.bytes = file.bytes.slice(0, file.flushed + Math.floor(random() * (unflushed + 1)));
    }
  }
}

function problem(code: string, path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${path}`), { code, path });
}

function openDisk(files: Map<string, File>, later: Later, refusing: Refusing): Disk {
  const write = async (what: string, change: Change): Promise<void> => {
    const refused = refusing(what);
    if (refused === undefined) return later(what, change);
    // A disk that is full takes the first bytes before it says so.
    if (refused.code === "ENOSPC") change.half(0.5);
    throw refused;
  };
  const flushNames = (folder: string): void => {
    for (const [path, file] of files) if (posix.dirname(path) === folder) file.hasName = true;
  };
  return {
    ...readable(files),
    makeFolder: async (path) => {
      const refused = refusing(`make ${path}`);
      if (refused !== undefined && refused.code !== "ENOSPC") throw refused;
    },
    create: (path, text) => {
      if (files.has(path)) return Promise.reject(problem("EEXIST", path));
      const bytes = new TextEncoder().encode(text);
      const put = (end: number): void => {
        files.set(path, { bytes: bytes.slice(0, end), flushed: end, hasName: false });
      };
      return write(`create ${path}`, {
        whole: () => put(bytes.length),
        half: (share) => put(Math.floor(bytes.length * share)),
      }).catch((refused: unknown) => {
        files.delete(path);
        throw refused;
      });
    },
    openLog: async (path) => {
      await write(`open ${path}`, {
        whole: () => {
          if (!files.has(path)) files.set(path, { bytes: new Uint8Array(), flushed: 0, hasName: false });
          flushNames(posix.dirname(path));
        },
        half: () => {},
      });
      return {
        append: (text) => write(`append ${path}`, appending(files, path, text)),
        close: async () => {},
      };
    },
    rename: (from, to) => {
      if (!files.has(from)) return Promise.reject(problem("ENOENT", from));
      const move = (): void => {
        const file = files.get(from);
        if (file === undefined) return;
        files.delete(from);
        files.set(to, { ...file, hasName: true });
      };
      return write(`rename ${from} ${to}`, {
        whole: () => {
          move();
          flushNames(posix.dirname(to));
        },
        half: (share) => {
          if (share > 0.5) move();
        },
      });
    },
    remove: (path) => write(`remove ${path}`, { whole: () => files.delete(path), half: () => {} }),
    removeFolder: async (path) => {
      for (const file of [...files.keys()]) if (file.startsWith(`${path}/`)) files.delete(file);
    },
  };
}

function appending(files: Map<string, File>, path: string, text: string): Change {
  const bytes = new TextEncoder().encode(text);
  const add = (end: number): void => {
    const file = files.get(path);
    if (file === undefined) return;
    file.bytes = Buffer.concat([file.bytes, bytes.subarray(0, end)]);
  };
  return {
    whole: () => {
      add(bytes.length);
      const file = files.get(path);
      if (file !== undefined) file.flushed = file.bytes.length;
    },
    half: (share) => add(Math.floor(bytes.length * share)),
  };
}

function readable(
  files: ReadonlyMap<string, File>,
): Pick<Disk, "status" | "entry" | "realPath" | "read" | "readPlain" | "names"> {
  const isFolder = (path: string): boolean => {
    const start = path === "/" ? "/" : `${path}/`;
    for (const file of files.keys()) if (file.startsWith(start)) return true;
    return false;
  };
  // There are no links.
  const status: Disk["status"] & Disk["entry"] = async (path) => {
    const file = files.get(path);
    if (file !== undefined) return { type: "file", bytes: file.bytes.length };
    return isFolder(path) ? { type: "folder", bytes: 0 } : undefined;
  };
  const read = async (path: string): Promise<Uint8Array> => {
    const file = files.get(path);
    if (file === undefined) throw problem("ENOENT", path);
    return file.bytes;
  };
  return {
    status,
    entry: status,
    realPath: async (path) => (files.has(path) || isFolder(path) ? path : undefined),
    read,
    readPlain: read,
    names: async (folder) => {
      const inside = [...files.keys()].filter((path) => path.startsWith(`${folder}/`));
      if (inside.length === 0) throw problem("ENOENT", folder);
      return [...new Set(inside.map((path) => path.slice(folder.length + 1).split("/")[0] ?? ""))];
    },
  };
}
