import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { planFor, read, simulate } from "../../../test/laws/harness/simulation.ts";
import { operations } from "../../contract/operations.ts";
import { isObject } from "../../text/json.ts";
import type { StepDraft } from "../state/draft.ts";
import { breakCircles } from "./value-circles.ts";

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Two that swap their values: all of the beginning is the same, the end tells them apart. */
function swap(start: string, ends: readonly [string, string], maxLength = 100): readonly StepDraft[] {
  return ends.map((end, index) => ({
    key: `${start}${end}`,
    address: `acme/sites.hub.sections.${index}`,
    operation: operations.updateSiteSection,
    params: {},
    after: [],
    frees: [`${start}${end}`],
    claims: [{ slot: start + ends[1 - index], field: "path", value: start + ends[1 - index], maxLength }],
  }));
}

function temporaryValues(drafts: readonly StepDraft[]): readonly string[] {
  const known = new Set(drafts.map(({ key }) => key));
  return breakCircles(drafts, hash).flatMap(({ key, body }) => (known.has(key) ? [] : [String(body?.path)]));
}

describe("a temporary value", () => {
  test("is the wanted one with docform-swap- before it, where that fits", () => {
    expect(temporaryValues(swap("guides", ["1", "2"]))).toEqual(["docform-swap-guides2"]);
  });

  test.each([
    ["of latin letters", "x".repeat(95), 100],
    ["of characters of two units each", "😀".repeat(48), 100],
    ["of the same after an odd number", `x${"😀".repeat(47)}`, 100],
    ["of a field that is short", "x".repeat(30), 32],
  ])("is as long as the field allows, and of one swap alone: %s", (_, start, maxLength) => {
    const values = temporaryValues([
      ...swap(start, ["1", "2"], maxLength),
      ...swap(start, ["3", "4"], maxLength),
    ]);
    expect(new Set(values).size).toBe(2);
    for (const value of values) {
      expect(value).toMatch(/^docform-swap-/);
      expect(value.length).toBeLessThanOrEqual(maxLength);
      // It throws for half a character.
      expect(() => encodeURIComponent(value)).not.toThrow();
    }
  });
});

const spaces = ["a", "b", "c"].map((key) => ({ id: `sp_${key}`, title: key.toUpperCase() }));

/** Spaces in sections, each with its path: on the platform, and as declared. A space keeps its id. */
type Paths = Readonly<Record<string, Readonly<Record<string, string>>>>;

const idOf = (section: string, key: string): string => `ss_${section}_${key}`;

/** The reasons why the call that gives a path waits for the one that deletes the space which has it. */
async function waitsFor(live: Paths, wanted: Paths) {
  const seedIn = ([section, paths]: [string, Paths[string]]) => ({
    ...{ section, id: `sec_${section}`, path: section },
    spaces: Object.entries(paths).map(([key, path]) => ({
      space: `sp_${key}`,
      id: idOf(section, key),
      path,
    })),
  });
  const declaredIn = ([section, paths]: [string, Paths[string]]) => ({
    ...{ section, title: section, path: section },
    spaces: Object.entries(paths).map(([key, path]) => ({ space: key, id: idOf(section, key), path })),
  });
  const sites = [{ id: "site_hub", title: "Hub", structure: Object.entries(live).map(seedIn) }];
  const simulation = simulate({ organizations: [{ id: "org_acme", title: "Acme", spaces, sites }] });
  const manifest = {
    organization: "acme",
    spaces: Object.fromEntries(spaces.map(({ title }) => [title.toLowerCase(), { title }])),
    sites: { hub: { title: "Hub", structure: Object.entries(wanted).map(declaredIn) } },
  };
  const { steps, diagnostics } = (await planFor(simulation, await read({ "acme.yaml": manifest }))).document;
  expect(diagnostics).toEqual([]);
  const named = (name: string) => steps.find(({ operation }) => operation === name);
  const [deletes, takes] = [named("deleteSiteSpace"), named("updateSiteSpace")];
  return takes?.afterReasons?.[deletes?.id ?? ""];
}

describe("the path of a space in a section is one of that section", () => {
  test("what takes it waits for the delete of the space that has it", async () => {
    const why = await waitsFor({ one: { a: "start", b: "next" } }, { one: { b: "start" } });
    expect(why).toEqual(["unique value"]);
  });

  test("in another section, nothing waits", async () => {
    const live = { one: { a: "start", c: "more" }, two: { b: "next" } };
    expect(await waitsFor(live, { one: { c: "more" }, two: { b: "start" } })).toBeUndefined();
  });
});

describe("the platform makes the first path of a new item from a title", () => {
  /** Why the path of one new item is given after that of another new item beside it. */
  async function waitsForNew(structure: readonly object[], path: string) {
    const platformSpaces = spaces.map((space) => ({ ...space, title: `Space ${space.title}` }));
    const sites = [{ id: "site_hub", title: "Hub" }];
    const manifest = {
      organization: "acme",
      spaces: Object.fromEntries(spaces.map(({ id }, index) => ["abc"[index], { id }])),
      sites: { hub: { title: "Hub", structure } },
    };
    const simulation = simulate({
      organizations: [{ id: "org_acme", title: "Acme", spaces: platformSpaces, sites }],
    });
    const { document } = await planFor(simulation, await read({ "acme.yaml": manifest }));
    expect(document.diagnostics).toEqual([]);
    const givesPath = (wanted: string) =>
      document.steps.find(({ body }) => isObject(body) && body.path === wanted);
    return givesPath(path)?.afterReasons?.[givesPath("other")?.id ?? ""];
  }

  test("what takes it waits until the new section has its own", async () => {
    const structure = [
      { section: "one", title: "One", path: "guides", spaces: [{ space: "a" }] },
      { section: "two", title: "Guides!", path: "other", spaces: [{ space: "b" }] },
    ];
    expect(await waitsForNew(structure, "guides")).toEqual(["unique value"]);
  });

  test("what takes it waits until the new space of a section has its own", async () => {
    const structure = [
      { space: "a", path: "space-b" },
      { space: "b", path: "other" },
    ];
    expect(await waitsForNew([{ section: "one", title: "One", spaces: structure }], "space-b")).toEqual([
      "unique value",
    ]);
  });

  test("nothing waits for a title that makes another path", async () => {
    const structure = [
      { space: "a", path: "space-c" },
      { space: "b", path: "other" },
    ];
    expect(await waitsForNew(structure, "space-c")).toBeUndefined();
  });
});
