import { slugOf } from "../../text/slug.ts";
import { repeated, setGiven } from "../http/refusal.ts";
import { withUniqueSlugs } from "../resources/pages.ts";
import type { Content, FileState, PageState, ReusableContentState } from "../store/content-state.ts";
import type { SeedContent, SeedPage, SeedPageEdit, SeedTemplate } from "./seed-content-schema.ts";
import type { SeedPlace } from "./seed-place.ts";

/** The content that the seed gives a space. */
export function contentFrom(place: SeedPlace, seed: SeedContent): Content {
  return {
    pages: pagesFrom(place, seed.pages),
    files: filesFrom(place, seed.files),
    reusableContents: reusableContentsFrom(place, seed.reusableContents),
    variables: seed.variables ?? {},
  };
}

function pagesFrom(place: SeedPlace, seeds: readonly SeedPage[] | undefined): readonly PageState[] {
  for (const twice of repeated((seeds ?? []).map(({ slug }) => slug)))
    place.at("pages").problem(`the slug ${JSON.stringify(twice)} is given twice`);
  const pages = place.each("pages", seeds, (at, seed) => ({
    ...pageFrom(at, seed, seed.title),
    pages: pagesFrom(at, seed.pages),
  }));
  return withUniqueSlugs(pages);
}

/** A page without the pages below it. */
export function pageFrom(place: SeedPlace, seed: Omit<SeedPageEdit, "parent">, title: string): PageState {
  const createdAt = place.time(seed.createdAt);
  return {
    id: place.id("page", title, seed.id),
    type: seed.type ?? (seed.computed === undefined ? "document" : "computed"),
    title,
    slug: slugOf(title, "page"),
    markdown: "",
    createdAt,
    updatedAt: createdAt,
    ...givenFields(place, seed),
    pages: [],
  };
}

/** The written fields of a page in the form of the state. */
export function givenFields(place: SeedPlace, seed: SeedPageEdit): Partial<PageState> {
  const { id, title, parent, type, createdAt, cover, metaLinks, computed, updatedAt, ...fields } = seed;
  return setGiven<Partial<PageState>>(
    {},
    {
      ...fields,
      cover: cover && coverFrom(cover),
      metaLinks: metaLinks && metaLinksFrom(metaLinks),
      computed: computed && { type: computed.type, props: computed.props ?? {} },
      updatedAt: updatedAt && place.time(updatedAt),
    },
  );
}

function coverFrom({ file, darkFile, ...size }: NonNullable<SeedPage["cover"]>): PageState["cover"] {
  const refDark = darkFile === undefined ? undefined : { kind: "file" as const, file: darkFile };
  return setGiven<NonNullable<PageState["cover"]>>({ ref: { kind: "file", file } }, { refDark, ...size });
}

function metaLinksFrom(links: NonNullable<SeedPage["metaLinks"]>): PageState["metaLinks"] {
  const { canonical, alternates } = links;
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
export function filesFrom(place: SeedPlace, seeds: SeedContent["files"]): FileState[] {
  return place.each("files", seeds, (at, { id, name, contentType, size = 0, dimensions }) => {
    const byName = mediaTypes[/\.(\w+)$/.exec(name)?.[1] ?? ""] ?? "application/octet-stream";
    const file = { id: at.id("file", name, id), name, contentType: contentType ?? byName, size };
    return dimensions === undefined ? file : { ...file, dimensions };
  });
}

/** Reusable contents of the seed. */
export function reusableContentsFrom(
  place: SeedPlace,
  seeds: SeedContent["reusableContents"],
): ReusableContentState[] {
  return place.each("reusableContents", seeds, (at, { id, title, markdown }) => ({
    id: at.id("content", title, id),
    title,
    markdown,
  }));
}

/** Puts a template of the seed on the platform (A37). */
export function buildTemplate(place: SeedPlace, { id, pages, variables = {} }: SeedTemplate): void {
  if (id === "blank") place.at("id").problem("the template blank is on every platform");
  place.state.templates[place.id("template", id, id)] = { id, pages: pagesFrom(place, pages), variables };
}
