import { createHash } from "node:crypto";
import { bytesOf } from "../../text/bytes.ts";
import type { Caller, Place, PlaceCall, View } from "../resources/caller.ts";
import { revisionOf } from "../resources/change-requests.ts";
import type { PlacedPage } from "../resources/pages.ts";
import { publishedSpaces } from "../resources/published-links.ts";
import { lastReadable } from "../resources/spec-processing.ts";
import type { FileState, PageState, RevisionState } from "../store/content-state.ts";
import { find, get, known } from "../store/table.ts";
import { linkScope } from "./links.ts";
import { expandMarkdown } from "./markdown-text.ts";
import { type LinkScope, resolveTarget } from "./resolve-target.ts";
import { toRichDocument } from "./rich-document.ts";

/** A call that shows content: that of its change request, or else of its space. */
interface ContentCall extends PlaceCall {
  /** The requested parts: both are shown by default (4.4). */
  readonly query?:
    | { readonly metadata?: boolean | undefined; readonly computed?: boolean | undefined }
    | undefined;
}

type PageView = View<"getPage">;

/** The address of a space or change request in the app. */
export function appAddress({ baseUrl }: Pick<Caller, "baseUrl">, { space, changeRequest }: Place): string {
  const below = changeRequest === undefined ? "" : `/change-requests/${changeRequest.number}`;
  return `${baseUrl}/app/spaces/${space.id}${below}`;
}

/** The address of a page, or of a heading on it, in the app. */
export function pageAddress(
  caller: Pick<Caller, "baseUrl">,
  place: Place,
  path: string,
  anchor = "",
): string {
  const below = path.split("/").map(encodeURIComponent).join("/");
  return `${appAddress(caller, place)}/${below}${anchor === "" ? "" : `#${encodeURIComponent(anchor)}`}`;
}

/** A page and the pages below it as the API shows them (2.20). `path` is its own. */
function showPage(call: ContentCall, shown: PageState, path: string): PageView {
  const { pages, ...fields } = shown;
  return {
    ...fields,
    ...(call.query?.computed === false ? {} : computePage(call, shown)),
    ...references(call.found, shown),
    ...git(call, `${path}.md`, shown.markdown),
    path,
    urls: { app: pageAddress(call, call.found, path) },
    pages: showPages(call, pages, `${path}/`),
  };
}

/**
 * Computes a page. For `builtin:openapi` the result names the version of the spec in `props.spec`, because
 * its text cannot be read back (A31). Other types compute to nothing, and the page keeps its own text.
 */
function computePage(call: ContentCall, { computed }: PageState) {
  const slug = computed?.props.spec;
  if (computed?.type !== "builtin:openapi" || slug === undefined) return {};
  const spec = find(get(call.state.organizations, call.found.space.organization).specs, slug);
  const version = spec && lastReadable(spec, call.now);
  return version === undefined
    ? { markdown: `The OpenAPI spec \`${slug}\` has no version that can be read.`, computedSeed: "none" }
    : {
        markdown: `Reference of the OpenAPI spec \`${slug}\`, version \`${version}\`.`,
        computedSeed: version,
      };
}

/** The references of a page, always with the id of the space (2.1). */
function references(
  { space }: Place,
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
export function showPages(call: ContentCall, pages: readonly PageState[], above = ""): PageView[] {
  return pages.map((shown) => showPage(call, shown, `${above}${shown.slug}`));
}

/** A file as the API shows it (2.20). The platform keeps no bytes, so its address answers nothing. */
export function showFile(call: ContentCall, shown: FileState): View<"getFile"> {
  return {
    ...shown,
    downloadURL: fileAddress(call.found.space.id, shown),
    ...git(call, `files/${shown.name}`, `${shown.id} ${shown.size}`),
  };
}

/** The download address of a file. */
function fileAddress(space: string, { id, name }: FileState): string {
  return `https://files.docform.example/${space}/${id}/${encodeURIComponent(name)}`;
}

/** A revision as the API shows it (2.20). Only the current content of a space is published. */
export function showRevision(call: ContentCall, shown: RevisionState): View<"getSpaceContent"> {
  const { reusableContents, files, pages, parents, ...fields } = shown;
  const { space, changeRequest } = call.found;
  const published =
    changeRequest === undefined ? publishedSpaces(call, space.organization, undefined)(space.id) : undefined;
  return {
    object: "revision",
    ...fields,
    parents: [...parents],
    pages: showPages(call, pages),
    files: files.map((each) => showFile(call, each)),
    reusableContents: reusableContents.map(({ id, title, markdown }) => ({
      id,
      title,
      ...git(call, `includes/${id}.md`, markdown),
    })),
    ...revisionGit(call, shown),
    urls: { app: appAddress(call, call.found), published },
  };
}

/**
 * The `git` field of an object in a space that is synchronized with a repository; nothing without `metadata`. The
 * id is the one that Git gives a file with this text.
 */
function git({ found: { space }, query }: ContentCall, path: string, text: string) {
  if (space.gitSync === undefined || query?.metadata === false) return {};
  const length = bytesOf(text);
  return { git: { oid: sha1(`blob ${length}\0${text}`), path } };
}

function revisionGit({ found: { space }, query }: ContentCall, { id, type }: RevisionState) {
  if (space.gitSync === undefined || query?.metadata === false) return {};
  const oid = sha1(`revision ${id}`);
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

function sha1(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}

/** How a page is asked for (4.4, 4.5). */
interface PageCall extends ContentCall {
  readonly found: Place & { readonly page: PlacedPage };
  readonly query: NonNullable<ContentCall["query"]> & {
    readonly evaluated?: boolean | "deterministic-only" | undefined;
    readonly dereferenced?: boolean | "reusable-contents" | undefined;
    readonly format?: "markdown" | "document" | undefined;
  };
}

/** The answer with one page, expanded as requested: as Markdown (the default), or as a rich document. */
export function answerPage(call: PageCall): PageView {
  const { space, changeRequest, page: placed } = call.found;
  const { markdown, ...shown } = showPage(call, placed.page, placed.path);
  const { evaluated = false, dereferenced = false, format = "markdown" } = call.query;
  const scope = linkScope(call, call.found);
  const inputs = {
    revision: revisionOf(space, changeRequest),
    page: { ...placed.page, markdown: markdown ?? "" },
    spaceTitle: space.title,
    now: () => call.now,
    addressOf: (target: string) => linkAddress(call, scope, target),
  };
  const text = expandMarkdown(inputs, { evaluated, dereferenced });
  return format === "markdown" ? { ...shown, markdown: text } : { ...shown, document: toRichDocument(text) };
}

/**
 * The address of an existing link target: of a page in the app, or of a download. It leads to the content that is
 * being read, or to the current content of another space.
 */
function linkAddress(call: PageCall, scope: LinkScope, target: string): string | undefined {
  const { found } = call;
  const { status, to } = resolveTarget(scope, found.space.id, found.page, target) ?? {};
  if (status !== "ok" || to === undefined) return undefined;
  const content = scope.contentOf(to.space);
  const place = to.space === found.space.id ? found : { space: known(call.state.spaces, to.space) };
  if (to.kind === "space") return appAddress(call, place);
  if (to.kind === "page") {
    const path = content?.byId.get(to.page ?? "")?.path ?? "";
    return pageAddress(call, place, path, /#(.*)$/.exec(target)?.[1]);
  }
  const file = content?.revision.files.find(({ id }) => id === to.file);
  return file && fileAddress(to.space, file);
}
