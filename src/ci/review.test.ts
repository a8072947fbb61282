import { describe, expect, test } from "vitest";
import type { Step } from "../model/documents/plan-document.ts";
import type { Comment } from "../service/service.ts";
import { approvedBy } from "./approvals.ts";
import { markOfScope } from "./marked-text.ts";
import { differenceOf, findReview, reviewLine, reviewOf } from "./review.ts";

const hash = (text: string) =>
  [...text].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) >>> 0, 7).toString(16);
const scope = { project: "docs/platform", environment: "production" };
const digest = "ab".repeat(32);
const [old, head] = ["a".repeat(40), "b".repeat(40)];

function step(id: string, address: string, body: Step["body"] = {}): Step {
  return { id, address, operation: "updateTeam", method: "PATCH", path: "/x", params: {}, body, after: [] };
}

const steps = [
  step("s1", "acme/teams.a"),
  step("s2", "acme/teams.b", { parent: { $from: "s1", pointer: "/id" } }),
];

function comment(lines: readonly string[]): Comment {
  return { id: "1", text: lines.join("\n"), link: "", isHidden: false };
}

const mark = markOfScope("plan", scope);
const line = (commit: string, more = {}) =>
  reviewLine({ ...reviewOf({ digest, steps }, scope, commit, hash), ...more });

describe("a review", () => {
  test("is found by its scope and the merged commit, the newest last", () => {
    const found = findReview([comment([mark, line(old)]), comment([`${mark}\r`, line(head)])], scope, head);
    expect(found).toMatchObject({ review: { commit: head, digest } });
  });

  test.each([
    ["nothing", [], "no comment"],
    ["an older commit", [mark, line(old)], "older commit"],
    ["another project of the same mark", [mark, line(head, { project: "docs_platform" })], "no plan"],
    ["another environment", [mark, line(head, { environment: "staging" })], "no plan"],
    ["a review that is quoted further down", [mark, "", line(head)], "no plan"],
    ["a digest that is none", [mark, line(head, { digest: "abc" })], "no plan"],
    ["a review behind another mark", ["<!-- docform plan acme -->", line(head)], "no comment"],
    ["no JSON", [mark, "<!-- docform-review {x -->"], "no plan"],
  ])("is not found in %s", (_, lines, why) => {
    expect(findReview([comment(lines)], scope, head)).toEqual({ why });
  });

  test("nothing in it ends the comment of HTML", () => {
    const written = line(head, { project: "a--><script>" });
    expect(written.slice(4, -3)).not.toMatch(/--|[<>]/);
    expect(findReview([comment([mark, written])], { ...scope, project: "a--><script>" }, head)).toEqual({
      why: "no comment",
    });
  });

  test("says which calls are new, gone and changed, whatever their numbers", () => {
    const review = reviewOf({ digest, steps }, scope, head, hash);
    const renumbered = [
      step("s9", "acme/teams.a"),
      step("s7", "acme/teams.b", { parent: { $from: "s9", pointer: "/id" } }),
    ];
    expect(differenceOf(review, { steps: renumbered }, hash)).toContain("the same calls");
    const other = [step("s1", "acme/teams.b", { title: "B" }), step("s2", "acme/teams.c")];
    expect(differenceOf(review, { steps: other }, hash)).toBe(
      "new since the review: acme/teams.c; no longer needed: acme/teams.a; changed: acme/teams.b",
    );
  });

  test("of a large plan lists no calls", () => {
    const many = Array.from({ length: 1000 }, (_, at) => step(`s${at}`, `acme/teams.team-${at}`));
    const review = reviewOf({ digest, steps: many }, scope, head, hash);
    expect([review.calls, differenceOf(review, { steps }, hash)]).toEqual([undefined, undefined]);
    expect(reviewLine(review).length).toBeLessThan(400);
  });
});

test.each([
  [["docform/approve: open-site", "docform/approve:open-site", "bug"], ["open-site"]],
  [
    ["docform/approve: none", "docform/approve: a b", "xdocform/approve: open-site", "approve: open-site"],
    [],
  ],
])("the labels %j approve %j", (labels, rules) => {
  expect(approvedBy(labels, ["open-site", "other"])).toEqual(rules);
});
