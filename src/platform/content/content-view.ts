import { createHash } from "node:crypto";
import type { z } from "zod";
import type { file, page, revision } from "../../contract/parts/content.ts";
import type { Caller } from "../call.ts";
import { publishedSpaces } from "../resources/published-links.ts";
import { lastReadable } from "../resources/spec-processing.ts";
import type { FileState, PageState, RevisionState } from "../store/content-state.ts";
import type { OrganizationState } from "../store/state.ts";
import { find, get } from "../store/table.ts";
import { type Reading, readingOf } from "./links.ts";

/** The requested parts of the content: `metadata` and `computed` of 4.4, both true by default. */
interface Shown {
  readonly metadata?: boolean | undefined;
  readonly computed?: boolean | undefined;
}

/** The view of a caller on the content of a space or change request. */
export interface ContentView extends Reading {
  readonly caller: Caller;
  readonly shown: Shown;
}

/** The content parameters of a call. */
interface ContentCall extends Caller {
  readonly found: Pick<Reading, "space" | "changeRequest">;
  readonly query?: Shown | undefined;
}

/** The view of a call: on the content of its change request, or else of its space. */
export function contentView(call: ContentCall): ContentView {
  return { ...readingOf(call, call.found), caller: call, shown: call.query ?? {} };
}

type PageView = z.output<ReturnType<typeof page>>;

/** The address of a space or change request in the app. */
export function appAddress({ baseUrl, space, changeRequest }: Reading): string {
  const below = changeRequest === undefined ? "" : `/change-requests/${changeRequest.number}`;
  return `${baseUrl}/app/spaces/${space.id}${below}`;
}

/** The address of a page, or of a heading on it, in the app. */
export function pageAddress(reading: Reading, path: string, anchor = ""): string {
  const below = path.split("/").map(encodeURIComponent).join("/");
  return `${appAddress(reading)}/${below}${anchor === "" ? "" : `#${encodeURIComponent(anchor)}`}`;
}

/** A page and the pages below it as the API shows them (2.20). `path` is its own. */
export function showPage(view: ContentView, shown: PageState, path: string): PageView {
  const { computed, pages, ...fields } = shown;
  const made =
    view.shown.computed === false || computed === undefined
      ? {}
      : computePage(get(view.state.organizations, view.space.organization), shown, view.caller.now);
  return {
    ...fields,
    ...(computed === undefined ? {} : { computed }),
    ...made,
    ...references(view, shown),
    ...git(view, `${path}.md`, shown.markdown),
    path,
    urls: { app: pageAddress(view, path) },
    pages: showPages(view, pages, `${path}/`),
  };
}

/** The references of a page, always with the id of the space (2.1). */
function references(
  { space }: ContentView,
  { cover, metaLinks }: PageState,
): Pick<PageView, "cover" | "metaLinks"> {
  const placed = <R extends { readonly kind: string }>(ref: R | undefined): R | undefined =>
    ref === undefined || ref.kind === "openapi" ? ref : { space: space.id, ...ref };
  return {
    ...(cover && { cover: { ...cover, ref: placed(cover.ref), refDark: placed(cover.refDark) } }),
    ...(metaLinks && {
      metaLinks: {
        canonical: placed(metaLinks.canonical),
        alternates: metaLinks.alternates?.map((each) => ({ space: space.id, ...each })),
      },
    }),
  };
}

/** Pages of one level; `above` is the path of their parent, with a slash at its end. */
export function showPages(view: ContentView, pages: readonly PageState[], above = ""): PageView[] {
  return pages.map((shown) => showPage(view, shown, `${above}${shown.slug}`));
}

/** A file as the API shows it (2.20). The platform keeps no bytes, so its address answers nothing. */
export function showFile(view: ContentView, shown: FileState): z.output<ReturnType<typeof file>> {
  return {
    ...shown,
    downloadURL: fileAddress(view.space.id, shown),
    ...git(view, `files/${shown.name}`, `${shown.id} ${shown.size}`),
  };
}

/** The download address of a file. */
export function fileAddress(space: string, { id, name }: FileState): string {
  return `https://files.docform.example/${space}/${id}/${encodeURIComponent(name)}`;
}

/** A revision as the API shows it (2.20). */
export function showRevision(view: ContentView, shown: RevisionState): z.output<ReturnType<typeof revision>> {
  const { reusableContents, files, pages, parents, ...fields } = shown;
  return {
    object: "revision",
    ...fields,
    parents: [...parents],
    pages: showPages(view, pages),
    files: files.map((each) => showFile(view, each)),
    reusableContents: reusableContents.map(({ id, title, markdown }) => ({
      id,
      title,
      ...git(view, `includes/${id}.md`, markdown),
    })),
    ...revisionGit(view, shown),
    urls: { app: appAddress(view), published: publishedAddress(view) },
  };
}

/** Only the current content of a space is published. */
function publishedAddress({ caller, space, changeRequest }: ContentView): string | undefined {
  if (changeRequest !== undefined) return undefined;
  return publishedSpaces(caller, space.organization, undefined)(space.id);
}

/**
 * The `git` field of an object in a space that is synchronized with a repository; undefined without
 * `metadata`.
 */
function git({ space, shown }: ContentView, path: string, text: string) {
  if (space.gitSync === undefined || shown.metadata === false) return {};
  return { git: { oid: gitBlobId(text), path } };
}

function revisionGit({ space, shown }: ContentView, { id, type }: RevisionState) {
  if (space.gitSync === undefined || shown.metadata === false) return {};
  const oid = gitCommitId(id);
  const { url } = space.gitSync;
  return {
    git: {
      oid,
      message: `docform: ${type}`,
      createdByService: true,
      ref: "refs/heads/main",
      ...(url === undefined ? {} : { url: `${url}/commit/${oid}` }),
    },
  };
}

/** The id that Git gives a file with this text. */
export function gitBlobId(text: string): string {
  return sha1(`blob ${new TextEncoder().encode(text).length}\0${text}`);
}

/** An id for the commit of a revision: the same for the same revision. */
export function gitCommitId(revision: string): string {
  return sha1(`revision ${revision}`);
}

function sha1(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}

/** The result of a computed page (2.20). */
interface ComputedPage {
  readonly markdown: string;
  /** Equal for equal inputs: here, the version of the spec. */
  readonly computedSeed: string;
}

/**
 * Computes a page. For `builtin:openapi` the result names the version of the spec in `props.spec`, because
 * its text cannot be read back (A31). Other types compute to nothing, and the page keeps its own text.
 */
export function computePage(
  { specs }: OrganizationState,
  { computed }: PageState,
  now: string,
): ComputedPage | undefined {
  const slug = computed?.props.spec;
  if (computed?.type !== "builtin:openapi" || slug === undefined) return undefined;
  const spec = find(specs, slug);
  const version = spec && lastReadable(spec, now);
  return version === undefined
    ? { markdown: `The OpenAPI spec \`${slug}\` has no version that can be read.`, computedSeed: "none" }
    : {
        markdown: `Reference of the OpenAPI spec \`${slug}\`, version \`${version}\`.`,
        computedSeed: version,
      };
}
