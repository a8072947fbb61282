import * as z from "zod";
import { editions } from "../../contract/edition.ts";
import { keyPattern } from "../../model/address.ts";
import { scopePattern } from "../../planner/state/scope.ts";
import { type BackendName, backendTypes } from "../../state/backends/backends.ts";
import { hidden } from "../../text/hidden-characters.ts";
import { limits } from "../read/yaml-limits.ts";
import { someText } from "./check-value.ts";
import { selectSchema } from "./head-schema.ts";

/** The words for an alias, or another name of docform.yaml, that is none. */
export const aliasForm = 'must be letters, digits, "-" and "_", with a letter or a digit first';

const scopeForm = "must be a kind, or a resource of an organization: teams, teams.docs-* or sites.dev";
const aliasKey = z.string().regex(keyPattern, aliasForm);
const platform = z
  .strictObject({
    baseUrl: someText.optional().describe("Address of the API, without /v1"),
    api: z
      .enum(editions)
      .optional()
      .describe("Edition of the API; gitbook at api.gitbook.com and reference elsewhere, when left out")
      .meta({ enumDescriptions: ["the API reference of docform", "the API that GitBook publishes"] }),
    limit: z
      .strictObject({ requestsPerSecond: z.number().min(0.1).max(10_000) })
      .optional()
      .describe(
        "The most requests that docform sends; of all processes together whose state is in one PostgreSQL database",
      ),
  })
  .describe("The platform that the organizations live on");
/** Characters of a label. */
const longestLabel = 256;

/** Is it the value of a label: one line of plain text, with nothing to fill in? */
export function isLabelValue(text: string): boolean {
  return text.length <= longestLabel && text.search(hidden) < 0 && !text.includes("${");
}

/** The words for a value that is none. */
export const labelForm = `must be one line of plain text without "\${", ${longestLabel} characters at most`;

const labels = z
  .record(aliasKey, z.union([z.string().refine(isLabelValue, labelForm), z.number(), z.boolean()]))
  .describe("Labels, by which organizations are chosen");
const organization = z.strictObject({
  id: someText.describe("Id of the organization on the platform"),
  labels: labels.optional(),
});
const table = someText.describe("CSV file with the columns alias and id, and each other column a label");

/** Organizations by alias. A text under `from` is a table, and a map under it an organization of that alias. */
function organizationsOf<Shape extends z.ZodType>(one: Shape, what: string) {
  return z
    .object({ from: z.union([table, one]).optional() })
    .catchall(one)
    .describe(what)
    .meta({ propertyNames: { pattern: keyPattern.source } });
}

const organizations = organizationsOf(organization, "Organizations by the alias that manifests use");
const organizationsThere = organizationsOf(
  organization.partial(),
  "Per organization the id or the labels that are different there, or another table",
);

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
        enumDescriptions: ["only says so", "holds the plan until somebody allows it"],
      }),
    missingMembers: z
      .enum(["wait", "hold"])
      .optional()
      .describe(
        "May people who are declared and have not joined yet wait? wait, the default, only names them",
      )
      .meta({
        default: "wait",
        enumDescriptions: [
          "they are named, and all else goes on",
          "they are blocked, and the exit code is 3",
        ],
      }),
    inviteAgainAfter: z
      .int()
      .min(1)
      .max(365)
      .optional()
      .describe(
        "Days after which somebody who was invited and has not joined gets another mail; 14 when left out. Only the API gitbook invites",
      )
      .meta({ default: 14 }),
  })
  .describe("The guards, which hold a plan");

/** Schema of `prune`: which recorded objects a plan deletes when no manifest declares them any more. */
export const pruneSchema = z
  .enum(["nothing", "created"])
  .describe(
    "What a plan deletes of what no manifest declares any more; nothing when left out. Guards hold such a delete, too",
  )
  .meta({
    default: "nothing",
    enumDescriptions: ["it is only named", "what docform created; what it adopted is only named"],
  });

/** The value of `prune`. */
export type PruneSetting = z.infer<typeof pruneSchema>;

/** Schema of `rollout`: the waves in which several organizations are applied. */
export const rolloutSchema = z
  .strictObject({
    waves: z
      .array(
        z.strictObject({
          name: aliasKey.optional().describe("Its name in messages; its labels when left out"),
          select: selectSchema.optional(),
        }),
      )
      .min(1)
      .max(100)
      .describe("Each begins when the one before converged; an organization is in the first that fits"),
    stopAfterFailures: z
      .union([
        z.int().min(1),
        z.string().regex(/^([1-9]\d?|100)%$/, 'must be a number, or a share such as "5%"'),
      ])
      .optional()
      .describe("No other organization begins after so many that failed: a number, or a share such as 5%"),
  })
  .describe("The order in which apply comes to several organizations");

/** Schema of `schedule`, but for what only its parser knows. */
export const scheduleSchema = z
  .string()
  .max(100)
  .regex(/^\S+( +\S+){4}$/, 'must be five fields of cron, such as "17 * * * *"')
  .describe("When workers look for drift of all organizations: minute, hour, day, month, weekday; in UTC");

const variables = z
  .record(aliasKey, z.union([z.string(), z.number(), z.boolean()]))
  .describe("Values that manifests take with ${var:name}");

/** The settings of each type of backend. */
const backendSettings = Object.fromEntries(
  Object.entries(backendTypes).map(([name, { schema }]) => [
    name,
    schema.optional().describe(schema.description ?? ""),
  ]),
) as { [Name in BackendName]: z.ZodOptional<(typeof backendTypes)[Name]["schema"]> };

/** The place of the state, as docform.yaml and an environment in it write it. */
export const stateSchema = z
  .union([z.literal("local"), z.strictObject(backendSettings)])
  .describe("Where the record, the lock and the journals of runs are; local, in .docform, when left out");

/** The place of the state: local, or one of the shared places with its settings. */
export type StateSetting = z.infer<typeof stateSchema>;

/** Schema of docform.yaml, as it is written. */
export const projectFileSchema = z.strictObject({
  platform: platform.optional(),
  project: aliasKey
    .optional()
    .describe("Name of the project, where several projects manage parts of one organization"),
  scope: z
    .array(z.string().regex(scopePattern, scopeForm))
    .min(1)
    .max(limits.scope)
    .optional()
    .describe(
      "The resources that the project may manage: members, teams.docs-*, sites.dev; everything when left out",
    ),
  organizations,
  manifests: z
    .array(someText)
    .optional()
    .describe("Folders and files that hold the manifests; the folder manifests when left out")
    .meta({ default: ["manifests"] }),
  overlays: z
    .array(someText)
    .optional()
    .describe("Folders and files that patch the manifests, in this order, before those of an environment"),
  variables: variables.optional(),
  defaults: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .optional()
    .describe("Per kind the fields that resources take when they do not write them"),
  guards: guardsSchema.optional(),
  prune: pruneSchema.optional(),
  rollout: rolloutSchema.optional(),
  schedule: scheduleSchema.optional(),
  state: stateSchema.optional(),
  environments: z
    .record(
      aliasKey,
      z.strictObject({
        platform: platform.optional(),
        organizations: organizationsThere.optional(),
        guards: guardsSchema.optional(),
        prune: pruneSchema.optional(),
        state: stateSchema.optional(),
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
