import {
  type Caller,
  type Item,
  type Listing,
  listing,
  type Place,
  type PlaceCall,
} from "../resources/caller.ts";
import { revisionOf } from "../resources/change-requests.ts";
import { spacesInOrder } from "../resources/content-tree.ts";
import { findPage, type PlacedPage, placedPages } from "../resources/pages.ts";
import type { FileState, PageState, RevisionState } from "../store/content-state.ts";
import { liveSpace, type SpaceState } from "../store/state.ts";
import { get } from "../store/table.ts";
import { scanMarkdown, withIncludes } from "./markdown-text.ts";
import {
  indexContent,
  type LinkIndex,
  type LinkScope,
  type Resolved,
  resolved,
  resolveTarget,
} from "./resolve-target.ts";

/** One target, and every page that leads to it in the same way (2.21). */
interface Link extends Resolved {
  readonly id: string;
  readonly relation: "reference" | "image" | "cover" | "metadata";
  readonly locations: readonly PlacedPage[];
}

/** Links that can be asked for one revision after another, each space read once. */
export function linkScope({ state, baseUrl }: Caller, { space, changeRequest }: Place): LinkScope {
  const organization = get(state.organizations, space.organization);
  const read = new Map([[space.id, indexContent(revisionOf(space, changeRequest))]]);
  const contentOf = (id: string): LinkIndex | undefined => {
    const other = liveSpace(state, organization, id);
    if (!read.has(id) && other !== undefined) read.set(id, indexContent(revisionOf(other)));
    return read.get(id);
  };
  return { baseUrl, contentOf };
}

/** The links on pages of a space, each target once, in the order in which they are met. */
function linksOn(scope: LinkScope, space: string, pages: readonly PlacedPage[]): Link[] {
  const links = new Map<string, Link & { readonly locations: PlacedPage[] }>();
  for (const page of pages) {
    for (const each of outgoing(scope, space, page)) {
      const id = `${each.relation} ${each.status} ${each.key}`;
      const link = links.get(id) ?? { ...each, id, locations: [] };
      if (link.locations.at(-1) !== page) link.locations.push(page);
      links.set(id, link);
    }
  }
  return [...links.values()];
}

type Outgoing = Omit<Link, "id" | "locations">;

/** Every link of a page, and of the reusable contents in it. */
function outgoing(scope: LinkScope, space: string, placed: PlacedPage): Outgoing[] {
  const revision = scope.contentOf(space)?.revision;
  const markdown = revision === undefined ? "" : withIncludes(revision, placed.page.markdown);
  const written = scanMarkdown(markdown).flatMap((span): Outgoing[] => {
    const found = span.kind === "link" ? resolveTarget(scope, space, placed, span.target) : undefined;
    if (found === undefined || span.kind !== "link") return [];
    return [{ ...found, relation: span.image ? "image" : "reference" }];
  });
  return [...written, ...referenced(scope, space, placed.page)];
}

/** The link targets of the cover and metadata of a page. */
function referenced(scope: LinkScope, space: string, { cover, metaLinks }: PageState): Outgoing[] {
  const of = (relation: Link["relation"], reference: PageReference | undefined): Outgoing[] => {
    if (reference === undefined || reference.kind === "openapi") return [];
    const to =
      reference.kind === "file"
        ? { kind: reference.kind, space: reference.space ?? space, file: reference.file }
        : { kind: reference.kind, space: reference.space ?? space, page: reference.page };
    return [{ ...resolved(scope, to, undefined), relation }];
  };
  return [
    ...[cover?.ref, cover?.refDark].flatMap((each) => of("cover", each)),
    ...[metaLinks?.canonical, ...(metaLinks?.alternates ?? [])].flatMap((each) => of("metadata", each)),
  ];
}

type PageReference = NonNullable<NonNullable<PageState["cover"]>["ref"]>;

/** A place that leads to a file: a page, in a revision of a space. */
interface Backlink {
  readonly id: string;
  readonly space: SpaceState;
  readonly revision: RevisionState;
  readonly page: PageState;
}

/** The pages of the organization that show or link to a file: those of its own space first (4.4, 4.5). */
function backlinksTo(caller: Caller, place: Place, file: FileState): Backlink[] {
  const { state } = caller;
  const { space } = place;
  const scope = linkScope(caller, place);
  const others = spacesInOrder(state, get(state.organizations, space.organization));
  return [space, ...others.filter((other) => other !== space)].flatMap((from) => {
    const content = scope.contentOf(from.id);
    if (content === undefined) return [];
    const { revision, placed } = content;
    return placed
      .filter((page) => outgoing(scope, from.id, page).some(({ to }) => leadsTo(to, space, file)))
      .map(({ page }) => ({ id: `${from.id} ${page.id}`, space: from, revision, page }));
  });
}

function leadsTo(to: Resolved["to"], space: SpaceState, file: FileState): boolean {
  return to?.kind === "file" && to.space === space.id && to.file === file.id;
}

/** The places that lead to a file (4.4, 4.5). */
export function backlinkListing(call: PlaceCall, file: FileState): Listing<Item<"listFileBacklinks">> {
  return listing(backlinksTo(call, call.found, file), ({ space, revision, page }) =>
    pageReference(space, revision, page.id),
  );
}

/**
 * The links of a space or page, each target once (2.21). `stats` counts all of them, whatever status is
 * requested. `broken.changeRequest` counts links that work in the space and that the change request broke.
 */
export function linkListing(
  call: PlaceCall,
  placed: PlacedPage | undefined,
  status?: LinkItem["status"],
): Listing<LinkItem> {
  const links = linksOf(call, call.found, placed);
  const broken = links.filter((each) => each.status === "broken");
  const changeRequest = newlyBroken(call, placed, broken);
  const stats = { total: links.length, broken: { total: broken.length, changeRequest } };
  const scope = linkScope(call, call.found);
  const asked = links.filter((each) => status === undefined || each.status === status);
  return { ...listing(asked, (each) => showLink(call.found, scope, each)), extra: { stats } };
}

function linksOf(caller: Caller, place: Place, placed: PlacedPage | undefined): Link[] {
  const { space, changeRequest } = place;
  const pages = placed === undefined ? placedPages(revisionOf(space, changeRequest).pages) : [placed];
  return linksOn(linkScope(caller, place), space.id, pages);
}

function newlyBroken(call: PlaceCall, placed: PlacedPage | undefined, broken: readonly Link[]): number {
  const { space, changeRequest } = call.found;
  if (changeRequest === undefined) return 0;
  const there = placed && findPage(revisionOf(space).pages, placed.page.id);
  const links = placed !== undefined && there === undefined ? [] : linksOf(call, { space }, there);
  const before = new Set(links.map(({ id }) => id));
  return broken.filter(({ id }) => !before.has(id)).length;
}

type LinkItem = Item<"listSpaceLinks">;

function showLink({ space, changeRequest }: Place, scope: LinkScope, link: Link): LinkItem {
  const { status, relation, to, locations } = link;
  const own = revisionOf(space, changeRequest);
  const target = to && {
    ...to,
    organization: space.organization,
    ...versionContext(scope.contentOf(to.space)?.revision),
  };
  return {
    status,
    relation,
    ...(target === undefined ? {} : { targetReference: target }),
    locationReferences: locations.map(({ page }) => pageReference(space, own, page.id)),
  };
}

function pageReference({ id, organization }: SpaceState, revision: RevisionState, page: string) {
  return { kind: "page" as const, organization, space: id, ...versionContext(revision), page };
}

function versionContext(revision: RevisionState | undefined) {
  return revision === undefined ? {} : { versionContext: { type: "revision", revision: revision.id } };
}
