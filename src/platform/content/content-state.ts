import type { z } from "zod";
import type { page } from "../../contract/parts/content.ts";
import type { richDocument } from "../../contract/resource.ts";
import type { Table } from "../store/table.ts";

/** Types of a page (A8). */
export const pageTypes = ["document", "group", "link", "computed"] as const;

/** Statuses of a change request (A8). */
export type ChangeRequestStatus = "draft" | "open" | "archived" | "merged";

/** Types of a revision (A8). */
export type RevisionType = "edits" | "merge" | "rollback" | "update" | "computed";

type PageFields = z.output<ReturnType<typeof page>>;

/** Content that is computed on request, such as `builtin:openapi` (2.20). */
interface ComputedState {
  readonly type: string;
  readonly props: Readonly<Record<string, string>>;
}

/** A page with its subpages (2.20). Its path is computed from the path of its parent and its slug. */
export interface PageState {
  readonly id: string;
  readonly type: (typeof pageTypes)[number];
  readonly title: string;
  /** Unique among its siblings. */
  readonly slug: string;
  readonly markdown: string;
  readonly description?: string;
  readonly emoji?: string;
  readonly icon?: string;
  readonly hidden?: boolean;
  readonly noIndex?: boolean;
  readonly noRobotsIndex?: boolean;
  readonly variables?: Readonly<Record<string, string>>;
  readonly layout?: PageFields["layout"];
  readonly cover?: PageFields["cover"];
  readonly metaLinks?: PageFields["metaLinks"];
  readonly computed?: ComputedState;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly pages: readonly PageState[];
}

/** A file (2.20). Its bytes are not kept. */
export interface FileState {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  readonly dimensions?: { readonly width: number; readonly height: number };
}

/** Content that pages include by its id (2.20). */
export interface ReusableContentState {
  readonly id: string;
  readonly title: string;
  readonly markdown: string;
}

/** The content of a space or change request, which edits change. */
export interface Content {
  readonly pages: readonly PageState[];
  readonly files: readonly FileState[];
  readonly reusableContents: readonly ReusableContentState[];
  readonly variables: Readonly<Record<string, string>>;
}

/** The content at one time (2.20). It never changes, so revisions share equal parts. */
export interface RevisionState extends Content {
  readonly id: string;
  readonly type: RevisionType;
  readonly createdAt: string;
  /** Ids of the revisions that it comes from; content is kept only of those still needed. */
  readonly parents: readonly string[];
}

/** The content of a space: which revision is current, and the revisions that something still needs. */
export interface ContentState {
  current: string;
  readonly revisions: Record<string, RevisionState>;
}

/** A proposed edit of a space (2.5). `comments` and `outdated` are counted, not kept. */
export interface ChangeRequestState {
  readonly id: string;
  readonly number: number;
  status: ChangeRequestStatus;
  subject: string;
  description?: z.output<ReturnType<typeof richDocument>>;
  /** Id of its author. */
  readonly createdBy: string;
  readonly createdAt: string;
  updatedAt: string;
  /** Id of its own current revision. */
  revision: string;
  readonly revisionInitial: string;
  revisionMergedAncestor?: string;
  revisionMerged?: string;
  conversationsIssuesCluster?: string;
  /** Ids of the users who edited it, its creator first. */
  readonly contributors: string[];
  /** Ids of the users who were asked to review it. */
  readonly reviewers: readonly string[];
  /** Ids of the users who reviewed it and agreed. */
  readonly approvals: readonly string[];
}

/** Pages and variables to start from (A37). In its Markdown, a link to `param:logo` is one to the file `logo`. */
export interface TemplateState extends Pick<Content, "pages" | "variables"> {
  readonly id: string;
}

/** The content, revisions and change requests of a space. */
export interface SpaceContent {
  readonly content: ContentState;
  readonly changeRequests: Table<ChangeRequestState>;
}
