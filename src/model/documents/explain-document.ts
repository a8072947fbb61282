import * as z from "zod";
import { json, optionalText, source, text } from "./document-parts.ts";
import { planDocument } from "./plan-document.ts";

/** Version of the form of what `explain --format json` prints. */
export const explainFormatVersion = 1;

const formatVersion = z.literal(explainFormatVersion);
const texts = z.record(z.string(), z.string());

const diagnostic = z
  .object({
    formatVersion,
    about: z.literal("diagnostic"),
    code: z.string(),
    title: z.string(),
    meaning: z.string(),
    next: z.string(),
    example: z
      .object({
        files: texts,
        seed: json.exactOptional().describe("What the organization has on the platform, as in a seed"),
        faults: json.exactOptional().describe("Rules of a fault file"),
        env: texts.exactOptional(),
        before: z.array(z.union([z.string(), texts])).exactOptional(),
        line: text("What is typed after docform"),
      })
      .exactOptional()
      .describe("Left out for a code that no example can show"),
  })
  .describe("A diagnostic code");

const kind = z
  .object({
    formatVersion,
    about: z.literal("kind"),
    kind: z.string(),
    doc: z.string(),
    facts: z.array(z.object({ name: z.string(), text: z.string() })),
    fields: z.array(z.object({ name: z.string(), doc: z.string(), takes: z.string() })),
    example: json.describe("A whole manifest"),
  })
  .describe("A kind of resource");

const field = z
  .object({
    formatVersion,
    about: z.literal("field"),
    kind: z.string(),
    field: z.string(),
    doc: z.string(),
    takes: text("Type and limits"),
    notes: z.array(z.string()),
    whenNew: optionalText("What a new one has when it is left out"),
    later: optionalText("Can it change once it is there?"),
    fixed: optionalText("Why it cannot"),
    omitted: text("What it means to leave it out"),
    empty: z.string(),
    null: z.string(),
    example: json.exactOptional().describe("The field in a map, as it is written"),
  })
  .describe("A field of a kind, or a collection in it");

const { changes, steps, guards, unverifiable } = planDocument.shape;

const resource = z
  .object({
    formatVersion,
    about: z.literal("resource"),
    address: z.string(),
    kind: z.string(),
    partOf: optionalText(
      "Of what is no resource of its own, such as somebody in a team: that; kind is the kind of it",
    ),
    state: z
      .enum(["changes", "changes inside", "equal", "unmanaged"])
      .describe("Does the plan change it, or only its children, or nothing; or does no manifest declare it?"),
    why: z.string(),
    source: source.exactOptional(),
    changes: changes.describe("Those of the plan at the address, and at its children"),
    steps: steps.describe("Those of the plan for these changes"),
    waitsFor: steps.describe("Steps for other addresses that must be done before"),
    guards,
    unverifiable: unverifiable.unwrap(),
    digest: text("Digest of the whole plan"),
  })
  .describe("A resource: why it is, or is not, in the plan");

/** Schema of what `explain --format json` prints. */
export const explainDocument = z.discriminatedUnion("about", [diagnostic, kind, field, resource]);

/** The document of `explain --format json`. */
export type ExplainDocument = z.infer<typeof explainDocument>;
/** The document about one sort of thing. */
export type ExplainedAs<A extends ExplainDocument["about"]> = Extract<ExplainDocument, { about: A }>;
