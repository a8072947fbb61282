import type {
  ClusterState,
  ConversationState,
  ConversationsState,
  IssueState,
} from "../store/content-state.ts";
import { add, find, get, remove, rows } from "../store/table.ts";
import { toIso, toMilliseconds } from "../store/time.ts";

/** The duration of the analysis of a conversation, in milliseconds after it was ingested (A36). */
const analysis = 1500;

/** Longest title of an issue and label of a cluster. */
const maxTitle = 100;

/** The fields of a conversation before its analysis. */
type Ingested = Omit<ConversationState, "issue">;

/** Makes the id of a new issue or cluster. */
type NameNew = (prefix: "issue" | "cluster", topic: string) => string;

/** The time when the analysis of a conversation ends. */
export function processedAt({ ingestedAt }: Pick<ConversationState, "ingestedAt">): string {
  return toIso(toMilliseconds(ingestedAt) + analysis);
}

/** Has the conversation been analysed? A function of the clock: nothing runs. */
export function isProcessed(conversation: ConversationState, now: string): boolean {
  return toMilliseconds(processedAt(conversation)) <= toMilliseconds(now);
}

/** All text of users in a conversation, a paragraph each. */
export function userText({ parts }: Pick<ConversationState, "parts">): string {
  const bodies = parts.filter(({ role }) => role === "user").map(({ body = "" }) => body);
  return bodies.join("\n\n");
}

/** The subject, or else the first line of a user. */
export function titleOf(conversation: Pick<ConversationState, "subject" | "parts">): string {
  const title = conversation.subject ?? userText(conversation).trim().split("\n")[0] ?? "";
  return title.slice(0, maxTitle).replace(/[\uD800-\uDBFF]$/, "");
}

/** The topic of a title: its words in lower case. Conversations with the same words are one cluster. */
export function topicOf(title: string): string {
  return (title.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(" ");
}

/** Key in the table of conversations. Callers choose the ids, so it is safe for ids such as `__proto__`. */
function conversationKey(id: string): string {
  return `id:${id}`;
}

/** The conversation with this id; it is there as soon as it is ingested. */
export function findConversation(all: ConversationsState, id: string): ConversationState | undefined {
  return find(all.conversations, conversationKey(id));
}

/** The conversation that an issue was found in. */
export function conversationOf({ conversations }: ConversationsState, issue: IssueState): ConversationState {
  return get(conversations, conversationKey(issue.conversation));
}

/** The issues that can be seen: those whose conversations are analysed. */
export function visibleIssues(all: ConversationsState, now: string): IssueState[] {
  return rows(all.issues).filter((issue) => isProcessed(conversationOf(all, issue), now));
}

/** The issue with this id, if it can be seen. */
export function findIssue(all: ConversationsState, id: string, now: string): IssueState | undefined {
  const issue = find(all.issues, id);
  return issue !== undefined && isProcessed(conversationOf(all, issue), now) ? issue : undefined;
}

function isVisible({ createdAt }: ClusterState, now: string): boolean {
  return toMilliseconds(createdAt) <= toMilliseconds(now);
}

/** The clusters that the analysis has found by now. */
export function visibleClusters({ clusters }: ConversationsState, now: string): ClusterState[] {
  return rows(clusters).filter((cluster) => isVisible(cluster, now));
}

/** The cluster with this id, if it can be seen. */
export function findCluster(all: ConversationsState, id: string, now: string): ClusterState | undefined {
  const cluster = find(all.clusters, id);
  return cluster !== undefined && isVisible(cluster, now) ? cluster : undefined;
}

/**
 * Ingests a conversation. One with a topic gives one issue, in the cluster of that topic. An existing
 * conversation with the same id is replaced and analysed again; its issue keeps its id. Clusters stay,
 * because change requests refer to them.
 */
export function ingest(all: ConversationsState, given: Ingested, nameNew: NameNew): void {
  const issue = storeIssue(all, given, nameNew);
  const conversation: ConversationState = issue === undefined ? given : { ...given, issue: issue.id };
  const key = conversationKey(given.id);
  if (find(all.conversations, key) === undefined) add(all.conversations, conversation, key);
  else all.conversations.byId[key] = conversation;
}

function storeIssue(all: ConversationsState, given: Ingested, nameNew: NameNew): IssueState | undefined {
  const topic = topicOf(titleOf(given));
  const earlier = find(all.issues, findConversation(all, given.id)?.issue ?? "");
  if (topic === "") {
    if (earlier !== undefined) remove(all.issues, earlier.id);
    return undefined;
  }
  const cluster = clusterFor(all, topic, given, nameNew).id;
  if (earlier === undefined)
    return add(all.issues, { id: nameNew("issue", topic), conversation: given.id, cluster });
  earlier.cluster = cluster;
  return earlier;
}

function clusterFor(
  { clusters }: ConversationsState,
  topic: string,
  given: Ingested,
  nameNew: NameNew,
): ClusterState {
  const known = rows(clusters).find((cluster) => cluster.topic === topic);
  if (known !== undefined) return known;
  const fields = { topic, label: titleOf(given), createdAt: processedAt(given), muted: false };
  return add(clusters, { id: nameNew("cluster", topic), ...fields });
}
