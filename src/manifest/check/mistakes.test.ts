import { expect, test } from "vitest";
import { mistakesIn } from "../../../test/support/projects/load-manifests.ts";

type Case = readonly [promise: string, body: string, mistakes: readonly string[]];

const fields: readonly Case[] = [
  [
    "an unknown field names the one that is meant, and is not called missing too",
    "teams:\n  docs: { titel: Docs }",
    ['DF1004 3:11 unknown field "titel" | did you mean "title"?'],
  ],
  ["an unknown collection", "team: {}", ['DF1004 2:1 unknown field "team" | did you mean "teams"?']],
  ["a key that only holds an anchor", "x-teams: &teams {}", ['DF1004 2:1 unknown field "x-teams"']],
  [
    "a key of every JavaScript object is an unknown field",
    "teams:\n  docs: { title: Docs, constructor: 1, toString: 2 }",
    ['DF1004 3:24 unknown field "constructor"', 'DF1004 3:40 unknown field "toString"'],
  ],
  [
    "a text that is empty, where it has a form too",
    'openapi:\n  petstore: { slug: "", source: { url: https://petstore.example/x } }',
    ["DF1005 3:21 slug must not be empty"],
  ],
  [
    "a key that is none is not looked for as well",
    'sites:\n  dev: { title: Dev, structure: [{ space: "" }] }',
    ['DF1005 3:43 "" cannot be a key'],
  ],
  [
    "a default that no item is, by its id too",
    "sites:\n  dev: { title: Dev, defaultSiteSpace: 'id:sp_2', structure: [{ space: 'id:sp_1' }] }",
    ['DF2001 3:40 there is no site space "id:sp_2"'],
  ],
  [
    "a default that names its item as that names its space",
    "sites:\n  dev: { title: Dev, defaultSiteSpace: 'id:sp_1', structure: [{ space: 'id:sp_1' }] }",
    [],
  ],
  [
    "a number without an end hides no other mistake, and says nothing else itself",
    "teams:\n  b: { title: 1e999 }\n  c: { title: 5 }",
    [
      "DF1005 3:15 this number is not finite, which JSON cannot say",
      "DF1005 4:15 title must be text, not a number",
    ],
  ],
  [
    "a section that shows nothing",
    "sites:\n  dev: { title: Dev, structure: [{ section: a, title: Aa, spaces: [] }] }",
    ["DF1005 3:59 a section keeps at least one space, so spaces cannot be empty"],
  ],
  [
    "a field that does not go with the form that is named",
    "settings: { mergeRules: { type: none, rules: [] } }",
    ["DF1005 2:39 mergeRules takes no rules beside type: none"],
  ],
  [
    "a field that no form has",
    "settings: { mergeRules: { type: none, rulez: [] } }",
    ['DF1004 2:39 unknown field "rulez" | did you mean "rules"?'],
  ],
  [
    "a form that is not named",
    "settings: { mergeRules: { rules: [] } }",
    ["DF1006 2:13 mergeRules.type is missing"],
  ],
  [
    "two fields of which each is a form",
    "openapi: { p: { source: { url: 'https://x.example/a', text: b } } }",
    ["DF1005 2:55 source takes no text beside url"],
  ],
  [
    "two of one name in one place, which nothing tells apart",
    "teams:\n  a: { title: Docs }\n  b: { title: Docs }\n  c: { title: Docs, absent: true }\n  d: { title: Docs, id: team_d }",
    ["DF2002 4:15 teams.a and teams.b have the same title"],
  ],
  [
    "two of one name, and two whose name could not be filled in: those are equal to nothing, whatever is written",
    "teams:\n  a: { title: '${env:NONE}' }\n  b: { title: '$${env:NONE}' }\n  c: { title: '$${env:NONE}' }\n  d: { title: '${env:NONE}' }",
    [
      "DF1008 3:15 the environment variable NONE is not set",
      "DF2002 5:15 teams.b and teams.c have the same title",
      "DF1008 6:15 the environment variable NONE is not set",
    ],
  ],
  [
    "two spaces of one title in one collection; in two they are told apart",
    "collections:\n  x: { title: Xx }\n  y: { title: Yy }\nspaces:\n  a: { title: Docs, collection: x }\n  b: { title: Docs, collection: y }\n  c: { title: Docs, collection: x }",
    ["DF2002 8:3 spaces.a and spaces.c have the same title and collection"],
  ],
  [
    "two translations of one space into one language",
    "spaces:\n  a: { title: Docs }\ntranslations:\n  x: { source: a, language: fr }\n  y: { source: a, language: FR }",
    ["DF2002 6:3 translations.x and translations.y have the same source and language"],
  ],
  [
    "a member who is to be absent and is listed in a team",
    "members:\n  ana@acme.example: { absent: true }\nteams:\n  a: { title: Docs, members: { Ana@acme.example: owner } }\n  b: { title: Gone, absent: true, members: { ana@acme.example: owner } }",
    ['DF2001 5:32 the member "Ana@acme.example" is declared absent'],
  ],
  [
    "a title that is empty finds nothing",
    'spaces:\n  quickstart: { title: "" }',
    ['DF1006 3:3 the space "quickstart" has nothing to find it by'],
  ],
  [
    "a reference that is empty is not looked for as well",
    'saml: { okta: { label: Okta, ssoURL: "https://okta.example/sso", certificate: x, defaultTeam: "" } }',
    ["DF1005 2:95 defaultTeam must not be empty"],
  ],
  [
    "a singleton without what it needs, one that is to be absent, and one that is mistyped",
    "sites:\n  dev: { title: Dev, adaptiveSchema: {} }\n  b: { title: Bb, adaptiveSchema: { absent: true } }\n  c: { title: Cc, adaptiveSchema: { jsonSchem: {} } }",
    [
      "DF1006 3:22 adaptiveSchema needs jsonSchema",
      'DF1004 5:37 unknown field "jsonSchem" | did you mean "jsonSchema"?',
    ],
  ],
  [
    "a wrong choice",
    "sites:\n  dev: { title: Dev, visibility: pubic }",
    [
      'DF1005 3:34 visibility must be one of "public", "unlisted", "share-link", "visitor-auth" | did you mean "public"?',
    ],
  ],
  ["a number for text", "teams:\n  docs: { title: 42 }", ["DF1005 3:18 title must be text, not a number"]],
  [
    "null for text",
    "teams:\n  docs: { title: }",
    ["DF1005 3:11 title cannot be cleared, so it cannot be null"],
  ],
  [
    "text that is too long",
    `spaces:\n  a: { title: ${"x".repeat(300)} }`,
    [expect.stringMatching(/^DF1005 3:15 title must be at most \d+ characters, and has 300$/)],
  ],
  [
    "a nested field that is missing, and one that is unknown",
    "openapi:\n  pets: { source: { ulr: x } }",
    ["DF1006 3:11 source.url is missing", 'DF1004 3:21 unknown field "ulr" | did you mean "url"?'],
  ],
  [
    "a wrong role in a map of members",
    "teams:\n  docs: { title: Docs, members: { ana@acme.example: ownr } }",
    ['DF1005 3:53 members.ana@acme.example must be one of "owner", "member" | did you mean "owner"?'],
  ],
  ["a field that is required", "openapi:\n  pets: {}", ['DF1006 3:3 the openapi spec "pets" needs source']],
  ["nothing to find it by", "teams:\n  docs: {}", ['DF1006 3:3 the team "docs" has nothing to find it by']],
  ["an id is enough", "teams:\n  docs: { id: t_1 }\n  gone: { id: t_2, absent: true }", []],
  [
    "a resource to delete needs its identity only",
    "openapi:\n  pets: { absent: true }\nteams:\n  docs: { absent: true }",
    ['DF1006 5:3 the team "docs" has nothing to find it by'],
  ],
];

const forms: readonly Case[] = [
  [
    "a collection that is a list",
    "teams:\n  - title: x",
    ["DF1005 2:1 teams must be a map from key to team"],
  ],
  ["a collection that is empty", "teams:", ["DF1005 2:1 teams must be a map from key to team"]],
  ["a resource that is null", "teams:\n  docs:", ['DF1005 3:3 team "docs" must be a map of its fields']],
  ["a singleton that is a list", "settings: []", ["DF1005 2:1 settings must be a map of its fields"]],
  ["a key with a dot", "teams:\n  a.b: { title: Docs }", ['DF1005 3:3 "a.b" cannot be a key']],
  ["a number as a key", "teams:\n  2024: { title: Docs }", []],
  [
    "a key that its field refuses",
    "members:\n  ana: { role: admin }",
    ['DF1005 3:3 the key "ana" of a member must be an email address'],
  ],
  [
    "ignore of an unknown field",
    "teams:\n  docs: { title: Docs, ignore: [titel] }",
    ['DF1004 3:33 ignore: unknown field "titel" | did you mean "title"?'],
  ],
  [
    "meta fields of wrong types",
    "teams:\n  docs: { title: Docs, id: 7, absent: soon, previously: 3, protect: null, ignore: x }",
    [
      "DF1005 3:28 id must be text, not a number",
      "DF1005 3:39 absent must be true or false, not text",
      "DF1005 3:57 previously must be text or a list, not a number",
      "DF1005 3:60 protect must be true or false, not null",
      "DF1005 3:83 ignore must be a list, not text",
    ],
  ],
];

const managing: readonly Case[] = [
  [
    "a structure that is only listed",
    "sites:\n  dev: { title: Dev, structure: [], manage: { structure: listed } }",
    ["DF1005 3:58 manage.structure is always exact"],
  ],
  [
    "manage of an unknown collection",
    "manage: { team: exact }",
    ['DF1004 2:11 manage: unknown collection "team" | did you mean "teams"?'],
  ],
  [
    "manage with an unknown mode",
    "manage: { teams: exakt }\nteams: {}",
    ['DF1005 2:18 manage.teams must be one of "listed", "exact", "exact-with-sso" | did you mean "exact"?'],
  ],
  [
    "manage with SSO for a collection without people",
    "manage: { teams: exact-with-sso }\nteams: { docs: { title: Docs, members: {}, manage: { members: exact-with-sso } } }",
    [
      "DF1005 2:18 manage.teams cannot be exact-with-sso",
      "DF1005 3:63 manage.members cannot be exact-with-sso",
    ],
  ],
  [
    "manage without the collection is only a warning",
    "manage: { teams: exact }",
    ["DF1005 2:11 manage names teams, which is not declared, so docform does not change it"],
  ],
  [
    "two documents that disagree",
    "manage: { teams: exact }\nteams: {}\n---\norganization: acme\nmanage: { teams: listed }",
    ["DF1005 6:11 manage says both exact and listed for teams"],
  ],
];

const references: readonly Case[] = [
  [
    "an unknown reference names the nearest and where it is",
    "spaces:\n  quickstart: { title: Quickstart }\nsites:\n  dev: { title: Dev, structure: [{ space: quickstrat }] }",
    ['DF2001 5:43 there is no space "quickstrat" | the nearest is "quickstart" (manifests/a.yaml:3)'],
  ],
  ["id: names something outside", "sites:\n  dev: { title: Dev, structure: [{ space: 'id:sp_1' }] }", []],
  [
    "a default that is no child of the resource",
    "sites:\n  dev: { title: Dev, defaultSiteSection: guide, structure: [{ section: guides, title: Guides }] }\n  b: { title: Bb, defaultSiteSection: guides }",
    [
      'DF2001 3:42 there is no section "guide" | the nearest is "guides" (manifests/a.yaml:3)',
      'DF2001 4:39 there is no section "guides"',
    ],
  ],
  [
    "a default among the spaces of a section",
    "spaces: { a: { title: Aa } }\nsites:\n  dev: { title: Dev, structure: [{ section: g, title: Gg, defaultSiteSpace: a, spaces: [{ space: a }] }] }",
    [],
  ],
  [
    "a reference to what is to be absent",
    "teams: { docs: { title: Docs, absent: true } }\nsaml: { okta: { label: Okta, defaultTeam: docs } }",
    ['DF2001 3:43 the team "docs" is declared absent'],
  ],
  [
    "no follow-on errors when the collection has a wrong form or name",
    "team: { docs: { title: Docs } }\nspaces: []\nsaml: { okta: { label: Okta, defaultTeam: docs } }\nsites: { dev: { title: Dev, structure: [{ space: a }] } }",
    [
      'DF1004 2:1 unknown field "team" | did you mean "teams"?',
      "DF1005 3:1 spaces must be a map from key to space",
    ],
  ],
];

const duplicates: readonly Case[] = [
  [
    "the same address in two documents, and what is inside is not reported again",
    "sites: { dev: { title: Dev, shareLinks: { a: { name: A } } } }\n---\norganization: acme\nsites: { dev: { title: Dev, shareLinks: { a: { name: A } } } }",
    ["DF2002 5:10 sites.dev is declared twice"],
  ],
  [
    "a section twice in one site",
    "sites:\n  dev: { title: Dev, structure: [{ section: a, title: Aa }, { group: g, title: Gg, sections: [{ section: a, title: Bb }] }] }",
    ["DF2002 3:106 sites.dev.sections.a is declared twice"],
  ],
  [
    "a group in itself",
    "sites:\n  dev: { title: Dev, structure: [{ group: g, title: Gg, groups: [{ group: g, title: Gg, groups: [] }] }] }",
    ["DF2002 3:75 sites.dev.groups.g is declared twice"],
  ],
  [
    "an email in another case",
    "members: { ana@acme.example: {}, Ana@acme.example: {} }",
    ["DF2002 2:34 members.ana@acme.example and members.Ana@acme.example have the same email"],
  ],
  [
    "a path twice in a site, in whichever group",
    "sites:\n  dev: { title: Dev, structure: [{ section: a, title: Aa, path: x }, { group: g, title: Gg, sections: [{ section: b, title: Bb, path: x }] }] }",
    ["DF2002 3:135 sites.dev.sections.a and sites.dev.sections.b have the same path"],
  ],
  [
    "a basename of two sites",
    "sites:\n  dev: { title: Dev, basename: docs }\n  ops: { title: Ops, basename: docs }\n  old: { title: Old, basename: docs, absent: true }",
    ["DF2002 4:32 sites.dev and sites.ops have the same basename"],
  ],
  [
    "a path in two sections",
    "sites:\n  dev: { title: Dev, structure: [{ section: a, title: Aa, spaces: [{ space: id:x, path: p }] }, { section: b, title: Bb, spaces: [{ space: id:x, path: p }] }] }",
    [],
  ],
];

const structures: readonly Case[] = [
  [
    "sections written outside the structure",
    "sites:\n  dev: { title: Dev, sections: [{ section: a }], defaultSiteSection: a }",
    ['DF1004 3:22 unknown field "sections"'],
  ],
  [
    "spaces and sections at the root",
    "sites:\n  dev:\n    title: Dev\n    structure:\n      - section: a\n        title: Aa\n      - space: id:x\n      - space: id:y",
    ["DF2004 8:16 sites.dev mixes sections and spaces at its root"],
  ],
  [
    "an item without a mark, an item that is text, an item that cannot stand there",
    "sites:\n  dev: { title: Dev, structure: [{ title: x }, guides, { group: g, title: Gg, sections: [{ space: a }] }] }",
    [
      "DF1005 3:34 this is not an item",
      "DF1005 3:48 this is not an item",
      "DF1005 3:90 a section group takes no site space",
    ],
  ],
  [
    "a structure that is a map",
    "sites:\n  dev: { title: Dev, structure: { section: a } }",
    ["DF1005 3:22 structure must be a list of items"],
  ],
  [
    "a list of one kind next to structure",
    "sites:\n  dev: { title: Dev, structure: [{ group: g, title: Gg, structure: [], sections: [] }] }",
    ["DF1005 3:72 sections cannot be used together with structure"],
  ],
  [
    "a group that does not say what is in it, which would lose all of it",
    "sites:\n  dev: { title: Dev, structure: [{ group: g, title: Gg }, { group: h, id: grp_1 }] }",
    [
      'DF1006 3:43 the section group "g" does not say what is in it',
      'DF1006 3:68 the section group "h" does not say what is in it',
    ],
  ],
  [
    "a group that holds nothing, one that goes, and one whose list is mistyped",
    "sites:\n  dev: { title: Dev, structure: [{ group: g, title: Gg, sections: [] }, { group: h, title: Hh, absent: true }, { group: i, title: Ii, sectoins: [] }] }",
    ['DF1004 3:135 unknown field "sectoins" | did you mean "sections"?'],
  ],
  [
    "a key that is no key",
    "sites:\n  dev: { title: Dev, structure: [{ section: 7, title: Aa }, { section: a b, title: Aa }] }",
    ["DF1005 3:45 section must be a key", 'DF1005 3:72 "a b" cannot be a key'],
  ],
];

test.each([...fields, ...forms, ...managing, ...references, ...duplicates, ...structures])(
  "%s",
  async (_, body, mistakes) => {
    expect(await mistakesIn(body)).toEqual(mistakes);
  },
);
