import * as z from "zod";
import { mutates, type Operation } from "../../contract/operation.ts";
import { operationsIn } from "../../contract/operations.ts";
import { nearMatch } from "../../text/near-match.ts";

/** The operations of all editions; a name means the same in each. */
const byName: Readonly<Record<string, Operation>> = {
  ...operationsIn("gitbook"),
  ...operationsIn("reference"),
};

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

const milliseconds = z.number().int().min(0).max(600_000);

/** A status that ends an exchange. */
const status = z.number().int().min(200).max(599);

/** A text that is valid in a header. */
const headerText = z.string().regex(/^[\t\x20-\x7e]*$/, "a header holds printable ASCII characters only");
const headerName = z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, "not a name of a header");

const count = z.number().int();

/** The form of one fault, which has these fields beside those of every rule. */
function fault<Name extends string, Fields extends z.ZodRawShape>(
  name: Name,
  description: string,
  fields: Fields,
) {
  return z.strictObject({ operation, calls, fault: z.literal(name), ...fields }).describe(description);
}

const rule = z.discriminatedUnion("fault", [
  fault("refuse", "The platform goes away: every connection is reset, and new ones are refused for a time", {
    for: milliseconds.optional().describe("Milliseconds until it listens again; 1000 when left out"),
  }),
  fault("delay", "The call is done at once, and answered late", {
    for: milliseconds.describe("Milliseconds that the answer is held back"),
  }),
  fault("reset-before-commit", "The connection is reset, and nothing is changed", {}),
  fault("reset-after-commit", "The call is done, and the connection is reset instead of an answer", {}),
  fault("cut", "The call is done, and the connection closes in the middle of the body", {
    keep: count.min(0).optional().describe("Bytes of the body that are sent; half when left out"),
  }),
  fault("answer", "Another answer, such as an error or the page of a proxy", {
    status: status.describe("Status of the answer"),
    headers: z.record(headerName, headerText).optional().describe("Headers of the answer"),
    body: z.json().optional().describe("Body: a text is sent as it is, anything else as JSON"),
    done: z.boolean().optional().describe("Do the call before; false when left out"),
  }),
  fault("content-type", "The right answer with a wrong content type", {
    type: headerText.optional().describe("The content type; text/html when left out"),
  }),
  fault("stale-read", "The answer of a platform that has not seen the last changes", {
    changes: count.min(1).max(100).optional().describe("How many changes ago; 1 when left out"),
  }),
  fault("repeated-cursor", "A page of a list names itself as the next one", {}),
  fault("lost-cursor", "A page of a list does not name the next one, as if it were the last", {}),
  fault("rate-limit", "429, with any Retry-After or none", {
    retryAfter: z.union([headerText, z.number()]).optional().describe("Retry-After, as it is written"),
  }),
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
function canHappenTo({ fault }: FaultRule, operation: Operation): boolean {
  if (fault === "stale-read") return !mutates(operation);
  return (fault !== "repeated-cursor" && fault !== "lost-cursor") || operation.list !== undefined;
}

/** Counts the calls of each rule, and finds the fault that happens to a call: that of the first rule that fits. */
export function createFaultChooser(
  rules: readonly FaultRule[],
): (operation: Operation) => FaultRule | undefined {
  const counted = rules.map(() => 0);
  return (operation) => {
    const concerned = rules.map((rule) => concerns(rule, operation));
    for (const [index, isConcerned] of concerned.entries())
      if (isConcerned) counted[index] = (counted[index] ?? 0) + 1;
    return rules.find((rule, index) => concerned[index] && isDue(rule, counted[index] ?? 0));
  };
}

function concerns(rule: FaultRule, operation: Operation): boolean {
  return (rule.operation === "*" || rule.operation === operation.name) && canHappenTo(rule, operation);
}

function isDue({ calls }: FaultRule, call: number): boolean {
  if (calls === undefined) return true;
  if (typeof calls === "number") return call === calls;
  return call >= (calls.from ?? 1) && call <= (calls.to ?? Number.POSITIVE_INFINITY);
}

/** The rules of a fault file, or everything that is wrong with it. */
type FaultsResult =
  | { readonly ok: true; readonly rules: readonly FaultRule[] }
  | { readonly ok: false; readonly problems: readonly { readonly path: string; readonly message: string }[] };

/** Reads a fault file: data as YAML or JSON holds it (docs/reference/faults.md). */
export function readFaults(data: unknown): FaultsResult {
  const parsed = faultSchema.safeParse(data);
  if (parsed.success) return { ok: true, rules: parsed.data.faults };
  const problems = parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  return { ok: false, problems };
}
