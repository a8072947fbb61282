import type { conversationOperations } from "../../contract/parts/conversations.ts";
import { compareText } from "../../text/json.ts";
import { type Call, type Caller, type HandlersOf, listing } from "../call.ts";
import { clusterView, showConversation, showIssue, sourceOf } from "../resources/conversation-view.ts";
import { conversationOf, ingest, visibleClusters, visibleIssues } from "../resources/conversations.ts";
import type { IssueState } from "../store/content-state.ts";
import type { OrganizationState } from "../store/state.ts";
import { newId } from "../store/state.ts";
import { rows } from "../store/table.ts";

/** Clusters by the time of their last change, the latest first by default. */
function listClusters(call: Call<typeof conversationOperations.listConversationClusters>) {
  const { organization } = call.found;
  const direction = call.query.order === "asc" ? 1 : -1;
  const clusters = visibleClusters(organization.conversations, call.now)
    .map(clusterView(call, organization))
    .sort((a, b) => direction * compareText(a.updatedAt ?? "", b.updatedAt ?? ""));
  return listing(clusters, (shown) => shown);
}

function updateCluster(call: Call<typeof conversationOperations.updateConversationCluster>) {
  const { organization, cluster } = call.found;
  const { muted = cluster.muted } = call.body;
  if (muted !== cluster.muted) {
    cluster.muted = muted;
    cluster.mutedAt = call.now;
  }
  return { status: 200, body: clusterView(call, organization)(cluster) } as const;
}

function showWithConversation(caller: Caller, organization: OrganizationState, shown: IssueState) {
  const from = conversationOf(organization.conversations, shown);
  return {
    issue: showIssue(caller, organization, shown),
    conversation: showConversation(caller, organization, from),
  };
}

function listIssues(call: Call<typeof conversationOperations.listConversationIssues>) {
  const { organization } = call.found;
  const { cluster, conversation } = call.query;
  const issues = visibleIssues(organization.conversations, call.now)
    .filter((shown) => cluster === undefined || shown.cluster === cluster)
    .filter((shown) => conversation === undefined || shown.conversation === conversation);
  return listing(issues, (shown) => showWithConversation(call, organization, shown));
}

/** Takes a conversation in; one with the same id is replaced, and analysed again. */
function ingestOne(call: Call<typeof conversationOperations.ingestConversations>) {
  const { found, body, state, now } = call;
  const { metadata = {}, ...given } = body;
  const conversation = { ...given, metadata, ingestedAt: now };
  ingest(found.organization.conversations, conversation, (prefix) => newId(state, prefix));
  return { status: 204 } as const;
}

/** Operations on conversations, and on the issues and clusters found in them (4.19). */
export const conversationHandlers = {
  listConversationClusters: listClusters,
  getConversationCluster: (call) => ({
    status: 200,
    body: clusterView(call, call.found.organization)(call.found.cluster),
  }),
  updateConversationCluster: updateCluster,
  listConversations: (call) => {
    const { organization } = call.found;
    const { source } = call.query;
    const conversations = rows(organization.conversations.conversations);
    return listing(
      conversations.filter((shown) => source === undefined || sourceOf(shown) === source),
      (shown) => showConversation(call, organization, shown),
    );
  },
  ingestConversations: ingestOne,
  listConversationIssues: listIssues,
  getConversationIssue: (call) => ({
    status: 200,
    body: showWithConversation(call, call.found.organization, call.found.issue),
  }),
  getConversation: (call) => {
    const { organization, conversation } = call.found;
    const { parts, metadata } = conversation;
    return {
      status: 200,
      body: { conversation: showConversation(call, organization, conversation), parts: [...parts], metadata },
    };
  },
} satisfies HandlersOf<typeof conversationOperations>;
