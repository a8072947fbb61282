import * as z from "zod";
import type { Json } from "../../text/json.ts";
import type { DiagnosticCode } from "../diagnostic-codes.ts";
import { changeActions } from "./change-actions.ts";
import {
  count,
  json,
  navigation,
  observation,
  oldLinks,
  optionalText,
  optionalTexts,
  platform,
  rehearsal,
  source,
  text,
} from "./document-parts.ts";
import { step, type wait } from "./step-document.ts";
import { waiting } from "./waiting.ts";

/**
 * The plan as data: what `plan --format json` prints, what `--out` writes, what every renderer reads and
 * what the executor runs. Stable: fields are added, never changed. `schema/plan.schema.json` comes from here.
 */
export const planFormatVersion = 1;

const fieldChange = z
  .object({
    path: text("Name of the field; members.<email> for one membership, position for a place"),
    before: json.exactOptional().describe("Left out when there was none"),
    after: json.exactOptional().describe("Left out when there is none afterwards"),
    unreadable: z
      .boolean()
      .exactOptional()
      .describe("There is a value before, which the API does not give back; before is left out"),
    sensitive: z
      .boolean()
      .exactOptional()
      .describe("The values are not shown: before and after are left out"),
    people: count
      .exactOptional()
      .describe("Of the entry of a team in access: the people in the team; left out when nobody knows"),
  })
  .describe("One field that differs");

const change = z
  .object({
    address: z.string(),
    kind: z.string(),
    action: z.enum(changeActions),
    id: optionalText("Id of the live object, where there is one"),
    title: optionalText("What people call it: its title, name, label or email"),
    fields: z.array(fieldChange).exactOptional(),
    reason: optionalText("Why it is blocked, deleted or created again"),
    risks: z.array(z.string()).exactOptional(),
    exposes: optionalTexts("Those of the risks that open something to more people"),
    givesAccess: z
      .record(z.string(), count)
      .exactOptional()
      .describe("Of a team whose people change: the number of things of each kind that it has access to"),
    hint: optionalText("Line to write in the manifest, if something similar that is there already is meant"),
    source: source.exactOptional(),
    reversible: z.boolean().exactOptional().describe("Of a delete: can it be undone?"),
  })
  .describe("What happens to one address. An address that is changed and moved has one entry for each");

const guard = z
  .object({
    rule: z.string(),
    policy: optionalText("With the rule policy: name of the rule in policies/"),
    address: z.string().exactOptional(),
    held: z.boolean(),
    message: z.string(),
    allow: optionalText("The option, setting or right that lets it pass; with held false, it was given"),
    source: source.exactOptional(),
  })
  .describe("A verdict of a guard");

const unmanaged = z
  .object({
    kind: z.string(),
    id: z.string(),
    title: z.string(),
    parent: text("Address of its parent"),
  })
  .describe("A live object that no manifest declares, left alone");

const noLongerDeclared = z
  .object({
    address: z.string(),
    kind: z.string(),
    id: z.string(),
    title: z.string(),
    inside: count.describe("Number of recorded resources in it, which are not listed one by one"),
    createdBy: z
      .object({
        run: text("Id of the run"),
        pull: z.string().optional().describe("The pull request that was merged, such as #12 or !12"),
      })
      .exactOptional()
      .describe("The run that created it; left out for what docform adopted"),
  })
  .describe("A live object that the record knows and no manifest declares any more; it stays");

const unverifiable = z
  .object({
    address: z.string(),
    kind: z.string(),
    field: z.string(),
    reason: text("Why it cannot be compared"),
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

/** Counts of a plan, whole numbers. `calls` is the number of steps, where those of a shared call are one, `reads` that of requests made to plan. */
const summary = z.object({
  create: count,
  update: count,
  delete: count,
  final: count.describe("Those of the deletes that cannot be undone"),
  move: count,
  restore: count,
  adopt: count,
  blocked: count,
  invited: count
    .exactOptional()
    .describe("People whom it invites: each takes a paid seat once they join; left out for none"),
  held: count,
  unmanaged: count,
  unchanged: count,
  calls: count,
  reads: count,
});

const partial = z
  .object({
    targets: z.array(z.string()).describe("Addresses that the plan is for, with their children"),
    leftOut: z.object({ changes: count, calls: count }),
  })
  .describe("Only in a plan for some addresses: what the whole plan has in addition");

/** Schema of the whole document. */
export const planDocument = z.object({
  formatVersion: z.literal(planFormatVersion),
  tool: z.object({ name: z.literal("docform"), version: z.string() }),
  partial: partial.exactOptional(),
  phase: z
    .literal("transfers")
    .exactOptional()
    .describe(
      "Only in a plan that holds transfers between organizations: it holds nothing else, and the next plan holds the rest",
    ),
  createdAt: optionalText("Only in a file; outside the digest"),
  environment: optionalText(
    "Environment of docform.yaml that it was made for; outside the digest. Left out for none",
  ),
  platform,
  organizations: z.record(z.string(), z.string()).describe("Id of each organization by its alias"),
  digest: text("SHA-256 of the calls, what they rest on (observed) and the risks, hexadecimal"),
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
    .describe("What the steps rest on: when any of it is no longer so, the plan is stale"),
  unmanaged: z.array(unmanaged),
  noLongerDeclared: z.array(noLongerDeclared).exactOptional().describe("Left out when there is none"),
  waiting: z.array(waiting).exactOptional().describe("Left out when there is none; outside the digest"),
  unverifiable: z.array(unverifiable).exactOptional().describe("Left out when there is none"),
  oldLinks: z.array(oldLinks).exactOptional().describe("Left out when there is none; outside the digest"),
  diagnostics: z.array(diagnostic),
  checksum: optionalText(
    "SHA-256 of everything else in the document, hexadecimal: shows that nobody edited it",
  ),
  rehearsal: rehearsal.exactOptional().describe("Only when it was rehearsed; outside the digest"),
});

/** A plan: the changes, the calls that make them, and the reasons why some are blocked. */
export type PlanDocument = z.infer<typeof planDocument>;
/** The change at one address. */
export type Change = z.infer<typeof change>;
/** The action of a change, such as `update`. */
export type ChangeAction = Change["action"];
/** One field of a change, before and after. */
export type FieldChange = z.infer<typeof fieldChange>;
/** One API call of a plan. */
export type Step = z.infer<typeof step>;
/** The processing that a step waits for after its call. */
export type Wait = z.infer<typeof wait>;
/** The verdict of a guard on a plan. */
export type GuardVerdict = z.infer<typeof guard>;
/** Something on the platform that no manifest declares. */
export type Unmanaged = z.infer<typeof unmanaged>;
/** Something that the record knows, and that no manifest declares any more. */
export type NoLongerDeclared = z.infer<typeof noLongerDeclared>;
/** A declared value that cannot be compared with live. */
export type Unverifiable = z.infer<typeof unverifiable>;
/** A plan in numbers. */
export type Summary = z.infer<typeof summary>;

/**
 * A value that is known only once an earlier step is done: the value at `pointer` in its answer. With `read`,
 * the answer does not hold it: after the step, the list operation `read` is read with `params`, and `pointer`
 * is taken from its one item in which every pointer of `where` has the given value; with `first`, others come to have
 * it too, and the first of the list is meant. With `value`, it is known already, and is good for something only once
 * the step is done: the id of what that step brings back.
 */
export interface StepOutput {
  readonly $from: string;
  readonly pointer: string;
  readonly read?: string;
  readonly params?: Readonly<Record<string, Json>>;
  readonly where?: Readonly<Record<string, Json>>;
  readonly first?: true;
  readonly value?: Json;
}

/** Stands in documents for a value that must not be shown, or is too long to be; the text is a slow hash, so that a change shows. */
export interface Sensitive {
  readonly $sensitive: string;
}
