import { describe, expect, test } from "vitest";
import { hostileTitles } from "../../../test/support/plans/hostile-titles.ts";
import { planWith } from "../../../test/support/plans/plan-fixture.ts";
import { error } from "../../model/diagnostic.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import { namer } from "../../render/plan/plan-view.ts";
import { bytesOf } from "../../text/bytes.ts";
import { applyComment } from "./apply-comment.ts";
import { letPassLines } from "./counted-labels.ts";
import { dotenv, githubOutput, outputsOf } from "./outputs.ts";
import { failedPlanComment, outdatedComment, planComment } from "./plan-comment.ts";
import { proposalMark, proposalText } from "./proposal.ts";
import { reviewOf } from "./review.ts";

const scope = { project: ".", environment: "production" };
const commit = "4f2c1a9".padEnd(40, "0");
const hash = (text: string) => String(text.length).padStart(64, "0");

/** A plan of so many changes, every fifth of them a delete. */
function planOf(size: number) {
  const changes = Array.from({ length: size }, (_, at): Change => {
    const head = { address: `acme/spaces.space-${at}`, kind: "space", title: `Space ${at}` };
    if (at % 5 === 0) return { ...head, action: "delete", reason: "removed from manifests" };
    return {
      ...head,
      action: "update",
      fields: [{ path: "title", before: "é".repeat(90), after: `New ${at}` }],
    };
  });
  return {
    ...planWith({ changes, counts: { update: size * 0.8, delete: size / 5, calls: size } }),
    digest: "a".repeat(64),
  };
}

const labels = { startsPlans: true, unused: [], counted: [], others: [] };

describe("the comment of a plan", () => {
  test("of 5,000 changes has 60,000 bytes at most, counts all deletes and names the first ones", () => {
    const document = planOf(5000);
    const page = `https://github.example/${"x".repeat(200)}#artifacts`;
    const text = planComment(document, reviewOf(document, { scope, commit, hash }), {
      scope,
      commit,
      page,
      labels,
    });
    expect(bytesOf(text)).toBeLessThanOrEqual(60_000);
    expect(text).toContain("| spaces | 4000 | 1000 |\n");
    expect(text).toMatch(
      /\*\*1000 resources are deleted\*\*\n>\n> - 1000 spaces: removed from manifests; .*: `spaces.space-0` /,
    );
    expect(text).toMatch(/`spaces.space-245` `Space 245` and 950 more\n/);
    expect(text).toContain(`[The whole plan as a page](<${page}>)`);
  });

  test("links to no address that could end the link", () => {
    const document = planOf(5);
    for (const page of ["javascript:alert(1)", "https://a.example/>(x)", "https://a.example/ b"])
      expect(
        planComment(document, reviewOf(document, { scope, commit, hash }), { scope, commit, page, labels }),
      ).not.toContain(page);
  });

  test("of thousands of long errors fits, and nothing in it renders", () => {
    const message = `unknown field "<script>@everyone ${"&".repeat(2000)}"`;
    const errors = Array.from({ length: 2000 }, (_, at) => error("DF1004", `${"x".repeat(at)} ${message}`));
    const text = failedPlanComment(errors, { scope, commit });
    expect(bytesOf(text)).toBeLessThanOrEqual(60_000);
    expect(text).toMatch(/- … and \d+ more\n$/);
    expect(text.replace(/`[^`]*`/g, "")).not.toMatch(/<script>|@everyone/);
  });

  test("of many errors of one sort has one line, with the places of the first", () => {
    const errors = Array.from({ length: 40 }, (_, at) =>
      error("DF1004", `unknown field "field-${at}"`, { source: { file: "a.yaml", line: at + 1, column: 3 } }),
    );
    const linked = {
      service: "github",
      repository: "https://git.example/acme/docs",
      commit,
      project: "docs",
    } as const;
    const text = failedPlanComment(errors, { scope: { project: "docs" }, commit, linked });
    const link = (line: number) =>
      `[\`docs/a.yaml:${line}\`](<https://git.example/acme/docs/blob/${commit}/docs/a.yaml#L${line}>)`;
    expect(text).toContain(
      `- ${link(1)} \`DF1004\`: unknown field "\`field-0\`". 39 more of this sort: ${link(2)}, `,
    );
    expect(text).toMatch(/ and 29 more\n$/);
  });

  test("is marked as out of date once, for a newer commit alone", () => {
    const document = planOf(5);
    const text = planComment(document, reviewOf(document, { scope, commit, hash }), {
      scope,
      commit,
      labels,
    });
    const marked = outdatedComment(text, scope, "b".repeat(40));
    expect(marked).toMatch(
      /^<!-- docform ci-plan \. production -->\n> \[!WARNING\]\n> \*\*Out of date:\*\* .*`4f2c1a9`.*`bbbbbbb`/,
    );
    expect(outdatedComment(text, scope, commit)).toBeUndefined();
    expect(outdatedComment(marked ?? "", scope, "c".repeat(40))).toBeUndefined();
  });
});

test("the outputs of a plan, for both services", () => {
  const outputs = outputsOf(planOf(5), "docform-plan/plan.html");
  const digest = "a".repeat(64);
  expect(githubOutput(outputs)).toBe(
    `changes=5\ndeletes=1\ncalls=5\nblocked=0\nwaiting=0\nheld=0\ndigest=${digest}\nhtml=docform-plan/plan.html\n`,
  );
  expect(dotenv(outputs)).toContain(`DOCFORM_DELETES=1\nDOCFORM_CALLS=5\n`);
});

test("the comment of an apply says who really gained or lost access", () => {
  const counts = { failed: 0, unknown: 0, stale: 0, skipped: 0, left: [], blocked: [] };
  const access = Array.from({ length: 22 }, (_, at) => ({
    address: "acme/spaces.one",
    person: `p${at}@acme.example`,
    after: "edit",
  }));
  const summary = { ...counts, done: 1, converged: true, run: "r1", access };
  const setting = {
    scope,
    command: (...words: readonly string[]) => words.join(" "),
    nameOf: namer(["acme"]),
  };
  const text = applyComment({ code: 0, commit, summary }, setting);
  expect(text).toContain(
    "Access that people gained or lost, as the platform says it:\n\n- `spaces.one`  `p0@acme.example`: none → edit\n",
  );
  expect(text).toContain("- and 2 more: `docform access` shows who can open it\n");
});

test.each(hostileTitles)("%j renders nothing in the texts of a pipeline", (title) => {
  const problem = error("DF3001", title, { hint: title, source: { file: title, line: 1, column: 1 } });
  const counts = { done: 0, failed: 0, unknown: 0, stale: 0, skipped: 0, left: [], blocked: [] };
  const notRun = { ...counts, notRun: "held" as const, heldBy: [title] };
  const access = [{ address: title, person: title, before: title, after: title }];
  const setting = { scope, command: (...words: readonly string[]) => words.join(" "), nameOf: () => title };
  const texts = [
    failedPlanComment([problem], { scope, commit }),
    `\n${letPassLines({ counted: [{ label: title, by: title }], others: [{ label: title, why: "so" }] }, []).join("\n")}`,
    applyComment({ code: 1, commit, summary: notRun, problems: [problem] }, setting),
    applyComment({ code: 0, commit, summary: { ...counts, access } }, setting),
    proposalText({
      mark: proposalMark({ project: title, environment: title }, { [title]: title }, (text) => text),
      addresses: [title],
      leftOut: [{ address: title, why: title }],
      link: title,
    }),
  ];
  for (const text of texts) {
    const bare = text
      .replace(/(`+)[^`][\s\S]*?\1/g, "")
      .split("\n")
      .slice(1)
      .join("\n");
    expect(bare).not.toMatch(/<\/?[a-z!]|(^|\s)@\w|\]\(|https?:|^::|##\[/im);
  }
});
