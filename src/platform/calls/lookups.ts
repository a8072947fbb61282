import { notFound } from "../http/refusal.ts";
import { checkReach } from "../resources/access.ts";
import type { Caller } from "../resources/caller.ts";
import { findChangeRequest, revisionOf } from "../resources/change-requests.ts";
import { isGone } from "../resources/content-tree.ts";
import { findCluster, findConversation, findIssue } from "../resources/conversations.ts";
import { findPage } from "../resources/pages.ts";
import { linkOf } from "../resources/sites.ts";
import { findTranslation } from "../resources/translations.ts";
import type { ChangeRequestState, CommentState } from "../store/content-state.ts";
import type { SiteState } from "../store/site-state.ts";
import type { CollectionState, OrganizationState, SpaceState, State } from "../store/state.ts";
import { entry, find, get } from "../store/table.ts";

/** The objects that hold others, as far as the path names them before. */
interface Outer {
  readonly organizationId: OrganizationState;
  readonly spaceId: SpaceState;
  readonly collectionId: CollectionState;
  readonly changeRequestId?: ChangeRequestState;
  readonly commentId: CommentState;
  readonly siteId: SiteState;
}

/** The caller's token, and the time of the call: asked for only where a lookup depends on it. */
type Asker = Pick<Caller, "state" | "token" | "now">;

type Lookup<T> = (outer: Outer, id: string, asker: Asker) => T | undefined;

/** The lookup of each path parameter, inside the objects of the parameters before it. */
const lookups = {
  organizationId: (_, id, { state, token }): OrganizationState | undefined => {
    const organization = find(state.organizations, id);
    if (organization !== undefined) checkReach(token, organization.id);
    return organization;
  },
  inviteId: ({ organizationId }, id) => find(organizationId.linkInvites, id),
  userId: (outer, id, { state }) => find(organizationOf(outer, state).members, id),
  teamId: (outer, id, { state }) => find(organizationOf(outer, state).teams, id),
  collectionId: (_, id, { state, token }): CollectionState | undefined => {
    const collection = entry(state.collections, id);
    if (collection !== undefined) checkReach(token, collection.organization);
    return collection;
  },
  /** Also a deleted one, until it is permanently removed (A17). */
  spaceId: (_, id, asker): SpaceState | undefined => {
    const space = entry(asker.state.spaces, id);
    if (space === undefined || (space.deletedAt !== undefined && isGone(space, asker.now))) return undefined;
    checkReach(asker.token, space.organization);
    return space;
  },
  changeRequestId: ({ spaceId }, id) => findChangeRequest(spaceId, id),
  fileId: (outer, id) => revisionIn(outer).files.find((file) => file.id === id),
  pageId: (outer, id) => findPage(revisionIn(outer).pages, id),
  /** A comment on a change request does not belong to its space. */
  commentId: ({ spaceId, changeRequestId }, id): CommentState | undefined => {
    const comment = find(spaceId.comments, id);
    return comment?.changeRequest === changeRequestId?.id ? comment : undefined;
  },
  commentReplyId: ({ commentId }, id) => find(commentId.replies, id),
  siteId: ({ organizationId }, id) => find(organizationId.sites, id),
  siteSectionId: ({ siteId }, id) => entry(siteId.sections, id),
  siteSectionGroupId: ({ siteId }, id) => entry(siteId.groups, id),
  siteExternalLinkId: ({ siteId }, id) => linkOf(siteId, id),
  siteSpaceId: ({ siteId }, id) => entry(siteId.allSiteSpaces, id),
  shareLinkId: ({ siteId }, id) => find(siteId.shareLinks, id),
  siteRedirectId: ({ siteId }, id) => siteId.redirects && find(siteId.redirects, id),
  specSlug: ({ organizationId }, id) => find(organizationId.specs, id),
  samlProviderId: ({ organizationId }, id) => find(organizationId.samlProviders, id),
  translationId: ({ organizationId }, id, { state, now }) => findTranslation(state, organizationId, id, now),
  clusterId: ({ organizationId }, id, { now }) => findCluster(organizationId.conversations, id, now),
  conversationId: ({ organizationId }, id) => findConversation(organizationId.conversations, id),
  issueId: ({ organizationId }, id, { now }) => findIssue(organizationId.conversations, id, now),
} satisfies Record<string, Lookup<object>>;

/** The organization of the path; where it names none, that of its space or collection. */
function organizationOf({ organizationId, spaceId, collectionId }: Partial<Outer>, state: State) {
  return organizationId ?? get(state.organizations, (spaceId ?? collectionId)?.organization ?? "");
}

/** The content that files and pages are looked up in: of the change request of the path, or of the space. */
function revisionIn({ spaceId, changeRequestId }: Outer) {
  return revisionOf(spaceId, changeRequestId);
}

/** The objects of the path parameters. */
export type Found = { [N in keyof typeof lookups]: NonNullable<ReturnType<(typeof lookups)[N]>> };

/** The name of an object in a message, where it is not that of its parameter. */
const names: Partial<Record<keyof Found, string>> = {
  inviteId: "link invite",
  userId: "member",
  commentReplyId: "reply",
  siteSectionId: "section",
  siteSectionGroupId: "section group",
  siteExternalLinkId: "external link",
  specSlug: "OpenAPI spec",
  samlProviderId: "SAML provider",
};

function objectName(parameter: keyof Found): string {
  const words = parameter.replace("Id", "").replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return names[parameter] ?? words;
}

/**
 * Resolves the path parameters to objects, from left to right; 404 for the first missing one (A2). With
 * `lastMayMiss` the last one may be missing: for deletes and upserts.
 */
export function resolve(
  asker: Asker,
  params: Readonly<Record<string, string>>,
  lastMayMiss: boolean,
): Partial<Found> {
  const found: Record<string, unknown> = {};
  const parameters = Object.keys(params) as (keyof Found)[];
  for (const [index, parameter] of parameters.entries()) {
    const id = params[parameter] ?? "";
    const lookup: Lookup<unknown> = lookups[parameter];
    const object = lookup(found as unknown as Outer, id, asker);
    if (object !== undefined) found[parameter] = object;
    else if (!lastMayMiss || index < parameters.length - 1) throw notFound(objectName(parameter), id);
  }
  return found;
}
