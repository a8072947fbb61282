import * as z from "zod";
import { unitRow } from "../../model/documents/organizations-document.ts";
import { exitCode } from "../../model/stop.ts";

const [yes, number, texts] = [
  z.boolean().exactOptional(),
  z.number().exactOptional(),
  z.array(z.string()).exactOptional(),
];

/** The options of a command that a job may carry. None says where a worker connects, or with which token. */
export const jobFlags = z.strictObject({
  target: texts,
  allowDeletes: number,
  allowEmpty: yes,
  allowExposure: yes,
  allowOwnerless: yes,
  allowAccess: yes,
  allowRemovals: yes,
  approve: texts,
  expect: texts,
  run: texts,
  resend: texts,
  prune: texts,
  invite: yes,
  rehearse: yes,
  full: yes,
  notify: yes,
  record: yes,
  lockTimeout: number,
});

/** A unit to be worked on: its name and flags. Manifests, tokens and addresses are the worker's own. */
export const unitJob = z.strictObject({
  unit: z.string(),
  command: z.enum(["apply", "drift"]),
  format: z.enum(["text", "json", "markdown"]),
  flags: jobFlags,
  /** Nobody waits for it: the worker itself says what is to be said. */
  scheduled: yes,
});

/** See `unitJob`. */
export type UnitJob = z.infer<typeof unitJob>;

/** How a worker ended a unit: all that is told of it. */
export const unitOutcome = z.object({
  code: z.literal(Object.values(exitCode)),
  row: unitRow.omit({ organization: true }),
  document: z
    .object({ name: z.enum(["plan", "drift", "access", "redirects"]), json: z.string() })
    .exactOptional(),
  details: z.string().exactOptional(),
  diagnostics: z.array(z.unknown()).exactOptional(),
  /** Masked, in the order in which it was written. */
  written: z.array(z.object({ stream: z.enum(["stdout", "stderr"]), text: z.string() })),
});

/** See `unitOutcome`. */
export type UnitOutcome = z.infer<typeof unitOutcome>;
