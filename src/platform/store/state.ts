import type { z } from "zod";
import type { gitbookMergeRules } from "../../contract/gitbook/merge-rules.ts";
import type { defaultLevel, space } from "../../contract/parts/spaces.ts";
import type { editMode, richDocument, role, spaceVisibility, teamRole } from "../../contract/resource.ts";
import type { AccessState } from "./access-state.ts";
import type { AuditEventState } from "./audit-state.ts";
import type {
  CommentState,
  ConversationsState,
  SpaceContent,
  TemplateState,
  TranslationState,
} from "./content-state.ts";
import type { SiteState } from "./site-state.ts";
import { emptyTable, entry, type Table } from "./table.ts";

/** Role in an organization (2.1). */
export type Role = z.infer<typeof role>;
/** Role in a team (2.1). */
export type TeamRole = z.infer<typeof teamRole>;
/** Merge rules of any edition: the reference refuses those that it has not. */
type MergeRules = z.infer<ReturnType<typeof gitbookMergeRules>>;
/** Role that members have in a space or collection (A12). */
export type DefaultLevel = z.infer<typeof defaultLevel>;
type SpecVisibility = "private" | "public";

/** The rights of a token: an admin may do everything, a reader only reads. */
type Rights = "admin" | "read";

/** An access token: its user and rights (A2, 5). */
export interface Token {
  readonly user: string;
  readonly rights: Rights;
  /** Ids of the organizations that it reaches; all when undefined. */
  readonly organizations?: readonly string[];
}

/** A person, known to every organization (2.2). */
export interface UserState {
  readonly id: string;
  displayName: string;
  email?: string;
  photoURL?: string;
}

/** A person in an organization (2.9). Its id is that of the user. */
export interface MemberState {
  readonly id: string;
  role: Role | null;
  disabled: boolean;
  sso: boolean;
  joinedAt: string;
  lastSeenAt?: string;
}

/** A person who was invited by mail, and has not joined. */
export interface InvitationState {
  readonly email: string;
  readonly role: Role | null;
  /** When each mail was sent. */
  readonly sentAt: readonly string[];
}

/** A team and the roles of its people, by user id (2.10). */
export interface TeamState {
  readonly id: string;
  title: string;
  readonly createdAt: string;
  readonly members: Record<string, TeamRole>;
}

/** A space (2.6). A deleted one stays here with `deletedAt`, and is in no container (A17). */
export interface SpaceState extends SpaceContent {
  readonly id: string;
  organization: string;
  /** Id of the parent collection; undefined at the root. */
  parent?: string;
  title: string;
  emoji?: string;
  icon?: string;
  language?: string;
  visibility: z.infer<typeof spaceVisibility>;
  editMode: z.infer<typeof editMode>;
  mergeRules: MergeRules;
  defaultLevel: DefaultLevel | null;
  access?: AccessState;
  /** The repository that its content comes from. */
  readonly gitSync?: z.output<ReturnType<typeof space>>["gitSync"];
  readonly createdAt: string;
  updatedAt: string;
  deletedAt?: string;
  /** Comments on it and on its change requests, in the order of posting. */
  readonly comments: Table<CommentState>;
}

/** A collection: spaces and collections together, in one order (2.7, A18). */
export interface CollectionState {
  readonly id: string;
  organization: string;
  parent?: string;
  title: string;
  description?: string;
  defaultLevel: DefaultLevel | null;
  access?: AccessState;
  /** Ids of the spaces and collections in it. */
  readonly children: string[];
}

/** A text that was given for a spec, and its processing (A30). */
export interface SpecVersion {
  readonly id: string;
  readonly submittedAt: string;
  /** The reason why it is invalid; undefined when it is valid. */
  readonly error?: string;
}

/** An OpenAPI spec (2.13). Its text cannot be read back (A31), so it is not kept. */
export interface SpecState {
  readonly id: string;
  readonly slug: string;
  readonly createdAt: string;
  updatedAt: string;
  sourceURL?: string;
  visibility: SpecVisibility;
  current: SpecVersion;
  /** Id of the last version that could be read, before the current one. */
  earlier?: string;
}

/** A SAML provider (2.12). */
export interface SamlProviderState {
  readonly id: string;
  label: string;
  ssoURL?: string;
  entityID?: string;
  certificate?: string;
  defaultTeam?: string;
  defaultRole?: Role | null;
  readonly createdAt: string;
}

/** A link that invites people to an organization (4.8). The API can only delete it. */
interface LinkInviteState {
  readonly id: string;
  readonly role: Role | null;
  readonly createdAt: string;
}

/** The instructions of an organization for agents (2.24). */
interface AgentInstructionsState {
  readonly instructions: z.infer<ReturnType<typeof richDocument>>;
  readonly updatedAt: string;
  /** Id of the user. */
  readonly updatedBy?: string;
}

/** An organization and all objects in it (2.8). */
export interface OrganizationState {
  readonly id: string;
  title: string;
  readonly createdAt: string;
  emailDomains: string[];
  hostname?: string;
  customHostname?: string;
  readonly type: string;
  readonly plan: string;
  readonly useCase?: string;
  readonly communityType?: string;
  defaultRole?: Role | null;
  defaultContent?: { readonly type: "site"; readonly site: string } | null;
  sso: boolean;
  ai: boolean;
  inviteLinks: boolean;
  mergeRules: MergeRules;
  logo?: string;
  /** Ids of the spaces and collections at the root, in one order (A18). */
  readonly children: string[];
  readonly members: Table<MemberState>;
  readonly teams: Table<TeamState>;
  readonly sites: Table<SiteState>;
  /** By slug. */
  readonly specs: Table<SpecState>;
  readonly samlProviders: Table<SamlProviderState>;
  readonly linkInvites: Table<LinkInviteState>;
  /** People who have not joined yet, by their email in lower case. No call lists them. */
  invitations?: Record<string, InvitationState>;
  /** Where members are removed by administrators alone: the ids of those whose removal was requested. */
  readonly removals?: string[];
  agentInstructions?: AgentInstructionsState;
  /** The last changes, the oldest first; of the edition gitbook alone. */
  auditEvents?: readonly AuditEventState[];
  readonly translations: Table<TranslationState>;
  readonly conversations: ConversationsState;
}

/** Everything that the embedded platform knows: plain data, to be copied and written as JSON. */
export interface State {
  /** Number of the next id. */
  nextId: number;
  readonly tokens: Record<string, Token>;
  readonly users: Record<string, UserState>;
  readonly organizations: Table<OrganizationState>;
  readonly spaces: Record<string, SpaceState>;
  readonly collections: Record<string, CollectionState>;
  /** Templates that the seed declares, by id (A37). */
  readonly templates: Record<string, TemplateState>;
}

/** A platform on which nothing is yet. */
export function emptyState(): State {
  return {
    nextId: 1,
    tokens: {},
    users: {},
    organizations: emptyTable(),
    spaces: {},
    collections: {},
    templates: {},
  };
}

/** A new id, such as `team_12`. The same history gives the same ids. */
export function newId(state: State, prefix: string): string {
  const id = `${prefix}_${state.nextId}`;
  state.nextId += 1;
  return id;
}

/** A space that can be used: of this organization, and not deleted (A17). */
export function liveSpace(state: State, organization: OrganizationState, id: string): SpaceState | undefined {
  const space = entry(state.spaces, id);
  return space?.organization === organization.id && space.deletedAt === undefined ? space : undefined;
}

/** A copy of the state, to go back to or to keep. */
export function snapshot(state: State): State {
  return structuredClone(state);
}
