import * as z from "zod";
import { collectionDescription, collectionTitle } from "../../contract/parts/collections.ts";
import { specSlug, specVisibility } from "../../contract/parts/openapi-specs.ts";
import { organizationHostname, organizationTitle } from "../../contract/parts/organizations.ts";
import { samlCertificate, samlEntityId, samlLabel } from "../../contract/parts/saml.ts";
import { shareLinkName } from "../../contract/parts/share-links.ts";
import {
  groupTitle,
  sectionCondition,
  sectionDescription,
  sectionPath,
  sectionTitle,
} from "../../contract/parts/site-sections.ts";
import { siteSpacePath } from "../../contract/parts/site-spaces.ts";
import {
  agentsContext,
  siteBasename,
  siteProxy,
  siteTitle,
  siteType,
  visitorAttributes,
} from "../../contract/parts/sites.ts";
import { defaultLevel, spaceTitle } from "../../contract/parts/spaces.ts";
import { teamTitle } from "../../contract/parts/teams.ts";
import {
  editMode,
  httpUrl,
  iconName,
  mergeRulesBody,
  optional,
  richDocument,
  role,
  siteVisibility,
  spaceVisibility,
  teamRole,
  timestamp,
} from "../../contract/resource.ts";
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

const member = z.strictObject({
  id: ownId.describe("Id of the user; usr_ and the part of the email before @ when left out"),
  email: optional(z.email(), "Email of the person; nobody knows it when left out, and then give an id"),
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
  collection: optional(id, "Id of the collection it stands in; the root when left out"),
  gitSync: optional(gitSync, "Repository that its content comes from"),
  ...seedContent,
  changeRequests: optional(z.array(seedChangeRequest), "Change requests, in the order of numbers"),
  comments: optional(z.array(seedComment), "Comments on the space"),
  deletedAt: when.describe("When it was deleted: in no list, and restorable for 7 days from then"),
});

const siteSpace = z.strictObject({
  space: id.describe("Id of the space to show"),
  id: ownId.describe("Id of the site space"),
  path: optional(siteSpacePath, "Path; made from the title of the space when left out"),
  hidden: optional(z.boolean(), "Left out of the navigation"),
  condition: optional(z.string(), "Expression that decides whether visitors see it"),
  default: optional(z.literal(true), "Visitors see it first; the first one when left out"),
});

const section = z.strictObject({
  section: sectionTitle.describe("Title of the section"),
  id: ownId.describe("Id of the section"),
  path: optional(sectionPath, "Path; made from the title when left out"),
  icon: optional(iconName, "Name of the icon"),
  description: optional(sectionDescription, "Description for visitors"),
  condition: optional(sectionCondition, "Expression that decides whether visitors see it"),
  default: optional(z.literal(true), "Visitors see it first; the first one when left out"),
  spaces: z.array(siteSpace).min(1).describe("The spaces it shows, in order"),
});

const group = z.strictObject({
  group: groupTitle.describe("Title of the group"),
  id: ownId.describe("Id of the group"),
  icon: optional(iconName, "Name of the icon"),
  get children(): z.ZodOptional<z.ZodArray<z.ZodUnion<readonly [typeof section, typeof group]>>> {
    return z
      .array(z.union([section, group]))
      .optional()
      .describe("Sections and groups in it, in order");
  },
});

const site = z.strictObject({
  id: ownId.describe("Id of the site"),
  title: siteTitle.describe("Title of the site"),
  type: optional(siteType, "Type; basic when left out"),
  visibility: optional(siteVisibility, "Who can see it; public when left out"),
  published: optional(z.boolean(), "Its audience can reach it"),
  hostname: optional(z.string(), "Custom hostname"),
  basename: optional(siteBasename, "Last part of its address"),
  proxy: optional(siteProxy, "Host and path that it is served below"),
  adaptiveContent: optional(z.boolean(), "Content adapts to the visitor"),
  adaptiveSchema: optional(visitorAttributes, "JSON Schema (draft-07) of the visitors' attributes"),
  agentsContext: optional(agentsContext, "Whether agents can read it"),
  structure: optional(
    z.array(z.union([section, group, siteSpace])),
    "Sections and groups in order, or site spaces in order",
  ),
  shareLinks: optional(
    z.array(
      z.strictObject({
        id: ownId.describe("Id of the share link"),
        name: shareLinkName.describe("Name of the share link"),
        active: optional(z.boolean(), "It gives access; true when left out"),
        key: optional(id, "Secret in its address"),
      }),
    ),
    "Share links",
  ),
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
  agentInstructions: optional(richDocument(), "What agents are told, as a rich document"),
  members: optional(z.array(member), "Members"),
  teams: optional(z.array(team), "Teams"),
  collections: optional(z.array(collection), "Collections at the root"),
  spaces: optional(z.array(space), "Spaces, in display order inside their collections"),
  order: optional(z.array(id), "Ids of spaces and collections at the root, in display order"),
  sites: optional(z.array(site), "Sites"),
  saml: optional(z.array(saml), "SAML providers"),
  openapi: optional(z.array(spec), "OpenAPI specs"),
  translations: optional(z.array(seedTranslation), "Translations of spaces"),
  conversations: optional(z.array(seedConversation), "Conversations from outside systems"),
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
/** A site of a seed. */
export type SeedSite = z.infer<typeof site>;
/** A section of a site of a seed. */
export type SeedSection = z.infer<typeof section>;
/** A group of sections of a site of a seed. */
export type SeedGroup = z.infer<typeof group>;
/** A space as a site of a seed shows it. */
export type SeedSiteSpace = z.infer<typeof siteSpace>;
/** A collection of a seed. */
export type SeedCollection = z.infer<typeof collection>;
