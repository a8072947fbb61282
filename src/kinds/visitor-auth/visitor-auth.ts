import { gitbookVisitorAuthOperations, visitorBackend } from "../../contract/gitbook/visitor-auth.ts";
import { httpUrl } from "../../contract/resource.ts";
import { defineKind } from "../../model/kind.ts";
import type { JsonObject } from "../../text/json.ts";
import { openings } from "../openings.ts";
import { byOrganizationAdmin } from "../risks-and-permissions.ts";

/** The platform itself adds where the visitor was (d). */
const fallbackURL = httpUrl.refine(
  (address) => !URL.canParse(address) || !new URL(address).searchParams.has("location"),
  "must not have location in its query: the platform adds it, to lead the visitor back",
);

/** The sign-in of visitors of a site. Its private key is no field, and is never read. */
export const visitorAuthKind = defineKind({
  name: "visitor-auth",
  plural: "visitorAuth",
  doc: "Who signs in the visitors of a site of visibility visitor-auth",
  shape: "singleton",
  parent: "site",
  editions: ["gitbook"],
  access: true,
  fields: {
    backend: {
      schema: visitorBackend,
      doc: "Who signs visitors in",
      values: {
        custom: "a service of your own, which signs tokens with the private key of the site",
        integration: "the integration that is installed on the site",
      },
      access: true,
    },
    fallbackURL: {
      schema: fallbackURL,
      doc: "Address that visitors without a valid token are led to, without location in its query",
      clearable: true,
      access: true,
    },
    logoutURL: {
      schema: httpUrl,
      doc: "Address that signs visitors out of a service of your own",
      clearable: true,
    },
  },
  naturalKeys: [],
  // Each update says it.
  required: ["backend"],
  idParam: "siteId",
  operations: {
    read: gitbookVisitorAuthOperations.getVisitorAuth,
    create: gitbookVisitorAuthOperations.updateVisitorAuth,
    update: [gitbookVisitorAuthOperations.updateVisitorAuth],
  },
  permissions: byOrganizationAdmin,
  opens: openings["visitor-auth"],
  seed: {
    keys: { backend: null, fallbackURL: null, logoutURL: null },
    also: ({ backend, fallbackURL, logoutURL }) => ({
      visitorAuth: Object.fromEntries(
        Object.entries({ backend, fallbackURL, logoutURL }).filter(([, value]) => value !== undefined),
      ) as JsonObject,
    }),
  },
  mattersIn: ({ visibility }) => visibility === "visitor-auth",
  notDeletable: "a site always has visitor authentication; another visibility of the site turns it off",
  label: () => "visitor authentication",
  example: { backend: "custom", fallbackURL: "https://login.acme.example/docs" },
});
