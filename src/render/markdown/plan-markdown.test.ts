import { describe, expect, test } from "vitest";
import { expectGolden } from "../../../test/support/golden.ts";
import { everyVariant, planWith, twoOrganizations } from "../../../test/support/plans/plan-fixture.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import { planMarker, renderPlanMarkdown } from "./plan-markdown.ts";

const golden = (name: string) => new URL(`../golden/${name}`, import.meta.url);

/** A plan with so many deletes and updates, none like another: the updates have long fields, and some of them a risk. */
function bigPlan(size: number) {
  const changes = Array.from({ length: size }, (_, at): Change => {
    const head = { address: `acme/spaces.space-${at}`, kind: "space", title: `Space ${at}` };
    if (at % 5 === 0) return { ...head, action: "delete", reason: `part ${at} of the move` };
    const field = { path: "title", before: `Space number ${at}`, after: `A better title for ${at}` };
    return {
      ...head,
      action: "update",
      fields: [field],
      ...(at % 7 === 0 && { risks: [`opens ${at} pages to everyone`] }),
    };
  });
  return planWith({ changes, counts: { update: size, delete: size / 5, calls: size } });
}

/** A plan with so many new teams, and among them one of each thing that nobody may overlook. */
function noisyPlan(size: number) {
  const noise = Array.from({ length: size }, (_, at): Change => {
    const title = `A new team with number ${at}`;
    const head = { address: `acme/teams.new-${at}`, kind: "team", action: "create", title } as const;
    return { ...head, fields: [{ path: "title", after: title }] };
  });
  const opens = "anyone can open the site";
  const team = { address: "acme/teams.docs", kind: "team" };
  const reason = "no member of the organization has this email or id";
  const gone = (at: number): Change => ({ address: `acme/teams.old-${at}`, kind: "team", action: "delete" });
  const changes: readonly Change[] = [
    { address: "acme/sites.hack", kind: "site", action: "create", risks: [opens], exposes: [opens] },
    {
      ...team,
      action: "update",
      fields: [
        { path: "members.eve@acme.example", before: "member" },
        { path: "members.max@acme.example", before: "owner" },
      ],
      risks: ['max@acme.example loses "owner"; no owner remains'],
    },
    { ...team, address: "acme/teams.docs.members.ghost", action: "blocked", reason },
    gone(1),
    gone(2),
  ];
  const guard = { rule: "exposure", address: "acme/sites.hack", held: true, allow: "--allow-exposure" };
  return planWith({
    changes: [...noise, ...changes],
    guards: [{ ...guard, message: opens }],
    counts: { create: size + 1, update: 1, delete: 2, held: 1, blocked: 1, calls: size + 4 },
  });
}

describe("a plan as a comment", () => {
  test("every variant is shown, and hostile titles do no harm", () => {
    const text = renderPlanMarkdown(everyVariant, { environment: "production", commit: "4f2c1a9" });
    expectGolden(golden("plan-every-variant.md.txt"), text);
  });

  test("the first line finds the comment again", () => {
    expect(renderPlanMarkdown(twoOrganizations).split("\n")[0]).toBe("<!-- docform plan acme,globex -->");
    expect(planMarker(twoOrganizations, "x --> <script>")).toBe(
      "<!-- docform plan acme,globex x%20;%2d;-%3e;%20;%3c;script%3e; -->",
    );
  });

  test("nothing to do says so", () => {
    expectGolden(golden("plan-nothing.md.txt"), renderPlanMarkdown(planWith()));
  });

  test.each([
    [200, undefined],
    [600, "fields are shown of risky changes only"],
    [1400, "fields and navigation are left out"],
    [5000, "many changes of one kind are one line, and fields and navigation are left out"],
  ])("a plan of %i changes fits, and says what it left out", (size, leftOut) => {
    const text = renderPlanMarkdown(bigPlan(size));
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(60_000);
    expect(/Shortened to fit: (.*?)\./.exec(text)?.[1]).toBe(leftOut);
  });

  test.each([200, 900, 5000])("beside %i new teams, every alert stays", (size) => {
    const text = renderPlanMarkdown(noisyPlan(size));
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(60_000);
    for (const words of [
      "> **Held: nothing is applied until each hold is resolved or allowed**\n>\n> - `sites.hack`: anyone can open the site (",
      "> **2 resources are deleted**\n>\n> - `teams.old-1`",
      "> **Access and exposure change**\n>\n> - `sites.hack`: anyone can open the site\n",
      '> - `teams.docs`: `max@acme.example` loses "owner"; no owner remains\n',
      "> - `teams.docs`: `eve@acme.example` leaves\n",
      "> **Blocked: wanted by the manifests, and not possible**\n>\n> - `teams.docs.members.ghost`: no member of the organization",
    ])
      expect(text).toContain(words);
  });

  test("what exposes comes before what takes access away, however much of that there is", () => {
    const risky = (key: string, risk: string, more: Partial<Change> = {}): Change => ({
      address: `acme/${key}`,
      kind: "site",
      action: "update",
      risks: [risk],
      ...more,
    });
    const leaving = Array.from({ length: 500 }, (_, at) => risky(`teams.t${at}`, `${at} owners leave`));
    const open = risky("sites.z", "anyone can open the site", { exposes: ["anyone can open the site"] });
    const text = renderPlanMarkdown(planWith({ changes: [...leaving, open] }));
    expect(text).toContain("**Access and exposure change**\n>\n> - `sites.z`: anyone can open the site\n");
    expect(text).toMatch(/> - … and \d+ more\n/);
  });

  test("people who leave are one line for a team, one for a person in many teams, and come after other risks", () => {
    const team = (at: number): Change => {
      const members = ["mo", ...(at === 1 ? ["ana", "li", "eve"] : [])];
      const fields = members.map((name) => ({ path: `members.${name}@acme.example`, before: "member" }));
      const givesAccess = { space: at };
      return { address: `acme/teams.t${at}`, kind: "team", action: "update", fields, givesAccess };
    };
    const [risk, kind] = ["people can no longer open it", "site"];
    const closed: Change = { address: "acme/sites.z", kind, action: "update", risks: [risk] };
    const text = renderPlanMarkdown(planWith({ changes: [...[1, 2, 3, 4, 5, 6].map(team), closed] }));
    const [, items = ""] = /\*\*Access and exposure change\*\*\n>\n((?:> - .*\n)+)/.exec(text) ?? [];
    expect(items.replaceAll("@acme.example", "").trim().split("\n")).toEqual([
      `> - \`sites.z\`: ${risk}`,
      "> - 6 teams: `mo` leaves: `teams.t1`, `teams.t2`, `teams.t3`, `teams.t4`, `teams.t5` and `teams.t6`",
      "> - `teams.t1`: `ana`, `li` and `eve` leave, and the team gives access to 1 space",
    ]);
  });

  test("who loses access, and who keeps less, is named: a team with the people in it", () => {
    const fields = [
      { path: "access.teams.docs", before: "edit", after: "read", people: 2 },
      { path: "access.teams.far", before: "edit", people: 1 },
      { path: "access.users.al@acme.example", before: "admin", after: "read" },
      { path: "access.users.bo@acme.example", before: "edit", after: "read" },
      { path: "access.users.li@acme.example", before: "edit", after: null },
      { path: "access.users.l@acme.example", before: "read" },
      { path: "access.users.al@acme.example.org", before: "read", after: "edit" },
    ];
    // One name is in another: what it loses is told all the same.
    const risks = ['sal@acme.example, team far-off (3 people), al@acme.example.org get "edit"'];
    const change: Change = { address: "acme/spaces.a", kind: "space", action: "update", fields, risks };
    const text = renderPlanMarkdown(planWith({ changes: [change] }));
    const [, items = ""] = /\*\*Access and exposure change\*\*\n>\n((?:> - .*\n)+)/.exec(text) ?? [];
    expect(items.replaceAll("@acme.example", "").trim().split("\n").slice(1)).toEqual([
      "> - `spaces.a`: `team far` (1 person) and `l` lose access",
      '> - `spaces.a`: `team docs` (2 people) and `bo` go from "edit" to "read"',
      '> - `spaces.a`: `al` goes from "admin" to "read"',
      '> - `spaces.a`: `li` goes from "edit" to no role',
    ]);
  });

  test("with less room, alerts show fewer of their items, and then how many there are", () => {
    const big = bigPlan(500);
    const shown = (limit: number): readonly string[] => {
      const text = renderPlanMarkdown(big, { limit });
      expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(limit);
      return text.match(/> - .*/g) ?? [];
    };
    expect(shown(2_000)).toHaveLength(12);
    expect(shown(1_000)).toHaveLength(4);
    expect(shown(600)).toEqual(["> - 100 in all, not shown", "> - 57 in all, not shown"]);
  });

  test("equal changes and equal sentences are one line, with a count and the first names", () => {
    const reason = "there is no such space, and the API cannot make one";
    const head = (kind: string, at: number) => ({ address: `acme/${kind}s.k-${at}`, kind, title: `K ${at}` });
    const changes = Array.from({ length: 150 }, (_, at): readonly Change[] => [
      { ...head("space", at), action: "blocked", reason },
      { ...head("team", at), action: "create", fields: [{ path: "title", after: `K ${at}` }] },
      { ...head("member", at), action: "update", fields: [{ path: "role", before: "read", after: "admin" }] },
    ]);
    const text = renderPlanMarkdown(
      planWith({ changes: changes.flat(), counts: { create: 150, update: 150 } }),
    );
    const names = (kind: string, quote: string) =>
      `${Array.from({ length: 10 }, (_, at) => `${quote}${kind}s.k-${at}${quote}`).join(", ")} and 140 more`;
    expect(text).toContain(`> - 150 spaces: ${reason}: ${names("space", "`")}\n\n`);
    expect(text.replace(/\n {6}(?=\w+s\.)/g, " ")).toContain(`
! ✗ 150 spaces ${names("space", "")}
!     blocked: ${reason}
+ 150 teams ${names("team", "")}
! ~ 150 members ${names("member", "")}
-     role         "read"
+     role         "admin"
`);
    expect(text).toContain("<details open>");
    expect(text).not.toContain("Shortened");
    expect(text.length).toBeLessThan(3000);
  });

  test("so are people of a team; five alike changes are shown one by one", () => {
    const people = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ path: `members.p${at}@acme.example`, after: "member" }));
    const change = (count: number): Change => ({
      address: `acme/teams.of-${count}`,
      kind: "team",
      action: "update",
      fields: people(count),
    });
    const of = (count: number) => renderPlanMarkdown(planWith({ changes: [change(count)] }));
    expect(of(5)).toContain("+     members      p4@acme.example  member\n");
    expect(of(12)).toMatch(/^\+ {5}members {6}12 people {2}member: p0@acme.example, .* and 2 more$/m);
  });

  test("no digest of 64 digits and no command is in sight: nothing is applied before the merge", () => {
    const guard = { rule: "deletes", held: true, message: "9 deletes", allow: "--allow-deletes 9" };
    const text = renderPlanMarkdown(planWith({ counts: { delete: 9, held: 1 }, guards: [guard] }));
    expect(text).toMatch(/\n<sub>Digest `9f3c77a1b2c3d4e5`<\/sub>\n<!-- docform-digest [0-9a-f]{64} -->\n$/);
    expect(text).not.toContain("docform apply");
  });

  test.each([
    ["github", "blob"],
    ["gitlab", "-/blob"],
  ] as const)("places are links to the planned commit on %s", (service, blob) => {
    const source = { file: "manifests/so (old).yaml", line: 14, column: 3 };
    const change: Change = { address: "acme/sites.hub", kind: "site", action: "update", source };
    const guards = [
      { rule: "protected", address: change.address, held: true, message: "protect is on", source },
    ];
    const linked = { service, repository: "https://git.example/acme/docs", commit: "4f2c", project: "docs" };
    const text = renderPlanMarkdown(planWith({ changes: [change], guards }), { linked });
    const url = `https://git.example/acme/docs/${blob}/4f2c/docs/manifests/so%20%28old%29.yaml#L14`;
    expect(text).toContain(`protect is on ([\`manifests/so (old).yaml:14\`](<${url}>))`);
    expect(text).toContain(`Declared at \`manifests/so (old).yaml\` [\`14\`](<${url}>)\n\n</details>`);
    const cannot = { ...linked, repository: "https://git.example/>(x)" };
    expect(renderPlanMarkdown(planWith({ changes: [change], guards }), { linked: cannot })).not.toContain(
      "](",
    );
  });

  test.each([
    [25, "<details open>"],
    [26, "<details>"],
  ])("%i changes of a sort each are in %s", (size, details) => {
    expect(renderPlanMarkdown(bigPlan(size))).toContain(`\n${details}\n<summary>${size} changes in detail`);
  });

  test("with hardly any room, only the counts stay", () => {
    const text = renderPlanMarkdown(bigPlan(100), { limit: 300 });
    expectGolden(golden("plan-counts-only.md.txt"), text);
  });
});
