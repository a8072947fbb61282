import * as z from "zod";
import { optionalText, text } from "./document-parts.ts";

/** Version of what `state list --format json` and `state show --format json` print. */
export const stateFormatVersion = 1;

const lastApply = z
  .object({
    at: text("ISO 8601"),
    by: z.string().exactOptional(),
    commit: z.string().exactOptional(),
  })
  .describe("The last apply that changed what the record has of the organization");

const place = text("Where the state is, in words");
const address = text("With the alias of the organization, where docform.yaml names it");
const alias = optionalText("As docform.yaml names the organization; left out when it does not");

const organization = z.object({
  baseUrl: text("Address of the platform"),
  organization: text("Id of the organization"),
  alias,
  lastApply,
  resources: z.array(
    z.object({
      address,
      kind: z.string(),
      id: z.string(),
      protected: z.boolean().describe("Does the record hold a protection of it?"),
    }),
  ),
});

/** Schema of the addresses in the record. */
export const stateListDocument = z.object({
  formatVersion: z.literal(stateFormatVersion),
  place,
  organizations: z.array(organization),
});

/** Schema of what the record knows of one address. */
export const stateShowDocument = z.object({
  formatVersion: z.literal(stateFormatVersion),
  place,
  address,
  kind: z.string(),
  id: z.string(),
  baseUrl: text("Address of the platform"),
  organization: text("Id of the organization"),
  alias,
  lastApply,
  fields: z
    .array(z.string())
    .describe("Paths of which it has a hash of what manifest and platform said when they last agreed"),
  unverifiable: z
    .array(z.string())
    .describe(
      "Fields that cannot be read back, of which it has a hash: of the value last sent, or else of the first declared",
    ),
  protected: z
    .object({ at: text("ISO 8601"), run: z.string().exactOptional(), commit: z.string().exactOptional() })
    .exactOptional()
    .describe("The apply that first protected it"),
});

/** The addresses in the record, by organization. */
export type StateListDocument = z.infer<typeof stateListDocument>;
/** The addresses of one organization. */
export type StateOrganization = StateListDocument["organizations"][number];
/** The entry of the record for one address. */
export type StateShowDocument = z.infer<typeof stateShowDocument>;
