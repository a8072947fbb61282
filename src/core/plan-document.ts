import { z } from "zod";
import type { DiagnosticCode } from "./diagnostic-codes.ts";
import type { Json } from "./json.ts";

/**
 * The plan as data: what `plan --format json` prints, what `--out` writes, what every renderer reads and
 * what the executor runs. Stable: fields are added, never changed. `schema/plan.schema.json` comes from here.
 */
export const planFormatVersion = 1;

const json = z.custom<Json>().describe("Any JSON value");

const source = z
  .object({
    file: z.string().describe("Relative to the project folder"),
    line: z.int(),
    column: z.int(),
    length: z.int().exactOptional(),
  })
  .describe("A place in a manifest; line and column count from 1");

/** What can happen to an address. */
const changeActions = [
  "create",
  "update",
  "move",
  "delete",
  "restore",
  "adopt",
  "blocked",
] as const satisfies readonly string[];

const fieldChange = z
  .object({
    path: z.string().describe("Name of the field; members.<email> for one membership, position for a place"),
    before: json.exactOptional().describe("Left out when there was none"),
    after: json.exactOptional().describe("Left out when there is none afterwards"),
    sensitive: z
      .boolean()
      .exactOptional()
      .describe("The values are not shown: before and after are left out"),
  })
  .describe("One field that differs");

const change = z
  .object({
    address: z.string(),
    kind: z.string(),
    action: z.enum(changeActions),
    id: z.string().exactOptional().describe("Id of the live object, where there is one"),
    title: z.string().exactOptional().describe("What people call it: its title, name, label or email"),
    fields: z.array(fieldChange).exactOptional(),
    reason: z.string().exactOptional().describe("Why it is blocked, deleted or built anew"),
    risks: z.array(z.string()).exactOptional(),
    exposes: z
      .array(z.string())
      .exactOptional()
      .describe("Those of the risks that open something to more people"),
    hint: z
      .string()
      .exactOptional()
      .describe("Line to write in the manifest, if something similar that is there already is meant"),
    source: source.exactOptional(),
    reversible: z.boolean().exactOptional().describe("Of a delete: can it be undone?"),
  })
  .describe("What happens to one address. An address that is changed and moved has one entry for each");

const wait = z
  .object({
    operation: z.string().describe("Name of the operation that reads it"),
    params: z.record(z.string(), json),
    state: z.string().describe("JSON pointer to its state in the answer"),
    running: z.array(z.string()).describe("States in which it goes on; in any other it has ended"),
    problems: z.string().describe("JSON pointer to the list of what went wrong"),
    code: z.string().describe("JSON pointer to the code of what went wrong"),
    next: z.string().describe("What to do when it went wrong"),
    seconds: z.number().describe("How long to wait at most"),
  })
  .describe("Work that the platform does after the call; the step is done when that has ended well");

const step = z
  .object({
    id: z.string(),
    address: z.string(),
    operation: z.string().describe("Name of the operation in the contract"),
    method: z.string(),
    path: z.string().describe("Template of the reference"),
    params: z.record(z.string(), json),
    query: z.record(z.string(), json).exactOptional(),
    body: json.exactOptional(),
    after: z.array(z.string()).describe("Steps that must be done first"),
    wait: wait.exactOptional(),
  })
  .describe("One API call");

const navigationItem = z
  .object({
    address: z.string(),
    kind: z.string(),
    title: z.string(),
    depth: z.int().describe("0 at the root of the site"),
    mark: z.enum(["same", "add", "remove", "move", "update"]),
    from: z.int().exactOptional().describe("Place before, from 1, inside its container; with move"),
    to: z.int().exactOptional().describe("Place afterwards, from 1; with move"),
    fromContainer: z.string().exactOptional().describe("Title of the container it leaves, when that changes"),
    note: z.string().exactOptional(),
  })
  .describe("A row of a site's navigation");

const navigation = z
  .object({
    address: z.string().describe("The site"),
    source: source.exactOptional(),
    items: z.array(navigationItem),
  })
  .describe(
    "The navigation of a site that changes, as a visitor will see it, with what goes in its old place",
  );

const guard = z
  .object({
    rule: z.string(),
    address: z.string().exactOptional(),
    held: z.boolean(),
    message: z.string(),
    allow: z
      .string()
      .exactOptional()
      .describe("The option, setting or right that lets it pass; with held false, it was given"),
    source: source.exactOptional(),
  })
  .describe("A verdict of a guard");

const unmanaged = z
  .object({
    kind: z.string(),
    id: z.string(),
    title: z.string(),
    parent: z.string().describe("Address of what it stands in"),
  })
  .describe("A live object that no manifest declares, left alone");

const unverifiable = z
  .object({
    address: z.string(),
    kind: z.string(),
    field: z.string(),
    reason: z.string().describe("Why it cannot be compared"),
    source: source.exactOptional(),
  })
  .describe("A declared value that cannot be read back, so that nobody can say whether live has it");

const diagnostic = z.object({
  code: z.custom<DiagnosticCode>(),
  severity: z.enum(["error", "warning"]),
  message: z.string(),
  source: source.exactOptional(),
  label: z.string().exactOptional(),
  hint: z.string().exactOptional(),
});

const claim = z
  .object({
    where: z.record(z.string(), json).describe("Values of fields by which a live object is recognised"),
    by: z.array(z.string()).describe("Ids of the live objects that had them; no other may have them"),
  })
  .describe("What may not have come into being: a second object that fits, or the first one");

const observation = z
  .object({
    kind: z.string().exactOptional().describe("Left out for an organization"),
    id: z.string().nullable().describe("Id of the live object; null: it was not there"),
    parent: z.string().exactOptional().describe("Id of the live object that it stands in"),
    container: z.string().exactOptional().describe("Id of the container that it is looked for in"),
    fields: z
      .record(z.string(), json)
      .describe(
        "Live values that the plan looked at, null for none: fields; members.<id> or all members; the ids in a collection that must be complete; order.<kinds>, ids by container; order, ids of what an order names in a collection or at the root",
      ),
    claims: z.array(claim).exactOptional(),
  })
  .describe("What the plan saw of one address");

const count = z.int().min(0);

const milliseconds = z.number().min(0);

const rehearsal = z
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

/** Counts of a plan, whole numbers. `calls` is the number of steps, `reads` that of requests made to plan. */
const summary = z.object({
  create: count,
  update: count,
  delete: count,
  final: count.describe("Those of the deletes that cannot be undone"),
  move: count,
  restore: count,
  adopt: count,
  blocked: count,
  held: count,
  unmanaged: count,
  unchanged: count,
  calls: count,
  reads: count,
});

const partial = z
  .object({
    targets: z.array(z.string()).describe("Addresses that the plan is for, with what stands in them"),
    leftOut: z.object({ changes: count, calls: count }),
  })
  .describe("Only in a plan for some addresses: what the whole plan has besides");

/** Schema of the whole document. */
export const planDocument = z.object({
  formatVersion: z.literal(planFormatVersion),
  tool: z.object({ name: z.literal("docform"), version: z.string() }),
  partial: partial.exactOptional(),
  createdAt: z.string().exactOptional().describe("Only in a file; outside the digest"),
  platform: z.object({ baseUrl: z.string() }),
  organizations: z.record(z.string(), z.string()).describe("Id of each organization by its alias"),
  digest: z.string().describe("SHA-256 of the plan's effects, hexadecimal"),
  summary,
  changes: z.array(change),
  navigation: z.array(navigation),
  steps: z.array(step),
  guards: z.array(guard),
  footprint: z
    .record(z.string(), z.string().nullable())
    .describe("Fingerprint of each live object, null for one that is not there"),
  observed: z
    .record(z.string(), observation)
    .exactOptional()
    .describe("What the steps rest on: when any of it is no longer so, a saved plan is stale"),
  unmanaged: z.array(unmanaged),
  unverifiable: z.array(unverifiable).exactOptional().describe("Left out when there is none"),
  diagnostics: z.array(diagnostic),
  checksum: z
    .string()
    .exactOptional()
    .describe("SHA-256 of everything else in the document, hexadecimal: shows that nobody edited it"),
  rehearsal: rehearsal.exactOptional().describe("Only when it was rehearsed; outside the digest"),
});

/** A plan: what changes, the calls that do it, and what stands in the way. */
export type PlanDocument = z.infer<typeof planDocument>;
/** What happens to one address. */
export type Change = z.infer<typeof change>;
/** What a change does. */
export type ChangeAction = Change["action"];
/** One field of a change, before and after. */
export type FieldChange = z.infer<typeof fieldChange>;
/** One API call of a plan. */
export type Step = z.infer<typeof step>;
/** What a step waits for after its call. */
export type Wait = z.infer<typeof wait>;
/** The navigation of one site, as it shall be. */
export type Navigation = z.infer<typeof navigation>;
/** One row of a navigation. */
export type NavigationItem = z.infer<typeof navigationItem>;
/** What a plan saw of one address. */
export type Observation = z.infer<typeof observation>;
/** What a guard says of a plan. */
export type GuardVerdict = z.infer<typeof guard>;
/** Something on the platform that no manifest declares. */
export type Unmanaged = z.infer<typeof unmanaged>;
/** How a plan went on an embedded platform. */
export type Rehearsal = z.infer<typeof rehearsal>;
/** A declared value that cannot be compared with live. */
export type Unverifiable = z.infer<typeof unverifiable>;
/** A plan in numbers. */
export type Summary = z.infer<typeof summary>;

/**
 * A value that is known only once an earlier step is done: the value at `pointer` in its answer. With `read`,
 * the answer does not hold it: after the step, the list operation `read` is read with `params`, and `pointer`
 * is taken from its one item in which every pointer of `where` has the given value. With `value`, it is known
 * already, and is good for something only once the step is done: the id of what that step brings back.
 */
export interface StepOutput {
  readonly $from: string;
  readonly pointer: string;
  readonly read?: string;
  readonly params?: Readonly<Record<string, Json>>;
  readonly where?: Readonly<Record<string, Json>>;
  readonly value?: Json;
}

/** Stands in documents for a value that must not be shown, or is too long to be; the text is a slow hash, so that a change shows. */
export interface Sensitive {
  readonly $sensitive: string;
}
