import type { Json, JsonObject } from "../../../src/text/json.ts";
import { type TestPlatform, testPlatform } from "./test-platform.ts";

const org = "/orgs/org_acme";

/** The list of conversations. */
export const base = `${org}/conversations`;
/** The list of issues. */
export const issues = `${org}/conversations-issues`;
/** The list of clusters. */
export const clusters = `${org}/conversations-clusters`;

/** A part of a conversation. */
export const says = (body: string, role = "user") => ({ type: "message", role, body });

/** A conversation from a help desk. */
export function ticket(id: string, subject: string, more: { [key: string]: Json } = {}): JsonObject {
  const metadata = { url: `https://desk.example/t/${id}`, attributes: { plan: "pro" } };
  return { id, subject, metadata, parts: [says(`${subject}, please`), says("On it", "assistant")], ...more };
}

/** Ingests conversations, and waits until they are analysed. */
export function ingest({ call, pass }: TestPlatform, ...tickets: readonly JsonObject[]): void {
  for (const each of tickets) {
    const { status, body } = call("POST", base, each);
    if (status !== 204) throw new Error(JSON.stringify(body));
  }
  pass(1500);
}

/** A platform that has analysed these conversations. */
export function conversationPlatform(...tickets: readonly JsonObject[]): TestPlatform {
  const platform = testPlatform();
  ingest(platform, ...tickets);
  return platform;
}

/** The issue of an item of the list of issues. */
export function issueOf(item: JsonObject | undefined): JsonObject {
  return item?.issue as JsonObject;
}

/** A conversation about API keys. */
export const keys = ticket("t1", "Rotate an API key");
/** About the same as `keys`. */
export const sameKeys = ticket("t2", "Rotate an API key?");
/** About something else, that hurts. */
export const crash = ticket("t3", "Search crashes", { metadata: { attributes: { source: "chat" } } });
