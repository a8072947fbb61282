import { setGiven } from "../refusal.ts";
import { findConversation, ingest, topicOf } from "../resources/conversations.ts";
import type { ConversationsState } from "../store/content-state.ts";
import { add, find, rows } from "../store/table.ts";
import { beforeStart, idFor, problem, type SeedBuild, timeOf } from "./seed-build.ts";
import type { SeedCluster, SeedConversation } from "./seed-content-schema.ts";

/** Conversations of the seed, and the clusters that it names. */
interface SeedConversations {
  readonly conversations?: readonly SeedConversation[] | undefined;
  readonly clusters?: readonly SeedCluster[] | undefined;
}

/** Ingests the conversations of the seed: a minute before the start, so that they are processed. */
export function buildConversations(
  build: SeedBuild,
  all: ConversationsState,
  { conversations = [], clusters = [] }: SeedConversations,
  path: string,
): void {
  for (const [index, cluster] of clusters.entries()) {
    buildCluster(build, all, cluster, `${path}.clusters.${index}`);
  }
  for (const [index, conversation] of conversations.entries()) {
    buildConversation(build, all, conversation, `${path}.conversations.${index}`);
  }
}

function buildCluster(build: SeedBuild, all: ConversationsState, seed: SeedCluster, path: string): void {
  const { id: given, subject: label, muted = false } = seed;
  const topic = topicOf(label);
  const id = idFor(build, path, "cluster", topic, given);
  if (topic === "") problem(build, `${path}.subject`, "has no words: it is about nothing");
  if (rows(all.clusters).some((other) => other.topic === topic))
    problem(build, `${path}.subject`, "another cluster is about the same words");
  if (find(all.clusters, id) !== undefined) return;
  add(all.clusters, { id, topic, label, createdAt: build.now, muted });
}

function buildConversation(
  build: SeedBuild,
  all: ConversationsState,
  seed: SeedConversation,
  path: string,
): void {
  const { id: given, subject, url, attributes, createdAt, ingestedAt, parts = [] } = seed;
  const id = idFor(build, path, "conversation", topicOf(subject ?? ""), given);
  if (findConversation(all, id) !== undefined) return;
  const start = ingestedAt === undefined ? beforeStart(build) : timeOf(build, ingestedAt);
  const metadata = {};
  setGiven<object>(metadata, { url, attributes, createdAt });
  const said = parts.map(({ role = "user", body }) => ({ type: "message", role, body }));
  ingest(all, { id, subject, metadata, parts: said, ingestedAt: start }, (prefix, topic) =>
    idFor(build, path, prefix, topic, undefined),
  );
}
