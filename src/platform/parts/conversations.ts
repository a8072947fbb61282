import { compareText } from "../../text/json.ts";
import type { Call, Handlers } from "../calls/call.ts";
import { toRichDocument } from "../content/rich-document.ts";
import { setGiven } from "../http/refusal.ts";
import { type Caller, listing, type View } from "../resources/caller.ts";
import {
  conversationOf,
  ingest,
  isProcessed,
  processedAt,
  titleOf,
  userText,
  visibleClusters,
  visibleIssues,
} from "../resources/conversations.ts";
import type { ClusterState, ConversationState, IssueState } from "../store/content-state.ts";
import { newId, type OrganizationState } from "../store/state.ts";
import { rows } from "../store/table.ts";
import { toIso, toMilliseconds } from "../store/time.ts";

const week = 7 * 24 * 60 * 60 * 1000;

/** Weeks in the weekly pulse: three months. */
const weeks = 13;

/** The source of a conversation: its attribute `source`, else the host of its address, else `api`. */
function sourceOf({ metadata }: ConversationState): string {
  const { url, attributes } = metadata;
  if (attributes?.source !== undefined) return attributes.source;
  return url !== undefined && URL.canParse(url) ? new URL(url).host || "api" : "api";
}

/** The start of a conversation, as far as it is known. */
function beganAt({ metadata, ingestedAt }: ConversationState): string {
  return metadata.createdAt === undefined ? ingestedAt : toIso(toMilliseconds(metadata.createdAt));
}

/** The severity of a conversation (2.1): high with a word such as crash or error, otherwise medium. */
function impactOf(shown: ConversationState): "high" | "medium" {
  const text = `${shown.subject ?? ""}\n${userText(shown)}`;
  return /\b(?:broken|crash|error|fail|lost|outage|urgent)/i.test(text) ? "high" : "medium";
}

function conversationUrl({ baseUrl }: Caller, { id }: OrganizationState, list: string, item: string): string {
  return `${baseUrl}/v1/orgs/${id}/${list}/${encodeURIComponent(item)}`;
}

/** A conversation as the API shows it (2.23); its impact is known when it is processed. */
function showConversation(
  caller: Caller,
  organization: OrganizationState,
  shown: ConversationState,
): View<"getConversation">["conversation"] {
  const location = conversationUrl(caller, organization, "conversations", shown.id);
  const { url } = shown.metadata;
  return {
    object: "conversation",
    id: shown.id,
    subject: shown.subject,
    createdAt: beganAt(shown),
    source: sourceOf(shown),
    ...(isProcessed(shown, caller.now) ? { processedAt: processedAt(shown), impact: impactOf(shown) } : {}),
    urls: url === undefined ? { location } : { location, source: url },
  };
}

/** An issue as the API shows it (2.23), with the conversation that it was found in. */
function showIssue(
  caller: Caller,
  organization: OrganizationState,
  shown: IssueState,
): View<"getConversationIssue"> {
  const from = conversationOf(organization.conversations, shown);
  return {
    issue: {
      object: "conversation-issue",
      ...shown,
      title: titleOf(from),
      details: toRichDocument(userText(from)),
      impact: impactOf(from),
      createdAt: beganAt(from),
      ingestedAt: from.ingestedAt,
      urls: { location: conversationUrl(caller, organization, "conversations-issues", shown.id) },
    },
    conversation: showConversation(caller, organization, from),
  };
}

/** The number of these times in each of the last weeks, the oldest week first. */
function weeklyPulse(times: readonly string[], now: string): number[] {
  const pulse: number[] = new Array(weeks).fill(0);
  for (const time of times) {
    const index = weeks - 1 - Math.floor((toMilliseconds(now) - toMilliseconds(time)) / week);
    if (index >= 0 && index < weeks) pulse[index] = (pulse[index] ?? 0) + 1;
  }
  return pulse;
}

function countsOf(values: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Object.fromEntries(counts);
}

/** The time of the last change of a cluster: a new issue, or muting and unmuting. */
function updatedAt({ createdAt, mutedAt }: ClusterState, from: readonly ConversationState[]): string {
  const times = [createdAt, mutedAt ?? createdAt, ...from.map(processedAt)];
  return toIso(Math.max(...times.map(toMilliseconds)));
}

/**
 * The view of clusters of an organization (2.23). It visits every issue at creation: create it once for each
 * call.
 */
function clusterView(caller: Caller, organization: OrganizationState) {
  const all = organization.conversations;
  const issues = visibleIssues(all, caller.now);
  return (shown: ClusterState): View<"getConversationCluster"> => {
    const { topic, mutedAt, ...fields } = shown;
    const from = issues
      .filter(({ cluster }) => cluster === shown.id)
      .map((issue) => conversationOf(all, issue));
    const impact = from.some((each) => impactOf(each) === "high") ? "high" : "medium";
    return {
      object: "issues-cluster",
      ...fields,
      updatedAt: updatedAt(shown, from),
      icon: impact === "high" ? "triangle-exclamation" : "circle-question",
      summary: toRichDocument(`Conversations about: ${shown.label}`),
      impact,
      weeklyPulse: weeklyPulse(from.map(beganAt), caller.now),
      sources: countsOf(from.map(sourceOf)),
      stats: { issues: from.length, conversations: from.length },
      urls: { location: conversationUrl(caller, organization, "conversations-clusters", shown.id) },
    };
  };
}

/** Clusters by the time of their last change, the latest first by default. */
function listClusters(call: Call<"listConversationClusters">) {
  const { organization } = call.found;
  const direction = call.query.order === "asc" ? 1 : -1;
  const clusters = visibleClusters(organization.conversations, call.now)
    .map(clusterView(call, organization))
    .sort((a, b) => direction * compareText(a.updatedAt ?? "", b.updatedAt ?? ""));
  return listing(clusters, (shown) => shown);
}

function updateCluster(call: Call<"updateConversationCluster">) {
  const { organization, cluster } = call.found;
  const { muted = cluster.muted } = call.body;
  if (muted !== cluster.muted) setGiven(cluster, { muted, mutedAt: call.now });
  return clusterView(call, organization)(cluster);
}

function listIssues(call: Call<"listConversationIssues">) {
  const { organization } = call.found;
  const { cluster, conversation } = call.query;
  const issues = visibleIssues(organization.conversations, call.now)
    .filter((shown) => cluster === undefined || shown.cluster === cluster)
    .filter((shown) => conversation === undefined || shown.conversation === conversation);
  return listing(issues, (shown) => showIssue(call, organization, shown));
}

function listConversations(call: Call<"listConversations">) {
  const { organization } = call.found;
  const { source } = call.query;
  const shown = rows(organization.conversations.conversations).filter(
    (each) => source === undefined || sourceOf(each) === source,
  );
  return listing(shown, (each) => showConversation(call, organization, each));
}

/** Operations on conversations, and on the issues and clusters found in them (4.19). */
export const conversationHandlers = {
  listConversationClusters: listClusters,
  getConversationCluster: (call) => clusterView(call, call.found.organization)(call.found.cluster),
  updateConversationCluster: updateCluster,
  listConversations,
  /** One with the same id is replaced, and analysed again. */
  ingestConversations: ({ found, body, state, now }) => {
    const conversation = { ...body, metadata: body.metadata ?? {}, ingestedAt: now };
    ingest(found.organization.conversations, conversation, (prefix) => newId(state, prefix));
  },
  listConversationIssues: listIssues,
  getConversationIssue: (call) => showIssue(call, call.found.organization, call.found.issue),
  getConversation: (call) => {
    const { organization, conversation } = call.found;
    const { parts, metadata } = conversation;
    return { conversation: showConversation(call, organization, conversation), parts: [...parts], metadata };
  },
} satisfies Partial<Handlers>;
