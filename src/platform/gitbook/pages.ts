import type { View } from "../resources/caller.ts";
import type { PageState } from "../store/content-state.ts";

type PageView = View<"getPage">;

const ofEach = ["id", "type", "title", "emoji", "icon", "createdAt", "updatedAt"];
const ofSome = [...ofEach, "hidden", "noIndex", "noRobotsIndex", "slug", "path"];
const ofDocuments = ["urls", "description", "git", "variables", "metaLinks", "markdown", "document"];

/** Parts of a document, which are visible when nobody chose (A8). */
const parts = ["cover", "title", "description", "tableOfContents", "outline", "pagination", "metadata"];
const newParts = ["tags", "actions", "anchors"];
const usualLayout = {
  ...{ width: "default", coverSize: "hero", coverMask: "none" },
  ...Object.fromEntries([...parts, ...newParts].map((part) => [part, true])),
};

/** The fields of the reference that pages of a type have, too, and those that they have beside them. */
interface PageForm {
  readonly kept: readonly string[];
  readonly more: (shown: PageView) => Readonly<Record<string, unknown>>;
}

const forms: Readonly<Record<PageState["type"], PageForm>> = {
  document: {
    kept: [...ofSome, ...ofDocuments],
    more: ({ layout, cover, pages = [] }) => ({
      kind: "sheet",
      layout: { ...usualLayout, ...layout },
      ...(cover === undefined ? {} : { cover: { yPos: 0, ...cover } }),
      pages: pages.map(publishedPage),
      tags: [],
    }),
  },
  group: {
    kept: ofSome,
    more: ({ pages = [] }) => ({ kind: "group", pages: pages.map(publishedPage) }),
  },
  link: {
    kept: [...ofEach, "hidden"],
    // The platform keeps no target of a link: it leads to itself.
    more: ({ urls }) => ({ kind: "link", target: { kind: "url", url: urls?.app } }),
  },
  computed: { kept: ofEach, more: ({ computed }) => ({ computed: sourceOf(computed) }) },
};

/** The program that computes pages. An OpenAPI spec is one of its dependencies. */
function sourceOf(computed: PageView["computed"]) {
  const { spec, ...props } = (computed?.props ?? {}) as Readonly<Record<string, string>>;
  if (spec === undefined) return { type: computed?.type, props };
  const dependencies = { spec: { ref: { kind: "openapi", spec } } };
  return { type: computed?.type, props: { models: false }, dependencies };
}

/** A page of the reference as the published API shows it, with the pages below it. */
export function publishedPage(shown: PageView): PageView {
  const { kept, more } = forms[shown.type as PageState["type"]];
  const fields = Object.entries(shown).filter(([name]) => kept.includes(name));
  return { ...Object.fromEntries(fields), ...more(shown) } as PageView;
}
