import { expect, test } from "vitest";
import { gitbookRedirectOperations } from "../../contract/gitbook/redirects.ts";
import type { StepDraft } from "../state/draft.ts";
import { withSharedCalls } from "./shared-calls.ts";

const { createSiteRedirect, putSiteRedirects } = gitbookRedirectOperations;

function draft(key: string, site: string, after: readonly string[] = []): StepDraft {
  return {
    key,
    address: key,
    operation: createSiteRedirect,
    params: { organizationId: "org", siteId: site },
    shared: { operation: putSiteRedirects, item: { source: key } },
    after: after.map((one) => ({ key: one, because: "unique value" })),
  };
}

/** The keys that go together, call by call. */
function callsOf(drafts: readonly StepDraft[]): readonly string[] {
  const calls = new Map<string, string[]>();
  for (const { key, shared } of withSharedCalls(drafts))
    calls.set(shared?.call ?? key, [...(calls.get(shared?.call ?? key) ?? []), key]);
  return [...calls.values()].map((keys) => keys.join(" "));
}

test.each([
  [
    "those of one site go together, and those of another by themselves",
    [draft("a", "x"), draft("b", "y"), draft("c", "x")],
    ["a c", "b"],
  ],
  [
    "one that waits for another goes with the next call",
    [draft("a", "x"), draft("b", "x", ["a"]), draft("c", "x")],
    ["a c", "b"],
  ],
  [
    "also when a call of another kind is between them",
    [
      draft("a", "x"),
      { ...draft("m", "x", ["a"]), shared: undefined } as unknown as StepDraft,
      draft("b", "x", ["m"]),
    ],
    ["a", "m", "b"],
  ],
])("%s", (_, drafts, calls) => {
  expect(callsOf(drafts)).toEqual(calls);
});

test("each step of a shared call waits for all that one of them waits for", () => {
  const [first, second] = withSharedCalls([draft("a", "x", ["p"]), draft("b", "x", ["q"])]);
  expect(first?.after).toEqual(second?.after);
  expect(first?.after.map(({ key }) => key)).toEqual(["p", "q"]);
});

test("a call takes 500 items: 501 are two calls", () => {
  const drafts = Array.from({ length: 501 }, (_, at) => draft(`r${at}`, "x"));
  expect(callsOf(drafts).map((keys) => keys.split(" ").length)).toEqual([500, 1]);
});
