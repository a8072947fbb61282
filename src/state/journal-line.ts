import * as z from "zod";
import { changeActions } from "../model/documents/change-actions.ts";
import { beforeImage, count, json, platform } from "../model/documents/document-parts.ts";

/** Version of the form of `.docform/runs/<id>.jsonl`. */
export const journalFormatVersion = 1;

const at = z.string().describe("ISO 8601");

const change = z.object({
  address: z.string(),
  kind: z.string(),
  action: z.enum(changeActions),
  id: z.string().exactOptional().describe("Id of the live object before the run, where there was one"),
  fields: z.array(z.string()).exactOptional().describe("Paths of the fields that the plan changes"),
});

const header = z.object({
  type: z.literal("run"),
  formatVersion: z.literal(journalFormatVersion),
  run: z.string().describe("Id of the run: the name of the file"),
  command: z.enum(["apply", "undo"]),
  lock: z.string().exactOptional().describe("Id of the lock that it was begun under"),
  undoes: z.string().exactOptional().describe("Of an undo: the run that it takes back"),
  at,
  docform: z.string().describe("Version of docform"),
  platform,
  organizations: z.record(z.string(), z.string()).describe("Id of each organization by its alias"),
  project: z.string().exactOptional().describe("Of a project that has a name"),
  scope: z.array(z.string()).exactOptional().describe("What that project may manage"),
  environment: z.string().exactOptional(),
  by: z.string().exactOptional(),
  commit: z.string().exactOptional(),
  digest: z.string().describe("Digest of the plan"),
  calls: count.describe("Number of steps in the plan"),
  changes: z
    .array(change)
    .describe("What the plan was to do; how each was before is in lines of type before"),
});

/** Where a run was: a part of its first line. */
export const journalPlace = header.pick({ type: true, platform: true, organizations: true, project: true });

const before = beforeImage.extend({ type: z.literal("before") });

const there = z
  .object({
    type: z.literal("there"),
    organization: z.string().describe("Alias"),
    kind: z.string(),
    ids: z.array(z.string()),
    names: z
      .record(z.string(), z.string())
      .exactOptional()
      .describe(
        "By id, what is to be copied is called: a copy keeps that, whatever its original is called then",
      ),
  })
  .describe(
    "All there was of a kind before the run creates or deletes one: so that a lost create can be found, and an undo takes nothing else for what it creates again",
  );

const stepName = {
  step: z.string().describe("Id of the step in the plan"),
  address: z.string(),
  operation: z.string(),
};

const intent = z
  .object({
    type: z.literal("intent"),
    at,
    ...stepName,
    params: z.record(z.string(), json),
    body: json.exactOptional().describe("With hashes for values that must not be shown"),
  })
  .describe("Written before a call, and again before it is repeated");

const outcome = z
  .object({
    type: z.literal("outcome"),
    at,
    ...stepName,
    outcome: z.enum(["done", "failed", "unknown", "stale", "skipped", "requested"]),
    id: z.string().exactOptional().describe("Id in the answer"),
    found: z
      .literal(true)
      .exactOptional()
      .describe("The answer was lost, and the object was found by reading: it may be somebody else's"),
    status: z.int().exactOptional().describe("HTTP status of the answer"),
    message: z.string().exactOptional(),
  })
  .describe(
    "Written before a step counts as ended for those after it; without an intent before it, nothing was sent",
  );

const afterImage = z.object({
  organization: z.string().describe("Alias"),
  kind: z.string().exactOptional().describe("Left out for the organization itself"),
  id: z.string().exactOptional(),
  values: z
    .record(z.string(), json)
    .describe("By path, as in a line of type before: what is not here is as it was before"),
});

const end = z
  .object({
    type: z.literal("end"),
    at,
    outcome: z.enum(["done", "failed", "interrupted"]),
    converged: z
      .boolean()
      .exactOptional()
      .describe("Was a second plan empty? Left out when none was made, or no record written"),
    left: z
      .array(afterImage)
      .exactOptional()
      .describe(
        "How the second plan found what the run touched and created: an undo tells by it what was changed after the run",
      ),
  })
  .describe("The last line; without it, the run did not end by itself");

/** Schema of one line of a journal. */
export const journalLine = z.discriminatedUnion("type", [header, before, there, intent, outcome, end]);

/** One line of a journal. */
export type JournalLine = z.infer<typeof journalLine>;
/** The first line of a journal: the command, its user, the time and the platform. */
export type JournalHeader = z.infer<typeof header>;
/** How a run left an object that it touched or created. */
export type AfterImage = z.infer<typeof afterImage>;
/** The lines of one type. */
export type LineOf<T extends JournalLine["type"]> = Extract<JournalLine, { type: T }>;
