import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { expectGolden } from "../../../test/support/golden.ts";
import { everyPart, planWith, twoOrganizations } from "../../../test/support/plans/plan-fixture.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import { renderPlanMarkdown } from "../markdown/plan-markdown.ts";
import { planAlerts } from "../plan/plan-notes.ts";
import { renderPlanHtml } from "./plan-html.ts";

const golden = (name: string) => new URL(`../golden/${name}`, import.meta.url);

/** A plan of one change of a field. */
function planOf(change: Partial<Change>) {
  const head = { address: "acme/sites.hub", kind: "site", action: "update" } as const;
  return planWith({ changes: [{ ...head, ...change }], counts: { update: 1, calls: 1 } });
}

describe("a plan as a page", () => {
  test.each([
    ["every part is shown, and hostile titles do no harm", "plan-every-part.html.txt", everyPart],
    [
      "changes of two organizations stand apart, with whole addresses",
      "plan-two-organizations.html.txt",
      twoOrganizations,
    ],
    ["nothing to do says so", "plan-nothing.html.txt", planWith()],
  ])("%s", (_, file, plan) => {
    expectGolden(golden(file), renderPlanHtml(plan, { environment: "production", commit: "4f2c1a9" }));
  });

  test("lets nothing hold but the style and the script that are in it", () => {
    const text = renderPlanHtml(planWith());
    const [style, script] = ["style", "script"].map((name) => {
      const [, inner = ""] = new RegExp(`<${name}>([\\s\\S]*)</${name}>`).exec(text) ?? [];
      return `'sha256-${createHash("sha256").update(inner).digest("base64")}'`;
    });
    expect(text).toContain(`content="default-src 'none'; style-src ${style}; script-src ${script}; base-uri`);
  });

  test("what deletes comes first, then what opens or takes access", () => {
    const of = (address: string, more: Partial<Change>): Change => ({
      address: `acme/${address}`,
      kind: address.startsWith("teams") ? "team" : "space",
      action: "update",
      ...more,
    });
    const changes = [
      of("spaces.a", {}),
      of("teams.b", { fields: [{ path: "members.max@acme.example", before: "owner" }] }),
      of("spaces.c", { action: "delete" }),
      of("spaces.d", { risks: ["opens it to everyone"] }),
    ];
    const heads = renderPlanHtml(planWith({ changes })).matchAll(/<h3>.*?<code>(.*?)<\/code>/g);
    expect([...heads].map(([, name]) => name)).toEqual(["spaces.c", "teams.b", "spaces.d", "spaces.a"]);
  });

  test("people are rows and teams are columns, unless there are many teams", () => {
    const team = (at: number): Change => ({
      address: `acme/teams.t${at}`,
      kind: "team",
      action: "update",
      fields: [{ path: "members.li@acme.example", after: "member" }],
    });
    const member: Change = {
      address: "acme/members.ana@acme.example",
      kind: "member",
      action: "update",
      title: "ana@acme.example",
      fields: [{ path: "role", before: "admin", after: null }],
    };
    const tableOf = (changes: readonly Change[]) => {
      const [text = ""] =
        /<table class="access">[\s\S]*?<\/table>/.exec(renderPlanHtml(planWith({ changes: [...changes] }))) ??
        [];
      const rows = text
        .split("</tr>")
        .map((row) => row.replace(/<\/(th|td)>/g, "|").replace(/<[^>]*>|\n/g, ""));
      return rows.filter((row) => row !== "");
    };
    const invited: Change = { ...member, action: "create", fields: [{ path: "role", after: "edit" }] };
    expect(tableOf([team(1), invited])).toContain("ana@acme.example|+ gains edit||");
    expect(tableOf([team(1), team(2), member])).toEqual([
      "Person|organization acme|teams.t1|teams.t2|",
      "ana@acme.example|~ changes admin to guest|||",
      "li@acme.example||+ gains member|+ gains member|",
    ]);
    const [head, row] = tableOf(Array.from({ length: 9 }, (_, at) => team(at)));
    expect(head).toBe("Person|Gains|Changes|Loses|");
    expect(row).toMatch(/^li@acme.example\|\+ gains memberin 9 teams(teams\.t\d){9}\|\|\|$/);
  });

  test("who loses something is the first row, and a new team is no column", () => {
    const team = (key: string, action: Change["action"], path: string, more: object): Change => ({
      address: `acme/teams.${key}`,
      kind: "team",
      action,
      fields: [{ path: `members.${path}@acme.example`, ...more }],
    });
    const changes = [
      team("a-new", "create", "ana", { after: "member" }),
      team("docs", "update", "li", { after: "member" }),
      team("docs", "update", "max", { before: "owner" }),
    ];
    const [, text = ""] =
      /<table class="access">([\s\S]*?)<\/table>/.exec(renderPlanHtml(planWith({ changes }))) ?? [];
    expect([...text.matchAll(/<th scope="col">(.*?)<\/th>/g)].map(([, one]) => one)).toEqual([
      "Person",
      "teams.docs",
      "New teams",
    ]);
    expect([...text.matchAll(/<code>(\w+)@/g)].map(([, one]) => one)).toEqual(["max", "li", "ana"]);
  });

  test("many alike changes are one card, in which each has its place", () => {
    const changes = Array.from(
      { length: 20 },
      (_, at): Change => ({
        address: `acme/members.p${at}@acme.example`,
        kind: "member",
        action: "update",
        title: `p${at}@acme.example`,
        fields: [{ path: "role", before: "read", after: "edit" }],
      }),
    );
    const text = renderPlanHtml(planWith({ changes }));
    expect(text.match(/<article/g)).toHaveLength(1);
    expect(text).toContain("change</span> 20 members</h3>");
    expect(new Set(text.match(/ id="c\d+"/g)).size).toBe(20);
    expect(text.match(/<tr><th scope="row">/g)).toHaveLength(2);
    expect(text).toContain("<summary>20 people</summary>");
  });

  test("alerts of what the comment alerts of, in the same order", () => {
    const titles = planAlerts(everyPart).map(({ title }) => title);
    const inPage = renderPlanHtml(everyPart).matchAll(/<span class="level">\w+<\/span> ([^<]+)</g);
    const inComment = renderPlanMarkdown(everyPart).matchAll(/^> \*\*(.+)\*\*$/gm);
    expect([...inPage].map(([, title]) => title)).toEqual(titles);
    expect([...inComment].map(([, title]) => title)).toEqual(titles);
  });

  test("shortens nothing: values, lines that differ, rows of the navigation", () => {
    const lines = Array.from({ length: 100 }, (_, at) => `${at}: ${"x".repeat(200)}`);
    const title = "long ".repeat(100);
    const text = renderPlanHtml({
      ...planOf({
        fields: [
          { path: "title", before: "short", after: title },
          { path: "text", before: "0\n", after: `${lines.join("\n")}\n` },
        ],
      }),
      navigation: [
        {
          address: "acme/sites.hub",
          items: [{ address: "x", kind: "section", title, depth: 0, mark: "same" }],
        },
      ],
    });
    expect(text).not.toContain("…");
    for (const line of lines) expect(text).toContain(`<ins>+ ${line}</ins>`);
    expect(text.split(title)).toHaveLength(3);
  });

  test("texts with too little in common are both shown", () => {
    const texts = ["a", "b"].map((word) => Array.from({ length: 2000 }, (_, at) => `${word}${at}`));
    const [before = "", after = ""] = texts.map((lines) => lines.join("\n"));
    const text = renderPlanHtml(planOf({ fields: [{ path: "text", before, after }] }));
    expect(text).toContain("2000 lines → 2000 lines<pre><del>- a0</del>\n");
    expect(text).toContain("<del>- a1999</del>\n<ins>+ b0</ins>\n");
  });

  test("a text of several lines that is new is shown in lines", () => {
    const text = renderPlanHtml(
      planOf({ action: "create", fields: [{ path: "text", after: "one\n<two>" }] }),
    );
    expect(text).toContain("<pre>one\n&lt;two&gt;\n</pre>");
  });

  test("never shows what is sensitive", () => {
    const after = { token: { $sensitive: "hash-of-a-secret" } };
    const text = renderPlanHtml(
      planOf({
        fields: [
          { path: "source", after },
          { path: "key", sensitive: true },
        ],
      }),
    );
    expect(text).not.toContain("hash-of-a-secret");
    expect(text).toContain("{ token: (sensitive) }");
    expect(text).toContain("(sensitive) differs");
  });

  test("an address that is changed and moved has one head, which says both", () => {
    const address = "acme/sites.hub.sections.guides";
    const head = { address, kind: "section" };
    const move: Change = { ...head, action: "move", fields: [{ path: "position", before: 2, after: 1 }] };
    const update: Change = { ...head, action: "update", fields: [{ path: "icon", after: "x" }] };
    const text = renderPlanHtml(planWith({ changes: [update, move] }));
    expect(text.match(/<h4>.*<\/h4>/g)?.map((one) => one.replace(/<[^>]*>/g, ""))).toEqual([
      "~ change ↕ move sites.hub.sections.guides",
    ]);
  });

  test("an address with two rows in the navigation has one place", () => {
    const head = { address: "acme/sites.hub.sections.guides", kind: "section" };
    const rows = (["remove", "add"] as const).map((mark) => ({ ...head, title: "Guides", depth: 0, mark }));
    const changes: readonly Change[] = [
      { ...head, action: "delete", reason: "created again" },
      { ...head, action: "create" },
    ];
    const plan = planWith({
      changes: [...changes],
      navigation: [{ address: "acme/sites.hub", items: rows }],
    });
    expect(renderPlanHtml(plan).match(/ id="[^"]*"/g)).toEqual([' id="c1"']);
  });

  test("the command is the one that runs exactly this, without what is of one machine", () => {
    const given = { env: "production", tokenFile: "/home/ana/token", var: ["name=a b"] };
    const text = renderPlanHtml(planOf({}), { given });
    expect(text).toContain(
      "<p>Apply exactly this:</p>\n<pre><code>docform apply --expect 9f3c77a1b2c3d4e5 --env production --var &#39;name=a b&#39;</code></pre>",
    );
    expect(text).not.toContain("/home/ana");
  });
});
