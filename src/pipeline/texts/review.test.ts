import { describe, expect, test } from "vitest";
import type { Step } from "../../model/documents/plan-document.ts";
import type { Comment } from "../../service/service.ts";
import { markOf } from "../../service/sticky.ts";
import { allowedBy, labelsFor } from "./allowed.ts";
import { markOfScope } from "./marked-text.ts";
import { appliedLine, differenceOf, findReview, reviewLine, reviewOf } from "./review.ts";

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

const merged = { head, base: "main" };
const mark = markOfScope("plan", scope);
const line = (commit: string, more = {}) =>
  reviewLine({ ...reviewOf({ digest, steps, changes: [] }, { scope, commit, hash }), ...more });

describe("a review", () => {
  test("is found by its scope and the merged commit, the newest last", () => {
    const found = findReview([comment([mark, line(old)]), comment([`${mark}\r`, line(head)])], scope, merged);
    expect(found).toMatchObject({ review: { commit: head, digest }, isApplied: false });
  });

  test.each([
    ["nothing", [], "no comment"],
    ["an older commit", [mark, line(old)], "older commit"],
    ["another project of the same mark", [mark, line(head, { project: "docs_platform" })], "no plan"],
    ["another branch", [mark, line(head, { base: "side" })], "other branch"],
    ["another environment", [mark, line(head, { environment: "staging" })], "no plan"],
    ["a review that is quoted further down", [mark, "", line(head)], "no plan"],
    ["a digest that is none", [mark, line(head, { digest: "abc" })], "no plan"],
    ["a review behind another mark", ["<!-- docform plan acme -->", line(head)], "no comment"],
    ["no JSON", [mark, "<!-- docform-review {x -->"], "no plan"],
  ])("is not found in %s", (_, lines, why) => {
    expect(findReview([comment(lines)], scope, merged)).toEqual({ why });
  });

  test("of a unit is another one than that of the project, and of each other unit", () => {
    const units = [undefined, "acme", "acme+beta", "acme--beta"];
    const scopes = units.map((unit) => ({ ...scope, ...(unit === undefined ? {} : { unit }) }));
    const comments = scopes.map((one, at) => {
      const review = reviewOf(
        { digest: `${at}`.repeat(64), steps, changes: [] },
        { scope: one, commit: head, hash },
      );
      return comment([markOfScope("plan", one), reviewLine(review)]);
    });
    expect(new Set(comments.map(({ text }) => markOf(text))).size).toBe(units.length);
    for (const [at, one] of scopes.entries())
      expect(findReview(comments, one, merged)).toMatchObject({ review: { digest: `${at}`.repeat(64) } });
  });

  test("is used up by the result of an apply of that plan, in the same scope", () => {
    const result = markOfScope("apply", scope);
    const other = markOfScope("apply", { project: "docs/platform" });
    const isApplied = (...lines: readonly string[]) =>
      findReview([comment([mark, line(head)]), comment(lines)], scope, merged);
    expect(isApplied(result, appliedLine(digest))).toMatchObject({ isApplied: true });
    expect(isApplied(result, appliedLine("cd".repeat(32)))).toMatchObject({ isApplied: false });
    expect(isApplied(result, "", appliedLine(digest))).toMatchObject({ isApplied: false });
    expect(isApplied(other, appliedLine(digest))).toMatchObject({ isApplied: false });
  });

  test("nothing in it ends the comment of HTML", () => {
    const written = line(head, { project: "a--><script>" });
    expect(written.slice(4, -3)).not.toMatch(/--|[<>]/);
    expect(findReview([comment([mark, written])], { ...scope, project: "a--><script>" }, merged)).toEqual({
      why: "no comment",
    });
  });

  test("says which calls are new, gone and changed, whatever their numbers", () => {
    const review = reviewOf({ digest, steps, changes: [] }, { scope, commit: head, hash });
    const renumbered = [
      step("s9", "acme/teams.a"),
      step("s7", "acme/teams.b", { parent: { $from: "s9", pointer: "/id" } }),
    ];
    expect(differenceOf(review, { steps: renumbered, changes: [] }, hash)).toContain("the same calls");
    const other = [step("s1", "acme/teams.b", { title: "B" }), step("s2", "acme/teams.c")];
    expect(differenceOf(review, { steps: other, changes: [] }, hash)).toBe(
      "new since the review: acme/teams.c; no longer needed: acme/teams.a; changed: acme/teams.b",
    );
  });

  test("keeps what the plan rests on, and no hash that stands for a hidden value", () => {
    const fields = { title: "Docs", certificate: { $sensitive: "0f1e" } };
    const claims = [{ where: { label: { $sensitive: "2d3c" } }, by: [] }];
    const observed = { "acme/saml.okta": { kind: "saml-provider", id: "saml_1", fields, claims } };
    const plan = { digest, steps, changes: [], observed };
    const written = reviewLine(reviewOf(plan, { scope, commit: head, hash }));
    expect(findReview([comment([mark, written])], scope, merged)).toMatchObject({
      review: { observed: { "acme/saml.okta": { fields: { title: "Docs" }, claims: [] } } },
    });
    expect(written).not.toMatch(/0f1e|2d3c/);
  });

  test("names an address whose risks are other ones, though its calls are the same", () => {
    const plan = { digest, steps, changes: [] };
    const review = reviewOf(plan, { scope, commit: head, hash });
    const change = {
      address: "acme/teams.a",
      kind: "team",
      action: "update" as const,
      risks: ["no owner remains"],
    };
    expect(differenceOf(review, { ...plan, changes: [change] }, hash)).toBe("changed: acme/teams.a");
  });

  test("of a large plan lists no calls", () => {
    const many = Array.from({ length: 1000 }, (_, at) => step(`s${at}`, `acme/teams.team-${at}`));
    const review = reviewOf({ digest, steps: many, changes: [] }, { scope, commit: head, hash });
    expect([review.calls, differenceOf(review, { steps, changes: [] }, hash)]).toEqual([
      undefined,
      undefined,
    ]);
    expect(reviewLine(review).length).toBeLessThan(400);
  });
});

test.each<[readonly string[], object]>([
  [["docform/approve: open-site", "docform/approve:other", "bug"], { approve: ["open-site", "other"] }],
  [["docform/approve: a b", "xdocform/approve: a", "approve: a", "docform/approve:"], {}],
  [["docform/allow-deletes: 12", "docform/allow-exposure"], { allowDeletes: 12, allowExposure: true }],
  [["docform/allow-empty", "docform/allow-ownerless"], { allowEmpty: true, allowOwnerless: true }],
  [["docform/allow-removals"], { allowRemovals: true }],
  [["docform/allow-deletes: 12", "docform/allow-deletes: 13"], {}],
  [["docform/allow-deletes", "docform/allow-deletes: all", "docform/allow-deletes: -1"], {}],
  [["docform/allow-exposure: no", "docform/allow-empty: false"], {}],
  [["docform/constructor", "docform/target: a", "docform/allow-permissions"], {}],
])("the labels %j let pass %j", (labels, allowed) => {
  expect(allowedBy(labels)).toEqual(allowed);
});

test("what is held says which labels let it pass", () => {
  const guards = [
    "--allow-deletes 12",
    "--approve open-site",
    "--approve open-site",
    "use a token with this permission",
  ];
  const held = guards.map((allow) => ({ held: true, allow }));
  const labels = labelsFor([...held, { held: false, allow: "--allow-empty" }, { held: true }]);
  expect(labels).toEqual(["docform/allow-deletes: 12", "docform/approve: open-site"]);
  expect(allowedBy(labels)).toEqual({ allowDeletes: 12, approve: ["open-site"] });
});

test("a review keeps what it lets pass", () => {
  const allowed = { allowDeletes: 12, approve: ["open-site"] };
  const written = reviewLine(
    reviewOf({ digest, steps, changes: [] }, { scope, commit: head, allowed, hash }),
  );
  expect(findReview([comment([mark, written])], scope, merged)).toMatchObject({ review: { allowed } });
});
