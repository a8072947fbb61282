import type { z } from "zod";
import type { conversation, conversationIssue, issuesCluster } from "../../contract/parts/conversations.ts";
import type { Caller } from "../call.ts";
import { toRichDocument } from "../content/rich-document.ts";
import type { ClusterState, ConversationState, IssueState } from "../store/content-state.ts";
import type { OrganizationState } from "../store/state.ts";
import { toIso, toMilliseconds } from "../store/time.ts";
import {
  conversationOf,
  highest,
  type Impact,
  impactOf,
  isProcessed,
  processedAt,
  titleOf,
  userText,
  visibleIssues,
} from "./conversations.ts";

const week = 7 * 24 * 60 * 60 * 1000;

/** Weeks in the weekly pulse: three months. */
const weeks = 13;

/** Name of the icon of a cluster, by its impact. */
const icons: Readonly<Record<Impact, string>> = {
  low: "comment",
  medium: "circle-question",
  high: "triangle-exclamation",
};

/** The source of a conversation: its attribute `source`, else the host of its address, else `api`. */
export function sourceOf({ metadata }: ConversationState): string {
  const { url, attributes } = metadata;
  if (attributes?.source !== undefined) return attributes.source;
  return url !== undefined && URL.canParse(url) ? new URL(url).host || "api" : "api";
}

/** The start of a conversation, as far as it is known. */
function beganAt({ metadata, ingestedAt }: ConversationState): string {
  return metadata.createdAt === undefined ? ingestedAt : toIso(toMilliseconds(metadata.createdAt));
}

function impactIn(shown: ConversationState): Impact {
  return impactOf(`${shown.subject ?? ""}\n${userText(shown)}`);
}

function addressOf({ baseUrl }: Caller, { id }: OrganizationState, list: string, item: string): string {
  return `${baseUrl}/v1/orgs/${id}/${list}/${encodeURIComponent(item)}`;
}

/** A conversation as the API shows it (2.23); its impact is known when it is processed. */
export function showConversation(
  caller: Caller,
  organization: OrganizationState,
  shown: ConversationState,
): z.output<ReturnType<typeof conversation>> {
  const location = addressOf(caller, organization, "conversations", shown.id);
  const { url } = shown.metadata;
  return {
    object: "conversation",
    id: shown.id,
    subject: shown.subject,
    createdAt: beganAt(shown),
    source: sourceOf(shown),
    ...(isProcessed(shown, caller.now) ? { processedAt: processedAt(shown), impact: impactIn(shown) } : {}),
    urls: url === undefined ? { location } : { location, source: url },
  };
}

/** An issue as the API shows it (2.23). */
export function showIssue(
  caller: Caller,
  organization: OrganizationState,
  shown: IssueState,
): z.output<ReturnType<typeof conversationIssue>> {
  const from = conversationOf(organization.conversations, shown);
  return {
    object: "conversation-issue",
    ...shown,
    title: titleOf(from),
    details: toRichDocument(userText(from)),
    impact: impactIn(from),
    createdAt: beganAt(from),
    ingestedAt: from.ingestedAt,
    urls: { location: addressOf(caller, organization, "conversations-issues", shown.id) },
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

function showCluster(
  caller: Caller,
  organization: OrganizationState,
  shown: ClusterState,
  from: readonly ConversationState[],
): z.output<ReturnType<typeof issuesCluster>> {
  const impact = highest(from.map(impactIn));
  return {
    object: "issues-cluster",
    id: shown.id,
    label: shown.label,
    createdAt: shown.createdAt,
    updatedAt: updatedAt(shown, from),
    icon: icons[impact],
    summary: toRichDocument(`Conversations about: ${shown.label}`),
    muted: shown.muted,
    impact,
    weeklyPulse: weeklyPulse(from.map(beganAt), caller.now),
    sources: countsOf(from.map(sourceOf)),
    stats: { issues: from.length, conversations: new Set(from).size },
    urls: { location: addressOf(caller, organization, "conversations-clusters", shown.id) },
  };
}

/**
 * The view of clusters of an organization (2.23). It visits every issue at creation: create it once for each
 * call.
 */
export function clusterView(caller: Caller, organization: OrganizationState) {
  const all = organization.conversations;
  const from = new Map<string, ConversationState[]>();
  for (const issue of visibleIssues(all, caller.now)) {
    const known = from.get(issue.cluster) ?? [];
    known.push(conversationOf(all, issue));
    from.set(issue.cluster, known);
  }
  return (shown: ClusterState) => showCluster(caller, organization, shown, from.get(shown.id) ?? []);
}
