import * as z from "zod";
import type { Json, JsonObject } from "../../text/json.ts";
import { once } from "../once.ts";
import { defineOperations, pagedBy } from "../operation.ts";
import {
  deleted,
  httpUrl,
  objectOf,
  optional,
  queryBoolean,
  requestBody,
  resource,
  shareKey,
  timestamp,
} from "../resource.ts";

/**
 * Path below the address of a site: `/old/api`. One star may be at its end: `/old/*` is everything below, `/old*` all
 * that begins so.
 */
export const redirectSource = z
  .string()
  .max(512)
  .regex(
    /^\/(?!\*)(?!.*\*.)(?:[A-Za-z0-9\-._~+]|%[0-9A-Fa-f]{2})+(?:\/(?:[A-Za-z0-9\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\/\*|\*)?$/,
    "a path such as /old/api, which begins with a slash and ends without one; one star may be its end: /old/*",
  );

const places = [
  z.strictObject({
    kind: z.literal("site-section"),
    siteSectionId: z.string().describe("Id of the section"),
  }),
  z.strictObject({ kind: z.literal("site-space"), siteSpaceId: z.string().describe("Id of the site space") }),
  z.strictObject({
    kind: z.literal("site-page"),
    siteSpaceId: z.string().describe("Id of the site space of the page"),
    pageId: z.string().describe("Id of the page"),
  }),
  z.strictObject({ kind: z.literal("external"), url: httpUrl.describe("Address of anything else") }),
] as const;

const destination = z.discriminatedUnion("kind", places);

/** A destination as bodies say it: also a page by its path. */
const givenDestination = z.discriminatedUnion("kind", [
  ...places,
  z.strictObject({
    kind: z.literal("path"),
    spaceId: z.string().describe("Id of the space with the page"),
    path: z.string().describe("Path of the page in the space"),
  }),
]);

/** A redirect of a site. A draft and a live one of the same source are two. */
export const siteRedirect = resource("site-redirect", () => ({
  id: z.string(),
  source: z.string(),
  draft: z.boolean(),
  captureWildcard: z.boolean(),
  permanent: z.boolean(),
  // Open: A8.
  destination: z.looseObject({ kind: z.string() }),
  createdAt: timestamp,
  updatedAt: timestamp.optional(),
}));

/**
 * A destination as one text: an address elsewhere, or `section:ID`, `site-space:ID`, `page:SITE-SPACE/PAGE` for what the site
 * shows.
 */
export const redirectTarget = z.union(
  [httpUrl, z.string().regex(/^(section|site-space):[^/]+$|^page:[^/]+\/[^/]+$/)],
  {
    error: "an address with https://, or section:ID, site-space:ID or page:SITE-SPACE/PAGE",
  },
);

/** The destination that a text says. */
export function destinationOf(target: string): z.output<typeof destination> {
  const [, form = "", id = "", pageId = ""] = /^(section|site-space|page):([^/]+)\/?(.*)$/.exec(target) ?? [];
  if (form === "page") return { kind: "site-page", siteSpaceId: id, pageId };
  return form === "" ? { kind: "external", url: target } : placeOf(form, id);
}

/** The destination that is a section or a site space; its id may be one that an earlier call answers. */
export function placeOf<Id extends Json>(kind: string, id: Id) {
  return kind === "section"
    ? ({ kind: "site-section", siteSectionId: id } as const)
    : ({ kind: "site-space", siteSpaceId: id } as const);
}

/** The text of a destination in an answer; undefined for one of an unknown kind. */
export function targetOf({ kind, url, siteSectionId, siteSpaceId, pageId }: JsonObject): string | undefined {
  if (kind === "external") return String(url);
  if (kind === "site-section") return `section:${siteSectionId}`;
  if (kind === "site-space") return `site-space:${siteSpaceId}`;
  return kind === "site-page" ? `page:${siteSpaceId}/${pageId}` : undefined;
}

const captureWildcard = optional(
  z.boolean(),
  "Whether the part that the star means is appended to the destination",
);
const permanent = optional(
  z.boolean(),
  "Whether visitors of a public site are told that it is permanent (308)",
);

/** One of many redirects. A destination of null deletes it; nothing says what a permanent that is left out means. */
const redirectItem = once(() =>
  z.union([
    z.strictObject({ source: redirectSource, intent: z.literal("publish").describe("Makes the draft live") }),
    z.strictObject({
      source: redirectSource,
      intent: optional(z.enum(["live", "draft"]), "Which of the two is meant; live when not given"),
      captureWildcard,
      permanent,
      destination: givenDestination.nullable().describe("Where it leads; null deletes it"),
    }),
  ]),
);

/** The result of one of many redirects. */
const redirectResult = objectOf(() => ({
  status: z.string().describe("created, updated, deleted, published or error"),
  source: z.string(),
  draft: z.boolean(),
  id: z.string().optional(),
  error: z.string().optional(),
}));

/** Operations on the redirects of a site. */
export const gitbookRedirectOperations = defineOperations("G redirects", {
  listSiteRedirects: {
    summary: "List the redirects of a site: the live ones, or the drafts",
    call: "GET /orgs/{organizationId}/sites/{siteId}/redirects",
    query: pagedBy(() => ({
      search: optional(z.string(), "Only those with this text in their source"),
      draft: optional(queryBoolean(), "Drafts instead of live ones"),
      orderBy: optional(
        z.enum(["createdAt", "updatedAt", "source"]),
        "Order; the latest first when not given",
      ),
    })),
    list: siteRedirect,
  },
  createSiteRedirect: {
    summary: "Create a redirect of a site",
    call: "POST /orgs/{organizationId}/sites/{siteId}/redirects",
    body: requestBody(() => ({
      source: redirectSource.describe("Path below the address of the site; one star may be its end"),
      destination: givenDestination.describe("Where it leads"),
      captureWildcard,
      draft: optional(z.boolean(), "Whether visitors are not redirected yet"),
      permanent,
    })),
    answers: { 201: siteRedirect },
  },
  putSiteRedirects: {
    summary: "Create, change, delete or publish up to 500 redirects of a site, each with a result of its own",
    call: "PUT /orgs/{organizationId}/sites/{siteId}/redirects",
    // An item is what is wanted, so a repetition ends in the same state.
    items: {
      list: "redirects",
      most: 500,
      results: "results",
      isOf: (one, { source }) =>
        String(one.source).toLowerCase() === String(source).toLowerCase() && one.draft !== true,
      failure: ({ status, error }) => (status === "error" ? String(error ?? "it gave no reason") : undefined),
      deletes: ({ destination }) => destination === null,
      read: "listSiteRedirects",
    },
    body: requestBody(() => ({
      redirects: z.array(redirectItem()).min(1).max(500).describe("The redirects, by their source"),
    })),
    answers: { 200: objectOf(() => ({ results: z.array(redirectResult()) })) },
  },
  updateSiteRedirect: {
    summary: "Update a redirect of a site",
    call: "PATCH /orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}",
    body: requestBody(() => ({
      source: optional(redirectSource, "Path below the address of the site; one star may be its end"),
      destination: optional(destination, "Where it leads"),
      captureWildcard,
      draft: optional(z.boolean(), "Whether visitors are not redirected yet"),
      permanent,
    })),
    answers: { 200: siteRedirect },
  },
  deleteSiteRedirect: {
    summary: "Delete a redirect of a site",
    call: "DELETE /orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}",
    answers: deleted,
  },
  resolveSiteRedirect: {
    summary: "Find the redirect of a path of a site, and where it leads",
    call: "GET /orgs/{organizationId}/sites/{siteId}/redirect",
    query: once(() =>
      z.object({ source: redirectSource.describe("Path below the address of the site"), shareKey }),
    ),
    answers: {
      200: objectOf(() => ({
        redirect: siteRedirect(),
        target: z.string().describe("Address that it leads to"),
      })),
    },
  },
});
