import { expect, test } from "vitest";
import { planFor, read, simulate } from "../../../test/laws/harness/simulation.ts";
import type { LastApply } from "../match/recorded-ids.ts";

const titles = ["Writers", "Support", "Sales", "Legal", "Ops"] as const;
const idOf = (title: string): string => `team_${title.toLowerCase()}`;

/** A record that knows some teams under keys which no manifest has. */
function recordOf(known: readonly string[]): LastApply {
  const fake = (): string => "0";
  const entries = known.map(
    (title) => [`acme/teams.was-${title}`, { kind: "team", id: idOf(title), unverifiable: {} }] as const,
  );
  return { resources: new Map(entries), hash: fake, seal: fake };
}

const recordOfSpaces: LastApply = {
  ...recordOf([]),
  resources: new Map(
    ["one", "two"].map((key) => [
      `acme/spaces.was-${key}`,
      { kind: "space", id: `sp_${key}`, unverifiable: {} },
    ]),
  ),
};

/** The verdicts on a plan for some teams, of which the manifests list all that shall be there. */
async function verdicts(live: readonly string[], known: readonly string[], teams: object, deletes?: number) {
  const seed = live.map((title) => ({ id: idOf(title), title }));
  const simulation = simulate({ organizations: [{ id: "org_acme", title: "Acme", teams: seed }] });
  const manifest = {
    organization: "acme",
    manage: { teams: "exact" },
    teams,
    collections: { guides: { title: "Guides" } },
  };
  const allowed = deletes === undefined ? {} : { deletes };
  const scope = { lastApply: recordOf(known), allowed };
  const { guards } = (await planFor(simulation, await read({ "acme.yaml": manifest }), scope)).document;
  const told = guards.filter(({ rule }) => rule === "too-many-deletes");
  return told.map(({ rule, held, message }) => `${held ? "held" : "passes"}: ${rule}: ${message}`);
}

const ops = { ops: { title: "Ops" } };
const foreign = (names: string): string =>
  `too-many-deletes: deletes ${names} in acme/teams, which neither the record nor a manifest ever had`;

test.each<[string, readonly string[], readonly string[], object, number | undefined, readonly string[]]>([
  ["what the record knows passes below six", titles, titles, ops, undefined, []],
  [
    "what is foreign is held, however few",
    ["Ops", "Legal"],
    [],
    ops,
    undefined,
    [`held: ${foreign('"Legal"')}`],
  ],
  [
    "the foreign count by themselves",
    titles,
    ["Writers", "Sales", "Ops"],
    ops,
    undefined,
    [`held: ${foreign('"Legal", "Support"')}`],
  ],
  [
    "the foreign pass with the number of all deletes",
    titles,
    ["Writers", "Sales", "Ops"],
    ops,
    4,
    [`passes: ${foreign('"Legal", "Support"')}`],
  ],
  [
    "all of them are held",
    ["Legal"],
    ["Legal"],
    {},
    undefined,
    ['held: too-many-deletes: deletes "Legal" in acme/teams, and none is left'],
  ],
  [
    "one that comes is no replacement of five",
    titles,
    titles,
    { zebra: { title: "Zebra" } },
    undefined,
    ["held: too-many-deletes: deletes all 5 in acme/teams, and creates only 1"],
  ],
  ["one that comes replaces one", ["Legal"], ["Legal"], { zebra: { title: "Zebra" } }, undefined, []],
])("%s", async (_, live, known, teams, deletes, expected) => {
  expect(await verdicts(live, known, teams, deletes)).toEqual(expected);
});

test("a space that lies deleted is none of those that are left", async () => {
  const spaces = [
    { id: "sp_one", title: "One" },
    { id: "sp_two", title: "Two" },
    { id: "sp_old", title: "Old", deletedAt: "2026-01-04T09:00:00Z" },
  ];
  const simulation = simulate({ organizations: [{ id: "org_acme", title: "Acme", spaces }] });
  const manifest = {
    organization: "acme",
    manage: { spaces: "exact" },
    spaces: { old: { title: "Old", id: "sp_old" } },
  };
  const { guards } = (
    await planFor(simulation, await read({ "acme.yaml": manifest }), { lastApply: recordOfSpaces })
  ).document;
  const told = guards.find(({ rule }) => rule === "too-many-deletes");
  expect(told).toMatchObject({
    held: true,
    message: expect.stringContaining("deletes all 2 in acme/spaces"),
  });
});
