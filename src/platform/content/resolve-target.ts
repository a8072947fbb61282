import { decoded } from "../../text/percent-encoding.ts";
import { type PlacedPage, placedPages } from "../resources/pages.ts";
import type { PageState, RevisionState } from "../store/content-state.ts";
import { parseBlocks } from "./markdown-blocks.ts";
import { withIncludes } from "./markdown-text.ts";

/** The target of a link inside a space: a page, a file, or the space itself. */
export type Target =
  | { readonly kind: "page"; readonly space: string; readonly page?: string }
  | { readonly kind: "file"; readonly space: string; readonly file?: string }
  | { readonly kind: "space"; readonly space: string };

/** The resolved target of a link and whether it exists. `to` is undefined for another address in the app. */
export interface Resolved {
  readonly status: "ok" | "broken" | "in-app";
  readonly to?: Target;
  /** Equal for links that lead to the same. */
  readonly key: string;
}

/** The contents among which links are resolved. */
export interface LinkScope {
  /** The address of the platform. Paths below `/app` are in the app. */
  readonly baseUrl: string;
  /** The content of a space that can be linked to; undefined when there is none. */
  readonly contentOf: (space: string) => LinkIndex | undefined;
}

/** The pages of a revision, to be found by path and by id. */
export interface LinkIndex {
  readonly revision: RevisionState;
  readonly placed: readonly PlacedPage[];
  readonly byPath: ReadonlyMap<string, PlacedPage>;
  readonly byId: ReadonlyMap<string, PlacedPage>;
}

/** Indexes a revision once for many links. */
export function indexContent(revision: RevisionState): LinkIndex {
  const placed = placedPages(revision.pages);
  return {
    revision,
    placed,
    byPath: new Map(placed.map((each) => [each.path, each])),
    byId: new Map(placed.map((each) => [each.page.id, each])),
  };
}

/** The host that the app has in content that does not know the address of its platform. */
const appHost = /^https?:\/\/app\.docform\.example(?=\/|$)/i;
const scheme = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;
const absolute = /^(?:\/spaces\/([^/]+))?\/(pages|files)\/([^/]+)$/;

/**
 * Where a link on a page leads; undefined for one that leads out of the platform, which nobody checks.
 * - `#anchor`, and `#anchor` after a page: a heading of it.
 * - `/pages/ID`, `/files/ID`: of the same space; after `/spaces/ID`: of that space. `/spaces/ID`: the space.
 * - any other path: a page, by its path from the root (`/guides/install`) or from where the page stands
 *   (`../install.md`); `files/NAME` at its end: a file, by name or id.
 * - an address below `/app` of the platform, or of `app.docform.example`: in the app.
 */
export function resolveTarget(
  scope: LinkScope,
  space: string,
  from: PlacedPage,
  raw: string,
): Resolved | undefined {
  const target = raw.replace(/^<|>$/g, "");
  const inApp = appPath(scope, target);
  if (inApp !== undefined) return inAppTarget(scope, inApp);
  if (scheme.test(target)) return undefined;
  const [, path = "", anchor] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(decoded(target)) ?? [];
  if (path === "") return resolved(scope, { kind: "page", space, page: from.page.id }, anchor);
  const other = /^\/spaces\/([^/]+)\/?$/.exec(path)?.[1];
  if (other !== undefined) return resolved(scope, { kind: "space", space: other }, undefined);
  const [, owner = space, kind, id] = absolute.exec(path) ?? [];
  if (kind === "pages") return resolved(scope, { kind: "page", space: owner, page: id ?? "" }, anchor);
  if (kind === "files") return resolved(scope, { kind: "file", space: owner, file: id ?? "" }, undefined);
  return resolvePath(scope, space, normalPath(from, path), anchor);
}

function appPath({ baseUrl }: LinkScope, target: string): string | undefined {
  if (appHost.test(target)) return target.replace(appHost, "");
  const rest = target.startsWith(`${baseUrl}/`) ? target.slice(baseUrl.length) : target;
  return /^\/app(?:\/|$)/.test(rest) ? rest.replace(/^\/app/, "") : undefined;
}

/** An address in the app leads to a space only when its path names one. */
function inAppTarget({ contentOf }: LinkScope, path: string): Resolved {
  const space = /^\/spaces\/([^/?#]+)/.exec(path)?.[1];
  const key = `app:${path}`;
  return space === undefined || contentOf(space) === undefined
    ? { status: "in-app", key }
    : { status: "in-app", key, to: { kind: "space", space } };
}

/** The path from the root, without `.`, `..`, `.md`, and a `README` that stands for its folder. */
function normalPath({ path: own }: PlacedPage, path: string): string | undefined {
  const parts = path.startsWith("/") ? [] : own.split("/").slice(0, -1);
  for (const part of path.split("/")) {
    if (part === ".." && parts.pop() === undefined) return undefined;
    if (part !== "" && part !== "." && part !== "..") parts.push(part);
  }
  return parts.join("/").replace(/(?:^|\/)README(?:\.md)?$|\.md$/i, "");
}

function resolvePath(
  scope: LinkScope,
  space: string,
  path: string | undefined,
  anchor: string | undefined,
): Resolved {
  const content = scope.contentOf(space);
  const missing: Resolved = { status: "broken", to: { kind: "page", space }, key: `path:${path ?? ".."}` };
  if (path === undefined || content === undefined) return missing;
  const page = content.byPath.get(path)?.page ?? (path === "" ? content.placed[0]?.page : undefined);
  if (page !== undefined) return resolved(scope, { kind: "page", space, page: page.id }, anchor);
  const name = /(?:^|\/)files\/([^/]+)$/.exec(path)?.[1];
  if (name === undefined) return missing;
  const file = content.revision.files.find((each) => each.name === name || each.id === name);
  if (file !== undefined) return resolved(scope, { kind: "file", space, file: file.id }, undefined);
  return { status: "broken", to: { kind: "file", space }, key: `path:${path}` };
}

/** A target with whether it exists among the linkable objects. */
export function resolved(scope: LinkScope, to: Target, anchor: string | undefined): Resolved {
  const key = [to.kind, to.space, idIn(to) ?? "", anchor ?? ""].map(encodeURIComponent).join(":");
  return { status: hasTarget(scope, to, anchor) ? "ok" : "broken", to, key };
}

function idIn(to: Target): string | undefined {
  return to.kind === "page" ? to.page : to.kind === "file" ? to.file : undefined;
}

function hasTarget({ contentOf }: LinkScope, to: Target, anchor: string | undefined): boolean {
  const content = contentOf(to.space);
  if (content === undefined) return false;
  if (to.kind === "space") return true;
  if (to.kind === "file") return content.revision.files.some(({ id }) => id === to.file);
  const page = content.byId.get(to.page ?? "")?.page;
  return page !== undefined && (!anchor || anchorsOf(content.revision, page).has(anchor));
}

/** The possible anchors of a page: its headings, and anchors written as HTML. */
function anchorsOf(revision: RevisionState, page: PageState): ReadonlySet<string> {
  const markdown = withIncludes(revision, page.markdown);
  const headings = parseBlocks(markdown).flatMap((block) => (block.kind === "heading" ? [block.anchor] : []));
  const written = markdown.matchAll(/<[a-z][^<>]*?\s(?:id|name)="([^"]*)"/gi);
  return new Set([...headings, ...[...written].map((match) => match[1] ?? "")]);
}
