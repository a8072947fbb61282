import * as z from "zod";
import type { Json } from "./json.ts";
import { planDocument } from "./plan-document.ts";

/** What `drift --format json` prints: live against the manifests, the other way round from a plan. */
export const driftFormatVersion = 1;

const shape = planDocument.shape;
const json = z.custom<Json>().describe("Any JSON value");
const change = shape.changes.element.shape;

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
        }),
      )
      .describe("Empty for something that is there and should not be"),
    attribution: z
      .enum(["unknown"])
      .describe("Who changed it: unknown, as the record of the last apply keeps no values to compare with"),
    impact: z.enum(["high", "low"]).describe("high: access or exposure"),
    source: change.source,
  })
  .describe("A resource whose live state is not what the manifests say");

/** Schema of the drift document. */
export const driftDocument = z.object({
  formatVersion: z.literal(driftFormatVersion),
  drifted: z.array(drifted),
  unmanaged: shape.unmanaged,
  missing: z
    .array(
      z.object({
        address: z.string(),
        kind: z.string(),
        title: z.string().exactOptional(),
        reason: z.string().exactOptional().describe("Why it cannot be created, when it cannot"),
        source: change.source,
      }),
    )
    .describe("Declared, and not on the platform"),
  inStep: z.int().min(0).describe("Number of declared resources that are as declared"),
});

/** What on the platform is not as declared. */
export type DriftDocument = z.infer<typeof driftDocument>;
/** One resource that is there, and not as declared. */
export type Drifted = DriftDocument["drifted"][number];
