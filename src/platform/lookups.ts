import { checkReach } from "./access.ts";
import { findPage, type PlacedPage } from "./content/pages.ts";
import { findChangeRequest, revisionOf } from "./content/revisions.ts";
import { notFound } from "./refusal.ts";
import { isGone } from "./resources/content-tree.ts";
import { findCluster, findConversation, findIssue } from "./resources/conversations.ts";
import { findTranslation } from "./resources/translations.ts";
import type {
  ChangeRequestState,
  ClusterState,
  CommentState,
  ConversationState,
  ConversationsState,
  FileState,
  IssueState,
  ReplyState,
  RevisionState,
  TranslationState,
} from "./store/content-state.ts";
import type {
  GroupState,
  SectionState,
  ShareLinkState,
  SiteSpaceState,
  SiteState,
} from "./store/site-state.ts";
import type {
  CollectionState,
  LinkInviteState,
  MemberState,
  OrganizationState,
  SamlProviderState,
  SpaceState,
  SpecState,
  State,
  TeamState,
  Token,
} from "./store/state.ts";
import { entry, find } from "./store/table.ts";

/** The objects of the path parameters. */
export interface Found {
  organizationId: OrganizationState;
  inviteId: LinkInviteState;
  userId: MemberState;
  teamId: TeamState;
  collectionId: CollectionState;
  spaceId: SpaceState;
  changeRequestId: ChangeRequestState;
  fileId: FileState;
  pageId: PlacedPage;
  commentId: CommentState;
  commentReplyId: ReplyState;
  siteId: SiteState;
  siteSectionId: SectionState;
  siteSectionGroupId: GroupState;
  siteSpaceId: SiteSpaceState;
  shareLinkId: ShareLinkState;
  specSlug: SpecState;
  samlProviderId: SamlProviderState;
  translationId: TranslationState;
  clusterId: ClusterState;
  conversationId: ConversationState;
  issueId: IssueState;
}

/** Name of a path parameter. */
type ParameterName = keyof Found;

/** The caller's token and the time. */
interface Asker {
  readonly state: State;
  readonly token: Token;
  /** Time of the call, ISO 8601. */
  readonly now: string;
}

interface Lookup<T> {
  /** The name of the object in a message. */
  readonly what: string;
  readonly find: (scope: Scope, id: string) => T | undefined;
}

interface Scope extends Asker {
  /** The parameters before this one in the path. */
  readonly found: Partial<Found>;
}

/** The lookup of each path parameter, inside the objects of the parameters before it. */
const lookups: { readonly [N in ParameterName]: Lookup<Found[N]> } = {
  organizationId: { what: "organization", find: organizationIn },
  inviteId: {
    what: "link invite",
    find: ({ found }, id) => find(outer(found.organizationId).linkInvites, id),
  },
  userId: { what: "member", find: ({ found }, id) => find(outer(found.organizationId).members, id) },
  teamId: { what: "team", find: ({ found }, id) => find(outer(found.organizationId).teams, id) },
  collectionId: { what: "collection", find: collectionIn },
  spaceId: { what: "space", find: spaceIn },
  changeRequestId: {
    what: "change request",
    find: ({ found }, id) => findChangeRequest(outer(found.spaceId), id),
  },
  fileId: { what: "file", find: ({ found }, id) => revisionIn(found).files.find((file) => file.id === id) },
  pageId: { what: "page", find: ({ found }, id) => findPage(revisionIn(found).pages, id) },
  commentId: { what: "comment", find: ({ found }, id) => commentIn(found, id) },
  commentReplyId: { what: "reply", find: ({ found }, id) => find(outer(found.commentId).replies, id) },
  siteId: { what: "site", find: ({ found }, id) => find(outer(found.organizationId).sites, id) },
  siteSectionId: { what: "section", find: ({ found }, id) => entry(outer(found.siteId).sections, id) },
  siteSectionGroupId: {
    what: "section group",
    find: ({ found }, id) => entry(outer(found.siteId).groups, id),
  },
  siteSpaceId: { what: "site space", find: ({ found }, id) => entry(outer(found.siteId).allSiteSpaces, id) },
  shareLinkId: { what: "share link", find: ({ found }, id) => find(outer(found.siteId).shareLinks, id) },
  specSlug: { what: "OpenAPI spec", find: ({ found }, id) => find(outer(found.organizationId).specs, id) },
  samlProviderId: {
    what: "SAML provider",
    find: ({ found }, id) => find(outer(found.organizationId).samlProviders, id),
  },
  translationId: {
    what: "translation",
    find: ({ state, found, now }, id) => findTranslation(state, outer(found.organizationId), id, now),
  },
  clusterId: { what: "cluster", find: ({ found, now }, id) => findCluster(conversationsOf(found), id, now) },
  conversationId: {
    what: "conversation",
    find: ({ found }, id) => findConversation(conversationsOf(found), id),
  },
  issueId: { what: "issue", find: ({ found, now }, id) => findIssue(conversationsOf(found), id, now) },
};

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
  const scope: Scope = {
    state: asker.state,
    token: asker.token,
    found,
    // Asked for only where a lookup depends on it.
    get now() {
      return asker.now;
    },
  };
  const names = Object.keys(params) as ParameterName[];
  for (const [index, name] of names.entries()) {
    const id = params[name] ?? "";
    const object = lookups[name].find(scope, id);
    if (object !== undefined) found[name] = object;
    else if (!lastMayMiss || index < names.length - 1) throw notFound(lookups[name].what, id);
  }
  return found;
}

function outer<T>(object: T | undefined): T {
  if (object === undefined) throw new Error("a path parameter is looked up before the one that holds it");
  return object;
}

/** A comment of the object in the path. A comment on a change request does not belong to its space. */
function commentIn({ spaceId, changeRequestId }: Partial<Found>, id: string): CommentState | undefined {
  const comment = find(outer(spaceId).comments, id);
  return comment?.changeRequest === changeRequestId?.id ? comment : undefined;
}

function conversationsOf({ organizationId }: Partial<Found>): ConversationsState {
  return outer(organizationId).conversations;
}

/** The content that files and pages are looked up in: of the change request of the path, or of the space. */
function revisionIn({ spaceId, changeRequestId }: Partial<Found>): RevisionState {
  return revisionOf(outer(spaceId), changeRequestId);
}

function organizationIn({ state, token }: Scope, id: string): OrganizationState | undefined {
  const organization = find(state.organizations, id);
  if (organization !== undefined) checkReach(token, organization.id);
  return organization;
}

function collectionIn({ state, token }: Scope, id: string): CollectionState | undefined {
  const collection = entry(state.collections, id);
  if (collection !== undefined) checkReach(token, collection.organization);
  return collection;
}

/** Also a deleted one, until it is permanently removed (A17). */
function spaceIn(scope: Scope, id: string): SpaceState | undefined {
  const space = entry(scope.state.spaces, id);
  if (space === undefined || (space.deletedAt !== undefined && isGone(space, scope.now))) return undefined;
  checkReach(scope.token, space.organization);
  return space;
}
