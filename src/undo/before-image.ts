import * as z from "zod";
import { json } from "../model/documents/document-parts.ts";

/**
 * What a live object was like before a run touched it, or an organization as a whole: the values that `lookAt` sees,
 * by path. From these, an undo makes manifests.
 */
export const beforeImage = z
  .object({
    organization: z.string().describe("Alias"),
    address: z.string(),
    kind: z.string().exactOptional().describe("Left out for the organization itself"),
    id: z.string().exactOptional(),
    parent: z.string().exactOptional().describe("Id of what it stands in"),
    values: z.record(z.string(), json).describe("By path: a field, or order for what stands in it"),
    hidden: z
      .array(z.string())
      .exactOptional()
      .describe("Fields whose value is not kept, as it must not be shown"),
  })
  .describe("What something was like before the run");

/** What something was like before a run. */
export type BeforeImage = z.infer<typeof beforeImage>;
