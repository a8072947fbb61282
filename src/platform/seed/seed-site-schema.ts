import * as z from "zod";
import { redirectSource, redirectTarget } from "../../contract/gitbook/redirects.ts";
import { gitbookSiteType } from "../../contract/gitbook/sites.ts";
import { linkUrl, localizedDescription, localizedTitle } from "../../contract/gitbook/values.ts";
import { visitorBackend } from "../../contract/gitbook/visitor-auth.ts";
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
  visitorAttributes,
} from "../../contract/parts/sites.ts";
import { defaultLevel } from "../../contract/parts/spaces.ts";
import { httpUrl, iconName, optional, siteVisibility } from "../../contract/resource.ts";
import { seedAccess } from "./seed-access.ts";
import { seedId as id, ownId } from "./seed-content-schema.ts";

const draft = optional(z.boolean(), "Visitors do not see it yet");
const titles = optional(localizedTitle, "Title in other languages, by language");

/** Fields that sections and external links have. */
const itemFields = {
  icon: optional(iconName, "Name of the icon"),
  description: optional(sectionDescription, "Description for visitors"),
  condition: optional(sectionCondition, "Expression that decides whether visitors see it"),
  draft,
  localizedTitle: titles,
  localizedDescription: optional(localizedDescription, "Description in other languages, by language"),
};

const look = z.record(z.string(), z.json());

const paths = z.array(z.string());

const siteSpace = z.strictObject({
  space: id.describe("Id of the space to show"),
  id: ownId.describe("Id of the site space"),
  path: optional(siteSpacePath, "Path; made from the title of the space when left out"),
  hidden: optional(z.boolean(), "Left out of the navigation"),
  condition: optional(z.string(), "Expression that decides whether visitors see it"),
  draft,
  default: optional(z.literal(true), "Visitors see it first; the first one when left out"),
  customization: optional(look, "Parts of its look that are not those of the site"),
});

const section = z.strictObject({
  section: sectionTitle.describe("Title of the section"),
  id: ownId.describe("Id of the section"),
  path: optional(sectionPath, "Path; made from the title when left out"),
  ...itemFields,
  default: optional(z.literal(true), "Visitors see it first; the first one when left out"),
  spaces: z.array(siteSpace).min(1).describe("The spaces it shows, in order"),
});

const link = z.strictObject({
  link: sectionTitle.describe("Title of the external link"),
  id: ownId.describe("Id of the external link"),
  url: linkUrl.describe("Address that it leads to"),
  ...itemFields,
});

const group = z.strictObject({
  group: groupTitle.describe("Title of the group"),
  id: ownId.describe("Id of the group"),
  icon: optional(iconName, "Name of the icon"),
  draft,
  localizedTitle: titles,
  get children(): z.ZodOptional<
    z.ZodArray<z.ZodUnion<readonly [typeof section, typeof link, typeof group]>>
  > {
    return z
      .array(z.union([section, link, group]))
      .optional()
      .describe("Sections, external links and groups in it, in order");
  },
});

const redirect = z.strictObject({
  id: ownId.describe("Id of the redirect"),
  source: redirectSource.describe("Path below the address of the site; one star may be its end"),
  to: redirectTarget.describe("Address, or section:ID, site-space:ID or page:SITE-SPACE/PAGE"),
  captureWildcard: optional(z.boolean(), "The part that the star means is appended to the destination"),
  permanent: optional(z.boolean(), "Visitors are told that it is permanent"),
  draft: optional(z.boolean(), "Visitors are not redirected yet"),
});

/** A site of a seed, with its structure. */
export const seedSite = z.strictObject({
  id: ownId.describe("Id of the site"),
  title: siteTitle.describe("Title of the site"),
  type: optional(gitbookSiteType, "Type; basic when left out"),
  visibility: optional(siteVisibility, "Who can see it; public when left out"),
  published: optional(z.boolean(), "Its audience can reach it"),
  hostname: optional(z.string(), "Custom hostname"),
  basename: optional(siteBasename, "Last part of its address"),
  proxy: optional(siteProxy, "Host and path that it is served below"),
  adaptiveContent: optional(z.boolean(), "Content adapts to the visitor"),
  adaptiveSchema: optional(visitorAttributes, "JSON Schema (draft-07) of the visitors' attributes"),
  visitorAuth: optional(
    z.strictObject({
      backend: visitorBackend.describe("Who signs visitors in"),
      fallbackURL: optional(httpUrl, "Address that visitors without a valid token are led to"),
      logoutURL: optional(httpUrl, "Address that signs visitors out"),
    }),
    "Visitor authentication",
  ),
  agentsContext: optional(agentsContext, "Whether agents can read it"),
  customization: optional(look, "Parts of its look that are not the usual ones"),
  customizationLimits: optional(
    z.strictObject({
      refused: optional(z.record(z.string(), z.int()), "Paths such as header.logo, with a status each"),
      dropped: optional(paths, "Paths that it answers well to, and does not keep"),
      masked: optional(paths, "Paths that it answers stars for"),
    }),
    "The parts of a look that the plan of the site does not include",
  ),
  defaultLevel: optional(
    defaultLevel.nullable(),
    "Role that members have in it; the site follows its spaces when left out",
  ),
  access: seedAccess,
  gitSync: optional(z.string(), "Address of the Git repository that writes its structure"),
  structure: optional(
    z.array(z.union([section, link, group, siteSpace])),
    "Sections, external links and groups in order, or site spaces in order",
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
  redirects: optional(z.array(redirect), "Redirects, live ones and drafts"),
});

/** A site of a seed. */
export type SeedSite = z.infer<typeof seedSite>;
/** A section of a site of a seed. */
export type SeedSection = z.infer<typeof section>;
/** An external link of a site of a seed. */
export type SeedLink = z.infer<typeof link>;
/** A group of sections of a site of a seed. */
export type SeedGroup = z.infer<typeof group>;
/** A space as a site of a seed shows it. */
export type SeedSiteSpace = z.infer<typeof siteSpace>;
