import * as z from "zod";
import { json } from "./document-parts.ts";

/**
 * How a live object was before a run touched it, or an organization as a whole: the values of a snapshot, by path.
 * An undo makes its desired state of these.
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
    namedBy: z
      .array(z.object({ address: z.string(), field: z.string() }))
      .exactOptional()
      .describe("Older versions wrote it; it is not used"),
  })
  .describe("What something was like before the run");

/** How something was before a run. */
export type BeforeImage = z.infer<typeof beforeImage>;
