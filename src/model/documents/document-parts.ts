import * as z from "zod";
import type { Json } from "../../text/json.ts";

/** Any JSON value, in a document. */
export const json = z.custom<Json>().describe("Any JSON value");

/** A number of things. */
export const count = z.int().min(0);

/** Schema of a place in a manifest. */
export const source = z
  .object({
    file: z.string().describe("Relative to the project folder"),
    line: z.int(),
    column: z.int(),
    length: z.int().exactOptional(),
  })
  .describe("A place in a manifest; line and column count from 1");

/** What can happen to an address. */
export const changeActions = [
  "create",
  "update",
  "move",
  "delete",
  "restore",
  "adopt",
  "blocked",
] as const satisfies readonly string[];
