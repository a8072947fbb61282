/**
 * `equal`: live is as declared. `changed`: about one resource in twenty is not: updates, moves, creates, deletes.
 * `new`: of what the API can create, nothing is there yet.
 */
export type Variant = "equal" | "changed" | "new";

/** A project of a given size: the texts of its files, and the seed of its platform. */
export interface BenchProject {
  readonly files: Readonly<Record<string, string>>;
  /** The seed, of all units or of some. */
  readonly seed: (units: readonly number[]) => unknown;
  readonly units: readonly number[];
}

/** Resources that one unit of a project declares. */
const unitSize = 50;

/**
 * A project of about `size` resources in one organization. It grows by units: each has people, two teams, spaces, a
 * collection with some of them in order, a translation of one, a spec, and a site of its own with a group, sections and a share link, and is a section of one large site as well.
 */
export function benchProject(size: number, variant: Variant): BenchProject {
  const units = Array.from({ length: Math.max(1, Math.round(size / unitSize)) }, (_, unit) => unit);
  return { files: filesOf(units), units, seed: (some) => seedOf(some, variant) };
}

const [membersInUnit, teamsInUnit, spacesInUnit, sectionsInUnit, spacesInSection] = [12, 2, 13, 5, 2];
const spacesInCollection = 4;
const teamSize = 8;

function times<T>(count: number, make: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Items of all units, in files of a few hundred each, as people split them. */
function inFiles(name: string, head: string, units: readonly number[], write: (unit: number) => string) {
  const unitsInFile = 20;
  return times(Math.ceil(units.length / unitsInFile), (file): [string, string] => [
    `manifests/${name}/${name}-${file}.yaml`,
    `organization: acme\n\n${head}\n${units
      .slice(file * unitsInFile, (file + 1) * unitsInFile)
      .map(write)
      .join("")}`,
  ]);
}

function filesOf(units: readonly number[]): Readonly<Record<string, string>> {
  return Object.fromEntries([
    [
      "docform.yaml",
      "platform: { baseUrl: https://docform.example }\norganizations: { acme: { id: org_acme } }\n",
    ],
    ...inFiles("members", "members:", units, memberLines),
    ...inFiles("teams", "teams:", units, teamLines),
    ...inFiles("spaces", "spaces:", units, spaceLines),
    ...inFiles("collections", "collections:", units, collectionLines),
    ...inFiles("translations", "translations:", units, translationLines),
    ...inFiles("openapi", "openapi:", units, specLines),
    ["manifests/saml.yaml", samlText],
    ["manifests/sites/hub.yaml", hubText(units)],
    ...units.map((unit): [string, string] => [`manifests/sites/site-${unit}.yaml`, siteText(unit)]),
  ]);
}

function email(unit: number, person: number): string {
  return `person.${unit}.${person}@acme.example`;
}

const roles = ["edit", "read", "comment", "review"] as const;

function roleOf(person: number): string {
  return roles[person % roles.length] ?? "read";
}

function memberLines(unit: number): string {
  return times(membersInUnit, (person) => `  ${email(unit, person)}: { role: ${roleOf(person)} }\n`).join("");
}

/** People of a team, with their role in it. */
function teamOf(unit: number, team: number): readonly (readonly [string, string])[] {
  return times(teamSize, (at) => [
    email(unit, (at + team * 5) % membersInUnit),
    at === 0 ? "owner" : "member",
  ]);
}

function teamLines(unit: number): string {
  return times(teamsInUnit, (team) => {
    const people = teamOf(unit, team).map(([who, role]) => `      ${who}: ${role}\n`);
    return `  team-${unit}-${team}:\n    title: Team ${unit} ${team}\n    members:\n${people.join("")}`;
  }).join("");
}

function spaceTitle(unit: number, space: number): string {
  return `Product ${unit}: chapter ${space}`;
}

function spaceLines(unit: number): string {
  return times(
    spacesInUnit,
    (space) => `  space-${unit}-${space}: { title: "${spaceTitle(unit, space)}" }\n`,
  ).join("");
}

/** The spaces of a unit that are in its collection: the last ones. */
const collected = times(spacesInCollection, (at) => spacesInUnit - spacesInCollection + at);

function collectionLines(unit: number): string {
  const order = collected.map((space) => `{ space: space-${unit}-${space} }`);
  return `  shelf-${unit}:\n    title: Shelf ${unit}\n    order: [${order.join(", ")}]\n`;
}

function translationLines(unit: number): string {
  return `  french-${unit}: { source: space-${unit}-0, language: fr }\n`;
}

function specUrl(unit: number): string {
  return `https://api.acme.example/v2/product-${unit}.json`;
}

function specLines(unit: number): string {
  return `  product-${unit}:\n    source: { url: ${specUrl(unit)} }\n    visibility: public\n`;
}

const samlText = `organization: acme

saml:
  okta: { label: Okta, ssoURL: "https://acme.okta.example/sso", defaultTeam: team-0-0, defaultRole: read }
`;

/** The large site: a section for each unit, with one space of it. */
function hubText(units: readonly number[]): string {
  const sections = units.map(
    (unit) => `      - section: product-${unit}
        title: Product ${unit}
        path: product-${unit}
        spaces: [{ space: space-${unit}-0, path: start }]
`,
  );
  return `organization: acme

sites:
  hub:
    title: Hub
    visibility: public
    structure:
${sections.join("")}`;
}

function spacesOfSection(section: number): readonly number[] {
  return times(spacesInSection, (at) => section * spacesInSection + at);
}

function sectionLines(unit: number, section: number, indent: string): string {
  const spaces = spacesOfSection(section).map((at) => `{ space: space-${unit}-${at}, path: part-${at} }`);
  return [
    `- section: section-${section}`,
    `  title: Section ${section} of ${unit}`,
    `  path: section-${section}`,
    "  icon: book-open",
    `  spaces: [${spaces.join(", ")}]`,
  ]
    .map((line) => `${indent}${line}\n`)
    .join("");
}

function siteText(unit: number): string {
  const [outer, inner] = [
    times(3, (section) => sectionLines(unit, section, "      ")),
    times(sectionsInUnit - 3, (at) => sectionLines(unit, at + 3, "          ")),
  ];
  return `organization: acme

sites:
  site-${unit}:
    title: Product ${unit}
    visibility: ${unit % 2 === 0 ? "public" : "unlisted"}
    structure:
${outer.join("")}      - group: more
        title: More of ${unit}
        sections:
${inner.join("")}    shareLinks:
      partners: { name: Partner preview ${unit}, active: true }
    manage: { shareLinks: exact }
`;
}

function seedOf(units: readonly number[], variant: Variant): unknown {
  const isNew = variant === "new";
  const here = units.map(
    (unit): Unit => ({ unit, differs: (every) => variant === "changed" && unit % every === 0 }),
  );
  const spaces = here.flatMap((one) => seedSpaces(one, isNew));
  const members = here.flatMap(seedMembers);
  const made = isNew
    ? {}
    : {
        teams: here.flatMap(seedTeams),
        openapi: here.flatMap(seedSpecs),
        collections: here.map(({ unit }) => ({ id: `col_${unit}`, title: `Shelf ${unit}` })),
        translations: here.map(({ unit }) => ({ id: `tr_${unit}`, space: `sp_${unit}_0`, language: "fr" })),
        saml: [
          {
            id: "saml_okta",
            label: "Okta",
            ssoURL: "https://acme.okta.example/sso",
            defaultTeam: "team_0_0",
            defaultRole: "read",
          },
        ],
        sites: [seedHub(here), ...here.map(seedSite)],
      };
  return { organizations: [{ id: "org_acme", title: "Acme", members, spaces, ...made }] };
}

/** A unit, and whether something in it is not as declared: in one of so many units. */
interface Unit {
  readonly unit: number;
  readonly differs: (every: number) => boolean;
}

function seedMembers({ unit, differs }: Unit) {
  return times(membersInUnit, (person) => ({
    id: `usr_${unit}_${person}`,
    email: email(unit, person),
    role: differs(1) && person === 1 ? "create" : roleOf(person),
  }));
}

/** Spaces in the order of their collections; those of a collection stand there unless it is new. */
function seedSpaces({ unit, differs }: Unit, isNew: boolean) {
  const order = differs(4) ? [...collected].reverse() : collected;
  const others = times(spacesInUnit - collected.length, (space) => space);
  return [...others, ...order].map((space) => ({
    id: `sp_${unit}_${space}`,
    title: spaceTitle(unit, space),
    language: "en",
    ...(collected.includes(space) && !isNew ? { collection: `col_${unit}` } : {}),
  }));
}

function seedTeams({ unit, differs }: Unit) {
  return times(teamsInUnit, (team) => ({
    id: `team_${unit}_${team}`,
    title: `Team ${unit} ${team}`,
    members: Object.fromEntries(teamOf(unit, team).slice(team === 1 && differs(3) ? 1 : 0)),
  }));
}

function seedSpecs({ unit, differs }: Unit) {
  if (differs(5)) return [];
  return [{ id: `spec_${unit}`, slug: `product-${unit}`, sourceURL: specUrl(unit), visibility: "public" }];
}

function seedHub(units: readonly Unit[]) {
  const structure = units.map(({ unit }) => ({
    section: `Product ${unit}`,
    id: `hub_${unit}`,
    path: `product-${unit}`,
    spaces: [{ space: `sp_${unit}_0`, id: `hub_space_${unit}`, path: "start" }],
  }));
  return {
    id: "site_hub",
    title: "Hub",
    structure: units.some(({ differs }) => differs(1)) ? swapped(structure) : structure,
  };
}

/** Every twentieth item stands behind the one that follows it. */
function swapped<T>(items: readonly T[]): readonly T[] {
  const result = [...items];
  for (let at = 0; at + 1 < items.length; at += 20)
    result.splice(at, 2, ...items.slice(at, at + 2).reverse());
  return result;
}

function seedSection({ unit, differs }: Unit, section: number) {
  const spaces = spacesOfSection(section).map((at) => ({
    space: `sp_${unit}_${at}`,
    id: `show_${unit}_${at}`,
    path: `part-${at}`,
  }));
  const order = section === 1 && differs(4) ? [...spaces].reverse() : spaces;
  return {
    section: section === 0 && differs(3) ? `Section ${section}` : `Section ${section} of ${unit}`,
    id: `sec_${unit}_${section}`,
    path: `section-${section}`,
    icon: "book-open",
    spaces: section === 2 && differs(5) ? order.slice(1) : order,
  };
}

function seedSite(one: Unit) {
  const { unit, differs } = one;
  const sections = times(sectionsInUnit, (section) => seedSection(one, section));
  const links = [{ id: `link_${unit}`, name: `Partner preview ${unit}` }];
  return {
    id: `site_${unit}`,
    title: `Product ${unit}`,
    visibility: unit % 2 === 0 ? "public" : "unlisted",
    structure: [
      ...sections.slice(0, 3),
      { group: `More of ${unit}`, id: `group_${unit}`, children: sections.slice(3) },
    ],
    shareLinks: differs(7) ? [...links, { id: `old_link_${unit}`, name: "Old preview" }] : links,
  };
}
