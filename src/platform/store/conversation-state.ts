import type { z } from "zod";
import type { conversationMetadata, conversationPart } from "../../contract/parts/conversations.ts";
import { emptyTable, type Table } from "./table.ts";

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
  /** The words that its issues share, in order of the alphabet. */
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
