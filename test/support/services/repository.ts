import { createHash } from "node:crypto";

/** A pull request of a repository in memory. */
export interface StoredPull {
  readonly number: number;
  title: string;
  text: string;
  readonly branch: string;
  readonly base: string;
  /** Its commits, the newest last, with the times of their pushes. */
  readonly pushes: { readonly sha: string; readonly at: string }[];
  readonly labels: string[];
  /** The authors of labels, the oldest first. */
  readonly labelEvents: { readonly label: string; readonly by: string; readonly at: string }[];
  readonly author: string;
  /** The commit that its merge made. */
  merged?: { readonly sha: string; readonly at: string };
  /** Somebody closed it without a merge. */
  isClosed?: boolean;
  /** The repository of its branch is another one. */
  readonly isFork?: boolean;
}

/** A comment of a pull request or an issue. */
export interface StoredComment {
  readonly id: number;
  readonly on: number;
  readonly author: string;
  text: string;
  isHidden: boolean;
  /** GitLab keeps it as a thread that somebody resolves. */
  isThread: boolean;
}

/** An issue. */
export interface StoredIssue {
  readonly number: number;
  readonly author: string;
  title: string;
  text: string;
  labels: readonly string[];
  isOpen: boolean;
}

/** The whole texts of a commit, by path. */
type Files = Readonly<Record<string, string>>;

interface TreeEntry {
  readonly path: string;
  readonly type: "blob" | "tree";
  readonly mode: string;
  readonly sha: string;
}

/** The files of a push; undefined deletes one. */
type Changed = Readonly<Record<string, string | undefined>>;

/** The account that the token of the tests belongs to. */
export const own = "github-actions[bot]";

/**
 * A repository in memory, as GitHub and GitLab keep one: what people do in a browser are its methods, and the two
 * servers of the tests show it over their APIs.
 */
export class Repository {
  readonly pulls: StoredPull[] = [];
  readonly comments: StoredComment[] = [];
  readonly issues: StoredIssue[] = [];
  readonly commits = new Map<
    string,
    { readonly files: Files; readonly tree: string; readonly parents: readonly string[] }
  >();
  /** Names of files that are links. */
  readonly links = new Set<string>();
  readonly trees = new Map<string, Files>();
  readonly branches = new Map<string, string>();
  /** Its demands before a merge. */
  readonly rules = { needsCheck: false, needsNewest: false };
  #minutes = 0;
  #number = 6;

  constructor(files: Files = {}) {
    this.branches.set("main", this.commit(files));
  }

  /** Each moment is a minute after the one before. */
  now(): string {
    this.#minutes += 1;
    return new Date(Date.UTC(2026, 10, 25, 8, this.#minutes)).toISOString();
  }

  /** Pulls and issues share their numbers. */
  next(): number {
    this.#number += 1;
    return this.#number;
  }

  tree(files: Files): string {
    const sha = idOf(JSON.stringify(Object.entries(files).sort()));
    this.trees.set(sha, files);
    return sha;
  }

  commit(files: Files, parents: readonly string[] = []): string {
    const sha = idOf(`commit ${this.commits.size}`);
    this.commits.set(sha, { files, tree: this.tree(files), parents });
    return sha;
  }

  /** A commit, and all that it follows. */
  historyOf(commit: string): ReadonlySet<string> {
    const found = new Set([commit]);
    for (const one of found) for (const parent of this.commits.get(one)?.parents ?? []) found.add(parent);
    return found;
  }

  /** The entries of a commit or a tree: files, and folders as trees of their own. */
  entriesOf(sha: string): readonly TreeEntry[] {
    const files = this.commits.get(sha)?.files ?? this.trees.get(sha) ?? {};
    const names = [...new Set(Object.keys(files).map((path) => path.split("/")[0] ?? ""))];
    return names.map((path) => {
      const text = files[path];
      const mode = this.links.has(path) ? "120000" : "100644";
      if (text !== undefined) return { path, type: "blob", mode, sha: blobId(text) };
      const below = Object.entries(files).filter(([file]) => file.startsWith(`${path}/`));
      const tree = Object.fromEntries(below.map(([file, inner]) => [file.slice(path.length + 1), inner]));
      return { path, type: "tree", mode: "040000", sha: this.tree(tree) };
    });
  }

  /** The same with all that is below. */
  allEntriesOf(sha: string): ReturnType<Repository["entriesOf"]> {
    return this.entriesOf(sha).flatMap((one) => [
      one,
      ...(one.type === "blob" ? [] : this.allEntriesOf(one.sha)).map((inner) => ({
        ...inner,
        path: `${one.path}/${inner.path}`,
      })),
    ]);
  }

  blob(id: string): string | undefined {
    const texts = [...this.commits.values()].flatMap(({ files }) => Object.values(files));
    return texts.find((text) => blobId(text) === id);
  }

  filesOf(branch: string): Files {
    return this.filesAt(this.branches.get(branch) ?? "");
  }

  filesAt(commit: string): Files {
    return this.commits.get(commit)?.files ?? {};
  }

  /** Somebody pushes whole texts to a branch, which begins at `main`; undefined deletes a file. */
  push(branch: string, texts: Changed = {}, ...merged: readonly string[]): string {
    const parent = this.branches.get(branch) ?? this.branches.get("main") ?? "";
    const all = Object.entries({ ...this.filesAt(parent), ...texts });
    const files = Object.fromEntries(
      all.flatMap(([path, text]) => (text === undefined ? [] : [[path, text]])),
    );
    const sha = this.commit(files, [parent, ...merged]);
    this.point(branch, sha);
    return sha;
  }

  /** A branch moves, and its open pull requests with it. */
  point(branch: string, sha: string): void {
    this.branches.set(branch, sha);
    for (const pull of this.pulls)
      if (pull.branch === branch && stateOf(pull) === "open") pull.pushes.push({ sha, at: this.now() });
  }

  openPull(
    branch: string,
    more: {
      readonly base?: string;
      readonly title?: string;
      readonly text?: string;
      readonly author?: string;
      readonly isFork?: boolean;
    } = {},
  ): StoredPull {
    const { base = "main", title = branch, text = "", author = "li", isFork = false } = more;
    const pushes = [{ sha: this.branches.get(branch) ?? this.push(branch), at: this.now() }];
    const labels = { labels: [], labelEvents: [] };
    const pull = { number: this.next(), title, text, branch, base, pushes, ...labels, author, isFork };
    this.pulls.push(pull);
    return pull;
  }

  /** Somebody sets labels. */
  label({ labels, labelEvents }: StoredPull, names: string | readonly string[], by = "ben"): void {
    for (const label of [names].flat()) {
      if (!labels.includes(label)) labels.push(label);
      labelEvents.push({ label, by, at: this.now() });
    }
  }

  /** Merges by a commit of its own, and answers it. */
  merge(pull: StoredPull): string {
    const gone = Object.keys(this.filesOf(pull.base)).map((path) => [path, undefined]);
    const files = { ...Object.fromEntries(gone), ...this.filesOf(pull.branch) };
    const sha = this.push(pull.base, files, headOf(pull));
    pull.merged = { sha, at: this.now() };
    return sha;
  }

  comment(on: number, text: string, author = own, isThread = false): StoredComment {
    const comment = { id: 100 + this.next(), on, author, text, isHidden: false, isThread };
    this.comments.push(comment);
    return comment;
  }

  deleteComment(comment: StoredComment): void {
    this.comments.splice(this.comments.indexOf(comment), 1);
  }

  issue(title: string, text: string, labels: readonly string[], author = own): StoredIssue {
    const issue = { number: this.next(), author, title, text, labels, isOpen: true };
    this.issues.push(issue);
    return issue;
  }
}

/** Whether a pull request is open, closed or merged. */
export function stateOf({ merged, isClosed }: StoredPull): "open" | "closed" | "merged" {
  return merged === undefined ? (isClosed ? "closed" : "open") : "merged";
}

/** The newest commit of a pull request. */
export function headOf({ pushes }: StoredPull): string {
  return pushes.at(-1)?.sha ?? "";
}

function blobId(text: string): string {
  return idOf(`blob ${Buffer.byteLength(text)}\0${text}`);
}

function idOf(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}
