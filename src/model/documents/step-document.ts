import * as z from "zod";
import { json, text } from "./document-parts.ts";

/**
 * The reasons why a step waits for another one. docs/explanation/how-docform-decides.md has an example for each, in the
 * same words. "parent" is also the reason why a second call for a new object waits for its create.
 *
 * `prerequisites` and `withPrerequisites` in src/planner/state/draft.ts give a step its reasons. To find a rule, search
 * src/planner for its word in quotes. "reference", "release" and "publish" are most of src/planner/order/step-order.ts,
 * "list" is of src/planner/sequence and src/planner/tree.
 */
export const afterReasons = [
  "reference",
  "parent",
  "release",
  "unique value",
  "list",
  "access",
  "publish",
] as const satisfies readonly string[];
/** One of the reasons why a step waits for another one. */
export type AfterReason = (typeof afterReasons)[number];

/** Schema of what a step waits for after its call. */
export const wait = z
  .object({
    operation: text("Name of the operation that reads it"),
    params: z.record(z.string(), json),
    state: text("JSON pointer to its state in the answer"),
    running: z.array(z.string()).describe("States in which it goes on; in any other it has ended"),
    problems: text("JSON pointer to the list of what went wrong"),
    code: text("JSON pointer to the code of what went wrong"),
    next: text("What to do when it went wrong"),
    seconds: z.number().describe("How long to wait at most"),
  })
  .describe("Work that the platform does after the call; the step is done when that has ended well");

/** Schema of what the body of a step is laid over. */
const onto = z
  .object({
    operation: text("Name of the operation that reads it, with the params of the step"),
    without: z.array(z.string()).describe("Keys of its answer that are not sent"),
    pieces: z.array(z.string()).describe("Keys whose value is one, and is replaced as a whole"),
  })
  .describe(
    "The whole that the body is laid over just before the call, which replaces all of it; null clears",
  );

/** Schema of one API call of a plan. */
export const step = z
  .object({
    id: z.string(),
    address: z.string(),
    operation: text("Name of the operation in the contract"),
    method: z.string(),
    path: text("Template of the reference"),
    params: z.record(z.string(), json),
    body: json.exactOptional(),
    after: z.array(z.string()).describe("Steps that must be done first"),
    afterReasons: z
      .record(z.string(), z.array(z.enum(afterReasons)))
      .exactOptional()
      .describe(
        "For each step in after, why it comes first; outside the digest. Left out when after is empty, and in older plans",
      ),
    wait: wait.exactOptional(),
    shared: z
      .object({
        call: text("Name of the call; steps with the same name go in one call"),
        operation: text("Name of the operation of that call"),
        method: z.string(),
        path: text("Template of the reference"),
        list: text("Name of the list in its body"),
        item: json.describe("The item of the step in its body"),
      })
      .exactOptional()
      .describe("The call that sends this step with others, instead of a call of its own"),
    onto: onto.exactOptional(),
  })
  .describe("One API call, or an item of a shared one");
