import { describe, expect, test } from "vitest";
import { expectGolden } from "../../../test/golden.ts";
import { everyVariant, planWith, twoOrganizations } from "../../../test/plan-fixture.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import { planMarker, renderPlanMarkdown } from "./plan-markdown.ts";

const golden = (name: string) => new URL(`../golden/${name}`, import.meta.url);

/** A plan with so many deletes and updates, the updates with long fields and some of them risky. */
function bigPlan(size: number) {
  const changes = Array.from({ length: size }, (_, at): Change => {
    const head = { address: `acme/spaces.space-${at}`, kind: "space", title: `Space ${at}` };
    if (at % 5 === 0) return { ...head, action: "delete", reason: "removed from manifests" };
    const field = { path: "title", before: `Space number ${at}`, after: `A better title for ${at}` };
    return {
      ...head,
      action: "update",
      fields: [field],
      ...(at % 7 === 0 && { risks: ["opens to everyone"] }),
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
  const reason = "nobody with this email or id is in the organization";
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
    [900, "fields are shown of risky changes only"],
    [1200, "one line per resource, without fields and navigation"],
    [5000, "only counts and alerts are shown"],
  ])("a plan of %i changes fits, and says what it left out", (size, leftOut) => {
    const text = renderPlanMarkdown(bigPlan(size));
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(60_000);
    expect(/Shortened to fit: (.*?)\./.exec(text)?.[1]).toBe(leftOut);
  });

  test.each([200, 900, 5000])("beside %i new teams, every alert stays", (size) => {
    const text = renderPlanMarkdown(noisyPlan(size));
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(60_000);
    for (const words of [
      "> **Held: nothing is applied until this is settled**\n>\n> - `sites.hack`: anyone can open the site (",
      "> **2 resources are deleted**\n>\n> - `teams.old-1`",
      "> **Access and exposure change**\n>\n> - `sites.hack`: anyone can open the site\n",
      '> - `teams.docs`: `max@acme.example` loses "owner"; no owner remains\n',
      "> - `teams.docs`: `eve@acme.example` leaves\n",
      "> **Blocked: wanted by the manifests, and not possible**\n>\n> - `teams.docs.members.ghost`: nobody",
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
    const leaving = Array.from({ length: 500 }, (_, at) => risky(`teams.t${at}`, "no owner remains"));
    const open = risky("sites.z", "anyone can open the site", { exposes: ["anyone can open the site"] });
    const text = renderPlanMarkdown(planWith({ changes: [...leaving, open] }));
    expect(text).toContain("**Access and exposure change**\n>\n> - `sites.z`: anyone can open the site\n");
    expect(text).toMatch(/> - … and \d+ more\n/);
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

  test("the command that lets a held plan pass says so", () => {
    const guard = { rule: "deletes", held: true, message: "9 deletes", allow: "--allow-deletes 9" };
    const plan = planWith({ counts: { delete: 9, held: 1 }, guards: [guard] });
    expect(renderPlanMarkdown(plan)).toContain(
      " · held; to apply exactly this all the same: `docform apply --expect 9f3c77a1b2c3d4e5 --allow-deletes 9`\n",
    );
  });

  test("with hardly any room, only the counts stay", () => {
    const text = renderPlanMarkdown(bigPlan(100), { limit: 300 });
    expectGolden(golden("plan-counts-only.md.txt"), text);
  });
});
