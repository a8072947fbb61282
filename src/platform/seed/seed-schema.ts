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
  email: z
    .email()
    .optional()
    .describe("Email of the person; nobody knows it when left out, and then give an id"),
  name: z.string().optional().describe("Display name; the email when left out"),
  role: role.nullable().optional().describe("Role; read when left out, null for a guest"),
  sso: z.boolean().optional().describe("Signs in by single sign-on"),
  disabled: z.boolean().optional().describe("Cannot sign in"),
  joinedAt: when.describe("When the person joined; the start of the clock when left out"),
  lastSeenAt: when.describe("When the person was last active; never when left out"),
});

const team = z.strictObject({
  id: ownId.describe("Id of the team"),
  title: teamTitle.describe("Title of the team"),
  members: z.record(z.string(), teamRole).optional().describe("Role in the team by email or user id"),
});

const collection = z.strictObject({
  id: ownId.describe("Id of the collection"),
  title: collectionTitle.describe("Title of the collection"),
  description: collectionDescription.optional().describe("Description of the collection"),
  defaultLevel: defaultLevel.nullable().optional().describe("Role that members have in it"),
  order: z.array(id).optional().describe("Ids of spaces and collections in it, in display order"),
  get collections(): z.ZodOptional<z.ZodArray<typeof collection>> {
    return z.array(collection).optional().describe("Collections in this one");
  },
});

const gitSync = z.strictObject({
  repoName: z.string().optional().describe("Name of the repository"),
  installationProvider: z.enum(["github", "gitlab"]).optional().describe("Where the repository is"),
  integration: z.string().optional().describe("Name of the integration"),
  url: httpUrl.optional().describe("Address of the repository"),
  updatedAt: when.describe("When they were brought in step last"),
});

const space = z.strictObject({
  id: ownId.describe("Id of the space"),
  title: spaceTitle.describe("Title of the space"),
  emoji: z.string().optional().describe("Emoji, as a hexadecimal code"),
  language: z.string().optional().describe("Language, as a BCP 47 code"),
  visibility: spaceVisibility.optional().describe("Who can see it"),
  editMode: editMode.optional().describe("live or locked"),
  mergeRules: mergeRulesBody().optional().describe("Rules that a change request meets"),
  defaultLevel: defaultLevel.nullable().optional().describe("Role that members have in it"),
  collection: id.optional().describe("Id of the collection it stands in; the root when left out"),
  gitSync: gitSync.optional().describe("Repository that its content comes from"),
  ...seedContent,
  changeRequests: z.array(seedChangeRequest).optional().describe("Change requests, in the order of numbers"),
  comments: z.array(seedComment).optional().describe("Comments on the space"),
  deletedAt: when.describe("When it was deleted: in no list, and restorable for 7 days from then"),
});

const siteSpace = z.strictObject({
  space: id.describe("Id of the space to show"),
  id: ownId.describe("Id of the site space"),
  path: siteSpacePath.optional().describe("Path; made from the title of the space when left out"),
  hidden: z.boolean().optional().describe("Left out of the navigation"),
  condition: z.string().optional().describe("Expression that decides whether visitors see it"),
  default: z.literal(true).optional().describe("Visitors see it first; the first one when left out"),
});

const section = z.strictObject({
  section: sectionTitle.describe("Title of the section"),
  id: ownId.describe("Id of the section"),
  path: sectionPath.optional().describe("Path; made from the title when left out"),
  icon: iconName.optional().describe("Name of the icon"),
  description: sectionDescription.optional().describe("Description for visitors"),
  condition: sectionCondition.optional().describe("Expression that decides whether visitors see it"),
  default: z.literal(true).optional().describe("Visitors see it first; the first one when left out"),
  spaces: z.array(siteSpace).min(1).describe("The spaces it shows, in order"),
});

const group = z.strictObject({
  group: groupTitle.describe("Title of the group"),
  id: ownId.describe("Id of the group"),
  icon: iconName.optional().describe("Name of the icon"),
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
  type: siteType.optional().describe("Type; basic when left out"),
  visibility: siteVisibility.optional().describe("Who can see it; public when left out"),
  published: z.boolean().optional().describe("Its audience can reach it"),
  hostname: z.string().optional().describe("Custom hostname"),
  basename: siteBasename.optional().describe("Last part of its address"),
  proxy: siteProxy.optional().describe("Host and path that it is served below"),
  adaptiveContent: z.boolean().optional().describe("Content adapts to the visitor"),
  adaptiveSchema: visitorAttributes.optional().describe("JSON Schema (draft-07) of the visitors' attributes"),
  agentsContext: agentsContext.optional().describe("Whether agents can read it"),
  structure: z
    .array(z.union([section, group, siteSpace]))
    .optional()
    .describe("Sections and groups in order, or site spaces in order"),
  shareLinks: z
    .array(
      z.strictObject({
        id: ownId.describe("Id of the share link"),
        name: shareLinkName.describe("Name of the share link"),
        active: z.boolean().optional().describe("It gives access; true when left out"),
        key: id.optional().describe("Secret in its address"),
      }),
    )
    .optional()
    .describe("Share links"),
});

const saml = z.strictObject({
  id: ownId.describe("Id of the provider"),
  label: samlLabel.describe("What people see when they sign in"),
  ssoURL: httpUrl.optional().describe("Address where people sign in"),
  entityID: samlEntityId.optional().describe("Entity id"),
  certificate: samlCertificate.optional().describe("Certificate"),
  defaultTeam: id.optional().describe("Id of the team that new people join"),
  defaultRole: role.nullable().optional().describe("Role of new people; null for guests"),
});

const spec = z.strictObject({
  id: ownId.describe("Id of the spec"),
  slug: specSlug.describe("Slug of the spec"),
  sourceURL: httpUrl.optional().describe("Address that it comes from; this or text"),
  text: z.string().optional().describe("The spec itself; this or sourceURL"),
  visibility: specVisibility.optional().describe("private when left out"),
});

const linkInvite = z.strictObject({
  id: ownId.describe("Id of the invite"),
  role: role.nullable().optional().describe("Role of people who come by it; read when left out"),
});

const organization = z.strictObject({
  id: ownId.describe("Id of the organization"),
  title: organizationTitle.describe("Title of the organization"),
  hostname: organizationHostname.optional().describe("Default hostname for public content"),
  customHostname: z.string().optional().describe("Custom hostname"),
  type: z.enum(["business", "community"]).optional().describe("business when left out"),
  plan: z.enum(["free", "plus", "pro"]).optional().describe("pro when left out"),
  useCase: z.string().optional().describe("What the organization is used for"),
  communityType: z.string().optional().describe("Kind of community"),
  emailDomains: z.array(z.string()).optional().describe("Domains whose people may join by themselves"),
  defaultRole: role.nullable().optional().describe("Role of people who join; null makes them guests"),
  defaultContent: id.optional().describe("Id of the site that people land on"),
  sso: z.boolean().optional().describe("Single sign-on is enforced"),
  ai: z.boolean().optional().describe("AI features are on"),
  inviteLinks: z.boolean().optional().describe("People can be invited by link"),
  mergeRules: mergeRulesBody().optional().describe("Rules that a change request meets"),
  logo: httpUrl.optional().describe("Address of the logo"),
  createdAt: when.describe("When it was created; the start of the clock when left out"),
  linkInvites: z.array(linkInvite).optional().describe("Links that invite people"),
  agentInstructions: richDocument().optional().describe("What agents are told, as a rich document"),
  members: z.array(member).optional().describe("Members"),
  teams: z.array(team).optional().describe("Teams"),
  collections: z.array(collection).optional().describe("Collections at the root"),
  spaces: z.array(space).optional().describe("Spaces, in display order inside their collections"),
  order: z.array(id).optional().describe("Ids of spaces and collections at the root, in display order"),
  sites: z.array(site).optional().describe("Sites"),
  saml: z.array(saml).optional().describe("SAML providers"),
  openapi: z.array(spec).optional().describe("OpenAPI specs"),
  translations: z.array(seedTranslation).optional().describe("Translations of spaces"),
  conversations: z.array(seedConversation).optional().describe("Conversations from outside systems"),
  clusters: z.array(seedCluster).optional().describe("Clusters of issues that need an id or are muted"),
});

const token = z.strictObject({
  user: z.string().describe("Email or id of the person whose token it is"),
  rights: z.enum(["admin", "read"]).describe("admin may do everything, read only what reads"),
  organizations: z.array(id).optional().describe("Ids of the organizations it reaches; all when left out"),
});

/** A seed: the first state of an embedded platform, written by a person. */
export const seedSchema = z.strictObject({
  now: timestamp.optional().describe("Start of the clock; 2026-01-01T00:00:00Z when left out"),
  tokens: z.record(z.string().regex(/^\S+$/), token).optional().describe("Access tokens by their text"),
  templates: z.array(seedTemplate).optional().describe("Templates, beside blank"),
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
