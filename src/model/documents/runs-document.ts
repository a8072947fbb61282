import * as z from "zod";
import { count, optionalText, platform, text } from "./document-parts.ts";

/** Version of what `runs --format json` and `runs show --format json` print. */
export const runsFormatVersion = 1;

const runningProcess = z.object({
  host: z.string(),
  pid: z.int().positive(),
  isHere: z
    .boolean()
    .describe("Is it on this machine, where it is running? Of one elsewhere, nobody here can tell"),
});

/** Schema of a run without its calls. */
export const run = z.object({
  run: text("Id of the run"),
  command: z.enum(["apply", "undo"]),
  undoes: optionalText("Of an undo: the run that it takes back"),
  at: text("ISO 8601"),
  by: z.string().exactOptional(),
  commit: z.string().exactOptional(),
  project: z.string().exactOptional().describe("Of a project that has a name"),
  environment: z.string().exactOptional(),
  platform,
  organizations: z.record(z.string(), z.string()).describe("Id of each organization by its alias"),
  digest: text("Digest of the plan"),
  calls: count.describe("Calls of the plan"),
  outcomes: z.object({
    done: count,
    failed: count,
    unknown: count,
    stale: count,
    skipped: count,
    requested: count.exactOptional().describe("Calls by which administrators were asked; left out for none"),
    inDoubt: count.describe("Calls that were sent, as far as is known, and of which no outcome was written"),
  }),
  ended: z
    .enum(["done", "failed", "interrupted"])
    .nullable()
    .describe("How it ended; null: it was broken off, or goes on"),
  process: runningProcess
    .exactOptional()
    .describe("Of one without an end: the process that still holds its lock, as far as is known"),
  converged: z
    .boolean()
    .exactOptional()
    .describe("Was a second plan empty? Left out when none was made, or no record written"),
});

/** Schema of the list of runs, the newest first. */
export const runsDocument = z.object({
  formatVersion: z.literal(runsFormatVersion),
  runs: z.array(run),
  damaged: z
    .array(z.object({ run: z.string(), problem: z.string() }))
    .describe("Journals that cannot be read"),
});

const step = z.object({
  step: text("Id of the step in the plan"),
  address: z.string(),
  operation: z.string(),
  outcome: z.enum(["done", "failed", "unknown", "stale", "skipped", "requested", "inDoubt"]),
  sentAt: optionalText("ISO 8601; left out for a call that was not sent"),
  endedAt: z.string().exactOptional(),
  id: optionalText("Id in the answer"),
  status: z.int().exactOptional().describe("HTTP status of the answer"),
  message: z.string().exactOptional(),
});

/** Schema of one run with its calls, in the order in which they were sent. */
export const runDocument = z.object({
  formatVersion: z.literal(runsFormatVersion),
  ...run.shape,
  steps: z.array(step),
});

/** The list of runs. */
export type RunsDocument = z.infer<typeof runsDocument>;
/** One run, without its calls. */
export type RunEntry = z.infer<typeof run>;
/** One run with its calls. */
export type RunDocument = z.infer<typeof runDocument>;
