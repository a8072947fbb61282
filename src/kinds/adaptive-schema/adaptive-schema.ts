import { siteOperations, visitorAttributes } from "../../contract/parts/sites.ts";
import { defineKind } from "../../model/kind.ts";
import { byOrganizationAdmin } from "../risks-and-permissions.ts";

/** The claims about visitors of a site that its content can adapt to (2.15, 4.11). */
export const adaptiveSchemaKind = defineKind({
  name: "adaptive-schema",
  plural: "adaptiveSchema",
  doc: "The attributes of visitors that the content of a site can adapt to",
  shape: "singleton",
  parent: "site",
  fields: {
    jsonSchema: {
      schema: visitorAttributes,
      doc: "JSON Schema (draft-07) of the attributes: booleans, and an unsigned object of booleans",
    },
  },
  naturalKeys: [],
  required: ["jsonSchema"],
  idParam: "siteId",
  operations: {
    read: siteOperations.getAdaptiveSchema,
    create: siteOperations.putAdaptiveSchema,
    update: [siteOperations.putAdaptiveSchema],
  },
  permissions: byOrganizationAdmin,
  seed: { keys: { jsonSchema: "adaptiveSchema" } },
  // A site without one answers 404 (4.11).
  mayBeMissing: true,
  // A29.
  notDeletable: "the adaptive schema of a site cannot be removed once it is there, only replaced",
  label: () => "adaptive schema",
  example: {
    jsonSchema: { type: "object", properties: { beta: { type: "boolean" } }, additionalProperties: false },
  },
});
