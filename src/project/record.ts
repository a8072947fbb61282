import { createHmac } from "node:crypto";
import { dirname, join } from "node:path";
import { slowHash } from "../io/hash.ts";
import { type Io, timeOf } from "../io/io.ts";
import { actorOf, commitOf } from "../io/pipeline.ts";
import { writeWhole } from "../io/write-whole.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { whyFileFailed } from "../model/file-problem.ts";
import type { LastApply } from "../planner/match/recorded-ids.ts";
import { lastApplyOf, type RecordHashes, recordAfter, recordText, type Scene } from "../state/record.ts";
import type { RecordFile } from "../state/record-file.ts";
import { readRecord } from "../state/record-file.ts";
import { canonicalJson, type Json } from "../text/json.ts";
import { type UnrecordedRun, unrecordedRuns } from "./interrupted-runs.ts";
import type { CommonOptions } from "./options.ts";
import { warn } from "./output.ts";
import { type Applied, knownAfter, sentValues } from "./recorded.ts";
import { stateFolder } from "./runs.ts";

/** The usable record of a project, if any. */
export interface OpenRecord {
  readonly file: string;
  readonly found?: RecordFile;
  /** Of its hashes: its own, or a new one for a new record. */
  readonly salt: string;
  /** Objects that interrupted runs created and did not record. */
  readonly unrecorded: readonly UnrecordedRun[];
}

/**
 * Opens the record of a project, extended by the journals of interrupted runs on a scene. An unreadable
 * record is a warning: the platform stays the truth.
 */
export async function openRecord(
  io: Io,
  options: CommonOptions,
  scene: Scene,
  { settle }: { readonly settle: boolean } = { settle: false },
): Promise<OpenRecord> {
  const file = join(stateFolder(io, options), "record.json");
  const { record, problem } = await readRecord(io.disk, file);
  if (problem !== undefined)
    warn(io, options, [unused(`the record of the last apply is not used: ${problem}`)]);
  const salt = record?.salt ?? Buffer.from(io.randomBytes(16)).toString("hex");
  const unrecorded = await unrecordedRuns(io, options, scene, { settle });
  return { file, salt, unrecorded, ...(record === undefined ? {} : { found: record }) };
}

function unused(message: string): Diagnostic {
  return { code: "DF5020", severity: "warning", message };
}

/** The recorded facts about a scene, for planning. */
export function lastApplyIn(record: OpenRecord, scene: Scene): LastApply | undefined {
  const { found } = record;
  return found === undefined ? undefined : lastApplyOf(found, scene, hashesWith(found.salt));
}

function hashesWith(salt: string): RecordHashes {
  return { hash: hashWith(salt), seal: sealWith(salt) };
}

/** A quick hash: names are no secrets, and there are as many as there are resources. */
function sealWith(salt: string): RecordHashes["seal"] {
  return (value, place) =>
    createHmac("sha256", salt)
      .update(`${place} ${canonicalJson(value)}`)
      .digest("hex")
      .slice(0, 32);
}

/** The hash functions of a record, also for a record that is not written yet. */
export function hashesOf({ salt }: OpenRecord): RecordHashes {
  return hashesWith(salt);
}

/** A slow hash, so that a short value cannot be guessed from it; the salt is the record's, and the place. */
function hashWith(salt: string): LastApply["hash"] {
  return (value: Json, place: string) => slowHash(canonicalJson(value), `${salt} ${place}`);
}

/** The record after the steps, for the plan that looks for remaining changes. */
export function withSteps(io: Io, record: OpenRecord, scene: Scene, applied: Applied): OpenRecord {
  const found = recordOf(io, record, scene, applied);
  return found === undefined ? record : { ...record, found };
}

/** Writes the record after an apply. A record that cannot be written is a warning. */
export async function keepRecord(
  io: Io,
  options: CommonOptions,
  record: OpenRecord,
  scene: Scene,
  applied: Applied,
): Promise<void> {
  const next = recordOf(io, record, scene, applied);
  if (next === undefined) return;
  try {
    await io.disk.makeFolder(dirname(record.file));
    await writeWhole(io, record.file, recordText(next));
  } catch (problem) {
    warn(io, options, [unused(`the record of this apply could not be kept: ${whyFileFailed(problem)}`)]);
  }
}

function recordOf(io: Io, record: OpenRecord, scene: Scene, applied: Applied): RecordFile | undefined {
  return recordAfter(record.found, record.salt, scene, {
    known: knownAfter(lastApplyIn(record, scene), applied),
    sent: sentValues(applied, hashWith(record.salt)),
    seal: sealWith(record.salt),
    at: timeOf(io),
    by: actorOf(io),
    commit: commitOf(io),
  });
}
