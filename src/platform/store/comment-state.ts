import { rows, type Table } from "./table.ts";

/** One person's reaction to a comment or reply; each person has one for an emoji (2.3). */
export interface ReactionState {
  readonly emoji: string;
  /** Id of the user. */
  readonly user: string;
  readonly reactedAt: string;
}

/** What comments and replies have in common (2.3, 2.4). */
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

/** A reply to a comment (2.4). */
export type ReplyState = PostState;

/** The page or block of a comment, inside its space or change request (2.3). */
export interface CommentTarget {
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
  readonly replies: Table<ReplyState>;
}

/** The comments on a change request, or on the space itself, in the order of posting. */
export function commentsOn(comments: Table<CommentState>, changeRequest?: string): CommentState[] {
  return rows(comments).filter((comment) => comment.changeRequest === changeRequest);
}

/** The number of open comments on a change request, or on the space itself (2.5, 2.6). */
export function openComments(comments: Table<CommentState>, changeRequest?: string): number {
  return commentsOn(comments, changeRequest).filter(({ resolved }) => resolved === undefined).length;
}
