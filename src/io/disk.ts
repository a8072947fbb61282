/** What is at a path. */
export interface FileStatus {
  readonly type: "file" | "folder";
  readonly bytes: number;
  /** May others on this machine read it? Left out where nobody can tell. */
  readonly othersMayRead?: boolean;
  /** What tells this file from another one under the same name, or from itself before it was written again. */
  readonly identity?: string;
}

/** Who may read and write a new file: as the system has it for files that people make, or as another file has it. */
export type Rights = "ordinary" | { readonly like: string };

/** A file that only grows. */
export interface Log {
  /** Adds text at the end. When it ends, the text is on the disk. */
  readonly append: (text: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * All that docform does with files. Paths are absolute. What the operating system refuses is thrown as it says it
 * (`code` is `ENOENT`, `EEXIST`, `ENOSPC` …). Only the owner may read the files and folders that it makes, unless
 * other rights are given.
 */
export interface Disk {
  /** Links followed; undefined when there is nothing, or neither a file nor a folder. Throws when nobody can tell. */
  readonly status: (path: string) => Promise<FileStatus | undefined>;
  /** The path without links; undefined when nothing is there. Throws when nobody can tell. */
  readonly realPath: (path: string) => Promise<string | undefined>;
  /** The bytes of a file; of one that may have no end, such as a pipe, the first ones only, when `most` is given. */
  readonly read: (path: string, most?: number) => Promise<Uint8Array>;
  /** Names in a folder, in any order. */
  readonly names: (folder: string) => Promise<readonly string[]>;
  /** Makes a folder, and those it stands in, unless it is there. */
  readonly makeFolder: (path: string, rights?: "ordinary") => Promise<void>;
  /**
   * Makes a file that must not be there yet (`EEXIST`). When it ends, the text is on the disk; when it throws, nothing
   * of it is left.
   */
  readonly create: (path: string, text: string, rights?: Rights) => Promise<void>;
  /** Opens a file to add to it, or makes it. */
  readonly openLog: (path: string) => Promise<Log>;
  /** Gives a file another name, over what has that name. When it ends, the name is on the disk. */
  readonly rename: (from: string, to: string) => Promise<void>;
  /** Removes a file, if it is there. */
  readonly remove: (path: string) => Promise<void>;
}
