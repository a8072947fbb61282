import { expect, test } from "vitest";
import { expectGolden } from "../../../test/support/golden.ts";
import { everyVariant, planWith, twoOrganizations } from "../../../test/support/plans/plan-fixture.ts";
import type { NavigationItem } from "../../model/documents/document-parts.ts";
import { type Change, planDocument } from "../../model/documents/plan-document.ts";
import { renderJson } from "../json/json-text.ts";
import { displayWidth } from "./columns.ts";
import { renderPlanText } from "./plan-text.ts";
import { ansi } from "./style.ts";

const golden = (name: string) => new URL(`../golden/${name}`, import.meta.url);
const hub = "acme/sites.hub";

test("every variant is shown, and hostile titles do no harm", () => {
  expect(() => planDocument.parse(everyVariant)).not.toThrow();
  const text = renderPlanText(everyVariant, { environment: "production", commit: "4f2c1a9" });
  expectGolden(golden("plan-every-variant.txt"), text);
});

test("colour adds escape codes and nothing else", () => {
  const coloured = renderPlanText(everyVariant, { style: ansi });
  expectGolden(golden("plan-every-variant.ansi.txt"), coloured);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape codes are what is removed
  expect(coloured.replace(/\u001b\[\d+m/g, "")).toBe(renderPlanText(everyVariant));
});

test("with two organizations, addresses keep theirs", () => {
  expectGolden(golden("plan-two-organizations.txt"), renderPlanText(twoOrganizations, { unmanaged: true }));
});

test("unmanaged objects are listed on request", () => {
  expectGolden(
    golden("plan-unmanaged.txt"),
    renderPlanText({ ...everyVariant, changes: [], navigation: [] }, { unmanaged: true }),
  );
});

test("every change is visible: its address, or its title in the navigation", () => {
  const text = renderPlanText(everyVariant);
  for (const { address, title } of everyVariant.changes) {
    const inBlock = address.replace(/^acme\/(sites\.[^.]+\.)?/, "");
    expect(text.includes(inBlock) || (title !== undefined && text.includes(title)), address).toBe(true);
  }
});

test.each(["ghost", "ghost@acme.example", "g.host@acme.example"])(
  "somebody who cannot be in a team is shown below the team: %s",
  (member) => {
    const team = { address: "acme/teams.devrel", kind: "team" };
    const fields = [{ path: "title", before: "Devs", after: "Developer relations" }];
    const blocked = { ...team, address: `acme/teams.devrel.members.${member}`, reason: "nobody" };
    const plan = planWith({
      changes: [
        { ...team, action: "update", fields },
        { ...blocked, action: "blocked" },
      ],
    });
    expect(renderPlanText(plan)).toContain(
      `\n~ teams.devrel\n    title        "Devs" → "Developer relations"\n    ✗ members.${member}\n        blocked: nobody\n`,
    );
  },
);

test("nothing to do says so, in words that can be grepped", () => {
  const lastLine = (text: string) => text.trimEnd().split("\n").at(-1);
  expect(lastLine(renderPlanText(planWith()))).toBe("No changes. The platform is as the manifests say.");
  expect(lastLine(renderPlanText(planWith({ counts: { blocked: 1 } })))).toBe(
    "No changes to make. 1 blocked.",
  );
});

test("the last lines are fixed: counts, then the command that applies exactly this", () => {
  const text = renderPlanText(planWith({ counts: { create: 1, update: 2, move: 1, calls: 1 } }));
  expect(text.trimEnd().split("\n").slice(-2)).toEqual([
    "Plan: 1 to add, 2 to change, 0 to delete, 1 to move. 1 API call.",
    "Digest 9f3c77a1…   Apply exactly this: docform apply --expect 9f3c77a1b2c3d4e5",
  ]);
});

test("a plan that only an option lets pass names it in the command", () => {
  const guard = { rule: "deletes", held: true, message: "9 deletes", allow: "--allow-deletes 9" };
  const text = renderPlanText(planWith({ counts: { delete: 9, held: 1 }, guards: [guard] }));
  expect(text).toContain("docform apply --expect 9f3c77a1b2c3d4e5 --allow-deletes 9\n");
});

test("one move among 200 items takes a few lines", () => {
  const items = Array.from({ length: 200 }, (_, at): NavigationItem => {
    const item = { address: `${hub}.sections.s${at}`, kind: "section", title: `Section ${at}`, depth: 0 };
    return at === 120 ? { ...item, mark: "move", from: 7, to: 121 } : { ...item, mark: "same" };
  });
  const move = { address: `${hub}.sections.s120`, kind: "section", action: "move" as const };
  const plan = planWith({
    counts: { move: 1, calls: 1 },
    changes: [move],
    navigation: [{ address: hub, items }],
  });
  const text = renderPlanText(plan);
  expectGolden(golden("plan-one-move.txt"), text);
  expect(text.split("\n").length).toBeLessThan(13);
});

test("its JSON is the document", () => {
  expect(JSON.parse(renderJson(everyVariant))).toEqual(everyVariant);
});

test.each([60, 80, 100])("in a terminal of %i columns no row breaks for where it is declared", (width) => {
  const text = renderPlanText(everyVariant, { width });
  // Nothing is left out: the same words, in the same order.
  const words = (all: string): readonly string[] => all.split(/\s+/).filter(Boolean);
  expect(words(text)).toEqual(words(renderPlanText(everyVariant)));
  for (const row of text.split("\n")) {
    // What stands at the left is as long as it is.
    const left = row.replace(/ {2,}\S+\.yaml:\d+$/, "");
    expect(displayWidth(row)).toBeLessThanOrEqual(Math.max(width, displayWidth(left)));
  }
  if (width === 80) expect(text).toMatch(/ manifests\/\S+:\d+$/m);
});

test.each([40, 60, 80])("in a terminal of %i columns every change says where it is declared", (width) => {
  const rows = renderPlanText(everyVariant, { width }).split("\n");
  for (const { address, source } of everyVariant.changes) {
    const name = address.replace(/^acme\/(sites\.[^.]+\.)?/, "");
    const at = rows.findIndex((row) => row.includes(` ${name}`) && !row.includes(":"));
    if (source === undefined || at === -1) continue;
    const place = `${source.file}:${source.line}`;
    const below = rows[at + 1] ?? "";
    expect(below.trim(), name).toBe(place);
    expect(displayWidth(below)).toBeLessThanOrEqual(width);
  }
  const places = everyVariant.changes.flatMap(({ source }) => (source ? [`:${source.line}`] : []));
  const wide = renderPlanText(everyVariant).split("\n");
  const shown = (all: readonly string[]) => places.filter((place) => all.some((row) => row.endsWith(place)));
  expect(shown(rows)).toEqual(shown(wide));
});

test("in a narrow terminal, a reason and the place of a file get a row of their own", () => {
  const reason = "not in the manifests, and teams are exact";
  const place = { file: "manifests/teams.yaml", line: 12, column: 3 };
  const team = { kind: "team", action: "delete", reason } as const;
  const plan = planWith({
    counts: { delete: 2, calls: 2 },
    changes: [
      { ...team, address: "acme/teams.docs" },
      { ...team, address: "acme/teams.ops", source: place },
    ],
  });
  const text = renderPlanText(plan, { width: 20 });
  expect(text).toContain(`\n- teams.docs\n    ${reason}\n`);
  expect(text).toContain("\n- teams.ops\n    manifests/teams.yaml:12\n");
});

test("below a long plan, deletes and access changes are named once more, ten at most", () => {
  const gone = Array.from({ length: 17 }, (_, at) => `acme/spaces.old-${at}`);
  const deletes = gone.map(
    (address) => ({ address, kind: "space", action: "delete", reversible: true, reason: address }) as const,
  );
  const opened = {
    address: hub,
    kind: "site",
    action: "update" as const,
    risks: ["anyone can read it"],
  } satisfies Change;
  const lines = renderPlanText(planWith({ changes: [opened, ...deletes] })).split("\n");
  const last = lines.slice(lines.findIndex((line) => line.startsWith("Deletes:")));
  expect(last[0]).toMatch(/^Deletes: spaces\.old-0, .*spaces\.old-9 and 7 more$/);
  expect(last[1]).toBe("Changes access: sites.hub");
  expect(last[2]).toMatch(/^(Plan|No changes)/);
  expect(renderPlanText(planWith({ changes: [opened] }))).not.toContain("Changes access:");
});

test("equal changes are one entry, each in its organization; --full shows them all", () => {
  const change = (organization: string, at: number): Change => ({
    address: `${organization}/members.p${at}@acme.example`,
    kind: "member",
    action: "update",
    source: { file: "people.yaml", line: at, column: 1 },
    fields: [{ path: "role", before: "read", after: at === 3 ? "edit" : "admin" }],
  });
  const changes = ["acme", "globex"].flatMap((organization) =>
    Array.from({ length: organization === "acme" ? 5000 : 3 }, (_, at) => change(organization, at)),
  );
  const plan = planWith({ organizations: { acme: "org_1", globex: "org_2" }, changes });
  const lines = renderPlanText(plan).split("\n");
  expect(lines.slice(3, 6)).toEqual([
    "~ 4999 members",
    "    acme/members.p0@acme.example, acme/members.p1@acme.example, acme/members.p2@acme.example,",
    "    acme/members.p4@acme.example, acme/members.p5@acme.example, acme/members.p6@acme.example,",
  ]);
  expect(lines.slice(7, 11)).toEqual([
    "    acme/members.p10@acme.example and 4989 more (--full lists them)",
    '    role         "read" → "admin"',
    "~ acme/members.p3@acme.example                          people.yaml:3",
    '    role         "read" → "edit"',
  ]);
  expect(lines.filter((line) => line.startsWith("~ globex/"))).toHaveLength(3);
  const full = renderPlanText(plan, { full: true });
  expect(full.split("\n").filter((line) => line.startsWith("~ "))).toHaveLength(5003);
});
