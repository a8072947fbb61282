import { createHmac } from "node:crypto";
import { dirname, join } from "node:path";
import { slowHash } from "../io/hash.ts";
import { type Io, timeOf } from "../io/io.ts";
import { actorOf, commitOf } from "../io/pipeline.ts";
import { writeWhole } from "../io/write-whole.ts";
import { kinds } from "../kinds/kinds.ts";
import { organizationOf } from "../model/address.ts";
import type { ApplyEvent } from "../model/apply-event.ts";
import type { Desired } from "../model/desired.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Step } from "../model/documents/plan-document.ts";
import { whyFileFailed } from "../model/file-problem.ts";
import { apiName, indexKinds } from "../model/kind-index.ts";
import { keyAt } from "../model/live.ts";
import { hidesName } from "../model/shown-name.ts";
import { namesOf } from "../planner/match/identity.ts";
import type { LastApply } from "../planner/match/last-apply.ts";
import { lastingKeys } from "../planner/match/lasting-key.ts";
import type { Plan } from "../planner/plan.ts";
import { readRecord } from "../state/read-record.ts";
import {
  type Agreed,
  type Known,
  lastApplyOf,
  type RecordHashes,
  recordAfter,
  recordText,
  type Scene,
} from "../state/record.ts";
import type { RecordFile } from "../state/record-file.ts";
import { canonicalJson, isObject, type Json } from "../text/json.ts";
import type { Made } from "../undo/undo-parts.ts";
import { type LeftByRun, leftByRuns } from "./interrupted-runs.ts";
import type { CommonOptions } from "./options.ts";
import { showDiagnostics } from "./output.ts";
import { stateFolder } from "./runs.ts";

const index = indexKinds(kinds);

/** The record of a project: what the last apply left, when there is one that can be used. */
export interface OpenRecord {
  readonly file: string;
  readonly found?: RecordFile;
  /** Of its hashes: its own, or a new one for a new record. */
  readonly salt: string;
  /** What the last runs made and could not record. */
  readonly left: readonly LeftByRun[];
}

/**
 * Opens the record of a project, with what the journals of the last runs on a scene say besides. One that cannot be
 * read is a warning: nothing live rests on it.
 */
export async function openRecord(
  io: Io,
  options: CommonOptions,
  scene: Scene,
  { settle }: { readonly settle: boolean } = { settle: false },
): Promise<OpenRecord> {
  const file = join(stateFolder(io, options), "record.json");
  const { record, problem } = await readRecord(io.disk, file);
  if (problem !== undefined) warn(io, options, `the record of the last apply is not used: ${problem}`);
  const salt = record?.salt ?? Buffer.from(io.randomBytes(16)).toString("hex");
  const left = await leftByRuns(io, options, scene, { settle });
  return { file, salt, left, ...(record === undefined ? {} : { found: record }) };
}

function warn(io: Io, options: CommonOptions, message: string): void {
  const diagnostic: Diagnostic = { code: "DF5020", severity: "warning", message };
  if (options.logLevel !== "error") showDiagnostics(io, "text", [diagnostic]);
}

/** What a record says of a scene, for planning. */
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

/** The hashes of a record, also of one that is yet to be written. */
export function hashesOf({ salt }: OpenRecord): RecordHashes {
  return hashesWith(salt);
}

/** A slow hash, so that a short value cannot be guessed from it; the salt is the record's, and the place. */
function hashWith(salt: string): LastApply["hash"] {
  return (value: Json, place: string) => slowHash(canonicalJson(value), `${salt} ${place}`);
}

/** How an apply went, as far as the record asks. */
export interface Applied {
  readonly desired: Desired;
  readonly plan: Plan;
  /** What a plan after the steps found; left out when there is none. */
  readonly second?: Plan | undefined;
  /** The steps whose call the platform has taken. */
  readonly sent: readonly Step[];
  /** What its calls are known to have made. */
  readonly made?: readonly Made[];
  /** It took back what another run did: the manifests say more than it speaks of. */
  readonly isUndo?: boolean;
}

/** The record as it is after the steps, for the plan that shows whether anything is left. */
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
    warn(io, options, `the record of this apply could not be kept: ${whyFileFailed(problem)}`);
  }
}

function recordOf(io: Io, record: OpenRecord, scene: Scene, applied: Applied): RecordFile | undefined {
  return recordAfter(record.found, record.salt, scene, {
    known: knownAfter(record, scene, applied),
    sent: sentValues(applied, hashWith(record.salt)),
    seal: sealWith(record.salt),
    at: timeOf(io),
    by: actorOf(io),
    commit: commitOf(io),
  });
}

/**
 * What is live of what is declared; without a second plan, what was known before, so that nothing is dropped. What the
 * run made is known by the answers, also where an old list of the second plan does not have it yet.
 */
function knownAfter(record: OpenRecord, scene: Scene, applied: Applied) {
  const { desired, plan, second, isUndo = false } = applied;
  const made = madeBy(applied);
  const seen = withoutMade([...made, ...foundIn(applied)], made);
  const before = second === undefined || isUndo ? [...(lastApplyIn(record, scene)?.resources ?? [])] : [];
  const old = before.map(([address, { kind, id }]): [string, Known] => [address, { kind, id }]);
  if (!isUndo) return new Map([...withoutRenamed(desired, seen, old), ...seen]);
  const deleted = plan.document.changes.filter(({ action }) => action === "delete");
  const gone = new Set(deleted.map(keyAt));
  const known = new Set(before.map(([address]) => address));
  // An undo speaks of a few addresses, some of which no manifest has: those of the record count.
  return new Map([
    ...old.filter(([address, { kind, id }]) => !gone.has(keyAt({ address, kind, id }))),
    ...[...seen].filter(([address]) => known.has(address)),
  ]);
}

/** What was known before, without what is found under another key now: an id of two addresses says nothing. */
function withoutRenamed(
  { resources }: Desired,
  seen: ReadonlyMap<string, Known>,
  before: readonly (readonly [string, Known])[],
): readonly (readonly [string, Known])[] {
  const declared = new Set(resources.map(({ address }) => address));
  const keyOf = lastingKeys(index);
  const keyIn = (address: string, { kind, id }: Known): string =>
    keyOf({ organization: organizationOf(address), kind, id });
  const found = new Set([...seen].map((entry) => keyIn(...entry)));
  return before.filter((entry) => declared.has(entry[0]) || !found.has(keyIn(...entry)));
}

/**
 * Without what was found at one address and made for another, which still has it: somebody gave it the name of the
 * first meanwhile. An id of two addresses says nothing, and the next plan could not warn that a name decides.
 */
function withoutMade(
  seen: readonly (readonly [string, Known])[],
  made: readonly (readonly [string, Known])[],
): ReadonlyMap<string, Known> {
  const known = new Map(seen);
  const makers = new Map(
    made.flatMap(([address, { kind, id }]) =>
      known.get(address)?.id === id ? [[keyAt({ address, kind, id }), address] as const] : [],
    ),
  );
  const isOwn = (address: string, { kind, id }: Known): boolean =>
    (makers.get(keyAt({ address, kind, id })) ?? address) === address;
  return new Map([...known].filter((entry) => isOwn(...entry)));
}

/** What a run made of what is declared; its names are those that somebody sees next. */
function madeBy({ desired, made = [] }: Applied): readonly (readonly [string, Known])[] {
  const declared = new Set(desired.resources.map(({ address }) => address));
  return made.flatMap(({ address, kind, id }) =>
    declared.has(address) ? [[address, { kind, id, names: [] }] as const] : [],
  );
}

/** What the last plan has found, with its names; without those that must not be shown. */
function foundIn(applied: Applied): readonly [string, Known][] {
  const { known } = applied.second ?? applied.plan;
  const hiding = new Set(
    applied.desired.resources
      .filter((one) => hidesName(index.get(one.kind), one))
      .map(({ address }) => address),
  );
  const fieldsOf = fieldsAfter(applied);
  return [...known()].map(([address, live]) => {
    const names = hiding.has(address) ? [] : namesOf(index.get(live.kind), live);
    const fields = fieldsOf(address);
    return [address, { kind: live.kind, id: live.id, names, ...(fields === undefined ? {} : { fields }) }];
  });
}

/**
 * What both sides agree on after a run. What they differ in stays as it was known, unless the run called the platform for
 * that address: then nobody knows who made it what it is. So it is of what an undo took back, and where no plan tells how
 * the run ended.
 */
function fieldsAfter({ second, sent, isUndo }: Applied): (address: string) => Known["fields"] {
  const reached = new Set(sent.map(({ address }) => address));
  return (address) => {
    const isReached = reached.has(address);
    if (second === undefined || isUndo === true) return isReached ? new Map() : undefined;
    return new Map(
      [...second.compared(address)].flatMap(([path, sides]): [string, Agreed | "as kept"][] => {
        if (sides.isSame) return [[path, sides]];
        return isReached ? [] : [[path, "as kept"]];
      }),
    );
  };
}

/** Hashes of the values that cannot be read back and have reached the platform, by address and field. */
function sentValues({ desired, plan, sent }: Applied, hash: LastApply["hash"]) {
  const byAddress = new Map<string, Record<string, string>>();
  for (const { address, kind: name, values } of desired.resources) {
    const kind = kinds.find((one) => one.name === name);
    for (const [field, traits] of Object.entries(kind?.fields ?? {})) {
      const value = values[field];
      if (value === undefined || traits.unverifiable?.holds(value) !== true) continue;
      const carries = (step: Step): boolean =>
        step.address === address && isObject(step.body) && Object.hasOwn(step.body, apiName(field, traits));
      if (!plan.document.steps.some(carries) || !sent.some(carries)) continue;
      byAddress.set(address, { ...byAddress.get(address), [field]: hash(value, `${address} ${field}`) });
    }
  }
  return byAddress;
}

/** The steps whose calls the platform has taken. */
export function reachedIn(events: readonly ApplyEvent[]): readonly Step[] {
  return events.flatMap((event) => (hasReached(event) ? [event.step] : []));
}

/** Has the platform taken the call? What it did with it afterwards may have gone wrong all the same. */
function hasReached(event: ApplyEvent): event is Extract<ApplyEvent, { readonly step: Step }> {
  if (event.type === "step_done") return true;
  return (event.type === "step_failed" || event.type === "step_unknown") && event.wasSent === true;
}
