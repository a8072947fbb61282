import type { z } from "zod";
import type { visitorBackend } from "../../contract/gitbook/visitor-auth.ts";
import type { agentsContext, visitorAttributes } from "../../contract/parts/sites.ts";
import type { defaultLevel } from "../../contract/parts/spaces.ts";
import type { siteVisibility } from "../../contract/resource.ts";
import type { JsonObject } from "../../text/json.ts";
import type { AccessState } from "./access-state.ts";
import type { Table } from "./table.ts";

/** A space as a site shows it (2.18). */
export interface SiteSpaceState {
  readonly id: string;
  /** Id of the section; undefined at the root of the site. */
  section?: string;
  space: string;
  path: string;
  condition?: string;
  hidden: boolean;
  /** Visitors do not see it yet; only the edition gitbook has drafts. */
  draft?: boolean;
  /** Id of the page that it begins with. */
  pageId?: string;
  /** Its title on this site, where that is another one than that of its space. */
  title?: string;
  /** The parts of its look that are not those of its site; only the edition gitbook has looks. */
  customization?: JsonObject;
}

/** Site spaces in their order, one of them the default as soon as there is one (A21, A26). */
export interface SiteSpaceList {
  siteSpaces: string[];
  defaultSiteSpace?: string;
}

/** Fields that sections and external links have, and groups some of them. */
interface ItemState {
  readonly id: string;
  title: string;
  icon?: string;
  description?: string;
  condition?: string;
  /** Id of the group that it is in; undefined at the root of the site. */
  group?: string;
  draft?: boolean;
  localizedTitle?: Readonly<Record<string, string>>;
  localizedDescription?: Readonly<Record<string, string>>;
}

/** A section of a site (2.16). */
export interface SectionState extends ItemState, SiteSpaceList {
  path: string;
}

/** A group of sections, groups and links, in one order (2.17, A25). */
export interface GroupState extends Pick<ItemState, "id" | "title" | "icon" | "draft" | "localizedTitle"> {
  parent?: string;
  /** Ids of the sections, groups and links in it. */
  readonly children: string[];
}

/** A link to another site, among the sections and groups; only the edition gitbook has them. */
export interface LinkState extends ItemState {
  url: string;
}

/** A link that opens a share-link site (2.19); `key` is the secret in its address. */
export interface ShareLinkState {
  readonly id: string;
  readonly key: string;
  readonly createdAt: string;
  name: string;
  active: boolean;
}

/** The attributes of visitors of a site (2.15). It cannot be removed once put (A29). */
interface AdaptiveSchemaState {
  readonly jsonSchema: z.infer<typeof visitorAttributes>;
  readonly updatedAt: string;
}

/** The sign-in of visitors of a site. */
export interface VisitorAuthState {
  backend: z.infer<typeof visitorBackend>;
  fallbackURL?: string | undefined;
  logoutURL?: string | undefined;
  /** The private keys that the site has had, the present one included; one when undefined. */
  keys?: number;
}

/** A site with its structure (2.15): site spaces at the root, or sections (A21). */
export interface SiteState extends SiteSpaceList {
  readonly id: string;
  readonly organization: string;
  readonly type: string;
  title: string;
  hostname?: string;
  basename?: string;
  proxy?: string;
  visibility: z.infer<typeof siteVisibility>;
  published: boolean;
  adaptiveContent: boolean;
  adaptiveSchema?: AdaptiveSchemaState;
  /** Of the edition gitbook alone; a site without one has what is usual. */
  visitorAuth?: VisitorAuthState;
  agentsContext: z.infer<typeof agentsContext>;
  /** Role of the members of the organization; undefined as long as nobody gave it one. */
  defaultLevel?: z.infer<typeof defaultLevel> | null;
  access?: AccessState;
  /** Id of the space with its style guide. */
  styleguide?: string;
  /** Address of the repository that writes its structure. */
  gitSync?: string;
  readonly createdAt: string;
  /** Ids of the sections, groups and links at the root, in one order. */
  readonly children: string[];
  defaultSection?: string;
  readonly sections: Record<string, SectionState>;
  readonly groups: Record<string, GroupState>;
  /** External links; undefined as long as there was none. */
  links?: Record<string, LinkState>;
  /** Every site space, at the root and in sections. */
  readonly allSiteSpaces: Record<string, SiteSpaceState>;
  readonly shareLinks: Table<ShareLinkState>;
  /** Paths that sections and site spaces had, by their ids, until another one takes them; the latest is last. */
  formerPaths?: readonly FormerPath[];
  /** Its redirects, drafts and live ones. */
  redirects?: Table<RedirectState>;
  /** The parts of its look that differ from the usual one, each as a whole. */
  customization?: JsonObject;
  customizationLimits?: CustomizationLimits;
}

/** How a platform treats parts of a look that the plan of a site does not include, by their paths: `header.logo`. */
export interface CustomizationLimits {
  /** Refuses a change of it, with this status. */
  readonly refused?: Readonly<Record<string, number>> | undefined;
  /** Answers well, and keeps what was there. */
  readonly dropped?: readonly string[] | undefined;
  /** Answers stars in place of it. */
  readonly masked?: readonly string[] | undefined;
}

/** A redirect of a site. One of the same source may be there as a draft and live. */
export interface RedirectState {
  readonly id: string;
  source: string;
  draft: boolean;
  captureWildcard: boolean;
  permanent: boolean;
  destination: RedirectDestination;
  readonly createdAt: string;
  updatedAt?: string;
}

/** Where a redirect leads. */
export type RedirectDestination =
  | { readonly kind: "site-section"; readonly siteSectionId: string }
  | { readonly kind: "site-space"; readonly siteSpaceId: string }
  | { readonly kind: "site-page"; readonly siteSpaceId: string; readonly pageId: string }
  | { readonly kind: "external"; readonly url: string };

/** A path that a section or site space had. */
export interface FormerPath {
  readonly id: string;
  readonly path: string;
}
