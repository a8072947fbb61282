import { expect, test } from "vitest";
import { read, simulate } from "../../../test/laws/harness/simulation.ts";
import { kinds } from "../../kinds/kinds.ts";
import { indexKinds } from "../../model/kind-index.ts";
import { readLive } from "../../refresh/read-live.ts";
import { plan } from "../plan.ts";
import { match } from "./match.ts";
import type { LastApply } from "./recorded-ids.ts";

const docs = "acme/teams.docs";

/** The id of each team that is live, with its title. */
type Titles = Readonly<Record<string, string>>;

/** The fields that the manifest has for each team, by its key. */
type Declared = Readonly<Record<string, object>>;

/** A plan for teams, with a record that has `recorded` as the id of `teams.docs`. */
async function planOf(titles: Titles, teams: Declared, recorded: string | undefined) {
  const live = Object.entries(titles).map(([id, title]) => ({ id, title }));
  const { reader } = simulate({ organizations: [{ id: "org_acme", title: "Acme", teams: live }] });
  const desired = await read({ "acme.yaml": { organization: "acme", teams } });
  const fake = (): string => "0";
  const entries =
    recorded === undefined ? [] : [[docs, { kind: "team", id: recorded, unverifiable: {} }] as const];
  const lastApply: LastApply = { resources: new Map(entries), hash: fake, seal: fake };
  const state = { desired, live: await readLive(desired, kinds, reader), kinds, lastApply };
  return plan({ ...state, baseUrl: "https://docform.example", version: "0", hash: fake, mask: fake });
}

const named = { title: "Docs" };
const renamed = { title: "Docs", previously: "Manuals" };
const apart = { team_1: "Guides", team_2: "Manuals" };
const twins = { team_1: "Docs", team_2: "Docs" };

test.each<[string, Titles, Declared, string | undefined, string | undefined]>([
  [
    "id: before the record, previously and the title",
    { ...apart, team_3: "Docs" },
    { docs: { ...renamed, id: "team_1" } },
    "team_2",
    "team_1",
  ],
  ["the record before previously", apart, { docs: renamed }, "team_1", "team_1"],
  ["previously, when the record's object is gone", apart, { docs: renamed }, "team_gone", "team_2"],
  [
    "the title, when nothing has the old one",
    { team_1: "Guides", team_3: "Docs" },
    { docs: renamed },
    "team_gone",
    "team_3",
  ],
  ["nothing, when nothing fits", apart, { docs: named }, undefined, undefined],
  ["id: among several of one title", twins, { docs: { ...named, id: "team_2" } }, undefined, "team_2"],
  ["the record among several of one title", twins, { docs: named }, "team_2", "team_2"],
])("a team is found by %s", async (_, titles, declared, recorded, id) => {
  const { document, liveByAddress } = await planOf(titles, declared, recorded);
  expect(document.diagnostics).toEqual([]);
  expect(liveByAddress().get(docs)?.id).toBe(id);
});

test.each<[string, Titles, Declared, string | undefined, string, readonly string[]]>([
  ["several of one title", twins, { docs: named }, undefined, "DF3001", ["team_1", "team_2"]],
  [
    "several by previously",
    { team_1: "Manuals", team_2: "Manuals" },
    { docs: renamed },
    undefined,
    "DF3001",
    ["team_1", "team_2"],
  ],
  [
    "one by previously, another by its title",
    { team_1: "Docs", team_2: "Manuals" },
    { docs: renamed },
    undefined,
    "DF3001",
    ["team_1", "team_2"],
  ],
  [
    "one that is written in another case, with blanks",
    { team_1: "docs " },
    { docs: named },
    undefined,
    "DF3001",
    ["team_1", '"docs "'],
  ],
  [
    "one in another Unicode form",
    { team_1: "Cafe\u0301" },
    { docs: { title: "Caf\u00e9" } },
    undefined,
    "DF3001",
    ["team_1", "Cafe\\u0301"],
  ],
  [
    "one that another address is by its id, under the same title",
    { team_1: "Docs" },
    { docs: named, more: { ...named, id: "team_1" } },
    undefined,
    "DF3002",
    ["team_1", docs, "acme/teams.more"],
  ],
  [
    "one for two addresses",
    { team_2: "Manuals" },
    { docs: renamed, more: { ...renamed, title: "More" } },
    undefined,
    "DF3002",
    ["team_2", docs, "acme/teams.more"],
  ],
  ["an id that is not there", apart, { docs: { ...named, id: "team_9" } }, undefined, "DF3003", ["team_9"]],
  [
    "another one by its title than by the record",
    { team_1: "Old docs", team_2: "Docs" },
    { docs: named },
    "team_1",
    "DF3009",
    ["team_1", "team_2"],
  ],
  [
    "by the record one that has the title of another address",
    { team_1: "More" },
    { docs: named, more: { title: "More" } },
    "team_1",
    "DF3009",
    ["team_1", "acme/teams.more"],
  ],
])("nothing is planned, and the ids are named: %s", async (_, titles, declared, recorded, code, words) => {
  const { document } = await planOf(titles, declared, recorded);
  expect(document.diagnostics).toMatchObject([{ code, severity: "error" }]);
  for (const word of words) expect(document.diagnostics[0]?.message).toContain(word);
  expect([document.changes, document.steps]).toEqual([[], []]);
});

test("a title that two have in its collection is told once, and not looked for elsewhere", async () => {
  const live = {
    collections: [{ id: "col_guides", title: "Guides" }],
    spaces: [
      ...["sp_1", "sp_2"].map((id) => ({ id, title: "Docs", collection: "col_guides" })),
      { id: "sp_3", title: "Docs" },
    ],
  };
  const { reader } = simulate({ organizations: [{ id: "org_acme", title: "Acme", ...live }] });
  const collections = { guides: { title: "Guides" } };
  const spaces = { docs: { title: "Docs", collection: "guides" } };
  const desired = await read({ "acme.yaml": { organization: "acme", collections, spaces } });
  const { diagnostics } = match(desired, await readLive(desired, kinds, reader), indexKinds(kinds));
  expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    expect.stringMatching(/^DF3001: .*sp_1.*sp_2/),
  ]);
});
