import { expect, test } from "vitest";
import { read, simulate } from "../../../test/laws/harness/simulation.ts";
import { kindsOf } from "../../kinds/kinds-of.ts";
import { readLive } from "../../refresh/read-live.ts";
import { plan } from "../plan.ts";
import type { LastApply } from "./recorded-ids.ts";

const { all: kinds } = kindsOf("reference");

const portal = "acme/sites.portal";
const fake = (): string => "0";

/** The ids in a record, by the address in the site. */
type Recorded = Readonly<Record<string, string>>;

const spaces = ["a", "b", "c"].map((key) => ({ id: `sp_${key}`, title: `Space ${key}` }));

/** A plan for a site whose manifest has one structure, and the platform another one. */
async function planOf(live: readonly object[], structure: readonly object[], recorded: Recorded = {}) {
  const site = { id: "site_1", title: "Portal", structure: live };
  const { reader } = simulate({
    organizations: [{ id: "org_acme", title: "Acme", spaces, sites: [site] }],
  });
  const titles = Object.fromEntries(["a", "b", "c"].map((key) => [key, { title: `Space ${key}` }]));
  const sites = { portal: { title: "Portal", structure } };
  const desired = await read({ "acme.yaml": { organization: "acme", spaces: titles, sites } });
  const entries = Object.entries(recorded).map(([key, id]) => {
    const kind = key.includes("spaces") ? "site-space" : "section";
    return [`${portal}.${key}`, { kind, id, unverifiable: {} }] as const;
  });
  const lastApply: LastApply = { resources: new Map(entries), hash: fake, seal: fake };
  const state = { desired, live: await readLive(desired, kinds, reader), kinds, lastApply };
  return plan({ ...state, baseUrl: "https://docform.example", version: "0", hash: fake, mask: fake });
}

const section = (key: string, title: string, path: string, more: object = {}): object => ({
  ...{ section: key, title, path, spaces: [{ space: key }] },
  ...more,
});
const liveSection = (key: string, title: string, path: string): object => ({
  ...{ section: title, id: `section_${key}`, path, spaces: [{ space: `sp_${key}` }] },
});

const sections = [liveSection("a", "One", "one"), liveSection("b", "Two", "two")];
const exchanged = [section("a", "One", "two"), section("b", "Two", "one")];
const siteSpaces = [
  { space: "sp_a", path: "a" },
  { space: "sp_b", path: "b" },
];
const idsOfSections = { "sections.a": "section_a", "sections.b": "section_b" };

test.each<[string, readonly object[], readonly object[], readonly string[]]>([
  ["two sections exchange their paths", sections, exchanged, ["section_a", "section_b"]],
  [
    "the path of a section that goes is given to another one",
    sections,
    [section("b", "Two", "one")],
    ["section_a"],
  ],
  [
    "two spaces of a site exchange their paths",
    siteSpaces,
    [
      { space: "a", path: "b" },
      { space: "b", path: "a" },
    ],
    ["Space a", "Space b"],
  ],
])(
  "natural keys that find different objects are an error with both ids: %s",
  async (_, live, structure, ids) => {
    const { document } = await planOf(live, structure);
    expect(document.diagnostics.length).toBeGreaterThan(0);
    for (const { code, message, hint } of document.diagnostics) {
      expect(code).toBe("DF3001");
      for (const id of ids) expect(message).toContain(id);
      expect(hint).toMatch(/^write id: \S+ or id: \S+ at acme\/sites\.portal/);
    }
    expect([document.changes, document.steps]).toEqual([[], []]);
  },
);

test.each<[string, readonly object[], Recorded, readonly string[]]>([
  ["the record", exchanged, idsOfSections, ["a", "b"]],
  [
    "id: of one",
    [section("a", "One", "two", { id: "section_a" }), section("b", "Two", "one")],
    {},
    ["a", "b"],
  ],
  [
    "the path, when no other object has the title",
    [section("a", "Start", "one"), section("b", "Two", "two")],
    {},
    ["a", "b"],
  ],
  [
    "the title, when no object has the path",
    [section("a", "One", "start"), section("b", "Two", "two")],
    {},
    ["a", "b"],
  ],
  [
    "the path and the title, when another address has both of the other one",
    [section("a", "Two", "one"), section("b", "Two", "two")],
    {},
    ["a", "b"],
  ],
  [
    "previously, and the path",
    [section("a", "Two", "one", { previously: "One" }), section("b", "More", "more")],
    {},
    ["a"],
  ],
])(
  "a section is found, and its paths and titles are changed, by %s",
  async (_, structure, recorded, keys) => {
    const { document, liveByAddress } = await planOf(sections, structure, recorded);
    expect(document.diagnostics).toEqual([]);
    for (const key of keys)
      expect(liveByAddress().get(`${portal}.sections.${key}`)?.id).toBe(`section_${key}`);
  },
);
