import * as z from "zod";
import { count, json, optionalText } from "./document-parts.ts";
import { planDocument } from "./plan-document.ts";

/** The document of `drift --format json`: live against the manifests, the other way round from a plan. */
export const driftFormatVersion = 1;

const shape = planDocument.shape;
const change = shape.changes.element.shape;

const attribution = z
  .enum(["platform", "manifests", "both", "unknown"])
  .describe(
    "Which side is no longer as the last apply left it: the platform, the manifests, both; unknown when its record does not tell",
  );

const impact = z.enum(["high", "low"]).describe("high: access or exposure");

const by = z
  .object({
    name: z.string(),
    type: z.string().describe("user, integration, installation, system or support"),
    source: z.string().describe("ui, api, integration, webhook, workflow, script or support"),
    action: z.string().describe("The platform's name of the change"),
    at: z.string().describe("ISO 8601, UTC"),
    others: count.describe("Others who changed it before, since the last apply"),
    of: optionalText("The kind of its parent, where the events tell of that as a whole"),
  })
  .exactOptional()
  .describe("The last to change it, by the audit events of the platform");

const drifted = z
  .object({
    address: z.string(),
    kind: z.string(),
    title: z.string().exactOptional(),
    fields: z
      .array(
        z.object({
          path: z.string(),
          desired: json.exactOptional().describe("What the manifests say; left out when nothing"),
          live: json.exactOptional().describe("What the platform says; left out when nothing"),
          sensitive: z.boolean().exactOptional(),
          attribution,
        }),
      )
      .describe("Empty for something that is there and should not be"),
    attribution: attribution.describe(
      "Which side changed, of all fields: both when they differ, unknown when that of one is",
    ),
    impact,
    by,
    source: change.source,
  })
  .describe("A resource whose live state is not what the manifests say");

/** Schema of the drift document. */
export const driftDocument = z.object({
  formatVersion: z.literal(driftFormatVersion),
  drifted: z.array(drifted),
  unmanaged: z.array(shape.unmanaged.element.extend({ impact })),
  noLongerDeclared: shape.noLongerDeclared,
  waiting: shape.waiting,
  missing: z
    .array(
      z.object({
        address: z.string(),
        kind: z.string(),
        title: z.string().exactOptional(),
        attribution: attribution.describe(
          "platform: the last apply left it there, and it is gone; manifests: the last apply did not leave it; unknown without a record",
        ),
        impact,
        by,
        reason: optionalText("Why it cannot be created, when it cannot"),
        source: change.source,
      }),
    )
    .describe("Declared, and not on the platform"),
  audit: z
    .object({
      asked: count.describe("Objects whose audit events were asked for"),
      notAsked: count.describe("Objects that were too many to ask about"),
      problem: optionalText("Why the platform did not say"),
    })
    .exactOptional()
    .describe("Left out where nothing drifted, and where the platform keeps no audit events"),
  inStep: count.describe("Number of declared resources that are as declared"),
});

/** Which side changed since the last apply; `unknown`: the record does not tell. */
export type Attribution = z.infer<typeof attribution>;
/** The differences of the platform from the manifests. */
export type DriftDocument = z.infer<typeof driftDocument>;
/** The last to change something on the platform. */
export type ChangedBy = NonNullable<Drifted["by"]>;
/** One resource that is there, and not as declared. */
export type Drifted = DriftDocument["drifted"][number];
