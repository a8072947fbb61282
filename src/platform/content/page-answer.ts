import type { z } from "zod";
import type { page, pageQuery } from "../../contract/parts/content.ts";
import { known } from "../store/table.ts";
import { appAddress, type ContentView, fileAddress, pageAddress, showPage } from "./content-view.ts";
import { linkScope, type Reading, readingOf } from "./links.ts";
import { expandMarkdown } from "./markdown-text.ts";
import type { PlacedPage } from "./pages.ts";
import { type LinkScope, resolveTarget } from "./resolve-target.ts";
import { revisionOf } from "./revisions.ts";
import { toRichDocument } from "./rich-document.ts";

/**
 * The answer with one page (4.4, 4.5), expanded as requested. The text is `markdown` (the default), or a rich
 * document with `document`.
 */
export function answerPage(
  view: ContentView,
  placed: PlacedPage,
  query: z.output<ReturnType<typeof pageQuery>>,
): z.output<ReturnType<typeof page>> {
  const { markdown, ...shown } = showPage(view, placed.page, placed.path);
  const { evaluated = false, dereferenced = false, format = "markdown" } = query;
  const scope = linkScope(view);
  const inputs = {
    revision: revisionOf(view.space, view.changeRequest),
    page: { ...placed.page, markdown: markdown ?? "" },
    spaceTitle: view.space.title,
    now: () => view.caller.now,
    addressOf: (target: string) => addressOf(view, scope, placed, target),
  };
  const text = expandMarkdown(inputs, { evaluated, dereferenced });
  return format === "markdown" ? { ...shown, markdown: text } : { ...shown, document: toRichDocument(text) };
}

/** The address of an existing link target: of a page in the app, or of a download. */
function addressOf(
  view: ContentView,
  scope: LinkScope,
  placed: PlacedPage,
  target: string,
): string | undefined {
  const { status, to } = resolveTarget(scope, view.space.id, placed, target) ?? {};
  if (status !== "ok" || to === undefined) return undefined;
  const content = scope.contentOf(to.space);
  if (to.kind === "space") return appAddress(placeOf(view, to.space));
  if (to.kind === "page") {
    const path = content?.byId.get(to.page ?? "")?.path ?? "";
    return pageAddress(placeOf(view, to.space), path, /#(.*)$/.exec(target)?.[1]);
  }
  const file = content?.revision.files.find(({ id }) => id === to.file);
  return file && fileAddress(to.space, file);
}

/** The content to which a link leads: the one being read, or the current content of another space. */
function placeOf(view: ContentView, id: string): Reading {
  return id === view.space.id ? view : readingOf(view, { space: known(view.state.spaces, id) });
}
