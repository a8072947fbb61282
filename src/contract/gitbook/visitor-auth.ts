import * as z from "zod";
import { defineOperations } from "../operation.ts";
import { httpUrl, optional, requestBody, resource } from "../resource.ts";

/** A service that signs visitors in. */
export const visitorBackend = z.enum(["custom", "integration"]);

const visitorAuth = resource("publishing-auth", () => ({
  // Open: A8.
  backend: z.string().describe(`Who signs visitors in: ${visitorBackend.options.join(", ")}`),
  fallbackURL: optional(z.string(), "Address that visitors without a valid token are led to"),
  logoutURL: optional(z.string(), "Address that signs visitors out"),
  integration: optional(z.string(), "Name of the integration that is installed on the site"),
  privateKey: optional(z.string(), "Key that signs the tokens of visitors"),
}));

const answers = { 200: visitorAuth };
const secrets = ["/privateKey"];

/** The visitor authentication of a site. Each answer holds the private key that signs tokens. */
export const gitbookVisitorAuthOperations = defineOperations("G visitor authentication", {
  getVisitorAuth: {
    summary: "Get the visitor authentication of a site",
    call: "GET /orgs/{organizationId}/sites/{siteId}/publishing/auth",
    secrets,
    answers,
  },
  updateVisitorAuth: {
    summary: "Change the visitor authentication of a site",
    call: "PATCH /orgs/{organizationId}/sites/{siteId}/publishing/auth",
    secrets,
    body: requestBody(() => ({
      backend: visitorBackend.describe("Who signs visitors in"),
      fallbackURL: optional(
        httpUrl.nullable(),
        "Address that visitors without a valid token are led to; null clears it",
      ),
      logoutURL: optional(httpUrl.nullable(), "Address that signs visitors out; null clears it"),
    })),
    answers,
  },
  regenerateVisitorAuthKey: {
    summary: "Make another private key for the visitor authentication of a site",
    call: "POST /orgs/{organizationId}/sites/{siteId}/publishing/auth/regenerate",
    retry: "idempotent",
    warning: "Every token that the old key signed is invalid at once: its visitors are signed out.",
    secrets,
    answers,
  },
});
