import { expect, test } from "vitest";
import { simulate } from "../harness/simulation.ts";
import { pullInto } from "./pull-project.ts";

interface Known {
  readonly name: string;
  /** The structure of the site, as a seed has it. */
  readonly live: readonly object[];
  /** The structure in the manifest, as it is and as the pull leaves it. */
  readonly written: string;
  readonly pulled: string;
}

const guide = { section: "Guide", path: "guide", spaces: [{ space: "space_intro", path: "intro" }] };

const path = "manifests/acme.yaml";

const known: readonly Known[] = [
  {
    name: "a section that was to go is in a group: it is declared there only",
    live: [{ group: "Docs", children: [guide] }],
    written: `
      - section: guide
        title: Guide
        absent: true
        spaces: [{ space: intro }]`,
    pulled: `
      - group: docs
        title: Docs
        sections:
          - section: guide
            title: Guide
            path: guide
            spaces:
              - space: intro
                path: intro`,
  },
  {
    name: "a group that was to go is gone, and a section of it stands elsewhere: only that is left",
    live: [guide],
    written: `
      - group: docs # gone since May
        title: Docs
        absent: true
        structure:
          - section: guide
            title: Guide
            spaces: [{ space: intro }]
          - section: old
            title: Old
            absent: true
            spaces: [{ space: other }]`,
    pulled: `
      - section: guide
        title: Guide
        path: guide
        spaces:
          - space: intro
            path: intro`,
  },
  {
    name: "what stood in a group that was to go, in one that stands elsewhere: it is written again as a whole",
    live: [{ group: "Docs", children: [{ group: "Inner", children: [] }, guide] }],
    written: `
      - group: inner
        title: Inner
        groups:
          - group: old
            title: Old
            absent: true
            sections:
              - section: guide
                title: Guide
                spaces: [{ space: intro }]`,
    pulled: `
      - group: docs
        title: Docs
        structure:
          - section: guide
            title: Guide
            path: guide
            spaces:
              - space: intro
                path: intro
          - group: inner
            title: Inner
            sections: []`,
  },
  {
    name: "a group that was to go is there: it is declared again, without the section that is gone",
    live: [{ group: "Docs", children: [guide] }],
    written: `
      - group: docs
        title: Docs
        absent: true
        sections:
          - section: old
            title: Old
            absent: true
            spaces: [{ space: other }]`,
    pulled: `
      - group: docs
        title: Docs
        sections:
          - section: guide
            title: Guide
            path: guide
            spaces:
              - space: intro
                path: intro`,
  },
];

test.each(known)("pull: $name", async ({ live, written, pulled }) => {
  const simulation = simulate(seedWith(live));
  const first = await pullInto(simulation, { [path]: manifestWith(written) });
  expect(first.pulled.diagnostics).toEqual([]);
  expect(first.pulled.leftOut).toEqual([]);
  expect(first.pulled.changing).toEqual([]);
  expect(first.files[path]).toBe(manifestWith(pulled));
  expect((await pullInto(simulation, first.files)).pulled.files).toEqual([]);
});

test.each([{ isPruned: false }, { isPruned: true }])(
  "pull: a structure that manifests cannot say stays as it is written, and is named: %o",
  async (options) => {
    const [intro] = guide.spaces;
    const twice = { ...guide, spaces: [intro, { ...intro, path: "a" }, { ...intro, path: "b" }] };
    const simulation = simulate(seedWith([{ group: "Docs", children: [twice] }]));
    const manifest = manifestWith(`
      - section: guide
        title: Guides
        path: guide
        spaces: [{ space: intro, path: intro }]
      - section: old
        title: Old
        absent: true`);
    const { pulled, files } = await pullInto(simulation, { [path]: manifest }, options);
    expect(pulled.diagnostics).toEqual([]);
    expect(pulled.missing).toEqual([]);
    expect(pulled.leftOut).toMatchObject([{ address: "acme/sites.hub", field: "structure" }]);
    expect(files[path]).toBe(manifest);
  },
);

function seedWith(structure: readonly object[]): object {
  const spaces = ["intro", "other"].map((key) => ({ id: `space_${key}`, title: key }));
  const sites = [{ id: "site_hub", title: "Hub", structure }];
  return {
    organizations: [
      { id: "org_acme", title: "Acme", spaces, sites },
      { id: "org_globex", title: "Globex" },
    ],
  };
}

function manifestWith(structure: string): string {
  return `organization: acme
settings: { title: Acme, emailDomains: [], sso: false, ai: false, inviteLinks: true }
spaces: { intro: { title: intro }, other: { title: other } }
sites:
  hub:
    title: Hub
    structure:${structure}
`;
}
