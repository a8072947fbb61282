import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { type FileHandle, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, sep } from "node:path";
import type { Disk } from "./disk.ts";

/** The disk of this machine. */
export const nodeDisk: Disk = {
  status: async (path) => {
    const found = look(() => statSync(path, { bigint: true, throwIfNoEntry: false }));
    if (found?.isFile())
      return {
        type: "file",
        bytes: Number(found.size),
        ...openness(Number(found.mode)),
        identity: `${found.ino} ${found.mtimeNs}`,
      };
    return found?.isDirectory() ? { type: "folder", bytes: 0 } : undefined;
  },
  entry: async (path) => {
    const found = look(() => lstatSync(path, { throwIfNoEntry: false }));
    if (found === undefined) return undefined;
    const [type = "other"] = (["file", "folder", "link"] as const).filter((one) => tests[one](found));
    return { type, bytes: found.size };
  },
  realPath: async (path) => look(() => realpathSync.native(path)),
  read: async (path, most) => (most === undefined ? readWhole(path) : readBeginning(path, most)),
  readPlain,
  names: async (folder) => readdirSync(folder),
  makeFolder: async (path, rights) => {
    await mkdir(path, { recursive: true, mode: rights === "ordinary" ? 0o777 : 0o700 });
  },
  create: async (path, text, rights) => {
    const mode = typeof rights === "object" ? (await stat(rights.like)).mode & 0o777 : undefined;
    const handle = await open(path, "wx", typeof rights === "string" ? modes[rights] : 0o600);
    try {
      if (mode !== undefined) await handle.chmod(mode);
      await handle.writeFile(text);
      await handle.sync();
    } catch (problem) {
      // This process created the file, so it removes it.
      await rm(path, { force: true }).catch(() => {});
      throw problem;
    } finally {
      await handle.close();
    }
  },
  openLog: async (path, links) => {
    const { O_APPEND, O_CREAT, O_WRONLY } = constants;
    const handle = await open(
      path,
      O_APPEND | O_CREAT | O_WRONLY | (links === undefined ? 0 : noFollow),
      0o600,
    );
    await flushFolder(dirname(path));
    return {
      append: async (text) => {
        await handle.appendFile(text);
        await handle.datasync();
      },
      close: () => handle.close(),
    };
  },
  rename: async (from, to) => {
    await rename(from, to);
    await flushFolder(dirname(to));
  },
  remove: (path) => rm(path, { force: true }),
  removeFolder: (path) => rm(path, { force: true, recursive: true }),
};

const tests = {
  file: (found: Stats) => found.isFile(),
  folder: (found: Stats) => found.isDirectory(),
  link: (found: Stats) => found.isSymbolicLink(),
};

/** Windows has no such flags, and its links are seen by `entry` alone. */
const { O_NOFOLLOW: noFollow = 0, O_NONBLOCK: noWaiting = 0 } = constants as Partial<typeof constants>;

/** A plain file is read at once; of anything else it is not known when there is something to read. */
async function readWhole(path: string): Promise<Uint8Array> {
  return statSync(path).isFile() ? readFileSync(path) : readFile(path);
}

/** Opening a pipe would wait for its other end. */
async function readPlain(path: string, most: number, first?: number): Promise<Uint8Array> {
  const file = openSync(path, constants.O_RDONLY | noFollow | noWaiting);
  try {
    const found = fstatSync(file);
    if (!found.isFile()) throw refusal(found.isDirectory() ? "EISDIR" : "EINVAL", "it is no plain file");
    if (found.size > most) throw refusal("EFBIG", `it is larger than ${most / 1024 / 1024} MiB`);
    return first === undefined ? readFileSync(file) : firstBytesOf(file, Math.min(first, found.size));
  } finally {
    closeSync(file);
  }
}

function firstBytesOf(file: number, most: number): Uint8Array {
  const bytes = Buffer.alloc(most);
  let length = 0;
  for (let read = -1; read !== 0 && length < most; length += read)
    read = readSync(file, bytes, length, most - length, null);
  return bytes.subarray(0, length);
}

function refusal(code: string, message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code });
}

/** Modes of new files, of which the system takes what the person does not give to others. */
const modes = { ordinary: 0o666, program: 0o777 } as const;

/** Without positions, which a pipe does not have. */
async function readBeginning(path: string, most: number): Promise<Uint8Array> {
  const handle = await open(path, "r");
  try {
    return await firstBytes(handle, most);
  } finally {
    await handle.close();
  }
}

async function firstBytes(handle: FileHandle, most: number): Promise<Uint8Array> {
  const bytes = Buffer.alloc(most);
  let length = 0;
  for (let read = -1; read !== 0 && length < most; length += read)
    read = (await handle.read(bytes, length, most - length, null)).bytesRead;
  return bytes.subarray(0, length);
}

/** Asks the system at once: it answers from memory, and to hand the question to a thread takes ten times as long. */
function look<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (problem) {
    return absent(problem as NodeJS.ErrnoException);
  }
}

/** Nothing is there, or links that lead nowhere; anything else that the system refuses may hide something. */
function absent(problem: NodeJS.ErrnoException): undefined {
  if (!["ENOENT", "ENOTDIR", "ELOOP"].includes(problem.code ?? "")) throw problem;
}

/** Windows has no such rights in its modes. */
function openness(mode: number): { readonly othersMayRead?: boolean } {
  return sep === "/" ? { othersMayRead: (mode & 0o044) !== 0 } : {};
}

/**
 * Flushes a folder, so that a new name survives a power cut. Windows cannot open a folder, and does not need
 * it.
 */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  if (handle === undefined) return;
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
