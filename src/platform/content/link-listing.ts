import type { z } from "zod";
import type { backlink, link, linkListExtra, linkStatus } from "../../contract/parts/content.ts";
import { type Listing, listing } from "../call.ts";
import type { SpaceState } from "../store/state.ts";
import type { FileState, RevisionState } from "./content-state.ts";
import { backlinksTo, type Link, linkScope, linksOn, type Reading } from "./links.ts";
import { findPage, type PlacedPage, placedPages } from "./pages.ts";
import type { LinkScope } from "./resolve-target.ts";
import { currentRevision, revisionOf } from "./revisions.ts";

type LinkItem = z.output<ReturnType<typeof link>>;
type Reference = z.output<ReturnType<typeof backlink>>;
type Stats = z.output<ReturnType<typeof linkListExtra>>;

/**
 * The links of a space or page, each target once (2.21). `stats` counts all of them, whatever status is
 * requested. `broken.changeRequest` counts links that work in the space and that the change request broke.
 */
export function linkListing(
  reading: Reading,
  placed: PlacedPage | undefined,
  status?: z.output<typeof linkStatus>,
): Listing<LinkItem> & { readonly extra: Stats } {
  const links = linksOf(reading, placed);
  const broken = links.filter((each) => each.status === "broken");
  const stats = {
    total: links.length,
    broken: { total: broken.length, changeRequest: newlyBroken(reading, placed, broken) },
  };
  const scope = linkScope(reading);
  const asked = links.filter((each) => status === undefined || each.status === status);
  return { ...listing(asked, (each) => showLink(reading, scope, each)), extra: { stats } };
}

function linksOf(reading: Reading, placed: PlacedPage | undefined): Link[] {
  const { space, changeRequest } = reading;
  const pages = placed === undefined ? placedPages(revisionOf(space, changeRequest).pages) : [placed];
  return linksOn(linkScope(reading), space.id, pages);
}

function newlyBroken(reading: Reading, placed: PlacedPage | undefined, broken: readonly Link[]): number {
  if (reading.changeRequest === undefined) return 0;
  const { pages } = currentRevision(reading.space.content);
  const there = placed && findPage(pages, placed.page.id);
  if (placed !== undefined && there === undefined) return broken.length;
  const before = new Set(linksOf({ ...reading, changeRequest: undefined }, there).map(({ id }) => id));
  return broken.filter(({ id }) => !before.has(id)).length;
}

function showLink(reading: Reading, scope: LinkScope, { status, relation, to, locations }: Link): LinkItem {
  const { space, changeRequest } = reading;
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

function pageReference(space: SpaceState, revision: RevisionState, page: string): Reference {
  return {
    kind: "page",
    organization: space.organization,
    space: space.id,
    ...versionContext(revision),
    page,
  };
}

function versionContext(revision: RevisionState | undefined) {
  return revision === undefined ? {} : { versionContext: { type: "revision", revision: revision.id } };
}

/** The places that lead to a file (4.4, 4.5). */
export function backlinkListing(reading: Reading, file: FileState): Listing<Reference> {
  return listing(backlinksTo(reading, file), ({ space, revision, page }) =>
    pageReference(space, revision, page.id),
  );
}
