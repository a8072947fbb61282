import * as z from "zod";
import { gitbookSiteOperations, gitbookSiteType } from "../../contract/gitbook/sites.ts";
import {
  agentsContext,
  siteBasename,
  siteOperations,
  siteProxy,
  siteTitle,
  siteType,
} from "../../contract/parts/sites.ts";
import { siteVisibility } from "../../contract/resource.ts";
import type { Field } from "../../model/field.ts";
import { defineKind } from "../../model/kind.ts";
import { isObject, type Json, type JsonObject } from "../../text/json.ts";
import { accessField, levelField } from "../access.ts";
import { openings } from "../openings.ts";
import { byOrganizationAdmin, risk } from "../risks-and-permissions.ts";
import { textAt } from "../values.ts";

/** `origin` is the text that was set; `target` is where requests to it are passed on to (A38). */
function readProxy(answer: JsonObject): Json | undefined {
  return isObject(answer.proxy) ? answer.proxy.origin : undefined;
}

const type = {
  doc: "Type of the site, chosen when it is created",
  fixed: "the type of a site cannot change once it exists (the API takes it only on creation)",
} as const;

const published = {
  schema: z.boolean(),
  doc: "Can its audience reach the site?",
  access: true,
  switched: {
    on: siteOperations.publishSite,
    off: "the API can publish a site, but not unpublish it; do it on the platform",
    last: true,
    opensTo: "visibility",
  },
  whenNew: false,
} as const satisfies Field;

/** A docs site: its settings, structure and share links (2.15, 4.11). */
export const siteKind = defineKind({
  name: "site",
  plural: "sites",
  doc: "A docs site: its settings, its structure and its share links",
  shape: "collection",
  access: true,
  fields: {
    title: { schema: siteTitle, doc: "Title of the site" },
    type: { ...type, schema: siteType, whenNew: "basic" },
    visibility: {
      schema: siteVisibility,
      doc: "Who can see the site once it is published",
      values: {
        public: "anyone, and search engines index it",
        unlisted: "anyone, but search engines do not index it",
        "share-link": "anyone with a secret token in the address",
        "visitor-auth": "anyone who is authenticated with a JWT",
      },
      access: true,
      whenNew: "public",
    },
    basename: {
      schema: siteBasename,
      doc: "Last part of the site's address, of one site only",
      unique: { inAddress: true },
    },
    proxy: {
      schema: siteProxy,
      doc: "Host and path that the site is served below, such as acme.example/docs; null removes it",
      clearable: true,
      read: readProxy,
    },
    adaptiveContent: {
      schema: z.boolean(),
      doc: "Does the content adapt to the visitor?",
      read: (answer) => (isObject(answer.adaptiveContent) ? answer.adaptiveContent.enabled : undefined),
      write: (value) => ({ enabled: value }),
      whenNew: false,
    },
    agentsContext: {
      editions: ["reference"],
      schema: agentsContext,
      doc: "May agents read the site: included, or excluded",
      values: { included: "agents may read the site", excluded: "agents may not read the site" },
      whenNew: "included",
    },
    defaultSiteSection: {
      schema: z.string().min(1),
      doc: "Key of the section that visitors see first",
      defaultChild: "section",
    },
    defaultSiteSpace: {
      schema: z.string().min(1),
      doc: "Key of the space that visitors see first, in a site without sections",
      defaultChild: "site-space",
    },
    published,
  },
  naturalKeys: [["title"]],
  required: ["title"],
  differences: {
    gitbook: {
      structureKeptAt: {
        pointer: "/gitSync",
        reason:
          "the service writes the structure of this site from a Git repository of its own; change it in that repository, or take structure: out of the manifest",
      },
      // The service chooses a type that costs for a site that is given none.
      required: ["title", "type"],
      example: { title: "Developer Hub", type: "premium", visibility: "public", published: true },
      fields: {
        type: { ...type, schema: gitbookSiteType },
        defaultLevel: levelField("site", { usual: "inherit" }),
        access: accessField("Site"),
        keepOldPaths: {
          schema: z.boolean(),
          doc: "Does docform redirect old paths of the published site, and keep its redirects?",
          looksAfter: "redirects",
        },
        published: {
          ...published,
          switched: { ...published.switched, off: gitbookSiteOperations.unpublishSite },
        },
      },
      operations: {
        read: gitbookSiteOperations.listSites,
        find: gitbookSiteOperations.getSite,
        create: gitbookSiteOperations.createSite,
        update: [gitbookSiteOperations.updateSite],
        delete: siteOperations.deleteSite,
      },
    },
  },
  idParam: "siteId",
  operations: {
    read: siteOperations.listSites,
    find: siteOperations.getSite,
    create: siteOperations.createSite,
    update: [siteOperations.updateSite],
    delete: siteOperations.deleteSite,
  },
  seed: {
    list: "sites",
    holds: "structure",
    also: ({ gitSync }) => (isObject(gitSync) ? { gitSync: textAt(gitSync, "url") ?? "" } : {}),
  },
  inUse: ["published", "/siteSpaces"],
  label: (answer) => String(answer.title),
  permissions: byOrganizationAdmin,
  opens: openings.site,
  risks: ({ action, before }) =>
    action === "delete" && before?.published === true
      ? [risk("cannot be undone: a published site goes offline")]
      : [],
  example: { title: "Developer Hub", visibility: "public", published: true },
});
