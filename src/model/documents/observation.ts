import * as z from "zod";
import { json } from "./document-parts.ts";

const claim = z
  .object({
    where: z.record(z.string(), json).describe("Values of fields by which a live object is recognised"),
    by: z.array(z.string()).describe("Ids of the live objects that had them; no other may have them"),
  })
  .describe("What may not have come into being: a second object that fits, or the first one");

/** Schema of what a plan saw of one address: what its steps rest on. */
export const observation = z
  .object({
    kind: z.string().exactOptional().describe("Left out for an organization"),
    id: z.string().nullable().describe("Id of the live object; null: it was not there"),
    parent: z.string().exactOptional().describe("Id of the live object that it stands in"),
    container: z.string().exactOptional().describe("Id of the container that it is looked for in"),
    fields: z
      .record(z.string(), json)
      .describe(
        "Live values that the plan looked at, null for none ({$none: true} where null is a value of its own): fields; members.<id> or all members; the ids in a collection that must be complete; order.<kinds>, ids by container; order, ids of what an order names in a collection or at the root; the name of a task (run), how often it was started; a JSON pointer (/siteSpaces), what the answer has there",
      ),
    claims: z.array(claim).exactOptional(),
  })
  .describe("What the plan saw of one address");

/** What a plan saw of one address. */
export type Observation = z.infer<typeof observation>;
