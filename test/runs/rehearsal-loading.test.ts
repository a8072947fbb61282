import { describe, expect, test } from "vitest";
import { kindsOf } from "../../src/kinds/kinds-of.ts";
import type { Live } from "../../src/model/live.ts";
import { stateAsRead } from "../../src/platform/seed/seed.ts";
import { liveSeed } from "../../src/rehearsal/live-seed.ts";
import { type Simulation, simulate, simulateState } from "../laws/harness/simulation.ts";
import { compared, readEverything } from "../support/platform/read-everything.ts";
import { smallSeed } from "../support/platform/test-platform.ts";
import { wholeSeed } from "../support/platform/whole-seed.ts";

const { all: kinds } = kindsOf("reference");

const organizations = [{ alias: "acme", id: "org_acme" }];

/** A platform that is loaded with what was read. */
function loaded(live: Live): Simulation {
  return simulateState(stateAsRead(liveSeed(live, organizations, kinds)));
}

const { organizations: given } = wholeSeed;
const whole = given.find(({ id }) => id === "org_acme");
const small = smallSeed.organizations.find(({ id }) => id === "org_acme");
const sites = small !== undefined && "sites" in small ? small.sites : [];

/** Every kind there is, with what has no default. */
const everyKind = {
  organizations: [
    {
      ...whole,
      agentInstructions: { object: "document", nodes: [] },
      members: [...(whole?.members ?? []), { id: "usr_nobody", role: null }],
      sites: [
        ...sites,
        { id: "site_adaptive", title: "Adaptive", adaptiveSchema: { type: "object", properties: {} } },
      ],
      openapi: [
        { slug: "petstore", sourceURL: "https://petstore.example/openapi.json", visibility: "public" },
        { slug: "written", text: "openapi: 3.1.0" },
      ],
    },
  ],
};

describe("a platform that is loaded with what was read answers the same:", () => {
  test.each(kinds.map(({ name }) => name))("%s", async (name) => {
    const live = await readEverything(simulate(everyKind).reader, "org_acme");
    const ofKind = ({ kind }: { readonly kind: string }): boolean => kind === name;
    const before = live.resources.filter(ofKind);
    // A kind without any here is one whose `seed` nothing tests: put one into the seed above.
    expect(before).not.toEqual([]);
    const again = await readEverything(loaded(live).reader, "org_acme");
    expect(compared(again.resources.filter(ofKind))).toEqual(compared(before));
  });
});

const section = (id: string) => ({ section: `Section ${id}`, id, spaces: [{ space: "sp", id: `of_${id}` }] });
const group = (id: string, ...children: object[]) => ({ group: `Group ${id}`, id, children });

const structures: readonly (readonly [string, readonly object[]])[] = [
  ["nothing", []],
  ["site spaces, the second the default", [{ space: "sp" }, { space: "sp", default: true, hidden: true }]],
  ["a section after a group", [group("g", section("a")), section("b")]],
  ["a group without sections between sections", [section("a"), group("g"), section("b")]],
  ["a group without sections first", [group("g"), section("a")]],
  [
    "a group without sections between groups",
    [group("g", section("a")), group("e"), group("h", section("b"))],
  ],
  ["groups in groups", [group("g", section("a"), group("h", section("b"), group("i"), section("c")))]],
  ["groups without any section", [group("g", group("h")), group("i")]],
  [
    "a default section inside a group",
    [section("a"), group("g", { ...section("b"), default: true, path: "x", condition: "true" })],
  ],
];

test.each(structures)("the structure of a site comes back as read: %s", async (_, structure) => {
  const site = { id: "site_one", title: "One", structure };
  const seed = {
    organizations: [{ id: "org_acme", title: "Acme", spaces: [{ id: "sp", title: "S" }], sites: [site] }],
  };
  const live = await readEverything(simulate(seed).reader, "org_acme");
  const again = await readEverything(loaded(live).reader, "org_acme");
  expect(compared(again.resources)).toEqual(compared(live.resources));
});

describe("what was not read", () => {
  const live = (resources: Live["resources"]): Live => ({ resources, requests: 0 });
  const saml = {
    kind: "saml-provider",
    id: "saml_okta",
    organization: "acme",
    answer: { id: "saml_okta", label: "Okta", defaultTeam: { id: "team_docs", title: "Docs" } },
    memberships: {},
  };

  test("is there by its id when something names it", async () => {
    const { platform } = loaded(live([saml]));
    const { teams } = platform.state.organizations.byId.org_acme ?? {};
    expect(teams?.byId.team_docs).toMatchObject({ title: "team_docs" });
  });

  test("is there for a team whose people were not read", async () => {
    const team = {
      ...saml,
      kind: "team",
      id: "t",
      answer: { id: "t", title: "T" },
      memberships: { members: { usr_1: "owner" } },
    };
    const { platform } = loaded(live([team]));
    expect(platform.state.organizations.byId.org_acme?.members.order).toEqual(["usr_1"]);
  });

  test("is nowhere else", () => {
    const { platform } = loaded(live([]));
    expect(platform.state.organizations.byId.org_acme).toMatchObject({ title: "acme", teams: { order: [] } });
  });
});

test("a value beyond the limits for new ones is read, and loaded (A11)", async () => {
  const title = "T".repeat(500);
  const team = {
    kind: "team",
    id: "-t_1",
    organization: "acme",
    answer: { id: "-t_1", title },
    memberships: {},
  };
  const { platform } = loaded({ resources: [team], requests: 0 });
  expect(platform.state.organizations.byId.org_acme?.teams.byId["-t_1"]?.title).toBe(title);
});

test("a translation into the language that its space got afterwards is loaded", async () => {
  const acme = { id: "org_acme", title: "Acme", spaces: [{ id: "sp", title: "S" }] };
  const { client, reader } = simulate({ organizations: [acme] });
  const body = { source: { space: "sp" }, language: "fr" };
  await client.call("createTranslation", { params: { organizationId: "org_acme" }, body });
  await client.call("updateSpace", { params: { spaceId: "sp" }, body: { language: "fr" } });
  const { platform } = loaded(await readEverything(reader, "org_acme"));
  const { translations } = platform.state.organizations.byId.org_acme ?? {};
  expect(translations?.order).toHaveLength(1);
});
