import { describe, expect, test } from "vitest";
import { docformWith, line, load } from "../../../test/support/projects/load-manifests.ts";

const settings = `organizations:
  acme: { id: org_1, labels: { tier: gold, region: eu, name: Acme } }
  beta: { id: org_2, labels: { tier: gold, region: us, name: Beta } }
  core: { id: org_3, labels: { tier: silver, ring: 1 } }
`;

/** Addresses and titles of all resources, and the mistakes. */
async function declared(manifest: string, more: Readonly<Record<string, string>> = {}, environment?: string) {
  const files = { "docform.yaml": settings, "manifests/a.yaml": manifest, ...more };
  const { desired, diagnostics } = await load(files, {}, environment);
  const resources = desired.resources.map(({ address, values }) => `${address} ${values.title}`);
  return { resources, wrong: diagnostics.map(line) };
}

const team = "teams: { docs: { title: Docs } }\n";

describe("a document for several organizations is there for", () => {
  test.each<[string, string, readonly string[]]>([
    ["those that it lists", "[beta, acme]", ["acme", "beta"]],
    ["those with a label", "{ select: { tier: gold } }", ["acme", "beta"]],
    ["those with one of several values", "{ select: { tier: [silver, gold], region: us } }", ["beta"]],
    [
      "those without a value, and those without the label",
      "{ select: { region: { not: eu } } }",
      ["beta", "core"],
    ],
    ["those with a number", "{ select: { ring: 1 } }", ["core"]],
    ["all", "{ select: {} }", ["acme", "beta", "core"]],
  ])("%s", async (_, head, aliases) => {
    const { resources, wrong } = await declared(`organizations: ${head}\n${team}`);
    expect(wrong).toEqual([]);
    expect(resources).toEqual(aliases.map((alias) => `${alias}/teams.docs Docs`));
  });

  test("the organizations, next to documents of their own", async () => {
    const { resources, wrong } = await declared(
      `organizations: { select: { tier: gold } }\n${team}---\norganization: acme\nteams: { press: { title: Press } }\n`,
    );
    expect(wrong).toEqual([]);
    expect(resources).toEqual(["acme/teams.docs Docs", "acme/teams.press Press", "beta/teams.docs Docs"]);
  });
});

describe("a text", () => {
  test("takes the alias and labels of its organization, each with each", async () => {
    const { resources, wrong } = await declared(
      "organizations: [acme, core]\nteams:\n  t-${each}: { each: [a, b], title: '${each} ${organization} ${label:name:-Nameless}' }\n",
    );
    expect(wrong).toEqual([]);
    expect(resources).toEqual([
      "acme/teams.t-a a acme Acme",
      "acme/teams.t-b b acme Acme",
      "core/teams.t-a a core Nameless",
      "core/teams.t-b b core Nameless",
    ]);
  });

  test("takes them in a document for one, in defaults, and in an overlay for one", async () => {
    const environments =
      "defaults: { share-link: { name: '${organization}' } }\nenvironments: { test: { overlays: [over] } }\n";
    const files = {
      "docform.yaml": `${settings}${environments}`,
      "over/a.yaml": "organization: beta\nteams: { docs: { title: '${label:tier}' } }\n",
    };
    const one = await declared(
      "organizations: [acme, beta]\nteams: { docs: { title: '${label:region}' } }\nsites: { help: { title: Help, shareLinks: { x: {} } } }\n",
      files,
      "test",
    );
    expect(one.wrong).toEqual([]);
    expect(one.resources).toContain("acme/teams.docs eu");
    expect(one.resources).toContain("beta/teams.docs gold");
  });

  test.each<[string, string, string]>([
    [
      "a label that one lacks",
      "title: '${label:region}'",
      'DF1025 manifests/a.yaml:2:25 the organization core has no label "region"',
    ],
    [
      "a label that all lack",
      "title: '${label:regoin}'",
      'the organization acme has no label "regoin" (the same in 2 more) | did you mean "region"?',
    ],
    ["a label without a name", "title: '${label:}'", "DF1007"],
    ["the organization with a default", "title: '${organization:-x}'", "DF1007"],
  ])("that takes %s is an error, once", async (_, field, says) => {
    const { wrong } = await declared(`organizations: { select: {} }\nteams: { docs: { ${field} } }\n`);
    expect(wrong).toEqual([expect.stringContaining(says)]);
  });

  test("of docform.yaml has no organization", async () => {
    const more = { "docform.yaml": docformWith("variables: { a: '${label:tier}' }") };
    const { wrong } = await declared("organization: acme\nteams: { docs: { title: '${var:a}' } }\n", more);
    expect(wrong).toEqual([
      expect.stringContaining("DF1007 docform.yaml:4:17 there is no organization here, and so no label"),
    ]);
  });
});

describe("a head", () => {
  test.each<[string, string, string]>([
    [
      "with an unknown alias",
      "[acme, bta]",
      'DF2003 manifests/a.yaml:1:23 docform.yaml has no organization "bta" | did you mean "beta"?',
    ],
    ["with an alias twice", "[acme, acme]", 'DF1005 manifests/a.yaml:1:23 organizations names "acme" twice'],
    ["that lists none", "[]", "DF1005 manifests/a.yaml:1:1 organizations"],
    ["that is one alias", "acme", "DF1005 manifests/a.yaml:1:16 organizations must be"],
    [
      "with a label that nobody has",
      "{ select: { teir: gold } }",
      'DF2021 manifests/a.yaml:1:18 no organization has a label "teir" | did you mean "tier"?',
    ],
    [
      "with a value that nobody has",
      "{ select: { tier: gild } }",
      'DF2021 manifests/a.yaml:1:18 no organization has the label tier "gild" | did you mean "gold"?',
    ],
    [
      "whose labels fit nobody together",
      "{ select: { tier: silver, region: eu } }",
      "DF2021 manifests/a.yaml:1:18 no organization fits tier=silver region=eu",
    ],
    ["with another key", "{ select: {}, but: [acme] }", "DF1004"],
    ["with nothing for a label", "{ select: { tier: } }", "organizations.select.tier must be"],
    ["with a list of nothing", "{ select: { tier: [] } }", "DF1005"],
  ])("%s is an error at its place", async (_, head, says) => {
    const { resources, wrong } = await declared(`organizations: ${head}\n${team}`);
    expect(wrong).toEqual([expect.stringContaining(says)]);
    expect(resources).toEqual([]);
  });

  test("for one and for several is an error", async () => {
    const { wrong } = await declared(`organization: acme\norganizations: [beta]\n${team}`);
    expect(wrong).toEqual([
      "DF1005 manifests/a.yaml:2:1 a document has organization or organizations, not both",
    ]);
  });

  test("tells a mistake in its document once, with the number of organizations", async () => {
    const { wrong } = await declared(
      "organizations: { select: {} }\nteams:\n  docs: { titel: Docs }\nsites:\n  help: { title: Help, structure: [{ space: nope }] }\n",
    );
    expect(wrong).toHaveLength(2);
    expect(wrong.join("\n")).toContain('DF1004 manifests/a.yaml:3:11 unknown field "titel"');
  });

  test("and another document that declare the same are told with both places", async () => {
    const { wrong } = await declared(`organizations: [acme, beta]\n${team}---\norganization: acme\n${team}`);
    expect(wrong).toEqual(["DF2002 manifests/a.yaml:5:10 teams.docs is declared twice"]);
  });

  test("makes only so many values", async () => {
    const rows = Array.from({ length: 3000 }, (_, at) => `o${at},org_${at}`).join("\n");
    const files = { "docform.yaml": "organizations: { from: all.csv }\n", "all.csv": `alias,id\n${rows}\n` };
    const teams = Array.from({ length: 1000 }, (_, at) => `  t${at}: { title: T${at} }`).join("\n");
    const { resources, wrong } = await declared(`organizations: { select: {} }\nteams:\n${teams}\n`, files);
    expect(wrong).toEqual([
      "DF1003 manifests/a.yaml:1:1 the project expands to more than 2000000 values for several organizations",
    ]);
    expect(resources).toEqual([]);
  });
});

test("many choices among many organizations are too much", async () => {
  const lines = Array.from({ length: 1_000 }, (_, at) => `o${at},org_${at},gold`);
  const values = Array.from({ length: 10_000 }, (_, at) => `v${at}`);
  const { wrong } = await declared(`organizations: { select: { tier: [${values.join()}] } }\n${team}`, {
    "docform.yaml": "organizations: { from: all.csv }\n",
    "all.csv": `alias,id,tier\n${lines.join("\n")}\n`,
  });
  expect(wrong).toEqual([
    "DF1003 manifests/a.yaml:1:1 the project expands to more than 10000000 looks at labels",
  ]);
});
