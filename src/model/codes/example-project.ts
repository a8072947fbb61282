import type { JsonObject } from "../../text/json.ts";
import type { Files } from "./diagnostic-info.ts";

/** The docform.yaml of an example that writes none. */
export const exampleSettings = "organizations: { acme: { id: org_acme } }\n";

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

/** The manifest of an example, a line a text, below the name of its organization. */
export function manifest(...lines: readonly string[]): Files {
  return { "manifests/acme.yaml": textOf("organization: acme", ...lines) };
}

/** A text of lines. */
export function textOf(...lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}
