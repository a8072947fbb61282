import { withUniqueSlugs } from "../content/pages.ts";
import { repeated } from "../refusal.ts";
import type { Content, FileState, PageState, ReusableContentState } from "../store/content-state.ts";
import { slugOf } from "../store/slug.ts";
import { idFor, problem, type SeedBuild, timeOf } from "./seed-build.ts";
import type { SeedContent, SeedPage, SeedPageEdit, SeedTemplate } from "./seed-content-schema.ts";

/** The content that the seed gives a space. */
export function contentFrom(build: SeedBuild, seed: SeedContent, path: string): Content {
  return {
    pages: pagesFrom(build, seed.pages ?? [], `${path}.pages`),
    files: filesFrom(build, seed.files ?? [], `${path}.files`),
    reusableContents: reusableContentsFrom(build, seed.reusableContents ?? [], `${path}.reusableContents`),
    variables: seed.variables ?? {},
  };
}

function pagesFrom(build: SeedBuild, seeds: readonly SeedPage[], path: string): readonly PageState[] {
  for (const twice of repeated(seeds.map(({ slug }) => slug))) {
    problem(build, path, `the slug ${JSON.stringify(twice)} is given twice`);
  }
  const pages = seeds.map((seed, index) => {
    const at = `${path}.${index}`;
    const page = pageFrom(build, seed, seed.title, idFor(build, at, "page", seed.title, seed.id));
    return { ...page, pages: pagesFrom(build, seed.pages ?? [], `${at}.pages`) };
  });
  return withUniqueSlugs(pages);
}

/** A page without the pages below it. */
export function pageFrom(
  build: SeedBuild,
  seed: Omit<SeedPageEdit, "parent">,
  title: string,
  id: string,
): PageState {
  const { slug = slugOf(title, "page"), createdAt: created, type } = seed;
  const createdAt = timeOf(build, created);
  return {
    id,
    type: type ?? (seed.computed === undefined ? "document" : "computed"),
    title,
    slug,
    markdown: "",
    createdAt,
    updatedAt: createdAt,
    ...givenFields(build, seed),
    pages: [],
  };
}

/** The written fields of a page in the form of the state. */
export function givenFields(build: SeedBuild, seed: SeedPageEdit): Partial<PageState> {
  const { markdown, description, emoji, icon, hidden, noIndex, noRobotsIndex, variables, layout } = seed;
  const { cover, metaLinks, computed, updatedAt, slug } = seed;
  return withoutUndefined({
    ...{ markdown, description, emoji, icon, hidden, noIndex, noRobotsIndex, variables, layout, slug },
    ...(cover === undefined ? {} : { cover: coverFrom(cover) }),
    ...(metaLinks === undefined ? {} : { metaLinks: metaLinksFrom(metaLinks) }),
    ...(computed === undefined ? {} : { computed: { type: computed.type, props: computed.props ?? {} } }),
    ...(updatedAt === undefined ? {} : { updatedAt: timeOf(build, updatedAt) }),
  });
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(fields: T): Defined<T> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Defined<T>;
}

function coverFrom({ file, darkFile, yPos, height }: NonNullable<SeedPage["cover"]>): PageState["cover"] {
  const dark = darkFile === undefined ? {} : { refDark: { kind: "file" as const, file: darkFile } };
  return { ref: { kind: "file", file }, ...dark, ...withoutUndefined({ yPos, height }) };
}

function metaLinksFrom({
  canonical,
  alternates,
}: NonNullable<SeedPage["metaLinks"]>): PageState["metaLinks"] {
  const pageReference = (page: string) => ({ kind: "page" as const, page });
  return {
    ...(canonical === undefined ? {} : { canonical: pageReference(canonical) }),
    ...(alternates === undefined ? {} : { alternates: alternates.map(pageReference) }),
  };
}

const mediaTypes: Readonly<Record<string, string>> = {
  gif: "image/gif",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  json: "application/json",
  md: "text/markdown",
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain",
  webp: "image/webp",
  yaml: "application/yaml",
  zip: "application/zip",
};

/** Files of the seed. */
export function filesFrom(
  build: SeedBuild,
  seeds: NonNullable<SeedContent["files"]>,
  path: string,
): FileState[] {
  return seeds.map(({ id, name, contentType, size = 0, dimensions }, index) => ({
    id: idFor(build, `${path}.${index}`, "file", name, id),
    name,
    contentType: contentType ?? mediaTypes[/\.(\w+)$/.exec(name)?.[1] ?? ""] ?? "application/octet-stream",
    size,
    ...withoutUndefined({ dimensions }),
  }));
}

/** Reusable contents of the seed. */
export function reusableContentsFrom(
  build: SeedBuild,
  seeds: NonNullable<SeedContent["reusableContents"]>,
  path: string,
): ReusableContentState[] {
  return seeds.map(({ id, title, markdown }, index) => ({
    id: idFor(build, `${path}.${index}`, "content", title, id),
    title,
    markdown,
  }));
}

/** Puts the templates of the seed on the platform (A37). */
export function buildTemplates(build: SeedBuild, seeds: readonly SeedTemplate[]): void {
  for (const [index, { id, pages = [], variables = {} }] of seeds.entries()) {
    const path = `templates.${index}`;
    if (id === "blank") problem(build, `${path}.id`, "the template blank is on every platform");
    build.state.templates[idFor(build, path, "template", id, id)] = {
      id,
      pages: pagesFrom(build, pages, `${path}.pages`),
      variables,
    };
  }
}
