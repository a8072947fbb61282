/** How many of each the organization has. */
export const realSize = {
  people: 1_300,
  teams: 280,
  spaces: 400,
  sections: 170,
  groups: 24,
  collections: 36,
};

const firstNames =
  "Ana Li Noor Sven Maja Tom Ines Omar Priya Jonas Lena Diego Aiko Paul Zoe Karim Elif Hugo Nina Raj".split(
    " ",
  );
const lastNames =
  "Ruiz Wei Haddad Berg Novak Reed Costa Aziz Rao Keller Vogt Mora Sato Blanc Lind Saleh Kaya Roche Petrov Mehta".split(
    " ",
  );
const areas = "Billing Search Payments Mobile Data Identity Platform Support Growth Security".split(" ");
const crafts = "Engineering Design Docs Research Operations Partners Quality".split(" ");
const subjects = "Accounts Invoices Webhooks Tokens Reports Imports Exports Alerts Roles Regions".split(" ");
const forms = "guide reference tutorial".split(" ");
const roles = ["read", "read", "read", "comment", "edit", "edit", "review", "create"] as const;
const levels = ["read", "comment", "edit", undefined] as const;

/** The item of a list at a place, counted around. */
function at<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Two words and, after all pairs, a number. */
function pairOf(first: readonly string[], second: readonly string[], index: number): string {
  const round = Math.floor(index / (first.length * second.length));
  const pair = `${at(first, index)} ${at(second, Math.floor(index / first.length))}`;
  return round === 0 ? pair : `${pair} ${round + 1}`;
}

/** Email of the person with this number. */
export function emailOf(index: number): string {
  return `${pairOf(firstNames, lastNames, index).toLowerCase().replaceAll(" ", ".")}@acme.example`;
}

function person(index: number): object {
  const role = index < 4 ? "admin" : index % 97 === 0 ? null : at(roles, index * 7);
  return {
    email: emailOf(index),
    name: pairOf(firstNames, lastNames, index),
    role,
    ...(index % 5 === 0 ? { sso: true } : {}),
    ...(index % 211 === 210 ? { disabled: true } : {}),
  };
}

/** From one to sixty people, most in a few teams, each team with an owner. */
function team(index: number): object {
  const size = 1 + ((index * index) % 60);
  const members = times(size, (place) => [
    emailOf((index * 37 + place * 11) % realSize.people),
    place === 0 ? "owner" : "member",
  ]);
  return { id: `team_${index}`, title: pairOf(areas, crafts, index), members: Object.fromEntries(members) };
}

function collection(index: number): object {
  const defaultLevel = at(levels, index);
  const inner = index < 6 ? { collections: times(2, (child) => collection(24 + index * 2 + child)) } : {};
  const level = defaultLevel === undefined ? {} : { defaultLevel };
  return { id: `col_${index}`, title: pairOf(crafts, areas, index), ...level, ...inner };
}

function space(index: number): object {
  const place = index % 40 === 0 ? {} : { collection: `col_${index % realSize.collections}` };
  const emoji = index % 9 === 0 ? { emoji: "1f680" } : {};
  return { id: `sp_${index}`, title: `${pairOf(areas, subjects, index)}`, ...emoji, ...place };
}

/** One to three spaces; each ninth section also shows the first space of the one before. */
function section(index: number): object {
  const shown = times(1 + (index % 3), (place) => ({
    space: `sp_${index * 2 + place}`,
    path: at(["guide", "reference", "api"], place),
  }));
  const again = index % 9 === 8 ? [{ space: `sp_${(index - 1) * 2}`, path: "before", hidden: true }] : [];
  return {
    id: `sec_${index}`,
    section: `${pairOf(subjects, areas, index)} ${at(forms, index)}`,
    path: `section-${index}`,
    ...(index % 4 === 0 ? { icon: "book" } : {}),
    ...(index % 11 === 5 ? { condition: "visitor.claims.unsigned.beta" } : {}),
    spaces: [...shown, ...again],
  };
}

/** Twenty groups at the top, of which four hold one more; two sections stand before them. */
function structure(): object[] {
  const placed = times(realSize.sections, (index) => ({
    place: index % realSize.groups,
    item: section(index),
  }));
  const group = (index: number): object => ({
    id: `grp_${index}`,
    group: pairOf(areas, ["handbook", "manual", "library"], index),
    ...(index % 3 === 0 ? { icon: "folder" } : {}),
    children: [
      ...placed.filter(({ place, item }) => place === index && !isFirst(item)).map(({ item }) => item),
      ...(index < 4 ? [group(20 + index)] : []),
    ],
  });
  return [...placed.filter(({ item }) => isFirst(item)).map(({ item }) => item), ...times(20, group)];
}

function isFirst(item: object): boolean {
  return "id" in item && (item.id === "sec_0" || item.id === "sec_1");
}

const adaptiveSchema = {
  type: "object",
  properties: {
    unsigned: { type: "object", properties: { beta: { type: "boolean" } }, additionalProperties: false },
  },
  additionalProperties: false,
};

/** A seed: an organization of a real size, with one large site and a small one. */
export function realSizeSeed(): object {
  const sites = [
    {
      id: "site_docs",
      title: "Documentation",
      type: "ultimate",
      published: true,
      adaptiveContent: true,
      adaptiveSchema,
      structure: structure(),
      shareLinks: [{ name: "Press" }, { name: "Auditors", active: false }],
    },
    {
      id: "site_partners",
      title: "Partners",
      type: "premium",
      published: true,
      structure: times(6, (index) => ({
        id: `show_${index}`,
        space: `sp_${390 + index}`,
        path: `part-${index}`,
      })),
      shareLinks: [{ name: "Resellers" }],
    },
  ];
  const provider = { certificate: "PEM", defaultTeam: "team_0" };
  return {
    tokens: { "canary-4711-admin": { user: emailOf(0), rights: "admin" } },
    organizations: [
      {
        id: "org_acme",
        title: "Acme",
        members: times(realSize.people, person),
        teams: times(realSize.teams, team),
        collections: times(24, collection),
        spaces: times(realSize.spaces, space),
        sites,
        saml: ["Okta", "Entra"].map((label) => ({
          label,
          ssoURL: `https://acme.${label.toLowerCase()}.example/sso`,
          ...provider,
        })),
      },
    ],
  };
}
