import { describe, expect, test } from "vitest";
import { highest, impactOf, topicOf } from "./conversations.ts";

describe("the topic of a subject", () => {
  test.each([
    ["How do I rotate an API key?", "api key rotate"],
    ["Rotate the API keys", "api key rotate"],
    ["API key: rotate? API key!", "api key rotate"],
    ["Can't log in", "log"],
    ["Café-Zugänge", "cafe zugange"],
    ["Address is missing", "address missing"],
    ["Bus gas", "bus gas"],
    ["Queries, crashes and classes", "class crash query"],
    ["日本 docs", "doc 日本"],
    ["Error 404", "404 error"],
    ["How are you?", ""],
    ["?!", ""],
    ["", ""],
  ])("%j is %j", (subject, topic) => {
    expect(topicOf(subject)).toBe(topic);
  });
});

describe("the impact of a text", () => {
  test.each([
    ["The page crashes", "high"],
    ["404 errors after login", "high"],
    ["URGENT: outage", "high"],
    ["A typo that broke nothing", "low"],
    ["Spelling of a failure", "high"],
    ["How do I add a user?", "medium"],
    ["Terror", "medium"],
    ["", "medium"],
  ] as const)("%j is %s", (text, impact) => {
    expect(impactOf(text)).toBe(impact);
  });

  test.each([
    [[], "low"],
    [["low", "medium", "low"], "medium"],
    [["medium", "high", "low"], "high"],
  ] as const)("the highest of %j is %s", (impacts, impact) => {
    expect(highest(impacts)).toBe(impact);
  });
});
