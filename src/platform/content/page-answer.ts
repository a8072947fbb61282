import type { z } from "zod";
import type { page, pageQuery } from "../../contract/parts/content.ts";
import { known } from "../store/records.ts";
import { appAddress, type ContentView, fileAddress, pageAddress, showPage } from "./content-view.ts";
import { expandMarkdown } from "./evaluate.ts";
import { linkScope, type Reading, readingOf } from "./links.ts";
import type { PlacedPage } from "./pages.ts";
import { type LinkScope, resolveTarget } from "./resolve-target.ts";
import { revisionOf } from "./revisions.ts";
import { toRichDocument } from "./rich-document.ts";

/**
 * One page (4.4, 4.5), expanded as asked: its text as `markdown`, which is also what comes without a `format`,
 * or as `document`, a rich document.
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

/** The address of what a link leads to, if that is there: of a page in the app, of a file where it is downloaded. */
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

/** The reading of a space that a link leads to: the one that is read, or what is current in another one. */
function placeOf(view: ContentView, id: string): Reading {
  return id === view.space.id ? view : readingOf(view, { space: known(view.state.spaces, id) });
}
