import * as z from "zod";
import { validateFormatVersion } from "../format-versions.ts";
import { planDocument } from "../plan-document.ts";

const diagnostic = planDocument.shape.diagnostics.element;
const source = diagnostic.shape.source;

/** Schema of the document. */
export const validateDocument = z.object({
  formatVersion: z.literal(validateFormatVersion),
  valid: z.boolean().describe("No diagnostic is an error"),
  diagnostics: z.array(
    diagnostic.extend({
      code: z.string().regex(/^DF\d{4}$/),
      related: z
        .array(z.object({ message: z.string(), source: source.unwrap() }))
        .optional()
        .describe("Other places that belong to it"),
    }),
  ),
});
