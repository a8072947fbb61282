import { gitbookCustomizationOperations, oneLookPieces } from "../../contract/gitbook/customization.ts";
import type { Field } from "../../model/field.ts";
import { defineKind } from "../../model/kind.ts";
import { lookSchemas, mayBeDropped, unmasked } from "../look.ts";
import { byOrganizationAdmin } from "../risks-and-permissions.ts";

const pieces: readonly string[] = oneLookPieces;

const { getSiteCustomization, putSiteCustomization } = gitbookCustomizationOperations;

/** The parts that a look can be without: null takes them away. */
const clearable = ["title", "localizedTitle", "announcement"];

function lookField([name, { schema, doc }]: [string, Pick<Field, "schema" | "doc">]): [string, Field] {
  return [
    name,
    {
      schema: unmasked(schema),
      doc,
      ...(pieces.includes(name) ? {} : { partial: pieces }),
      mayBeDropped,
      ...(clearable.includes(name) ? { clearable: true } : {}),
    },
  ];
}

/** The look of a site, of which manifests name the parts that they care for. */
export const siteCustomizationKind = defineKind({
  name: "site-customization",
  plural: "customization",
  doc: "The look of a site: only what is written here is compared and changed. Links name spaces and pages by their ids",
  shape: "singleton",
  parent: "site",
  editions: ["gitbook"],
  fields: Object.fromEntries(Object.entries(lookSchemas()).map(lookField)),
  naturalKeys: [],
  required: [],
  idParam: "siteId",
  operations: {
    read: getSiteCustomization,
    // A new site has a look, which its first replacement is laid over.
    create: putSiteCustomization,
    update: [putSiteCustomization],
    wholeBody: { without: ["updatedAt", "hasOverrides"], pieces },
  },
  permissions: byOrganizationAdmin,
  seed: {
    keys: Object.fromEntries(Object.keys(lookSchemas()).map((name) => [name, null])),
    also: ({ updatedAt, ...customization }) => ({ customization }),
  },
  notDeletable: "a site always has a look; write the values that it is to have",
  label: () => "look",
  example: {
    styling: { primaryColor: { light: "#346DDB" } },
    favicon: { emoji: "1f680" },
    header: { preset: "bold" },
    announcement: { enabled: true, message: "Version 2 is out", style: "info" },
    socialAccounts: [{ platform: "github", handle: "acme", display: { header: false, footer: true } }],
  },
});
