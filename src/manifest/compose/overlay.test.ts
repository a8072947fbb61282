import { expect, test } from "vitest";
import { docformWith, line, load, valuesOf } from "../../../test/support/projects/load-manifests.ts";

const base = {
  "manifests/people.yaml": `organization: acme
teams:
  docs: { title: Docs, members: { ana@acme.example: owner, li@acme.example: member } }
  web: { title: Web }
members: { ana@acme.example: {}, li@acme.example: {} }
manage: { teams: exact }
`,
  "manifests/sites.yaml": `organization: acme
spaces:
  start: { title: Start, emoji: 1f680 }
  rest: { title: REST }
sites:
  help:
    title: Help
    visibility: public
    structure:
      - section: guides
        title: Guides
        spaces: [{ space: start, path: start }]
      - group: reference
        title: Reference
        sections: [{ section: api, title: API, spaces: [{ space: rest }] }]
    shareLinks: { partners: { name: Partners }, press: { name: Press } }
`,
};

/** The project with overlays of the environment production: text by name of folder. */
const patched = (overlay: string, more: Readonly<Record<string, string>> = {}) =>
  load(
    {
      ...base,
      "docform.yaml": docformWith("environments: { production: { overlays: [overlay] } }"),
      "overlay/a.yaml": `organization: acme\n${overlay}`,
      ...more,
    },
    {},
    "production",
  );

test("an overlay replaces the values that it writes, and keeps the others", async () => {
  const project = await patched(`
teams: { docs: { title: Writers, members: { li@acme.example: owner } } }
spaces: { start: { language: en } }
sites:
  help:
    visibility: unlisted
    structure:
      - group: reference
        sections: [{ section: api, spaces: [{ space: rest, path: rest }] }]
    shareLinks: { press: { active: true } }
manage: { teams: listed }
order: [{ space: rest }]
`);
  expect(project.diagnostics.map(line)).toEqual([]);
  expect(valuesOf(project)).toMatchObject({
    "teams.docs": { title: "Writers", members: { "ana@acme.example": "owner", "li@acme.example": "owner" } },
    "teams.web": { title: "Web" },
    "spaces.start": { title: "Start", emoji: "1f680", language: "en" },
    "sites.help": { title: "Help", visibility: "unlisted" },
    "sites.help.sections.guides": { title: "Guides" },
    "sites.help.sections.guides.spaces.start": { path: "start" },
    "sites.help.sections.api": { title: "API" },
    "sites.help.sections.api.spaces.rest": { path: "rest" },
    "sites.help.shareLinks.press": { name: "Press", active: true },
  });
  const [organization] = project.desired.organizations;
  expect(organization).toMatchObject({
    manage: { teams: "listed" },
    order: [{ kind: "space", name: "rest" }],
  });
  const site = project.desired.resources.find(({ kind }) => kind === "site");
  expect([site?.source.file, site?.sources.title?.file, site?.sources.visibility?.file]).toEqual([
    "manifests/sites.yaml",
    "manifests/sites.yaml",
    "overlay/a.yaml",
  ]);
});

test("null removes what the manifests write: a field, a resource, a collection, a line of manage", async () => {
  const project = await patched(`
teams: { web: null, docs: { members: { li@acme.example: null } } }
spaces: { start: { emoji: null } }
sites: { help: { structure: null, shareLinks: { press: null } } }
members: null
manage: null
`);
  expect(project.diagnostics.map(line)).toEqual([]);
  expect(valuesOf(project)).toEqual({
    "teams.docs": { title: "Docs", members: { "ana@acme.example": "owner" } },
    "spaces.start": { title: "Start" },
    "spaces.rest": { title: "REST" },
    "sites.help": { title: "Help", visibility: "public" },
    "sites.help.shareLinks.partners": { name: "Partners" },
  });
  expect(project.desired.organizations[0]?.manage).toEqual({
    sites: "listed",
    spaces: "listed",
    teams: "listed",
  });
});

test("clear takes the place of a written value", async () => {
  const overlay = "sites: { help: { structure: [{ section: guides, clear: [icon] }] } }";
  const sites = base["manifests/sites.yaml"].replace("title: Guides", "title: Guides\n        icon: book");
  const project = await patched(overlay, { "manifests/sites.yaml": sites });
  const guides = project.drafts.find(({ resource }) => resource.key === "guides");
  expect(guides?.resource.values).toEqual({ title: "Guides", icon: null });
  expect(guides?.entries.filter(({ key }) => key === "icon")).toHaveLength(1);
});

test("a line of manage is patched in each manifest that writes it", async () => {
  const exact = "organization: acme\nmanage: { teams: exact }\n";
  const project = await patched("manage: { teams: listed }", { "manifests/more.yaml": exact });
  expect(project.diagnostics.map(line)).toEqual([]);
  expect(project.desired.organizations[0]?.manage.teams).toBe("listed");
});

test("clear makes a field null, which an overlay cannot write; an item goes with absent", async () => {
  const project = await patched(`
sites:
  help: { structure: [{ section: guides, clear: [path, icon], absent: false }, { group: reference, absent: true }] }
`);
  expect(project.diagnostics.map(({ code, source }) => `${code} ${source?.file}`)).toEqual([
    "DF1005 overlay/a.yaml",
  ]);
  const group = project.desired.resources.find(({ key }) => key === "reference");
  expect(group).toMatchObject({ absent: true, values: { title: "Reference" } });
  expect(valuesOf(project)["sites.help.sections.guides"]).toMatchObject({ path: null, icon: null });
});

test.each<[promise: string, overlay: string, mistakes: readonly string[]]>([
  [
    "a resource that the manifests do not have",
    "sites: { hlep: { title: Help } }",
    ['DF2020 2:10 this patches nothing: the manifests declare no site "hlep" | did you mean "help"?'],
  ],
  [
    "a resource inside, and an item, that they do not have",
    "sites: { help: { shareLinks: { pres: { name: P } }, structure: [{ section: api, title: API }] } }",
    [
      'DF2020 2:32 this patches nothing: the manifests declare no share link "pres" | did you mean "press"?',
      'DF2020 2:76 this patches nothing: the manifests declare no section "api"',
    ],
  ],
  [
    "a collection, and a singleton, that they do not have",
    "translations: { a: {} }\nsettings: { title: Acme }\nspaces: { rest: { order: [] } }",
    [
      'DF2020 2:17 this patches nothing: the manifests declare no translation "a"',
      "DF2020 3:1 this patches nothing: the manifests declare no settings here",
      'DF1004 4:19 unknown field "order"',
    ],
  ],
  [
    "null for what they do not write",
    "teams: { wbe: null, docs: { member: null, members: { ben@acme.example: null } } }\nsaml: null\nmanage: { spaces: null }",
    [
      'DF2020 2:10 this patches nothing: the manifests declare no team "wbe" | did you mean "web"?',
      'DF2020 2:29 this patches nothing: the manifests declare no member here | did you mean "members"?',
      'DF2020 2:54 this patches nothing: the manifests declare no ben@acme.example here | did you mean "ana@acme.example"?',
      "DF2020 3:1 this patches nothing: the manifests declare no saml here",
      "DF2020 4:11 this patches nothing: the manifests declare no spaces here",
    ],
  ],
  [
    "a mistyped field or collection is what it is in a manifest",
    "site: {}\nsites: { help: { visiblity: public, clear: [titel], visibility: pubic } }",
    [
      'DF1004 2:1 unknown field "site" | did you mean "sites"?',
      'DF1004 3:18 unknown field "visiblity" | did you mean "visibility"?',
      'DF1004 3:45 unknown field "titel" | did you mean "title"?',
      'DF1005 3:65 visibility must be one of "public", "unlisted", "share-link", "visitor-auth" | did you mean "public"?',
    ],
  ],
])("%s: told at its place", async (_, overlay, mistakes) => {
  const { diagnostics } = await patched(overlay);
  expect(diagnostics.map((one) => line(one).replace("overlay/a.yaml:", ""))).toEqual(mistakes);
});

test("an overlay of an organization that is not known, and one that is no map", async () => {
  const { diagnostics } = await patched("teams: {}", {
    "overlay/a.yaml": "organization: acne\nteams: { docs: { title: Writers } }",
    "overlay/b.yaml": "[]",
  });
  expect(diagnostics.map(line)).toEqual([
    'DF2003 overlay/a.yaml:1:15 docform.yaml has no organization "acne" | did you mean "acme"?',
    "DF1005 overlay/b.yaml:1:1 an overlay must be a map",
  ]);
});

test("of two files of an overlay, and of two overlays, the later one wins", async () => {
  const say = (title: string) => `organization: acme\nteams: { docs: { title: ${title} } }`;
  const one = await patched("teams: { docs: { title: One } }", { "overlay/b.yaml": say("Two") });
  expect([one.diagnostics, valuesOf(one)["teams.docs"]?.title]).toEqual([[], "Two"]);
  const settings = docformWith(
    "environments: { production: { overlays: [overlay/b.yaml, overlay/a.yaml] } }",
  );
  const later = await patched("teams: { docs: { title: One } }", {
    "docform.yaml": settings,
    "overlay/b.yaml": say("Two"),
  });
  expect([later.diagnostics, valuesOf(later)["teams.docs"]?.title]).toEqual([[], "One"]);
});

test("overlays of other environments are no manifests, need nothing set, and must be there", async () => {
  const files = {
    ...base,
    "docform.yaml": docformWith(
      "manifests: [.]\nenvironments: { staging: { overlays: [live/s.yaml] }, production: { overlays: [live/p.yaml, lvie] } }",
    ),
    "live/p.yaml": "organization: acme\nteams: { docs: { title: '${env:NOT_SET}' } }",
    "live/s.yaml": "organization: acme\nteams: { docs: { title: Staging } }",
  };
  const project = await load(files, {}, "staging");
  expect(project.diagnostics.map(line)).toEqual([
    'DF1010 docform.yaml:5:93 there is no overlay folder or file "lvie"',
  ]);
  expect(valuesOf(project)["teams.docs"]?.title).toBe("Staging");
  expect(project.files).toEqual([
    "docform.yaml",
    "manifests/people.yaml",
    "manifests/sites.yaml",
    "live/s.yaml",
  ]);
  expect(valuesOf(await load(files))["teams.docs"]?.title).toBe("Docs");
});

test("each, overlay, defaults, interpolation: in this order", async () => {
  const project = await patched("spaces: { docs-de: { emoji: null, title: '${var:title}' } }", {
    "docform.yaml": docformWith(
      "variables: { title: Doku }\ndefaults: { space: { emoji: 1f4d6 } }\nenvironments: { production: { overlays: [overlay] } }",
    ),
    "manifests/docs.yaml":
      "organization: acme\nspaces:\n  docs-${each}: { each: [en, de], title: 'Docs ${each}', emoji: 1f680 }",
  });
  expect(project.diagnostics.map(line)).toEqual([]);
  expect(valuesOf(project)).toMatchObject({
    "spaces.docs-en": { title: "Docs en", emoji: "1f680" },
    "spaces.docs-de": { title: "Doku", emoji: "1f4d6" },
  });
});

test("thousands of keys in one map are patched, and thousands of mistakes told", async () => {
  const keys = Array.from({ length: 3_000 }, (_, n) => n);
  const teams = (text: (n: number) => string) => `teams:\n${keys.map((n) => `  ${text(n)}`).join("\n")}\n`;
  const project = await patched(
    teams((n) => `t${n}: { title: New ${n} }`),
    {
      "manifests/teams.yaml": `organization: acme\n${teams((n) => `t${n}: { title: T${n} }`)}`,
      "overlay/b.yaml": `organization: acme\n${teams((n) => `u${n}: null`)}`,
    },
  );
  expect(valuesOf(project)["teams.t2999"]?.title).toBe("New 2999");
  expect(project.diagnostics).toHaveLength(3_000);
});
