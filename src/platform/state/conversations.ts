import { add, find, get, remove, rows } from "../store/table.ts";
import { toIso, toMilliseconds } from "../store/time.ts";
import type {
  ClusterState,
  ConversationState,
  ConversationsState,
  IssueState,
} from "./conversation-state.ts";
import { topicOf } from "./topic.ts";

/** How long the analysis of a conversation takes, in milliseconds after it was ingested (A36). */
const analysis = 1500;

/** Longest title of an issue and label of a cluster. */
const maxTitle = 100;

/** What is known of a conversation before it is analysed. */
type Ingested = Omit<ConversationState, "issue">;

/** Makes the id of a new issue or cluster. */
type NameNew = (prefix: "issue" | "cluster", topic: string) => string;

/** When the analysis of a conversation ends. */
export function processedAt({ ingestedAt }: Pick<ConversationState, "ingestedAt">): string {
  return toIso(toMilliseconds(ingestedAt) + analysis);
}

/** Has the conversation been analysed? A function of the clock: nothing runs. */
export function isProcessed(conversation: ConversationState, now: string): boolean {
  return toMilliseconds(processedAt(conversation)) <= toMilliseconds(now);
}

/** Everything that users say in a conversation, a paragraph each. */
export function userText({ parts }: Pick<ConversationState, "parts">): string {
  const bodies = parts.filter(({ role }) => role === "user").map(({ body = "" }) => body);
  return bodies.join("\n\n");
}

/** The subject; without one, the first line that a user says. */
export function titleOf(conversation: Pick<ConversationState, "subject" | "parts">): string {
  const title = conversation.subject ?? userText(conversation).trim().split("\n")[0] ?? "";
  return title.slice(0, maxTitle).replace(/[\uD800-\uDBFF]$/, "");
}

/** Keys of the table of conversations: safe for ids such as `__proto__`, which callers make up. */
function conversationKey(id: string): string {
  return `id:${id}`;
}

/** The conversation with this id; it is there as soon as it is ingested. */
export function findConversation(
  { conversations }: ConversationsState,
  id: string,
): ConversationState | undefined {
  return find(conversations, conversationKey(id));
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

/** The clusters that can be seen: those that the analysis has found. */
export function visibleClusters({ clusters }: ConversationsState, now: string): ClusterState[] {
  return rows(clusters).filter(({ createdAt }) => toMilliseconds(createdAt) <= toMilliseconds(now));
}

/** The cluster with this id, if it can be seen. */
export function findCluster(
  { clusters }: ConversationsState,
  id: string,
  now: string,
): ClusterState | undefined {
  const cluster = find(clusters, id);
  return cluster !== undefined && toMilliseconds(cluster.createdAt) <= toMilliseconds(now)
    ? cluster
    : undefined;
}

/**
 * Takes a conversation in: one with a topic gives one issue, in the cluster of that topic. One that was
 * ingested before under the same id is replaced and analysed again; its issue keeps its id. Clusters stay,
 * because change requests name them.
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
  if (earlier === undefined) {
    return add(all.issues, { id: nameNew("issue", topic), conversation: given.id, cluster });
  }
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
