import type { z } from "zod";
import type { impact } from "../../contract/parts/conversations.ts";
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

/** Key in the table of conversations. Callers choose the ids, so it is safe for ids such as `__proto__`. */
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

/** The clusters that the analysis has found by now. */
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

/** The severity of an issue (2.1). */
export type Impact = z.infer<typeof impact>;

/** Words without a meaning for the topic of a conversation. */
const stopWords = new Set(
  (
    "a about after all am an and any are as at be been before but by can cant cannot could did do does doesnt " +
    "dont for from get had has have hello help hey hi how i if im in into is isnt it its me my no not of on " +
    "one or our out please question should so some thank thanks that the their there these they this those to " +
    "us use using want was we were what when where which who why will with would you your"
  ).split(" "),
);

/** Beginnings of words that tell how much something hurts. */
const painful = ["broken", "crash", "error", "fail", "leak", "lost", "outage", "secur", "urgent"];
const harmless = ["cosmetic", "idea", "spelling", "suggest", "typo", "wording"];

/** The words of a text: lower case, without accents and apostrophes. */
function wordsOf(text: string): string[] {
  const plain = text.normalize("NFKD").replaceAll(/[\p{M}'’]/gu, "");
  return plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The singular of an English plural, roughly: keys, queries and crashes lose their endings. */
function singular(word: string): string {
  if (word.length <= 3) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

/**
 * The topic of a subject: its words without stop words, in the singular, each once, in alphabetical order.
 * Two subjects with the same words have the same topic; a subject of stop words has none.
 */
export function topicOf(subject: string): string {
  const words = wordsOf(subject)
    .filter((word) => !stopWords.has(word))
    .map(singular);
  return [...new Set(words)].sort().join(" ");
}

/**
 * The severity of a text: high with a word such as crash or error, low with one such as typo, else medium.
 */
export function impactOf(text: string): Impact {
  const words = wordsOf(text);
  const has = (beginnings: readonly string[]) =>
    words.some((word) => beginnings.some((beginning) => word.startsWith(beginning)));
  if (has(painful)) return "high";
  return has(harmless) ? "low" : "medium";
}

/** The highest of several impacts; low of none. */
export function highest(impacts: readonly Impact[]): Impact {
  if (impacts.includes("high")) return "high";
  return impacts.includes("medium") ? "medium" : "low";
}
