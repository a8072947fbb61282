import * as z from "zod";
import { auditSources } from "../../contract/gitbook/audit-events.ts";
import { collectionDescription, collectionTitle } from "../../contract/parts/collections.ts";
import { memberEmail } from "../../contract/parts/members.ts";
import { specSlug, specVisibility } from "../../contract/parts/openapi-specs.ts";
import { organizationHostname, organizationTitle } from "../../contract/parts/organizations.ts";
import { samlCertificate, samlEntityId, samlLabel } from "../../contract/parts/saml.ts";
import { defaultLevel, spaceTitle } from "../../contract/parts/spaces.ts";
import { teamTitle } from "../../contract/parts/teams.ts";
import {
  editMode,
  httpUrl,
  mergeRulesBody,
  optional,
  richDocument,
  role,
  spaceVisibility,
  teamRole,
  timestamp,
} from "../../contract/resource.ts";
import { seedAccess } from "./seed-access.ts";
import {
  seedId as id,
  ownId,
  seedChangeRequest,
  seedCluster,
  seedComment,
  seedContent,
  seedConversation,
  seedTemplate,
  seedTranslation,
  when,
} from "./seed-content-schema.ts";
import { seedSite } from "./seed-site-schema.ts";

const member = z.strictObject({
  id: ownId.describe("Id of the user; usr_ and the part of the email before @ when left out"),
  email: optional(memberEmail, "Email of the person; nobody knows it when left out, and then give an id"),
  name: optional(z.string(), "Display name; the email when left out"),
  role: optional(role.nullable(), "Role; read when left out, null for a guest"),
  sso: optional(z.boolean(), "Signs in by single sign-on"),
  disabled: optional(z.boolean(), "Cannot sign in"),
  joinedAt: when.describe("When the person joined; the start of the clock when left out"),
  lastSeenAt: when.describe("When the person was last active; never when left out"),
});

const team = z.strictObject({
  id: ownId.describe("Id of the team"),
  title: teamTitle.describe("Title of the team"),
  members: optional(z.record(z.string(), teamRole), "Role in the team by email or user id"),
});

const collection = z.strictObject({
  id: ownId.describe("Id of the collection"),
  title: collectionTitle.describe("Title of the collection"),
  description: optional(collectionDescription, "Description of the collection"),
  defaultLevel: optional(defaultLevel.nullable(), "Role that members have in it"),
  access: seedAccess,
  order: optional(z.array(id), "Ids of spaces and collections in it, in display order"),
  get collections(): z.ZodOptional<z.ZodArray<typeof collection>> {
    return optional(z.array(collection), "Collections in this one");
  },
});

const gitSync = z.strictObject({
  repoName: optional(z.string(), "Name of the repository"),
  installationProvider: optional(z.enum(["github", "gitlab"]), "Where the repository is"),
  integration: optional(z.string(), "Name of the integration"),
  url: optional(httpUrl, "Address of the repository"),
  updatedAt: when.describe("When they were brought in step last"),
});

const space = z.strictObject({
  id: ownId.describe("Id of the space"),
  title: spaceTitle.describe("Title of the space"),
  emoji: optional(z.string(), "Emoji, as a hexadecimal code"),
  language: optional(z.string(), "Language, as a BCP 47 code"),
  visibility: optional(spaceVisibility, "Who can see it"),
  editMode: optional(editMode, "live or locked"),
  mergeRules: optional(mergeRulesBody(), "Rules that a change request meets"),
  defaultLevel: optional(defaultLevel.nullable(), "Role that members have in it"),
  access: seedAccess,
  collection: optional(id, "Id of the collection it is in; the root when left out"),
  gitSync: optional(gitSync, "Repository that its content comes from"),
  ...seedContent,
  changeRequests: optional(z.array(seedChangeRequest), "Change requests, in the order of numbers"),
  comments: optional(z.array(seedComment), "Comments on the space"),
  deletedAt: when.describe("When it was deleted: in no list, and restorable for 7 days from then"),
});

const saml = z.strictObject({
  id: ownId.describe("Id of the provider"),
  label: samlLabel.describe("What people see when they sign in"),
  ssoURL: optional(httpUrl, "Address where people sign in"),
  entityID: optional(samlEntityId, "Entity id"),
  certificate: optional(samlCertificate, "Certificate"),
  defaultTeam: optional(id, "Id of the team that new people join"),
  defaultRole: optional(role.nullable(), "Role of new people; null for guests"),
});

const spec = z.strictObject({
  id: ownId.describe("Id of the spec"),
  slug: specSlug.describe("Slug of the spec"),
  sourceURL: optional(httpUrl, "Address that it comes from; this or text"),
  text: optional(z.string(), "The spec itself; this or sourceURL"),
  visibility: optional(specVisibility, "private when left out"),
});

const linkInvite = z.strictObject({
  id: ownId.describe("Id of the invite"),
  role: optional(role.nullable(), "Role of people who come by it; read when left out"),
});

const invitation = z.strictObject({
  email: memberEmail.describe("Email of the person"),
  role: optional(role.nullable(), "Role once they join; read when left out"),
});

const auditEvent = z.strictObject({
  at: when.describe("When it was changed; the start of the clock when left out"),
  by: optional(z.string(), "Email or id of the person who changed it; the platform itself when left out"),
  source: optional(z.enum(auditSources), "Entry point; ui when left out"),
  action: optional(z.string(), "Name of the change; update when left out"),
  target: id.describe("Id of the object that was changed"),
});

const organization = z.strictObject({
  id: ownId.describe("Id of the organization"),
  title: organizationTitle.describe("Title of the organization"),
  hostname: optional(organizationHostname, "Default hostname for public content"),
  customHostname: optional(z.string(), "Custom hostname"),
  type: optional(z.enum(["business", "community"]), "business when left out"),
  plan: optional(z.enum(["free", "plus", "pro"]), "pro when left out"),
  useCase: optional(z.string(), "What the organization is used for"),
  communityType: optional(z.string(), "Kind of community"),
  emailDomains: optional(z.array(z.string()), "Domains whose people may join by themselves"),
  defaultRole: optional(role.nullable(), "Role of people who join; null makes them guests"),
  defaultContent: optional(id, "Id of the site that people land on"),
  sso: optional(z.boolean(), "Single sign-on is enforced"),
  ai: optional(z.boolean(), "AI features are on"),
  inviteLinks: optional(z.boolean(), "People can be invited by link"),
  mergeRules: optional(mergeRulesBody(), "Rules that a change request meets"),
  logo: optional(httpUrl, "Address of the logo"),
  createdAt: when.describe("When it was created; the start of the clock when left out"),
  linkInvites: optional(z.array(linkInvite), "Links that invite people"),
  invitations: optional(z.array(invitation), "People who were invited by mail, and have not joined"),
  removals: optional(
    z.literal("requested"),
    "The removal of a member is only requested from the administrators",
  ),
  agentInstructions: optional(richDocument(), "What agents are told, as a rich document"),
  members: optional(z.array(member), "Members"),
  teams: optional(z.array(team), "Teams"),
  collections: optional(z.array(collection), "Collections at the root"),
  spaces: optional(z.array(space), "Spaces, in display order inside their collections"),
  order: optional(z.array(id), "Ids of spaces and collections at the root, in display order"),
  sites: optional(z.array(seedSite), "Sites"),
  saml: optional(z.array(saml), "SAML providers"),
  openapi: optional(z.array(spec), "OpenAPI specs"),
  translations: optional(z.array(seedTranslation), "Translations of spaces"),
  conversations: optional(z.array(seedConversation), "Conversations from outside systems"),
  auditEvents: optional(z.array(auditEvent), "Recorded changes, the oldest first"),
  clusters: optional(z.array(seedCluster), "Clusters of issues that need an id or are muted"),
});

const token = z.strictObject({
  user: z.string().describe("Email or id of the person whose token it is"),
  rights: z.enum(["admin", "read"]).describe("admin may do everything, read only what reads"),
  organizations: optional(z.array(id), "Ids of the organizations it reaches; all when left out"),
});

/** A seed: the first state of an embedded platform, written by a person. */
export const seedSchema = z.strictObject({
  now: optional(timestamp, "Start of the clock; 2026-01-01T00:00:00Z when left out"),
  tokens: optional(z.record(z.string().regex(/^\S+$/), token), "Access tokens by their text"),
  templates: optional(z.array(seedTemplate), "Templates, beside blank"),
  organizations: z.array(organization).describe("Organizations"),
});

/** A seed that is of the right form. */
export type Seed = z.infer<typeof seedSchema>;
/** An organization of a seed. */
export type SeedOrganization = z.infer<typeof organization>;
/** A collection of a seed. */
export type SeedCollection = z.infer<typeof collection>;
