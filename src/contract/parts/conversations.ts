import * as z from "zod";
import { defineOperations, pagedBy } from "../operation.ts";
import {
  empty,
  links,
  objectOf,
  optional,
  queryOrder,
  requestBody,
  resource,
  richDocument,
  timestamp,
} from "../resource.ts";

/** Impact of a conversation, issue or cluster (2.1). */
export const impact = z.enum(["low", "medium", "high"]);

/** Conversation from an outside system (2.23). */
export const conversation = resource("conversation", () => ({
  id: z.string(),
  subject: z.string().optional(),
  createdAt: timestamp.optional(),
  processedAt: timestamp.optional(),
  source: z.string().optional(),
  impact: impact.optional(),
  urls: links("location", "source"),
}));

/** Part of a conversation (2.23). */
export const conversationPart = objectOf(() => ({
  type: z.string().describe("Such as message"),
  role: optional(z.string(), "Such as user"),
  body: z.string().optional(),
}));

/** Metadata of a conversation (2.23). */
export const conversationMetadata = objectOf(() => ({
  url: z.string().optional(),
  attributes: z.record(z.string(), z.string()).optional(),
  createdAt: timestamp.optional(),
}));

/** Issue found in a conversation (2.23). */
export const conversationIssue = resource("conversation-issue", () => ({
  id: z.string(),
  title: z.string().optional(),
  details: richDocument().optional(),
  impact: impact.optional(),
  createdAt: timestamp.optional(),
  ingestedAt: timestamp.optional(),
  conversation: z.string().optional(),
  cluster: z.string().optional(),
  urls: links("location"),
}));

/** Cluster of issues (2.23). */
export const issuesCluster = resource("issues-cluster", () => ({
  id: z.string(),
  label: z.string().optional(),
  createdAt: timestamp.optional(),
  updatedAt: timestamp.optional(),
  icon: z.string().optional(),
  summary: richDocument().optional(),
  muted: z.boolean().optional(),
  impact: impact.optional(),
  weeklyPulse: z.array(z.number()).optional(),
  sources: z.record(z.string(), z.number()).optional(),
  stats: z.object({ issues: z.number().optional(), conversations: z.number().optional() }).optional(),
  urls: links("location"),
}));

/** Issue with the conversation it was found in (4.19). */
const issueInConversation = objectOf(() => ({ issue: conversationIssue(), conversation: conversation() }));

/** Conversation with all that was ingested (4.19). */
const wholeConversation = objectOf(() => ({
  conversation: conversation(),
  parts: z.array(conversationPart()),
  metadata: conversationMetadata().optional(),
}));

const ingestBody = requestBody(() => ({
  id: z.string().min(1).describe("Id of the conversation in the outside system"),
  metadata: optional(
    z.strictObject({
      url: optional(z.string(), "Address of the conversation"),
      attributes: optional(z.record(z.string(), z.string()), "Attributes, by name"),
      createdAt: optional(timestamp, "When the conversation began, as ISO 8601 date-time"),
    }),
    "What is known about the conversation",
  ),
  subject: optional(z.string(), "Subject of the conversation"),
  parts: z
    .array(
      z.strictObject({
        type: z.literal("message").describe("Kind of part"),
        role: z.string().describe("Who speaks, such as user"),
        body: z.string().describe("What is said"),
      }),
    )
    .describe("What was said, in order"),
}));

/** Operations on conversations, and on the issues and clusters found in them (4.19). */
export const conversationOperations = defineOperations("4.19", {
  listConversationClusters: {
    summary: "List the clusters of issues of an organization",
    call: "GET /orgs/{organizationId}/conversations-clusters",
    editions: ["reference"],
    query: pagedBy(() => ({
      order: optional(queryOrder, "Direction of the list; desc when not given"),
      orderBy: optional(z.enum(["updatedAt"]), "What to sort by"),
    })),
    list: issuesCluster,
  },
  getConversationCluster: {
    summary: "Get a cluster of issues",
    call: "GET /orgs/{organizationId}/conversations-clusters/{clusterId}",
    editions: ["reference"],
    answers: { 200: issuesCluster },
  },
  updateConversationCluster: {
    summary: "Update a cluster of issues",
    call: "PATCH /orgs/{organizationId}/conversations-clusters/{clusterId}",
    editions: ["reference"],
    body: requestBody(() => ({
      muted: optional(z.boolean(), "Whether no change requests are created for it"),
    })),
    answers: { 200: issuesCluster },
  },
  listConversations: {
    summary: "List the conversations of an organization",
    call: "GET /orgs/{organizationId}/conversations",
    editions: ["reference"],
    query: pagedBy(() => ({
      source: optional(z.string(), "Only conversations from the source with this identifier"),
    })),
    list: conversation,
  },
  ingestConversations: {
    summary: "Ingest a conversation from an outside system",
    call: "POST /orgs/{organizationId}/conversations",
    editions: ["reference"],
    // The reference does not say that a repeated `id` is ignored (A10), and each one is analysed.
    retry: "create",
    body: ingestBody,
    answers: empty,
  },
  listConversationIssues: {
    summary: "List the issues found in the conversations of an organization",
    call: "GET /orgs/{organizationId}/conversations-issues",
    editions: ["reference"],
    query: pagedBy(() => ({
      cluster: optional(z.string(), "Only issues of the cluster with this id"),
      conversation: optional(z.string(), "Only issues found in the conversation with this id"),
    })),
    list: issueInConversation,
  },
  getConversationIssue: {
    summary: "Get an issue with the conversation it was found in",
    call: "GET /orgs/{organizationId}/conversations-issues/{issueId}",
    editions: ["reference"],
    answers: { 200: issueInConversation },
  },
  getConversation: {
    summary: "Get a conversation with its parts and metadata",
    call: "GET /orgs/{organizationId}/conversations/{conversationId}",
    editions: ["reference"],
    answers: { 200: wholeConversation },
  },
});
