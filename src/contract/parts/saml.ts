import * as z from "zod";
import { defineOperations, paging } from "../operation.ts";
import {
  deleted,
  httpUrl,
  links,
  objectOf,
  optional,
  optionalFields,
  requestBody,
  resource,
  role,
  timestamp,
} from "../resource.ts";
import { team } from "./teams.ts";

/** Label of a SAML provider, 1..30 characters (8). */
export const samlLabel = z.string().min(1).max(30);

/** Entity id of a SAML provider, at most 1024 characters (8). */
export const samlEntityId = z.string().max(1024);

/** Certificate of a SAML provider, at most 10000 characters (8). */
export const samlCertificate = z.string().max(10_000);

/** SAML provider (2.12). */
export const samlProvider = resource("saml-provider", () => ({
  id: z.string(),
  label: z.string(),
  ssoURL: z.string().optional(),
  entityID: z.string().optional(),
  certificate: z.string().optional(),
  defaultTeam: team().optional(),
  defaultRole: role.nullable().optional(),
  createdAt: timestamp.optional(),
  // Open: A8.
  status: optional(z.string(), "Such as active or pending"),
  service: optionalFields(["acsURL", "startURL", "entityID"], z.string()).optional(),
  urls: links("location"),
}));

/** SSO login info item (2.12). */
const ssoLogin = objectOf(() => ({ id: z.string(), label: z.string(), startURL: z.string().optional() }));

const createBody = requestBody(() => ({
  label: samlLabel.describe("Label that people see when they sign in"),
  entityID: optional(samlEntityId, "Entity id of the identity provider"),
  certificate: optional(samlCertificate, "Certificate of the identity provider"),
  ssoURL: optional(httpUrl, "Address where people sign in"),
  defaultTeam: optional(z.string(), "Id of the team that new people join"),
  defaultRole: optional(role.nullable(), "Role of new people; null makes them guests"),
}));

/** Operations on SAML providers and SSO logins (4.18). */
export const samlOperations = defineOperations("4.18", {
  listSamlProviders: {
    summary: "List the SAML providers of an organization",
    call: "GET /orgs/{organizationId}/saml",
    query: paging,
    list: samlProvider,
  },
  createSamlProvider: {
    summary: "Create a SAML provider",
    call: "POST /orgs/{organizationId}/saml",
    body: createBody,
    answers: { 201: samlProvider },
  },
  getSamlProvider: {
    summary: "Get a SAML provider",
    call: "GET /orgs/{organizationId}/saml/{samlProviderId}",
    answers: { 200: samlProvider },
  },
  updateSamlProvider: {
    summary: "Update a SAML provider",
    call: "PATCH /orgs/{organizationId}/saml/{samlProviderId}",
    body: () =>
      createBody().extend({
        label: optional(samlLabel, "Label that people see when they sign in"),
      }),
    answers: { 200: samlProvider },
  },
  deleteSamlProvider: {
    summary: "Delete a SAML provider",
    call: "DELETE /orgs/{organizationId}/saml/{samlProviderId}",
    answers: deleted,
  },
  listSsoLogins: {
    summary: "List the ways to sign in to an organization",
    call: "GET /orgs/{organizationId}/sso",
    answers: { 200: objectOf(() => ({ items: z.array(ssoLogin()) })) },
  },
});
