import { expect, test } from "vitest";
import { planFor, read, simulate } from "../../test/laws/harness/simulation.ts";
import type { Json } from "../text/json.ts";
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

test.each(cases)("%s", async (_, after, lost) => {
  const simulation = simulate(seedOf(start), undefined, undefined, "gitbook");
  const desired = await read({ "all.yaml": manifestOf(after) }, "gitbook");
  const made = await planFor(simulation, desired);
  const found = oldLinksIn({ ...made, desired }).flatMap(({ paths }) => paths);
  expect(
    found.map(({ path, now, to }) => [path, now, to].filter((one) => one !== undefined).join(" ")),
  ).toEqual(lost);
});
