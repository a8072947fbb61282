import { describe, expect, test } from "vitest";
import { line, load } from "../../../test/support/projects/load-manifests.ts";

const settings = `organizations:
  acme: { id: org_1, labels: { tier: gold, region: eu } }
  beta: { id: org_2, labels: { tier: gold } }
  core: { id: org_3, labels: { tier: silver, region: eu } }
`;
const base =
  "organizations: { select: {} }\nsites: { help: { title: Help, basename: help, shareLinks: { a: { name: A } } } }\n";

/** The values of the site help of each organization, and the mistakes, after layers of texts. */
async function layered(layers: readonly (readonly string[])[], more = "", environment?: string) {
  const names = layers.map((_, at) => `layer-${at + 1}`);
  const files = Object.fromEntries(
    layers.flatMap((texts, at) => texts.map((text, nth) => [`layer-${at + 1}/${nth + 1}.yaml`, text])),
  );
  const project = await load(
    {
      "docform.yaml": `${settings}overlays: [${names.join(", ")}]\n${more}`,
      "manifests/base.yaml": base,
      ...files,
    },
    {},
    environment,
  );
  const titles = project.desired.resources
    .filter(({ kind }) => kind === "site")
    .map(({ organization, values }) => `${organization} ${values.title} ${values.basename ?? "-"}`);
  return { titles, wrong: project.diagnostics.map(line), project };
}

const gold = "organizations: { select: { tier: gold } }\n";
const eu = "organizations: { select: { region: eu } }\n";
const sites = (fields: string) => `sites: { help: { ${fields} } }\n`;

describe("layers", () => {
  test("go from many to one, each over the one before", async () => {
    const { titles, wrong } = await layered([
      [gold + sites("title: 'Gold ${organization}'")],
      [`organization: acme\n${sites("basename: docs")}`],
    ]);
    expect(wrong).toEqual([]);
    expect(titles).toEqual(["acme Gold acme docs", "beta Gold beta help", "core Help help"]);
  });

  test("come before the overlays of an environment, which none of the others takes for manifests", async () => {
    const more = "environments: { live: { overlays: [layer-2] } }\n";
    const layers = [[gold + sites("title: Gold")], [`organization: beta\n${sites("title: Live")}`]];
    const own = "overlays: [layer-1, layer-2]\n";
    const { project } = await layered(layers, more, "live");
    expect(project.desired.resources.find(({ address }) => address === "beta/sites.help")?.values.title).toBe(
      "Live",
    );
    const files = {
      "docform.yaml": settings + own.replace(", layer-2", "") + more,
      "manifests/base.yaml": base,
      "layer-1/1.yaml": layers[0]?.[0] ?? "",
      "layer-2/1.yaml": layers[1]?.[0] ?? "",
    };
    const titleOf = async (environment?: string) =>
      (await load(files, {}, environment)).desired.resources.find(
        ({ address }) => address === "beta/sites.help",
      )?.values.title;
    expect([await titleOf(), await titleOf("live")]).toEqual(["Gold", "Live"]);
  });

  test("that patch nothing in an organization are told once, with the first", async () => {
    const { wrong } = await layered([[`organizations: { select: {} }\nsites: { hlep: { title: X } }\n`]]);
    expect(wrong).toEqual([
      'DF2020 layer-1/1.yaml:2:10 this patches nothing: the manifests of acme declare no site "hlep" (the same in 2 more) | did you mean "help"?',
    ]);
  });
});

describe("two documents of one layer that differ", () => {
  test.each<[string, string, string, string]>([
    ["in a value", gold + sites("title: Gold"), eu + sites("title: Europe"), "title"],
    [
      "in a value, one of them for one",
      `organization: acme\n${sites("title: One")}`,
      gold + sites("title: Gold"),
      "title",
    ],
    [
      "in a value of a resource inside",
      gold + sites("shareLinks: { a: { name: B } }"),
      eu + sites("shareLinks: { a: { name: C } }"),
      "name",
    ],
    ["in what one takes out", gold + sites("basename: null"), eu + sites("basename: docs"), "basename"],
    ["in what the other takes out", gold + sites("basename: docs"), eu + sites("basename: null"), "basename"],
    [
      "in what one clears",
      gold + sites("visibility: public"),
      eu + sites("clear: [visibility]"),
      "visibility",
    ],
    [
      "in what the other clears",
      gold + sites("clear: [visibility]"),
      eu + sites("visibility: public"),
      "visibility",
    ],
    [
      "in what both add",
      gold + sites("visibility: public"),
      eu + sites("visibility: unlisted"),
      "visibility",
    ],
  ])("%s are an error that names both", async (_, first, second, key) => {
    const { project } = await layered([[first, second]]);
    const found = project.diagnostics.filter(({ code }) => code === "DF2022");
    expect(found).toMatchObject([
      {
        message: `two documents of one overlay differ in ${key} for acme`,
        source: { file: "layer-1/2.yaml" },
        related: [{ source: { file: "layer-1/1.yaml" } }],
      },
    ]);
    // In two layers, the later one wins.
    const apart = await layered([[first], [second]]);
    expect(apart.project.diagnostics.filter(({ code }) => code === "DF2022")).toEqual([]);
  });

  test.each<[string, string, string]>([
    ["say the same", gold + sites("title: Same"), eu + sites("title: Same")],
    [
      "are for other organizations",
      gold + sites("title: Gold"),
      `organization: core\n${sites("title: Core")}`,
    ],
    ["say different fields", gold + sites("title: Gold"), eu + sites("basename: docs")],
    [
      "are each for one, as always: the last file wins",
      `organization: acme\n${sites("title: A")}`.replace("A ", "One "),
      `organization: acme\n${sites("title: Two")}`,
    ],
  ])("and %s are well", async (_, first, second) => {
    expect((await layered([[first, second]])).wrong.filter((text) => text.startsWith("DF2"))).toEqual([]);
  });
});
