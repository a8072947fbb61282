import * as z from "zod";
import { changeActions, count } from "./document-parts.ts";

const milliseconds = z.number().min(0);

/** Schema of how a rehearsal went. */
export const rehearsal = z
  .object({
    converged: z.boolean().describe("Was every call done, and is nothing left to do?"),
    calls: count.describe("Calls that were made, one for each step that could start"),
    longestChain: count.describe("Steps in the longest chain in which each comes after the one before"),
    concurrency: count.describe("Calls at the same time, at most"),
    roundTripMilliseconds: milliseconds.describe("Measured: the median of the reads that were made to plan"),
    expectedMilliseconds: milliseconds.describe("Of the calls at that round trip and concurrency"),
    failed: z.array(
      z.object({
        step: z.string(),
        address: z.string(),
        operation: z.string(),
        status: z.int().exactOptional(),
        message: z.string().describe("What the embedded platform answered"),
      }),
    ),
    left: z
      .array(
        z.object({
          address: z.string(),
          action: z.enum(changeActions),
          fields: z.array(z.string()).exactOptional().describe("Names of the fields that would still differ"),
          reason: z.string().exactOptional(),
        }),
      )
      .describe("What a second plan would still change"),
    problem: z.string().exactOptional().describe("Why it could not be rehearsed to its end"),
  })
  .describe("What became of the steps on an embedded platform loaded with the live state");

/** How a plan went on an embedded platform. */
export type Rehearsal = z.infer<typeof rehearsal>;
