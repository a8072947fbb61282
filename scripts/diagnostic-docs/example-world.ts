import type { JsonObject } from "../../src/text/json.ts";

/** The organization of every example on the platform. */
export const exampleOrganization: JsonObject = {
  id: "org_acme",
  title: "Acme",
  members: [
    { email: "ana@acme.example", role: "admin" },
    { email: "li@acme.example", role: "edit" },
  ],
};

/** Environment of every example: the address of the platform, and a token of somebody who may do everything. */
export const exampleEnvironment = {
  DOCFORM_BASE_URL: "https://docs.example",
  DOCFORM_TOKEN: "token-of-ana",
} as const;

/** The users of the tokens of the platform. */
export const exampleTokens: JsonObject = {
  [exampleEnvironment.DOCFORM_TOKEN]: { user: "ana@acme.example", rights: "admin" },
  "token-of-li": { user: "li@acme.example", rights: "read" },
};
