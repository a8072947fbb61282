import * as z from "zod";
import { once } from "../once.ts";
import { pagedBy, paging } from "../operation.ts";
import {
  contentFormat,
  links,
  notShown,
  objectOf,
  optional,
  queryBoolean,
  requestBody,
  resource,
  timestamp,
} from "../resource.ts";

const pageReference = objectOf(() => ({
  kind: z.literal("page"),
  page: z.string(),
  space: z.string().optional(),
}));

/** Reference to content (2.1). */
const contentReference = once(() =>
  z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("file"), file: z.string(), space: z.string().optional() }),
    pageReference(),
    z.object({ kind: z.literal("openapi"), spec: z.string() }),
  ]),
);

/** The parameters of a template (4.2, 4.4). */
export const templateParams = requestBody(() => ({
  contentRefs: optional(
    z.record(
      z.string(),
      z.strictObject({
        kind: z.literal("file").describe("Kind of content"),
        file: z.string().describe("Id of the file"),
        space: z.string().describe("Id of the space that holds the file"),
      }),
    ),
    "Files by the name that the template gives them",
  ),
}));

const gitObject = objectOf(() => ({ oid: z.string().optional(), path: z.string().optional() }));

const layout = objectOf(() => ({
  width: notShown,
  cover: notShown,
  coverSize: notShown,
  title: notShown,
  description: notShown,
  tableOfContents: notShown,
  outline: notShown,
  pagination: notShown,
  metadata: notShown,
}));

/** Page (2.20). The reference does not show its variants per format, so unknown fields are kept. */
export const page = once(() =>
  z.looseObject({
    id: z.string(),
    title: z.string(),
    emoji: z.string().optional(),
    icon: z.string().optional(),
    createdAt: timestamp.optional(),
    updatedAt: timestamp.optional(),
    markdown: z.string().optional(),
    // Open: A8.
    type: optional(z.string(), "Such as document, group, link or computed"),
    urls: links("app"),
    slug: z.string().optional(),
    path: z.string().optional(),
    description: z.string().optional(),
    get pages(): z.ZodOptional<z.ZodArray<ReturnType<typeof page>>> {
      return z.array(page()).optional();
    },
    git: gitObject().optional(),
    layout: layout().optional(),
    cover: z
      .object({
        ref: contentReference().optional(),
        refDark: contentReference().optional(),
        yPos: z.number().optional(),
        height: z.number().optional(),
      })
      .optional(),
    variables: z.record(z.string(), z.string()).optional(),
    hidden: z.boolean().optional(),
    noIndex: z.boolean().optional(),
    noRobotsIndex: z.boolean().optional(),
    metaLinks: z
      .object({ canonical: pageReference().optional(), alternates: z.array(pageReference()).optional() })
      .optional(),
    computed: z
      .object({
        type: optional(z.string(), "Such as builtin:openapi"),
        dependencies: notShown,
        props: notShown,
      })
      .optional(),
    computedSeed: z.string().optional(),
  }),
);

/** File (2.20). */
export const file = objectOf(() => ({
  id: z.string(),
  name: z.string(),
  contentType: z.string().optional(),
  downloadURL: z.string().optional(),
  size: z.number().optional(),
  dimensions: z.object({ width: z.number().optional(), height: z.number().optional() }).optional(),
  git: gitObject().optional(),
}));

/** Revision: the content of a space or change request at one time (2.20). */
export const revision = resource("revision", () => ({
  id: z.string(),
  parents: z.array(z.string()).optional(),
  pages: z.array(page()).optional(),
  files: z.array(file()).optional(),
  reusableContents: z
    .array(z.object({ id: z.string(), title: z.string().optional(), git: gitObject().optional() }))
    .optional(),
  variables: z.record(z.string(), z.string()).optional(),
  createdAt: timestamp.optional(),
  git: z
    .object({
      oid: z.string().optional(),
      message: z.string().optional(),
      createdByService: z.boolean().optional(),
      url: z.string().optional(),
      ref: z.string().optional(),
    })
    .optional(),
  urls: links("app", "published", "public"),
  // Open: A8.
  type: optional(z.string(), "Such as edits, merge, rollback, update or computed"),
}));

const contentParameters = once(() => ({
  metadata: optional(queryBoolean(), "Whether to give Git metadata that may change; true when not given"),
  computed: optional(queryBoolean(), "Whether to compute content; true when not given"),
}));

/** Query of content (4.4, 4.5). */
export const contentQuery = once(() => z.object(contentParameters()));

/** Query of a list of content (4.4, 4.5). */
export const contentListQuery = once(() => paging().extend(contentParameters()));

/** Query of one page (4.4, 4.5). */
export const pageQuery = once(() =>
  contentQuery().extend({
    format: contentFormat,
    evaluated: optional(
      z.union([queryBoolean(), z.literal("deterministic-only")]),
      "true evaluates the whole document, deterministic-only only expressions whose inputs are deterministic; false when not given",
    ),
    dereferenced: optional(
      z.union([queryBoolean(), z.literal("reusable-contents")]),
      "true expands all references, reusable-contents only reusable contents; false when not given",
    ),
  }),
);

/** State of a link: fine, its target is missing in the revision, or it points into the app (2.21). */
export const linkStatus = z.enum(["ok", "broken", "in-app"]);

/** One end of a link: content of a space, in a version of it (2.21). */
const linkReference = objectOf(() => ({
  kind: z.string().describe("Such as file"),
  organization: z.string().optional(),
  space: z.string().optional(),
  versionContext: z.object({ type: z.string(), revision: z.string().optional() }).optional(),
  file: z.string().optional(),
  page: z.string().optional(),
}));

/** Backlink: a place that links to a file (2.21). */
export const backlink = once(() => linkReference());

/** Link (2.21). */
export const link = objectOf(() => ({
  status: linkStatus,
  relation: optional(z.string(), "Such as reference"),
  targetReference: linkReference().optional(),
  locationReferences: z.array(linkReference()).optional(),
}));

/** The extra fields of a list of links (2.21). */
export const linkListExtra = objectOf(() => ({
  stats: z
    .object({
      total: z.number().optional(),
      broken: z.object({ total: z.number().optional(), changeRequest: z.number().optional() }).optional(),
    })
    .optional(),
}));

/** Query of a list of links that can be filtered (4.4, 4.6). */
export const linksQuery = pagedBy(() => ({
  status: optional(linkStatus, "Only links that are fine, broken, or point into the app"),
}));
