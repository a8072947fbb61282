import { shuffled } from "../harness/random.ts";

/** The declarations of one organization. */
interface Declared {
  readonly teams: Record<string, { title: string; members?: Record<string, string> }>;
  readonly spaces: Record<string, Record<string, string>>;
  isExact: boolean;
  /** The alias of the organization that its collection is transferred to. */
  receiver?: string | undefined;
}

/** A project of several organizations, as its files say it. */
export interface History {
  readonly organizations: Record<string, Declared>;
  readonly ids: Record<string, string>;
  /** The label tier of each alias. */
  readonly tiers: Record<string, string>;
  /** Titles of the teams that the baseline gives to all, and another document to those of gold. */
  readonly baseline: { all: string; gold: string };
  /** The title that a layer gives the team of all in those of silver. */
  layer?: string | undefined;
  /** Whether a table lists the organizations. */
  isTable: boolean;
  readonly variables: Record<string, string>;
  readonly texts: Record<string, string>;
  /** Titles of spaces in production and elsewhere, by alias. */
  readonly overlay: Record<string, string>;
  readonly otherOverlay: Record<string, string>;
  readonly settings: Record<string, unknown>;
  emoji?: string | undefined;
  mostTeams: number;
  /** Comments, the order of keys, names of files and how many they are: they say nothing. */
  layout: number;
}

type Random = () => number;

const aliases = ["acme", "beta", "cove", "dune", "echo", "fern"];

/** The platform: each organization has a team, a space and a collection that a manifest may name, and others. */
export const historySeed = {
  now: "2026-01-05T09:00:00Z",
  tokens: { "docform-admin": { user: "ana@acme.example", rights: "admin" } },
  organizations: [...aliases, "new"].map((alias) => ({
    id: `org_${alias}`,
    title: alias,
    members: [{ email: "ana@acme.example", role: "admin" }],
    teams: [{ title: "Docs" }, { title: `Others of ${alias}` }],
    collections: [{ title: "Guides" }],
    spaces: [{ title: "Handbook" }],
  })),
};

/** A project to begin with. */
export function firstHistory(random: Random): History {
  const declared = (alias: string): Declared => ({
    teams: { docs: { title: "Docs" }, web: { title: pick(["Web", "${var:brand} web"], random) } },
    spaces: {
      handbook: { title: pick(["Handbook", "${file:texts/title.txt}"], random) },
      start: { title: `Start of ${alias}` },
    },
    isExact: random() < 0.3,
  });
  return {
    organizations: Object.fromEntries(aliases.map((alias) => [alias, declared(alias)])),
    ids: Object.fromEntries(aliases.map((alias) => [alias, `org_${alias}`])),
    tiers: Object.fromEntries(aliases.map((alias, at) => [alias, at % 2 === 0 ? "gold" : "silver"])),
    baseline: { all: "Everybody", gold: "Partners" },
    isTable: random() < 0.5,
    variables: { brand: "Orbit", unused: "1" },
    texts: { "title.txt": "Handbook of all", "unused.txt": "1" },
    overlay: { beta: "Start in production" },
    otherOverlay: {},
    settings: {},
    mostTeams: 9,
    layout: 0,
  };
}

function pick<T>(items: readonly T[], random: Random): T {
  return items[Math.floor(random() * items.length)] as T;
}

type Edit = (history: History, random: Random) => void;

/** An organization that is declared. */
function one({ organizations }: History, random: Random): Declared {
  return pick(Object.values(organizations), random);
}

const edits: Readonly<Record<string, Edit>> = {
  comment: (history, random) => {
    history.layout = Math.floor(random() * 1000);
  },
  title: (history, random) => {
    one(history, random).teams.docs = { title: pick(["Docs", "Writers"], random) };
  },
  "new team": (history, random) => {
    one(history, random).teams[`t${Math.floor(random() * 9)}`] = { title: "Another" };
  },
  "team gone": (history, random) => {
    delete one(history, random).teams.web;
  },
  person: (history, random) => {
    one(history, random).teams.docs = { title: "Docs", members: { "ana@acme.example": "owner" } };
  },
  "manage exact": (history, random) => {
    const declared = one(history, random);
    declared.isExact = !declared.isExact;
  },
  variable: ({ variables }, random) => {
    variables[pick(["brand", "unused"], random)] = String(random());
  },
  "included file": ({ texts }, random) => {
    texts[pick(["title.txt", "unused.txt"], random)] = String(random());
  },
  "file in one place": (history, random) => {
    one(history, random).spaces.start = { title: "Start ${file:texts/title.txt}", language: "en" };
  },
  overlay: ({ overlay, organizations }, random) => {
    overlay[pick(Object.keys(organizations), random)] = pick(["Start A", "Start B"], random);
  },
  "overlay of another environment": ({ otherOverlay, organizations }, random) => {
    otherOverlay[pick(Object.keys(organizations), random)] = pick(["Start A", "Start B"], random);
  },
  tier: ({ tiers }, random) => {
    // Somebody has each label, as a choice that fits nobody is an error.
    tiers[pick(["cove", "dune", "echo", "fern"], random)] = pick(["gold", "silver"], random);
  },
  "baseline of all": ({ baseline }, random) => {
    baseline.all = pick(["Everybody", "Everybody of ${organization}", "Of ${label:tier}"], random);
  },
  "baseline of some": ({ baseline }, random) => {
    baseline.gold = pick(["Partners", "Friends"], random);
  },
  layer: (history, random) => {
    history.layer = pick([undefined, "Team of silver", "Team of others"], random);
  },
  "table of organizations": (history) => {
    history.isTable = !history.isTable;
  },
  guard: ({ settings }, random) => {
    settings.guards = { minAdmins: pick([1, 2], random) };
  },
  policy: (history, random) => {
    history.mostTeams = pick([3, 9], random);
  },
  "default of a kind": (history, random) => {
    history.emoji = pick([undefined, "1f680", "1f4d8"], random);
  },
  transfer: (history, random) => {
    const [from, to] = shuffled(Object.keys(history.organizations), random);
    const declared = history.organizations[from ?? ""];
    if (declared !== undefined) declared.receiver = declared.receiver === undefined ? to : undefined;
  },
  "another id": ({ ids, organizations }, random) => {
    const alias = pick(Object.keys(organizations), random);
    if (!Object.values(ids).includes("org_new")) ids[alias] = "org_new";
  },
  "organization gone": ({ organizations }, random) => {
    if (Object.keys(organizations).length > 3) delete organizations[pick(Object.keys(organizations), random)];
  },
};

/** The same project after some edits, and their names. */
export function edited(history: History, random: Random): readonly [History, readonly string[]] {
  const after = structuredClone(history);
  const names = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(Object.keys(edits), random));
  for (const name of names) edits[name]?.(after, random);
  return [after, names];
}

/** The files of the project. */
export function filesOf(history: History): Readonly<Record<string, string>> {
  const { organizations, ids, tiers, baseline, isTable, layer, variables, settings, emoji, texts, layout } =
    history;
  const written = (value: unknown): string =>
    `${"# a comment\n".repeat(layout % 4)}${JSON.stringify(value, undefined, layout % 3)}\n`;
  const overlay = (titles: Readonly<Record<string, string>>): string =>
    Object.entries(titles)
      .filter(([alias]) => organizations[alias] !== undefined)
      .map(([organization, title]) => written({ organization, spaces: { start: { title } } }))
      .join("---\n");
  const listed = Object.entries(ids).map(
    ([alias, id]) => [alias, { id, labels: { tier: tiers[alias] } }] as const,
  );
  const table = listed.map(([alias, { id, labels }]) => `${alias},${id},${labels.tier}`);
  const project = {
    platform: { baseUrl: "https://docform.example" },
    organizations: isTable ? { from: "organizations.csv" } : Object.fromEntries(listed),
    variables,
    ...(layer === undefined ? {} : { overlays: ["layers"] }),
    ...(emoji === undefined ? {} : { defaults: { space: { emoji } } }),
    environments: {
      production: { overlays: ["overlays/production"] },
      staging: { overlays: ["overlays/staging"] },
    },
    ...settings,
  };
  const rule = {
    name: "few-teams",
    assert: `change.kind != "team" || int("${history.mostTeams}") > 5`,
    message: "These are many teams.",
  };
  const base = [
    { organizations: { select: {} }, teams: { base: { title: baseline.all } } },
    { organizations: { select: { tier: "gold" } }, teams: { gold: { title: baseline.gold } } },
  ];
  const silver = { organizations: { select: { tier: "silver" } }, teams: { base: { title: layer } } };
  return {
    "docform.yaml": written(project),
    ...(layer === undefined ? {} : { "layers/silver.yaml": written(silver) }),
    "organizations.csv": `alias,id,tier\n${table.join("\n")}\n`,
    "manifests/baseline.yaml": base.map(written).join("---\n"),
    "policies/teams.yaml": written({ rules: [rule] }),
    "overlays/production/all.yaml": overlay(history.overlay),
    "overlays/staging/all.yaml": overlay(history.otherOverlay),
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [`texts/${name}`, text])),
    ...Object.fromEntries(
      Object.entries(organizations).flatMap(([alias, one]) => manifests(alias, one, layout, written)),
    ),
  };
}

function manifests(
  organization: string,
  { teams, spaces, isExact, receiver }: Declared,
  layout: number,
  written: (value: unknown) => string,
): readonly (readonly [string, string])[] {
  const people = { organization, teams, ...(isExact ? { manage: { teams: "exact" } } : {}) };
  const transferred = receiver === undefined ? {} : { guides: { title: "Guides", transferTo: receiver } };
  const content = { organization, spaces, collections: transferred };
  if (layout % 2 === 0)
    return [[`manifests/${organization}.yaml`, `${written(people)}---\n${written(content)}`]];
  return [
    [`manifests/${organization}-${layout}/people.yaml`, written(people)],
    [`manifests/${organization}-${layout}/content.yaml`, written(content)],
  ];
}
