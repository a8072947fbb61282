import * as z from "zod";
import { validateDocument } from "./checks/validate-document.ts";
import { count, json, optionalText, optionalTexts, text } from "./document-parts.ts";
import { applyFormatVersion } from "./format-versions.ts";
import { unitRow } from "./organizations-document.ts";
import { planDocument } from "./plan-document.ts";

const line = {
  "@timestamp": text("ISO 8601"),
  "@message": text("The event for people"),
  organization: optionalText("Of several organizations: the one that it is about"),
};

const stepLine = {
  ...line,
  step: text("Id of the step in the plan"),
  address: z.string(),
  operation: text("Name of the operation in the contract"),
  method: z.string(),
  path: text("Template of the reference"),
};

/** Schema of one line; bodies are never in it. */
export const applyLine = z.discriminatedUnion("type", [
  z.object({
    ...line,
    type: z.literal("version"),
    formatVersion: z.literal(applyFormatVersion),
    docform: z.string(),
  }),
  z.object({
    ...line,
    type: z.literal("planned"),
    digest: z.string(),
    summary: planDocument.shape.summary,
    rehearsal: planDocument.shape.rehearsal,
  }),
  z.object({
    ...line,
    type: z.literal("diagnostic").describe("Why the apply ended before any step"),
    diagnostic: validateDocument.shape.diagnostics.element,
  }),
  z.object({
    ...line,
    type: z.literal("organizations").describe("The last line of an apply of several organizations"),
    organizations: z.array(unitRow),
  }),
  z.object({ ...stepLine, type: z.literal("step_started") }),
  z.object({ ...stepLine, type: z.literal("step_done"), milliseconds: z.number() }),
  z.object({
    ...stepLine,
    type: z.literal("step_failed"),
    status: z.int().optional().describe("HTTP status of the answer, when there was one"),
    message: z.string(),
    next: text("What happens next, or what to do"),
  }),
  z.object({ ...stepLine, type: z.literal("step_unknown"), message: z.string(), next: z.string() }),
  z.object({
    ...stepLine,
    type: z.literal("step_stale").describe("Not sent: somebody else changed what the step rests on"),
    message: z.string(),
    next: z.string(),
  }),
  z.object({
    ...stepLine,
    type: z.literal("step_requested").describe("Administrators are asked to do it: nothing is done yet"),
    message: z.string(),
    next: z.string(),
  }),
  z.object({
    ...stepLine,
    type: z.literal("step_skipped"),
    waitedFor: text("Id of the step; or what stopped the run: the interrupt, the platform, the journal"),
    message: optionalText("Why nothing more was started, where that is known"),
  }),
  z.object({
    ...line,
    type: z.literal("summary"),
    summary: z.object({
      done: count.describe("Calls; a shared one counts under each end that its steps have"),
      failed: count,
      unknown: count,
      stale: count.describe("Not sent, as somebody else changed what they rest on"),
      skipped: count,
      requested: count
        .exactOptional()
        .describe("What administrators are asked to do, which is no failure; left out for none"),
      converged: z
        .boolean()
        .optional()
        .describe(
          "Is a second plan empty, has it no call left? Where all calls are done, it has read again what they may have changed. Left out when it was not made. What is blocked has no call: it can be true beside that, and the exit code is 3 then",
        ),
      left: z.array(z.string()).describe("Addresses that a second plan still changes"),
      leftFields: z
        .array(
          z.object({
            address: z.string(),
            field: text("Name of the field, as in the changes of a plan"),
            wanted: json.exactOptional().describe("Left out when there is to be none, or it is not shown"),
            live: json.exactOptional().describe("Left out when there is none, or it is not shown"),
            why: text("Why it is left, as far as is known"),
          }),
        )
        .exactOptional()
        .describe("Fields that differ, at those of the addresses that are there; left out for none"),
      access: z
        .array(
          z.object({
            address: z.string(),
            person: text("Email, or the id where the platform says none"),
            before: optionalText("The role before; left out for none"),
            after: optionalText("The role now; left out for none"),
          }),
        )
        .exactOptional()
        .describe("Who really gained or lost access where it was changed, by all rules; left out for nobody"),
      blocked: z.array(z.string()).describe("Addresses that are wanted and impossible"),
      waiting: optionalTexts(
        "Addresses of declared people who have not joined yet, which is no failure; left out for none",
      ),
      others: optionalTexts(
        "Of a saved plan: addresses that a second plan changes in addition to what was reviewed. The other figures are then about the addresses of the saved plan only",
      ),
      targets: optionalTexts(
        "Of an apply of some addresses: those. The figures are about these, and what they depend on",
      ),
      rest: count
        .exactOptional()
        .describe(
          "Of a plan that held transfers alone, once they are done: API calls of the next plan, which holds the rest. The other figures are about the transfers only",
        ),
      run: optionalText("Id of the run: docform undo takes it"),
      undoes: optionalText("Of an undo: id of the run that it takes back"),
      unrecorded: optionalTexts(
        "Why the state does not hold this run: a shared place refused the record or the journal, or the lock was lost. The exit code is 5 then",
      ),
      notUndone: optionalTexts("Of an undo: what it could not bring back, in words; left out for nothing"),
      notRun: z
        .enum([
          "held",
          "stale",
          "not reviewed",
          "not confirmed",
          "nobody to ask",
          "only shown",
          "locked",
          "interrupted",
          "error",
          "broken off",
        ])
        .exactOptional()
        .describe(
          "Why nothing was run; left out for a run. broken off: it had begun, and nobody knows how far it came",
        ),
      heldBy: optionalTexts("With notRun held: the rules that hold the plan"),
      interrupted: z.literal(true).exactOptional().describe("The run was interrupted"),
      noLongerDeclared: count
        .exactOptional()
        .describe("Resources that the record knows and no manifest declares any more; left out for none"),
      kept: optionalTexts(
        "Of an undo: what it did not change, since somebody changed it after the run; left out when empty",
      ),
    }),
  }),
]);

/** One line of `apply --format json`. */
export type ApplyLine = z.infer<typeof applyLine>;
