import * as z from "zod";
import { optionalText, text } from "./document-parts.ts";

/** Version of what `doctor --format json` prints. */
export const doctorFormatVersion = 1;

const check = z
  .object({
    name: text("What was looked at, such as token"),
    status: z
      .enum(["ok", "warn", "fail", "skipped"])
      .describe("fail: docform cannot work; skipped: it could not be looked at, since something else failed"),
    message: text("What was found"),
    fix: optionalText("What to do about it"),
  })
  .describe("One thing that was looked at");

/** Schema of the doctor document. */
export const doctorDocument = z.object({
  formatVersion: z.literal(doctorFormatVersion),
  healthy: z.boolean().describe("Did nothing fail?"),
  checks: z.array(check),
});

/** The document of `doctor --format json`: each check of the set-up with its result. */
export type DoctorDocument = z.infer<typeof doctorDocument>;
/** One thing that was looked at. */
export type Check = DoctorDocument["checks"][number];
