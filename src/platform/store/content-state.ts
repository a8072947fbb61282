import type { z } from "zod";
import type { page } from "../../contract/parts/content.ts";
import type { conversationMetadata, conversationPart } from "../../contract/parts/conversations.ts";
import type { richDocument } from "../../contract/resource.ts";
import { emptyTable, rows, type Table } from "./table.ts";

/** Types of a page (A8). */
export const pageTypes = ["document", "group", "link", "computed"] as const;

type PageFields = z.output<ReturnType<typeof page>>;

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
  /** The program that computes its content on request, such as `builtin:openapi`. */
  readonly computed?: { readonly type: string; readonly props: Readonly<Record<string, string>> };
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
  /** A8. */
  readonly type: "edits" | "merge" | "rollback" | "update" | "computed";
  readonly createdAt: string;
  /** Ids of the revisions that it comes from; content is kept only of those still needed. */
  readonly parents: readonly string[];
}

/** The content of a space: which revision is current, and the revisions that something still needs. */
interface ContentState {
  current: string;
  readonly revisions: Record<string, RevisionState>;
}

/** A proposed edit of a space (2.5). `comments` and `outdated` are counted, not kept. */
export interface ChangeRequestState {
  readonly id: string;
  readonly number: number;
  /** A8. */
  status: "draft" | "open" | "archived" | "merged";
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

/** One person's reaction to a comment or reply; each person has one for an emoji (2.3). */
export interface ReactionState {
  readonly emoji: string;
  /** Id of the user. */
  readonly user: string;
  readonly reactedAt: string;
}

/** The fields that comments and replies have in common (2.3, 2.4). */
export interface PostState {
  readonly id: string;
  /** Id of the user. */
  readonly postedBy: string;
  readonly postedAt: string;
  editedAt?: string;
  markdown: string;
  /** In the order of reacting. */
  readonly reactions: ReactionState[];
}

/** The page or block of a comment, inside its space or change request (2.3). */
interface CommentTarget {
  readonly page?: string | undefined;
  readonly node?: string | undefined;
  readonly tableCell?: { readonly record: string; readonly definition: string } | undefined;
  /** Revision that was active when the comment was posted. */
  readonly revision: string;
}

/** A comment on a space, or on a change request of it (2.3). */
export interface CommentState extends PostState {
  /** Id of the change request; undefined for a comment on the space itself. */
  readonly changeRequest?: string;
  readonly target: CommentTarget;
  /** The user who resolved it and the time; undefined while it is open (3). */
  resolved?: { readonly by: string; readonly at: string };
  readonly replies: Table<PostState>;
}

/** The comments on a change request, or on the space itself, in the order of posting. */
export function commentsOn(comments: Table<CommentState>, changeRequest?: string): CommentState[] {
  return rows(comments).filter((comment) => comment.changeRequest === changeRequest);
}

/** The number of open comments on a change request, or on the space itself (2.5, 2.6). */
export function openComments(comments: Table<CommentState>, changeRequest?: string): number {
  return commentsOn(comments, changeRequest).filter(({ resolved }) => resolved === undefined).length;
}

/** A conversation as it was ingested last (2.23). Its analysis ends a moment later (A36). */
export interface ConversationState {
  /** Id in the outside system. */
  readonly id: string;
  readonly subject?: string | undefined;
  readonly metadata: z.infer<ReturnType<typeof conversationMetadata>>;
  readonly parts: readonly z.infer<ReturnType<typeof conversationPart>>[];
  readonly ingestedAt: string;
  /** Id of the issue that the analysis finds; undefined without one. */
  readonly issue?: string;
}

/** An issue found in a conversation (2.23). Its fields follow from the conversation. */
export interface IssueState {
  readonly id: string;
  /** Id of the conversation. */
  readonly conversation: string;
  cluster: string;
}

/** Issues about the same topic (2.23); all but `muted` follows from its issues. */
export interface ClusterState {
  readonly id: string;
  /** The words that its issues share, in lower case. */
  readonly topic: string;
  readonly label: string;
  /** The time when the analysis found the first issue. The cluster is invisible before. */
  readonly createdAt: string;
  /** The time of the last change of `muted`. */
  mutedAt?: string;
  muted: boolean;
}

/** Everything about conversations of an organization (4.19). */
export interface ConversationsState {
  /** By `conversationKey` of the id, which the outside system makes up. */
  readonly conversations: Table<ConversationState>;
  readonly issues: Table<IssueState>;
  readonly clusters: Table<ClusterState>;
}

/** An organization's conversations before the first. */
export function noConversations(): ConversationsState {
  return { conversations: emptyTable(), issues: emptyTable(), clusters: emptyTable() };
}

/** One run of a translation: how far it is follows from the clock (A36). */
export interface TranslationRun {
  /** The time of the request, or the end of the run before. */
  readonly startsAt: string;
  /** The number of pages in the source at the time of the request. */
  readonly pages: number;
  readonly words: number;
}

/** A translation of a space into a language (2.14). */
export interface TranslationState {
  readonly id: string;
  readonly source: { readonly space: string; readonly language?: string | undefined };
  readonly language: string;
  instructions?: z.infer<ReturnType<typeof richDocument>> | undefined;
  readonly createdAt: string;
  updatedAt: string;
  /** Id of the translated space. */
  resultSpace: string;
  readonly runs: TranslationRun[];
}
