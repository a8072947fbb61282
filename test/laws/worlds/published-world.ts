import fc from "fast-check";
import type { SiteState } from "../../../src/platform/store/site-state.ts";

/** A space as a published site shows it. */
interface ShownSpace {
  readonly space: number;
  readonly path: string;
}

/** A section of a published site, known by its number. */
interface PublishedSection {
  readonly section: number;
  readonly path: string;
  readonly spaces: readonly ShownSpace[];
}

/** The sections of a site; the first section and the first space of each are the defaults. */
export type Published = readonly PublishedSection[];

export const spaceCount = 6;

const spaces: fc.Arbitrary<readonly ShownSpace[]> = fc
  .tuple(
    fc.uniqueArray(fc.nat(spaceCount - 1), { minLength: 1, maxLength: 3 }),
    fc.shuffledSubarray(["v1", "v2", "v3", "next"], { minLength: 3 }),
  )
  .map(([numbers, paths]) => numbers.map((space, at) => ({ space, path: paths[at] ?? "" })));

const published: fc.Arbitrary<Published> = fc
  .tuple(
    fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 4 }),
    fc.shuffledSubarray(["guides", "api", "cloud", "v1", "ref"], { minLength: 4 }),
    fc.array(spaces, { minLength: 4, maxLength: 4 }),
  )
  .map(([sections, paths, shown]) =>
    sections.map((section, at) => ({ section, path: paths[at] ?? "", spaces: shown[at] ?? [] })),
  );

/** A site that is restructured some times: as it is, then as it is wanted each time. */
export const restructurings: fc.Arbitrary<readonly Published[]> = fc.array(published, {
  minLength: 2,
  maxLength: 4,
});

const spaceIds = Array.from({ length: spaceCount }, (_, at) => at);

/** The pages of each space: one of its own, with one below it, and one that all have. */
function pagesOf(space: number) {
  return [{ title: `Only ${space}`, pages: [{ title: "Deep" }] }, { title: "Common" }];
}

/** The paths of the pages of a space, its first page included. */
export function pagePaths(space: number): readonly string[] {
  return ["", `/only-${space}`, `/only-${space}/deep`, "/common"];
}

/** A platform with the site. */
export function seedOfPublished(drawn: Published) {
  return {
    now: "2026-01-05T09:00:00Z",
    tokens: { "docform-admin": { user: "ana@acme.example", rights: "admin" } },
    organizations: [
      {
        id: "org_acme",
        title: "Acme",
        hostname: "acme",
        members: [{ email: "ana@acme.example", role: "admin" }],
        spaces: spaceIds.map((at) => ({ id: `sp_${at}`, title: `Space ${at}`, pages: pagesOf(at) })),
        sites: [
          {
            id: "site_docs",
            title: "Docs",
            basename: "docs",
            type: "premium",
            published: true,
            structure: drawn.map(({ section, path, spaces: shown }) => ({
              section: `Section ${section}`,
              path,
              spaces: shown.map((one) => ({ space: `sp_${one.space}`, path: one.path })),
            })),
          },
        ],
      },
    ],
  };
}

/** The manifest that wants the site so. What is there already is named by its id: other names of it may change. */
export function manifestOfPublished(drawn: Published, { sections, allSiteSpaces }: SiteState, more: object) {
  const sites = {
    docs: {
      title: "Docs",
      type: "premium",
      defaultSiteSection: `s${drawn[0]?.section}`,
      structure: drawn.map(({ section, path, spaces: shown }) => {
        const title = `Section ${section}`;
        const known = Object.values(sections).find((one) => one.title === title);
        return {
          section: `s${section}`,
          ...idOf(known),
          title,
          path,
          defaultSiteSpace: `space-${shown[0]?.space}`,
          spaces: shown.map((one) => {
            const all = Object.values(allSiteSpaces).filter(({ section: id }) => id === known?.id);
            return {
              space: `space-${one.space}`,
              ...idOf(all.find(({ space }) => known !== undefined && space === `sp_${one.space}`)),
              path: one.path,
            };
          }),
        };
      }),
      ...more,
    },
  };
  const known = spaceIds.map((at) => [`space-${at}`, { id: `sp_${at}`, title: `Space ${at}` }]);
  return { organization: "acme", spaces: Object.fromEntries(known), sites };
}

function idOf(known: { readonly id: string } | undefined) {
  return known === undefined ? {} : { id: known.id };
}

/** Every address of the site and its pages, below the site. */
export function addressesOf(drawn: Published): readonly string[] {
  return drawn.flatMap(({ path, spaces: shown }, section) =>
    shown.flatMap((one, at) => {
      const own = at === 0 ? [] : [one.path];
      // A path that a section has is that of the section.
      const isShort = section === 0 && !drawn.some((other) => other.path === own[0]);
      const parts = isShort ? own : [path, ...own];
      return pagePaths(one.space).map((page) => `/${parts.join("/")}${page}`.replace("//", "/"));
    }),
  );
}
