import * as z from "zod";
import {
  destinationOf,
  gitbookRedirectOperations,
  placeOf,
  redirectSource,
  redirectTarget,
  targetOf,
} from "../../contract/gitbook/redirects.ts";
import { keyPattern } from "../../model/address.ts";
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

const key = keyPattern.source.slice(1, -1);

/** Also something that a manifest declares in the site, by its address there. */
const declaredTarget = z.union(
  [
    ...redirectTarget.options,
    z.string().regex(new RegExp(`^(sections|(sections\\.${key}\\.)?spaces)\\.${key}$`)),
  ],
  {
    error:
      "an address with https://, or sections.KEY, sections.KEY.spaces.KEY, spaces.KEY, section:ID, site-space:ID or page:SITE-SPACE/PAGE",
  },
);

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
      schema: declaredTarget,
      doc: "Address that it leads to, or something of the site: sections.KEY, sections.KEY.spaces.KEY or spaces.KEY, or by id section:ID, site-space:ID or page:SITE-SPACE/PAGE",
      api: "destination",
      read: ({ destination }) => (isObject(destination) ? targetOf(destination) : undefined),
      write: (to) => (isObject(to) ? placeOf(String(to.kind), to.id ?? null) : destinationOf(String(to))),
      refersInParent: ["section", "site-space"],
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
  leadsOn: { source: "source", to: "to", captures: "captureWildcard" },
  seed: { list: "redirects" },
  label: (answer) => String(answer.source),
  permissions: byOrganizationAdmin,
  risks: ({ action, before }) =>
    action === "delete"
      ? [risk(`${String(before?.source)} leads nowhere, unless the site shows content there`)]
      : [],
  example: { source: "/old/api/*", to: "https://docs.acme.example/api", captureWildcard: true },
});
