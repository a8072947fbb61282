import * as z from "zod";
import {
  destinationOf,
  gitbookRedirectOperations,
  redirectSource,
  redirectTarget,
  targetOf,
} from "../../contract/gitbook/redirects.ts";
import { defineKind } from "../../model/kind.ts";
import { isObject, type JsonObject } from "../../text/json.ts";
import { byOrganizationAdmin, risk } from "../risks-and-permissions.ts";

/**
 * An item says all of a redirect: what it leaves out, the platform chooses. Unknown parts of a destination do not go back
 * (G6). A destination of null deletes.
 */
function itemOf({
  body,
  before = {},
}: {
  readonly body?: JsonObject;
  readonly before?: JsonObject | undefined;
}): JsonObject {
  const all: JsonObject = { ...before, ...body };
  const { source = "", captureWildcard = false, permanent = false } = all;
  if (body === undefined) return { source, destination: null };
  const target = isObject(before.destination) ? targetOf(before.destination) : undefined;
  const kept = target === undefined ? before.destination : destinationOf(target);
  const destination = body.destination ?? kept ?? null;
  return { source, intent: "live", destination, captureWildcard, permanent };
}

/**
 * A live redirect of a site. Drafts are apart: the list of the platform does not show them, and docform leaves them alone.
 * One whose source is content never redirects (d).
 */
export const redirectKind = defineKind({
  name: "redirect",
  plural: "redirects",
  doc: "A redirect from an old path of a site, for links that people have",
  shape: "collection",
  parent: "site",
  editions: ["gitbook"],
  fields: {
    source: {
      schema: redirectSource,
      doc: "Old path below the address of the site: /old/api. One star may be its end: /old/* is everything below",
      normalize: (source) => String(source).toLowerCase(),
      unique: {},
      fixed: "a redirect is known by its source, so another source is another redirect",
      replaces: true,
    },
    to: {
      schema: redirectTarget,
      doc: "Address that it leads to, or section:ID, site-space:ID, page:SITE-SPACE/PAGE for what the site shows",
      api: "destination",
      read: ({ destination }) => (isObject(destination) ? targetOf(destination) : undefined),
      write: (target) => destinationOf(String(target)),
    },
    captureWildcard: {
      schema: z.boolean(),
      doc: "Is the part that the star means appended to the destination?",
      whenNew: false,
    },
    permanent: {
      schema: z.boolean(),
      doc: "Are visitors of a public site told that it is permanent?",
      whenNew: false,
    },
  },
  naturalKeys: [["source"]],
  required: ["source", "to"],
  idParam: "siteRedirectId",
  operations: {
    read: gitbookRedirectOperations.listSiteRedirects,
    create: gitbookRedirectOperations.createSiteRedirect,
    // Nothing says which one the platform takes where it is left out.
    createSays: { draft: false, permanent: false },
    update: [gitbookRedirectOperations.updateSiteRedirect],
    delete: gitbookRedirectOperations.deleteSiteRedirect,
    shared: { operation: gitbookRedirectOperations.putSiteRedirects, item: itemOf },
  },
  leadsOn: {
    read: ({ source, to, captureWildcard }) => {
      const [, kind, id] = /^(section|site-space):(.*)$/.exec(String(to)) ?? [];
      const place = kind === undefined || id === undefined ? { url: String(to) } : { kind, id };
      return { source: String(source), to: place, captures: captureWildcard === true };
    },
    write: ({ source, to, captures }) => ({
      source,
      to: "url" in to ? to.url : `${to.kind}:${to.id}`,
      ...(source.endsWith("*") ? { captureWildcard: captures } : {}),
    }),
  },
  seed: { list: "redirects" },
  label: (answer) => String(answer.source),
  permissions: byOrganizationAdmin,
  risks: ({ action, before }) =>
    action === "delete"
      ? [risk(`${String(before?.source)} leads nowhere, unless the site shows content there`)]
      : [],
  example: { source: "/old/api/*", to: "https://docs.acme.example/api", captureWildcard: true },
});
