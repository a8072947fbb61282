import * as z from "zod";
import { mutates, type Operation } from "../../contract/operation.ts";
import { operations } from "../../contract/operations.ts";
import { nearMatch } from "../../text/near-match.ts";

const byName: Readonly<Record<string, Operation>> = operations;

const call = z.number().int().min(1);

/** The calls of the operation to which a rule applies, counted from the start of the platform. */
const calls = z
  .union([
    call.describe("The n-th call"),
    z
      .strictObject({
        from: call.optional().describe("The first call; 1 when left out"),
        to: call.optional().describe("The last call; all that follow when left out"),
      })
      .describe("A run of calls"),
  ])
  .optional()
  .describe("Which calls, counted for each rule from 1; every call when left out");

/** With an id, so that the JSON Schema holds the names once. */
const operation = z
  .enum(["*", ...Object.keys(byName)], { error: ({ input }) => unknownOperation(input) })
  .meta({
    id: "FaultOperation",
    description: "Name of an operation, or * for all that the fault can happen to",
  });

/** Not all that there are: they would fill a page. */
function unknownOperation(name: unknown): string {
  const all = "docform api --list names all";
  if (typeof name !== "string") return `it has to name an operation, or *; ${all}`;
  const near = nearMatch(name, Object.keys(byName));
  const next = near === undefined ? all : `did you mean "${near}"?`;
  return `there is no operation ${JSON.stringify(name)}; ${next}`;
}

const common = { operation, calls };

const milliseconds = z.number().int().min(0).max(600_000);

/** A status that ends an exchange. */
const status = z.number().int().min(200).max(599);

/** A text that is valid in a header. */
const headerText = z.string().regex(/^[\t\x20-\x7e]*$/, "a header holds printable ASCII characters only");
const headerName = z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, "not a name of a header");

const rule = z.discriminatedUnion("fault", [
  z
    .strictObject({
      ...common,
      fault: z.literal("refuse"),
      for: milliseconds.optional().describe("Milliseconds until it listens again; 1000 when left out"),
    })
    .describe("The platform goes away: every connection is reset, and new ones are refused for a time"),
  z
    .strictObject({
      ...common,
      fault: z.literal("delay"),
      for: milliseconds.describe("Milliseconds that the answer is held back"),
    })
    .describe("The call is done at once, and answered late"),
  z
    .strictObject({ ...common, fault: z.literal("reset-before-commit") })
    .describe("The connection is reset, and nothing is changed"),
  z
    .strictObject({ ...common, fault: z.literal("reset-after-commit") })
    .describe("The call is done, and the connection is reset instead of an answer"),
  z
    .strictObject({
      ...common,
      fault: z.literal("cut"),
      keep: z
        .number()
        .int()
        .min(0)
        .optional()
        .describe("Bytes of the body that are sent; half when left out"),
    })
    .describe("The call is done, and the connection closes in the middle of the body"),
  z
    .strictObject({
      ...common,
      fault: z.literal("answer"),
      status: status.describe("Status of the answer"),
      headers: z.record(headerName, headerText).optional().describe("Headers of the answer"),
      body: z.json().optional().describe("Body: a text is sent as it is, anything else as JSON"),
      done: z.boolean().optional().describe("Do the call before; false when left out"),
    })
    .describe("Another answer, such as an error or the page of a proxy"),
  z
    .strictObject({
      ...common,
      fault: z.literal("content-type"),
      type: headerText.optional().describe("The content type; text/html when left out"),
    })
    .describe("The right answer with a wrong content type"),
  z
    .strictObject({
      ...common,
      fault: z.literal("stale-read"),
      changes: z.number().int().min(1).max(100).optional().describe("How many changes ago; 1 when left out"),
    })
    .describe("The answer of a platform that has not seen the last changes"),
  z
    .strictObject({ ...common, fault: z.literal("repeated-cursor") })
    .describe("A page of a list names itself as the next one"),
  z
    .strictObject({ ...common, fault: z.literal("lost-cursor") })
    .describe("A page of a list does not name the next one, as if it were the last"),
  z
    .strictObject({
      ...common,
      fault: z.literal("rate-limit"),
      retryAfter: z.union([headerText, z.number()]).optional().describe("Retry-After, as it is written"),
    })
    .describe("429, with any Retry-After or none"),
]);

/** A rule of a fault file. */
export type FaultRule = z.infer<typeof rule>;

/** A fault file: injected faults and the calls that they hit (docs/reference/faults.md). */
export const faultSchema = z.strictObject({
  faults: z
    .array(
      rule.superRefine((given, context) => {
        const operation = byName[given.operation];
        if (operation === undefined || canHappenTo(given, operation)) return;
        const message = `${given.operation} is not ${given.fault === "stale-read" ? "a read" : "a paged list"}`;
        context.addIssue({ code: "custom", path: ["operation"], message });
      }),
    )
    .describe("Rules; the first that fits a call decides"),
});

/** Can the fault happen to calls of the operation? A stale read is a read, and only lists have cursors. */
export function canHappenTo({ fault }: FaultRule, operation: Operation): boolean {
  switch (fault) {
    case "stale-read":
      return !mutates(operation);
    case "repeated-cursor":
    case "lost-cursor":
      return operation.list !== undefined;
    case "refuse":
    case "delay":
    case "reset-before-commit":
    case "reset-after-commit":
    case "cut":
    case "answer":
    case "content-type":
    case "rate-limit":
      return true;
  }
}
