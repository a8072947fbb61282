import { describe, expect, test } from "vitest";
import { load } from "../../../test/support/projects/load-manifests.ts";

const manifests = { "manifests/a.yaml": "organization: acme\nteams: {}\n" };

/** The organizations of a project as `alias id label=value`, and what is wrong in it, with places. */
async function organizationsOf(files: Readonly<Record<string, string>>, environment?: string) {
  const { desired, labels, diagnostics } = await load({ ...manifests, ...files }, {}, environment);
  const organizations = Object.entries(desired.organizationIds ?? {}).map(([alias, id]) =>
    [alias, id, ...[...(labels.get(alias) ?? [])].map(([name, { value }]) => `${name}=${value}`)].join(" "),
  );
  const wrong = diagnostics.map(({ code, message, source }) =>
    [code, source === undefined ? "" : `${source.file}:${source.line}:${source.column}`, message].join(" "),
  );
  return { organizations, wrong };
}

const withTable = "organizations:\n  from: all.csv\n";

describe("organizations", () => {
  test("have labels, whose numbers are text", async () => {
    const settings = "organizations: { acme: { id: org_1, labels: { tier: gold, ring: 1, isNew: true } } }";
    expect(await organizationsOf({ "docform.yaml": settings })).toEqual({
      organizations: ["acme org_1 tier=gold ring=1 isNew=true"],
      wrong: [],
    });
  });

  test("come from a table: quotes, blanks, empty values and line ends of Windows", async () => {
    const table =
      '\uFEFFid, alias ,tier,name\r\norg_1,acme,gold,"Acme, ""the"" first"\r\n\r\n"org_2" , press ,, \r\n';
    expect(await organizationsOf({ "docform.yaml": withTable, "all.csv": table })).toEqual({
      organizations: ['acme org_1 tier=gold name=Acme, "the" first', "press org_2"],
      wrong: [],
    });
  });

  test("come from a table and from docform.yaml; from may be an alias, too", async () => {
    const settings = `${withTable}  press: { id: org_2 }\n`;
    const table = "alias,id\nacme,org_1\n";
    const both = await organizationsOf({ "docform.yaml": settings, "all.csv": table });
    expect(both).toEqual({ organizations: ["acme org_1", "press org_2"], wrong: [] });
    const alias = "organizations: { acme: { id: org_1 }, from: { id: org_2 } }";
    expect((await organizationsOf({ "docform.yaml": alias })).organizations).toEqual([
      "acme org_1",
      "from org_2",
    ]);
  });

  test("an environment gives another id, single labels or another table", async () => {
    const environments = `environments:
  test: { organizations: { acme: { id: org_test, labels: { ring: canary } }, beta: { labels: { tier: gold } } } }
  live: { organizations: { from: live.csv } }
`;
    const files = {
      "docform.yaml": `${withTable}  beta: { id: org_9, labels: { tier: silver, region: eu } }\n${environments}`,
      "all.csv": "alias,id,tier\nacme,org_1,gold\n",
      "live.csv": "alias,id\nacme,org_live\n",
    };
    expect(await organizationsOf(files, "test")).toEqual({
      organizations: ["acme org_test tier=gold ring=canary", "beta org_9 tier=gold region=eu"],
      wrong: [],
    });
    expect((await organizationsOf(files, "live")).organizations[0]).toBe("acme org_live");
  });
});

describe("a table that", () => {
  test.each<[string, string, readonly string[]]>([
    [
      "is empty",
      "",
      ["DF1024 all.csv:1:1 this table of organizations cannot be used: it has no column alias", "id"],
    ],
    [
      "has no organizations",
      "alias,id\n",
      ["DF1024 all.csv:1:1 this table of organizations cannot be used: it lists no organization"],
    ],
    [
      "has no id",
      "alias,tier\nacme,gold\n",
      ["DF1024 all.csv:1:1 this table of organizations cannot be used: it has no column id"],
    ],
    [
      "has other separators",
      "alias;id\nacme;org_1\n",
      ["it has no column alias", "it has no column id", '"alias;id" cannot be the name of a column'],
    ],
    [
      "has a column twice",
      "alias,id,tier,tier\nacme,org_1,a,b\n",
      ["DF1024 all.csv:1:15 this table of organizations cannot be used: it has two columns tier"],
    ],
    [
      "has a short line",
      "alias,id,tier\nacme,org_1\n",
      ["DF1024 all.csv:2:1 this table of organizations cannot be used: it has 3 columns, and this line 2"],
    ],
    ["has a long line", "alias,id\nacme,org_1,x\n", ["it has 2 columns, and this line 3"]],
    [
      "has an open quote",
      'alias,id\nacme,"org_1\n',
      ["DF1024 all.csv:2:6 this line of the table has a quote that does not fit"],
    ],
    ["has text behind a quote", 'alias,id\nacme,"org"_1\n', ["DF1024 all.csv:2:6"]],
    ["has a quote in the middle", 'alias,id\nac"me,org_1\n', ["DF1024 all.csv:2:1"]],
    [
      "has no alias",
      "alias,id\n../x,org_1\n",
      ['DF1024 all.csv:2:1 this table of organizations cannot be used: the alias "../x" must be letters'],
    ],
    [
      "has no id in a line",
      "alias,id\nacme,\n",
      ["DF1024 all.csv:2:6 this table of organizations cannot be used: the id is missing"],
    ],
    ["takes an id from elsewhere", "alias,id\nacme,${env:ORG}\n", ["the id must be one line of plain text"]],
    [
      "has a label that nobody sees",
      "alias,id,tier\nacme,org_1,go\u200bld\n",
      [
        "DF1024 all.csv:2:12 this table of organizations cannot be used: the label tier must be one line of plain text",
      ],
    ],
    [
      "has an alias twice",
      "alias,id\nacme,org_1\nacme,org_2\n",
      ['DF2002 all.csv:3:1 the organization "acme" is listed twice'],
    ],
    [
      "has an id twice",
      "alias,id\nacme,org_1\npress,org_1\n",
      ['DF2002 all.csv:3:1 "acme" and "press" are the same organization'],
    ],
    [
      "has aliases with one variable for their tokens",
      "alias,id\nacme,org_0\neu-docs,org_1\nEU_docs,org_2\n",
      [
        'DF2002 all.csv:4:1 the aliases "eu-docs" and "EU_docs" have the same variable, DOCFORM_TOKEN_EU_DOCS',
      ],
    ],
    [
      "has more columns than anybody has labels",
      `alias,id,${Array.from({ length: 300_000 }, (_, at) => `c${at}`).join()}`,
      ["DF1003 all.csv:1:"],
    ],
    [
      "has more lines than there are organizations",
      `alias,id\n${'"\n'.repeat(150_000)}`,
      ["DF1003 all.csv:100002:1 the table has more than 100000 organizations"],
    ],
  ])("%s is an error at its place", async (_, table, says) => {
    const { wrong } = await organizationsOf({ "docform.yaml": withTable, "all.csv": table });
    for (const text of says) expect(wrong.join("\n")).toContain(text);
    // Nothing is said of aliases that the table may hold.
    expect(wrong.join("\n")).not.toContain("DF2003");
  });

  test.each<[string, string, string]>([
    [
      "is not there",
      "organizations: { from: all.csv }",
      'DF1009 docform.yaml:1:24 the table "all.csv" is not there',
    ],
    [
      "lies outside",
      "organizations: { from: ../all.csv }",
      'DF1009 docform.yaml:1:24 the table "../all.csv" lies outside the project folder',
    ],
    ["is no text", "organizations: { from: [all.csv] }", "DF1005"],
    ["is docform's own", "organizations: { from: .docform/x.csv }", "DF1009"],
  ])("%s is an error", async (_, settings, says) => {
    expect((await organizationsOf({ "docform.yaml": settings })).wrong.join("\n")).toContain(says);
  });

  test("is no UTF-8 text says how to save it, and nothing of what the manifests then lack", async () => {
    const files = {
      "docform.yaml": `${withTable}overlays: [over.yaml]\n`,
      "all.csv": new Uint8Array([0xff, 0xfe]),
      "manifests/a.yaml": "organizations: [acme]\nteams: { docs: { title: Docs } }\n",
      "over.yaml": "organization: acme\nteams: { docs: { title: Writers } }\n",
    };
    const { diagnostics } = await load({ ...manifests, ...files });
    expect(diagnostics).toMatchObject([{ code: "DF1001", hint: "save the file as UTF-8" }]);
  });

  test("lists what docform.yaml lists, too, is an error that names both", async () => {
    const files = {
      "docform.yaml": `${withTable}  acme: { id: org_1 }\n`,
      "all.csv": "alias,id\nacme,org_1\n",
    };
    const { diagnostics } = await load({ ...manifests, ...files });
    expect(diagnostics).toMatchObject([
      {
        code: "DF2002",
        message: 'the organization "acme" is listed twice',
        source: { file: "docform.yaml", line: 3 },
        related: [{ source: { file: "all.csv", line: 2, column: 1 } }],
      },
    ]);
  });
});

describe("mistakes in organizations", () => {
  test.each<[string, string, string]>([
    ["a label that is a list", "{ acme: { id: org_1, labels: { tier: [gold] } } }", "DF1005"],
    [
      "a label of two lines",
      '{ acme: { id: org_1, labels: { tier: "a\\nb" } } }',
      "must be one line of plain text",
    ],
    [
      "a label from elsewhere",
      '{ acme: { id: org_1, labels: { tier: "${env:X}" } } }',
      "must be one line of plain text",
    ],
    [
      "a name of a label",
      "{ acme: { id: org_1, labels: { 'a b': x } } }",
      'the key of organizations.acme.labels.a b must be letters, digits, "-" and "_"',
    ],
    [
      "an alias",
      "{ acme: { id: org_1 }, 'a b': { id: org_2 } }",
      'the key of organizations.a b must be letters, digits, "-" and "_"',
    ],
    ["a text for an organization", "{ acme: org_1 }", "organizations.acme must be"],
    ["an unknown setting", "{ acme: { id: org_1, token: x } }", "DF1004"],
    ["no id", "{ acme: { labels: {} } }", "organizations.acme.id is missing"],
  ])("%s", async (_, organizations, says) => {
    const { wrong } = await organizationsOf({ "docform.yaml": `organizations: ${organizations}\n` });
    expect(wrong.join("\n")).toContain(says);
  });
});
