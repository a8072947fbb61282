import { expect, test } from "vitest";
import { planFor, read, simulate } from "../../test/laws/harness/simulation.ts";
import type { Json, JsonObject } from "../text/json.ts";
import { oldLinksIn } from "./old-links.ts";

const spaces = ["home", "api", "old", "relay", "beacon"];

/** A site as the seed and a manifest write it: sections with their spaces, each `path=space`, the first the default. */
type Sections = Readonly<Record<string, readonly string[]>>;

function seedOf(sections: Sections, more: object = {}) {
  return {
    now: "2026-01-05T09:00:00Z",
    tokens: { "docform-admin": { user: "ana@acme.example", rights: "admin" } },
    organizations: [
      {
        id: "org_acme",
        title: "Acme",
        members: [{ email: "ana@acme.example", role: "admin" }],
        spaces: spaces.map((id) => ({ id: `sp_${id}`, title: id })),
        sites: [
          {
            id: "site",
            title: "Docs",
            type: "premium",
            published: true,
            structure: Object.entries(sections).map(([name, shown]) => {
              const [section = "", path = section] = name.split("=");
              return {
                section,
                id: `s_${section}`,
                path,
                spaces: shown.map((one) => ({ path: one.split("=")[0], space: `sp_${one.split("=")[1]}` })),
              };
            }),
            ...more,
          },
        ],
      },
    ],
  };
}

function manifestOf(sections: Sections, more: object = {}) {
  return {
    organization: "acme",
    spaces: Object.fromEntries(spaces.map((id) => [id, { id: `sp_${id}`, title: id }])),
    sites: {
      docs: {
        title: "Docs",
        type: "premium",
        defaultSiteSection: Object.keys(sections)[0]?.split("=")[0] ?? "",
        structure: Object.entries(sections).map(([name, shown]) => {
          const [section = "", path = section] = name.split("=");
          const items: Json[] = shown.map((one) => ({
            path: one.split("=")[0] ?? "",
            space: one.split("=")[1] ?? "",
          }));
          return {
            section,
            ...(Object.hasOwn(start, section) ? { id: `s_${section}` } : {}),
            title: section,
            path,
            defaultSiteSpace: shown[0]?.split("=")[1] ?? "",
            spaces: items,
          };
        }),
        ...more,
      },
    },
  };
}

const start: Sections = { start: ["home=home"], ref: ["v2=api", "v1=old"], relay: ["main=relay"] };

const cases: readonly (readonly [string, Sections, readonly string[]])[] = [
  ["nothing changes", start, []],
  ["a section goes", { start: ["home=home"], ref: ["v2=api", "v1=old"] }, ["/relay nothing"]],
  ["a variant goes", { ...start, ref: ["v2=api"] }, ["/ref/v1 nothing"]],
  [
    "a section has another path",
    { start: ["home=home"], "ref=api": ["v2=api", "v1=old"], relay: ["main=relay"] },
    ["/ref redirected /api", "/ref/v1 redirected /api/v1"],
  ],
  [
    "a variant has another path",
    { ...start, ref: ["v2=api", "first=old"] },
    ["/ref/v1 redirected /ref/first"],
  ],
  ["a section moves", { start: ["home=home"], relay: ["main=relay"], ref: ["v2=api", "v1=old"] }, []],
  [
    "another variant is the default",
    { ...start, ref: ["v1=old", "v2=api"] },
    ["/ref other", "/ref/v1 redirected /ref"],
  ],
  [
    "another section is the default",
    { relay: ["main=relay"], start: ["home=home"], ref: ["v2=api", "v1=old"] },
    ["/ other", "/relay redirected /"],
  ],
  [
    "a path is given to another section",
    { start: ["home=home"], "ref=api": ["v2=api", "v1=old"], "relay=ref": ["main=relay"] },
    ["/ref other", "/relay redirected /ref", "/ref/v1 nothing"],
  ],
  [
    "a section is replaced",
    { start: ["home=home"], ref: ["v2=api", "v1=old"], "beacon=relay": ["main=beacon"] },
    ["/relay other"],
  ],
  [
    "a space comes to another section",
    { start: ["home=home", "v1=old"], ref: ["v2=api"], relay: ["main=relay"] },
    ["/ref/v1 nothing"],
  ],
  ["another space is shown at a path", { ...start, relay: ["main=beacon"] }, ["/relay other"]],
];

/** The paths that a plan changes, with what becomes of them. */
async function lostPaths(seed: object, manifest: JsonObject): Promise<readonly string[]> {
  const simulation = simulate(seed, undefined, undefined, "gitbook");
  const desired = await read({ "all.yaml": manifest }, "gitbook");
  const made = await planFor(simulation, desired);
  const found = oldLinksIn({ ...made, desired }).flatMap(({ paths }) => paths);
  return found.map(({ path, now, to }) => [path, now, to].filter((one) => one !== undefined).join(" "));
}

test.each(cases)("%s", async (_, after, lost) => {
  expect(await lostPaths(seedOf(start), manifestOf(after))).toEqual(lost);
});

/** Makes the last item of a structure a draft. */
function draftLast(structure: readonly object[]): void {
  Object.assign(structure.at(-1) ?? {}, { draft: true });
}

test("a draft section has no address: neither one that is there nor one that comes", async () => {
  const seed = seedOf(start);
  draftLast(seed.organizations[0]!.sites[0]!.structure);
  const same = manifestOf(start);
  draftLast(same.sites.docs.structure);
  expect(await lostPaths(seed, same)).toEqual([]);
  const { relay: _, ...rest } = start;
  const replaced = manifestOf({ ...rest, "beacon=relay": ["main=beacon"] });
  draftLast(replaced.sites.docs.structure);
  expect(await lostPaths(seedOf(start), replaced)).toEqual(["/relay nothing"]);
});
