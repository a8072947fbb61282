import type { FileStatus } from "../../io/disk.ts";

/** The file that makes a folder a project. */
export const projectFile = "docform.yaml";

/**
 * All that loading a project needs of a disk. Paths are relative to the project folder and written with `/`;
 * the project folder itself is `.`. What the operating system refuses is thrown, as the disk does.
 */
export interface ProjectFiles {
  /** What is there, links followed; undefined when there is nothing, or neither a file nor a folder. */
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

/** Is something at a path? What cannot be looked at counts: reading it says why. */
export function isThere(io: ProjectFiles, path: string): Promise<boolean> {
  return io.status(path).then(
    (status) => status !== undefined,
    () => true,
  );
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
