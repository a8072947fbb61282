/** The services that docform speaks to, by the names that `docform init --ci` takes. */
export const serviceNames = ["github", "gitlab"] as const;

/** One of them. */
export type ServiceName = (typeof serviceNames)[number];

/** A comment of a pull request. Its text is Markdown as it was sent. */
export interface Comment {
  /** Means something to the service alone. */
  readonly id: string;
  readonly text: string;
  readonly link: string;
  /** Somebody, or an earlier run, minimised or resolved it. */
  readonly isHidden: boolean;
  /** Whether somebody has to resolve it; undefined where a service has no such comments. */
  readonly isThread?: boolean;
}

/** How a comment stands among others. */
export interface CommentForm {
  /** It asks people for something: GitLab shows it as a thread, which stays open until that is settled. */
  readonly asks?: boolean;
}

/** A pull request; GitLab calls it a merge request. */
export interface PullRequest {
  readonly number: number;
  readonly link: string;
  /** The newest commit of its branch. */
  readonly head: string;
  /** The branch that it is to be merged into. */
  readonly base: string;
  readonly labels: readonly string[];
  /** The name of the account that opened it; undefined when that was deleted. */
  readonly author?: string;
  readonly isOpen: boolean;
  /** Whether its branch is in another repository. */
  readonly isFork: boolean;
}

/** How a commit stands to another one: after it (`ahead`), before it (`behind`), neither, or the same. */
export type Ancestry = "ahead" | "behind" | "diverged" | "identical";

/** The demands of a service before a merge into a branch. */
export interface MergeRules {
  /** A check must have passed: without that, a plan that is held stops nobody. */
  readonly needsCheck: boolean;
  /** The branch must have what was merged meanwhile; undefined where the token may not see that. */
  readonly needsNewest?: boolean;
}

/** A file of a branch, and the id that Git gives its content. */
export interface RepositoryFile {
  /** From the folder that was asked for. */
  readonly path: string;
  readonly id: string;
  /** Whether it is a symbolic link: its content is where it leads. */
  readonly isLink: boolean;
}

/** The mode of a symbolic link in a tree of Git. */
export const linkMode = "120000";

/** Some files and folders in a folder of a branch. */
export interface FilesPlace {
  readonly branch: string;
  /** Path from the root of the repository; empty for the root. */
  readonly folder: string;
  readonly names: readonly string[];
}

/** An issue. Its text is Markdown as it was sent. */
export interface Issue {
  readonly number: number;
  readonly link: string;
  readonly text: string;
}

/** An issue as it should be. */
export interface IssueRequest {
  readonly title: string;
  readonly text: string;
  /** For people, who look for it; docform finds an issue by the mark in its text. */
  readonly label: string;
}

/** Where a pull request would bring the files of a branch. */
export interface ProposalPlace {
  readonly branch: string;
  readonly base: string;
  /** The commit of the base whose files the proposal changes: what was merged since, Git merges. */
  readonly commit: string;
}

/** A change of files that is to be proposed as a pull request. */
export interface Proposal extends ProposalPlace {
  /** The subject of the commit, and the title of the pull request. */
  readonly title: string;
  /** The text of the pull request, as Markdown. */
  readonly text: string;
  /** Paths from the root of the repository, and the whole texts. */
  readonly files: Readonly<Record<string, string>>;
}

/** A pull request that proposes files. */
export interface ProposedPull {
  readonly number: number;
  readonly link: string;
  readonly text: string;
  readonly state: "open" | "closed" | "merged";
}

/**
 * The service that keeps the repository: GitHub or GitLab. Each operation throws `Stop` when the service refuses
 * it or cannot be reached: the message says what the token needs.
 */
export interface Service {
  readonly name: ServiceName;
  /** A pull request by its number. */
  readonly pullRequest: (number: number) => Promise<PullRequest>;
  /**
   * The person who set each label of a pull request last. A label that a program set has none: the account of the token
   * is one, since whoever changes a workflow of the repository may use it.
   */
  readonly labelSetters: (pull: number) => Promise<ReadonlyMap<string, string>>;
  /** The merged pull requests that brought this commit to the branch, the newest first. */
  readonly mergedWith: (commit: string) => Promise<readonly PullRequest[]>;
  /** The numbers of the open pull requests into a branch, at most so many, those with the newest changes first. */
  readonly openPulls: (base: string, most: number) => Promise<readonly number[]>;
  readonly mergeRules: (branch: string) => Promise<MergeRules>;
  /** The files at these names and below them, of the newest commit of a branch. */
  readonly filesAt: (place: FilesPlace) => Promise<readonly RepositoryFile[]>;
  /** The content of a file by its id. */
  readonly readBlob: (id: string) => Promise<Uint8Array>;
  /** How a commit stands to a base; undefined when the repository does not have both, or they share no history. */
  readonly compare: (base: string, commit: string) => Promise<Ancestry | undefined>;
  /** The comments that the account of the token wrote, the oldest first: those of others are not to be trusted. */
  readonly ownComments: (pull: number) => Promise<readonly Comment[]>;
  readonly addComment: (pull: number, text: string, form?: CommentForm) => Promise<Comment>;
  /** Undefined when somebody deleted the comment. */
  readonly editComment: (
    pull: number,
    id: string,
    text: string,
    form?: CommentForm,
  ) => Promise<Comment | undefined>;
  /** Minimises (GitHub), or folds and resolves (GitLab), a comment that is out of date. */
  readonly hideComment: (pull: number, id: string) => Promise<void>;
  /** The open issues that the account of the token opened, the newest first. */
  readonly ownIssues: () => Promise<readonly Issue[]>;
  readonly addIssue: (issue: IssueRequest) => Promise<Issue>;
  /** Changes an issue, and opens or closes it. Its labels stay: people add some of their own. */
  readonly editIssue: (
    number: number,
    change: Partial<Omit<IssueRequest, "label">> & { readonly isOpen?: boolean },
  ) => Promise<Issue>;
  readonly commentIssue: (number: number, text: string) => Promise<void>;
  /** The pull requests of a branch of the repository itself, the newest first. */
  readonly proposals: (place: ProposalPlace) => Promise<readonly ProposedPull[]>;
  /** Makes the branch, and replaces an older one: one commit with the files on top of that of the base. */
  readonly pushFiles: (proposal: Omit<Proposal, "text">) => Promise<void>;
  readonly addPull: (proposal: Omit<Proposal, "files">) => Promise<ProposedPull>;
  /** Changes a pull request, or closes it. */
  readonly editPull: (
    number: number,
    change: Partial<Pick<Proposal, "title" | "text">> & { readonly isOpen?: false },
  ) => Promise<ProposedPull>;
  /** Closes the connections. */
  readonly close: () => Promise<void>;
}
