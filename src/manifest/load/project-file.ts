import * as z from "zod";
import { keyPattern } from "../../model/address.ts";
import { someText } from "../check/check-value.ts";

const aliasKey = z.string().regex(keyPattern, 'must be letters, digits, "-" and "_"');
const platform = z
  .strictObject({ baseUrl: someText.describe("Address of the API, without /v1") })
  .describe("The platform that the organizations live on");
const organizations = z
  .record(aliasKey, z.strictObject({ id: someText.describe("Id of the organization on the platform") }))
  .describe("Organizations by the alias that manifests use");

/** The guards of docform.yaml, and of an environment in it. */
export const guardsSchema = z
  .strictObject({
    minAdmins: z
      .int()
      .min(0)
      .optional()
      .describe("Admins that a plan must leave in an organization; 1 when left out")
      .meta({ default: 1 }),
    requiredAdmins: z
      .array(someText)
      .optional()
      .describe("Emails or ids of admins that no plan may remove or give another role"),
    exposure: z
      .enum(["show", "hold"])
      .optional()
      .describe("Is a plan held that opens something to more people? show, the default, only says so")
      .meta({
        default: "show",
        enumDescriptions: ["only says so", "holds the plan back until it is allowed"],
      }),
  })
  .describe("What holds a plan back");

const variables = z
  .record(aliasKey, z.union([z.string(), z.number(), z.boolean()]))
  .describe("Values that manifests take with ${var:name}");

/** What docform.yaml may hold, as it is written. */
export const projectFileSchema = z.strictObject({
  platform: platform.optional(),
  organizations,
  manifests: z
    .array(someText)
    .optional()
    .describe("Folders and files that hold the manifests; the folder manifests when left out")
    .meta({ default: ["manifests"] }),
  variables: variables.optional(),
  defaults: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .optional()
    .describe("Per kind the fields that resources take when they do not write them"),
  guards: guardsSchema.optional(),
  environments: z
    .record(
      aliasKey,
      z.strictObject({
        platform: platform.optional(),
        organizations: organizations.optional(),
        guards: guardsSchema.optional(),
        variables: variables.optional(),
        overlays: z
          .array(someText)
          .optional()
          .describe("Folders and files that patch the manifests in this environment, in this order"),
      }),
    )
    .optional()
    .describe("Per environment (--env NAME) what is different there"),
});
