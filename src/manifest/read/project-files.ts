import { dirname, posix, relative, resolve } from "node:path";
import type { Disk, FileStatus } from "../../io/disk.ts";
import { compareText } from "../../text/json.ts";

/** The file that makes a folder a project. */
export const projectFile = "docform.yaml";
/** The folder of a project that holds its policies; they are no manifests. */
export const policyFolder = "policies";

/**
 * All that loading a project needs of a disk. Paths are relative to the project folder and written with `/`; the
 * project folder itself is `.`. Throws the errors of the operating system, as the disk does.
 */
export interface ProjectFiles {
  /** The file or folder at a path, links followed; undefined when there is none, or something else. */
  status(path: string): Promise<FileStatus | undefined>;
  /** The path without links, still relative to the project folder; undefined when nothing is there. */
  realPath(path: string): Promise<string | undefined>;
  read(path: string): Promise<Uint8Array>;
  /**
   * Every YAML file below a folder, sorted. A folder that cannot be entered, or that leads outside the
   * project, is listed itself: who reads it learns why, and nothing is left out in silence.
   */
  listYaml(folder: string): Promise<readonly string[]>;
}

/** Is something at a path? True when the status cannot be read: reading the file reports the reason. */
export function pathExists(io: ProjectFiles, path: string): Promise<boolean> {
  return io.status(path).then(
    (status) => status !== undefined,
    () => true,
  );
}

/** The nearest folder above that holds a project: a command was typed in a folder of it, most often. */
export async function projectAbove(folder: string, io: ProjectFiles): Promise<string | undefined> {
  if (!(await pathExists(io, "."))) return undefined;
  for (let [up, at] = ["..", dirname(folder)]; at !== dirname(at); [up, at] = [`${up}/..`, dirname(at)])
    if ((await io.status(`${up}/${projectFile}`).catch(() => undefined))?.type === "file") return at;
  return undefined;
}

/** Does the path lead outside the project folder? */
export function isOutside(path: string): boolean {
  return path === ".." || path.startsWith("../") || isAbsolute(path);
}

/** Is the path absolute on any system? */
export function isAbsolute(path: string): boolean {
  return /^([/\\]|[A-Za-z]:)/.test(path);
}

/** Is the name that of a YAML file? */
export function isYaml(name: string): boolean {
  return /\.ya?ml$/.test(name);
}

/** Folders that hold no manifests, whatever is in them. */
export function isSkipped(name: string): boolean {
  return name.startsWith(".") || name === "node_modules";
}

/** The files of a project in memory: their content by path. */
export function memoryFiles(contents: Readonly<Record<string, string | Uint8Array>>): ProjectFiles {
  const bytes = new Map(Object.entries(contents).map(([path, content]) => [path, encode(content)]));
  const isFolder = (path: string): boolean =>
    path === "." || [...bytes.keys()].some((file) => file.startsWith(`${path}/`));
  return {
    status: async (path) => {
      const real = posix.normalize(path);
      const found = bytes.get(real);
      if (found !== undefined) return { type: "file", bytes: found.length };
      return isFolder(real) ? { type: "folder", bytes: 0 } : undefined;
    },
    realPath: async (path) => {
      const real = posix.normalize(path);
      return bytes.has(real) || isFolder(real) ? real : undefined;
    },
    read: async (path) => {
      const found = bytes.get(posix.normalize(path));
      if (found === undefined) throw new Error(`no such file: ${path}`);
      return found;
    },
    listYaml: async (folder) => [...bytes.keys()].filter((path) => isListed(folder, path)).sort(compareText),
  };
}

/** Does `listYaml` of a folder list this path? What is no file is listed whatever its name. */
export function isListed(folder: string, path: string, isFile = true): boolean {
  if (isFile ? !isYaml(path) : isSkipped(posix.basename(path))) return false;
  if (!(folder === "." || path.startsWith(`${folder}/`))) return false;
  return !path.split("/").slice(0, -1).some(isSkipped);
}

function encode(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}

/** The files of a project as they would be with some texts written: nothing is written for that. */
export async function overlayFiles(
  base: ProjectFiles,
  texts: Readonly<Record<string, string>>,
): Promise<ProjectFiles> {
  // A file may be reached by several links: it is known by its real path, as for whoever loads it.
  const entries = await Promise.all(
    Object.entries(texts).map(async ([path, text]) => [(await base.realPath(path)) ?? path, text] as const),
  );
  const over = memoryFiles(Object.fromEntries(entries));
  const isOver = async (path: string): Promise<boolean> => (await over.status(path))?.type === "file";
  return {
    status: async (path) =>
      (await isOver(path)) ? over.status(path) : ((await base.status(path)) ?? over.status(path)),
    realPath: async (path) => (await base.realPath(path)) ?? over.realPath(path),
    read: async (path) => ((await isOver(path)) ? over.read(path) : base.read(path)),
    listYaml: async (folder) => {
      const there = (await base.status(folder)) === undefined ? [] : await base.listYaml(folder);
      return [...new Set([...there, ...(await over.listYaml(folder))])].sort();
    },
  };
}

/** The files of a project folder on disk. */
export function diskFiles(folder: string, disk: Disk): ProjectFiles {
  // Each file asks for it. A folder that is not there may come.
  let known: string | undefined;
  const files: ProjectFiles = {
    status: (path) => disk.status(resolve(folder, path)),
    realPath: async (path) => {
      const [root, real] = await Promise.all([
        known ?? disk.realPath(folder),
        disk.realPath(resolve(folder, path)),
      ]);
      known = root;
      if (root === undefined || real === undefined) return undefined;
      return relative(root, real).replaceAll("\\", "/") || ".";
    },
    read: (path) => disk.read(resolve(folder, path)),
    listYaml: async (start) => {
      const found: string[] = [];
      await walk({ folder, disk, files }, start, new Set(), found);
      return found.sort(compareText);
    },
  };
  return files;
}

/** A project folder on a disk. */
interface Root {
  readonly folder: string;
  readonly disk: Disk;
  readonly files: ProjectFiles;
}

/** Adds the YAML files below a folder to `found`. `entered` holds real folders: links may form a circle. */
async function walk(root: Root, folder: string, entered: Set<string>, found: string[]): Promise<void> {
  const real = await root.files.realPath(folder).catch(() => `../${folder}`);
  if (real === undefined || entered.has(real)) return;
  entered.add(real);
  const names = isOutside(real) ? undefined : await folderNames(root, folder);
  if (names === undefined) {
    found.push(folder);
    return;
  }
  for (const name of names) {
    const path = folder === "." ? name : `${folder}/${name}`;
    const type = await typeOf(root, path);
    if (type === "folder" && !isSkipped(name)) await walk(root, path, entered, found);
    if (type === "unknown" || (type !== "folder" && isYaml(name))) found.push(path);
  }
}

async function typeOf({ files }: Root, path: string): Promise<"file" | "folder" | "unknown" | undefined> {
  return files.status(path).then(
    (status) => status?.type,
    () => "unknown" as const,
  );
}

async function folderNames({ disk, folder }: Root, path: string): Promise<readonly string[] | undefined> {
  return disk.names(resolve(folder, path)).catch(() => undefined);
}
