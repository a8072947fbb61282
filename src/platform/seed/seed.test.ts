import { describe, expect, test } from "vitest";
import * as z from "zod";
import { seedState } from "../../../test/support/platform/seed-state.ts";
import { smallSeed, testPlatform } from "../../../test/support/platform/test-platform.ts";
import { readSeed } from "./seed.ts";
import { seedSchema } from "./seed-schema.ts";

const organization = (fields: object) => ({ organizations: [{ id: "org", title: "Org", ...fields }] });
const problems = (data: unknown) => {
  const result = readSeed(data);
  return result.ok ? [] : result.problems.map(({ path, message }) => `${path}: ${message}`);
};

describe("a seed", () => {
  test("the same seed gives the same state", () => {
    expect(JSON.stringify(seedState(smallSeed))).toBe(JSON.stringify(seedState(structuredClone(smallSeed))));
  });

  test("ids that are left out are readable, unique, and never one that is written", () => {
    const { teams, spaces, sites } = {
      teams: [{ title: "Docs" }, { title: "Docs" }, { id: "team_docs", title: "Other" }],
      spaces: [{ title: "Quick Start!" }, { title: "日本" }],
      sites: [{ title: "Hub", structure: [{ section: "Guides", spaces: [{ space: "sp_quick-start" }] }] }],
    };
    const state = seedState({ organizations: [{ title: "Acme", hostname: "acme", teams, spaces, sites }] });
    const acme = state.organizations.byId.org_acme;
    expect(acme?.teams.order).toEqual(["team_docs-2", "team_docs-3", "team_docs"]);
    expect(acme?.children).toEqual(["sp_quick-start", "sp_x"]);
    expect(acme?.sites.byId.site_hub?.children).toEqual(["section_guides"]);
  });

  test("ids that the platform makes later never meet those of the seed", () => {
    const { call } = testPlatform(organization({ teams: [{ id: "team_41", title: "T" }] }));
    expect(call("PUT", "/orgs/org/teams", { title: "New" }, "docform-admin").body.id).toBe("team_42");
  });

  test("a person is the same one in every organization", () => {
    const members = [{ email: "Ana@acme.example" }];
    const state = seedState({
      organizations: [
        { title: "One", members },
        { title: "Two", members: [{ email: "ana@acme.example" }] },
      ],
    });
    expect(state.organizations.byId.org_two?.members.order).toEqual(["usr_ana"]);
  });
});

describe("a platform from a seed", () => {
  test("specs are processed when the platform starts", () => {
    const { body } = testPlatform().call("GET", "/orgs/org_acme/openapi/petstore");
    expect(body.processingState).toBe("complete");
  });

  test("what a seed can hold comes back from the API", () => {
    const given = { emailDomains: ["a.example"], defaultRole: null, plan: "free", ai: true, useCase: "docs" };
    const site = { id: "s", title: "Site", hostname: "docs.acme.example", published: true, type: "premium" };
    const { call } = testPlatform(organization({ ...given, sites: [site], defaultContent: "s" }));
    expect(call("GET", "/orgs/org", undefined, "docform-admin").body).toMatchObject({
      ...given,
      defaultContent: { type: "site", site: "s" },
    });
    expect(call("GET", "/orgs/org/sites/s", undefined, "docform-admin").body).toMatchObject({
      ...site,
      urls: { published: "https://docs.acme.example/" },
    });
  });

  test("is described for editors: a JSON schema can be made of it", () => {
    expect(JSON.stringify(z.toJSONSchema(seedSchema))).toContain(
      "Sections, external links and groups in order",
    );
  });
});

const space = { id: "sp", title: "Space" };
const mistakes: readonly [string, unknown, RegExp][] = [
  ["a misspelt field", organization({ tems: [] }), /^organizations\.0: .*tems/],
  ["a value of the wrong kind", organization({ inviteLinks: "yes" }), /^organizations\.0\.inviteLinks: /],
  [
    "an id that no address can hold",
    organization({ teams: [{ id: "a/b", title: "T" }] }),
    /teams\.0\.id: an id begins/,
  ],
  [
    "one id for two objects",
    organization({ teams: [{ id: "x", title: "T" }], spaces: [{ id: "x", title: "S" }] }),
    /two objects have the id x/,
  ],
  [
    "a member twice",
    organization({ members: [{ email: "a@b.example" }, { email: "A@b.example" }] }),
    /already a member/,
  ],
  [
    "a stranger in a team",
    organization({ teams: [{ title: "T", members: { "a@b.example": "owner" } }] }),
    /teams\.0\.members: a@b\.example is not a member/,
  ],
  [
    "an unknown collection",
    organization({ spaces: [{ title: "S", collection: "no" }] }),
    /spaces\.0\.collection: .*no/,
  ],
  [
    "an order of things elsewhere",
    organization({ spaces: [space], order: ["sp", "no"] }),
    /order: no is not in this place/,
  ],
  [
    "an unknown space in a site",
    organization({ sites: [{ title: "Site", structure: [{ space: "no" }] }] }),
    /structure\.0\.space: .*no/,
  ],
  [
    "A21: sections beside site spaces",
    organization({
      spaces: [space],
      sites: [{ title: "Site", structure: [{ space: "sp" }, { section: "One", spaces: [{ space: "sp" }] }] }],
    }),
    /structure: site spaces are in sections/,
  ],
  [
    "A26: a section without spaces",
    organization({ sites: [{ title: "Site", structure: [{ section: "One", spaces: [] }] }] }),
    /structure\.0\.spaces: /,
  ],
  [
    "A23: a path twice",
    organization({
      spaces: [space],
      sites: [
        {
          title: "Site",
          structure: [
            { space: "sp", path: "a" },
            { space: "sp", path: "a" },
          ],
        },
      ],
    }),
    /the path "a" is given twice/,
  ],
  [
    "two defaults",
    organization({
      spaces: [space],
      sites: [
        {
          title: "Site",
          structure: [
            { space: "sp", default: true },
            { space: "sp", default: true },
          ],
        },
      ],
    }),
    /more than one default/,
  ],
  [
    "an item of no form",
    organization({ sites: [{ title: "Site", structure: [{ title: "One" }] }] }),
    /structure\.0: an item is a section, a link, a group or a space/,
  ],
  [
    "a misspelt field of a section in a group",
    organization({
      spaces: [space],
      sites: [
        {
          title: "Site",
          structure: [{ group: "G", children: [{ section: "One", icn: "x", spaces: [{ space: "sp" }] }] }],
        },
      ],
    }),
    /structure\.0\.children\.0: .*icn/,
  ],
  [
    "an unknown default team",
    organization({ saml: [{ label: "L", defaultTeam: "no" }] }),
    /saml\.0\.defaultTeam: .*no/,
  ],
  [
    "a slug twice",
    organization({
      openapi: [
        { slug: "a", text: "" },
        { slug: "a", text: "" },
      ],
    }),
    /openapi\.1\.slug: .*twice/,
  ],
  [
    "a spec without a source",
    organization({ openapi: [{ slug: "a" }] }),
    /openapi\.0: give sourceURL or text/,
  ],
  [
    "somebody of whom nothing is known",
    organization({ members: [{ name: "Ana" }] }),
    /members\.0: give an id or an email/,
  ],
  ["an unknown default content", organization({ defaultContent: "no" }), /defaultContent: .*no/],
  [
    "a token of nobody",
    { organizations: [], tokens: { t: { user: "a@b.example", rights: "read" } } },
    /tokens\.t\.user: .*a@b\.example/,
  ],
  [
    "a token for an unknown organization",
    {
      ...organization({ members: [{ email: "a@b.example" }] }),
      tokens: { t: { user: "usr_a", rights: "read", organizations: ["no"] } },
    },
    /tokens\.t\.organizations: .*no/,
  ],
  [
    "a hostname twice",
    {
      organizations: [
        { title: "One", hostname: "abc" },
        { title: "Two", hostname: "abc" },
      ],
    },
    /hostname abc is given twice/,
  ],
  ["no seed at all", null, /: /],
];

describe("mistakes in a seed are told with their place", () => {
  test.each(mistakes)("%s", (_, data, message) => {
    expect(problems(data)).toContainEqual(expect.stringMatching(message));
    expect(() => seedState(data)).toThrow(/^seed: /);
  });

  test("all of them at once", () => {
    const teams = [
      { title: "T", members: { x: "owner" } },
      { title: "U", members: { y: "owner" } },
    ];
    expect(problems(organization({ teams, defaultContent: "no" }))).toHaveLength(3);
  });
});
