/** The type, size and identity of a file or folder. */
export interface FileStatus {
  readonly type: "file" | "folder";
  readonly bytes: number;
  /** Whether other users of this machine may read it; undefined when the system cannot tell. */
  readonly othersMayRead?: boolean;
  /** An identity that differs between two files of the same name, and between two writes of the same file. */
  readonly identity?: string;
}

/** The permissions of a new file: `ordinary` as for files that people create, of a `program`, or `like` another file. */
export type Rights = "ordinary" | "program" | { readonly like: string };

/** Something that has a name in a folder, with no link followed. */
export interface Entry {
  readonly type: "file" | "folder" | "link" | "other";
  readonly bytes: number;
}

/** A file that only grows. */
export interface Log {
  /** Adds text at the end. When it ends, the text is on the disk. */
  readonly append: (text: string) => Promise<void>;
  /** Puts all text where other machines see it, where that is another place. Throws when it cannot. */
  readonly publish?: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * The file operations that docform uses. Paths are absolute. Errors of the operating system are thrown
 * unchanged (`code` is `ENOENT`, `EEXIST`, `ENOSPC` …). New files and folders are readable by their owner
 * only, unless other rights are given.
 */
export interface Disk {
  /**
   * The status of a file or folder, with links followed; undefined for anything else. Throws when it cannot
   * be read.
   */
  readonly status: (path: string) => Promise<FileStatus | undefined>;
  /** The entry of this name, with no link followed; undefined when there is none. Throws when it cannot be read. */
  readonly entry: (path: string) => Promise<Entry | undefined>;
  /** The path without symbolic links; undefined when nothing exists there. Throws when it cannot be read. */
  readonly realPath: (path: string) => Promise<string | undefined>;
  /** The bytes of a file; only the first `most` when given, since a pipe may have no end. */
  readonly read: (path: string, most?: number) => Promise<Uint8Array>;
  /**
   * The bytes of a plain file, or the first ones. No link is followed, and nothing else is opened; `EFBIG` when it has
   * more than `most`.
   */
  readonly readPlain: (path: string, most: number, first?: number) => Promise<Uint8Array>;
  /** Names in a folder, in any order. */
  readonly names: (folder: string) => Promise<readonly string[]>;
  /** Creates a folder and its parents, unless they exist. */
  readonly makeFolder: (path: string, rights?: "ordinary") => Promise<void>;
  /**
   * Creates a new file (`EEXIST` when there is one). Resolves when the text is on disk; on an error no file
   * is left.
   */
  readonly create: (path: string, text: string, rights?: Rights) => Promise<void>;
  /** Opens a file to add to it, or makes it. With `no-follow`, a link is refused (`ELOOP`). */
  readonly openLog: (path: string, links?: "no-follow") => Promise<Log>;
  /** Renames a file and replaces an existing one. Resolves when the name is on disk. */
  readonly rename: (from: string, to: string) => Promise<void>;
  /** Removes a file, if it is there. */
  readonly remove: (path: string) => Promise<void>;
  /** Removes a folder with all in it, if it is there. */
  readonly removeFolder: (path: string) => Promise<void>;
}
