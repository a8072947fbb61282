import type { Log } from "../../io/disk.ts";
import { compareText } from "../../text/json.ts";
import {
  type Backend,
  type HeldLock,
  joinedPlace,
  type LockAnswer,
  type LockStore,
  type RecordStore,
  type RunStore,
} from "../backend.ts";
import type { LockHolder } from "../lock.ts";
import { recordText } from "../record.ts";
import { type RecordFile, type ResourceRecord, recordFormatVersion, recordIn } from "../record-file.ts";
import { asRecord, partOf, withEntries } from "./record-part.ts";

/** An organization, by its id, and the place of its state. */
export interface Part {
  readonly organization: string;
  readonly place: Backend;
}

/**
 * The places of organizations that a transfer joins, as one. It takes all locks, in the order of ids. It reads the records
 * as one, and writes each part to its own place. The journal of a run is in each: it is found when they part again.
 */
export function joinedBackend(given: readonly Part[]): Backend {
  const parts = [...given].sort((a, b) => compareText(a.organization, b.organization));
  const places = parts.map(({ place }) => place);
  const [first] = places;
  if (first === undefined) throw new Error("a unit has an organization");
  if (places.length === 1) return first;
  return {
    place: joinedPlace(places.map(({ place }) => place)),
    isShared: first.isShared,
    project: first.project,
    journalDelay: first.journalDelay,
    record: joinedRecord(parts),
    lock: joinedLock(places),
    runs: joinedRuns(first, places),
    close: () => inTurn(places, ({ close }) => close()),
  };
}

function joinedRecord(parts: readonly Part[]): RecordStore {
  let last: readonly (string | undefined)[] = [];
  return {
    read: async () => {
      const read = await Promise.all(parts.map(({ place }) => place.record.read()));
      last = read.map((one) => one?.text);
      if (read.every((one) => one === undefined)) return undefined;
      const version = JSON.stringify(read.map((one) => one?.version ?? null));
      return { text: mergedText(last), version };
    },
    write: async (text, over) => {
      const versions = (over === undefined ? [] : JSON.parse(over)) as readonly (string | null)[];
      const { record } = recordIn(text);
      if (record === undefined) throw new Error("what is to be written is no record");
      for (const [at, { organization, place }] of parts.entries()) {
        const part = partOf(record, [organization]);
        const next = part && recordText(keptHashes(part, asRecord(last[at])));
        if (next !== undefined && next !== last[at])
          await place.record.write(next, versions[at] ?? undefined);
      }
    },
  };
}

/** The records as one. A text that is no record is handed on as it is. */
function mergedText(texts: readonly (string | undefined)[]): string {
  const unusable = texts.find((text) => asRecord(text) === "unusable");
  if (unusable !== undefined) return unusable;
  const records = texts.map(asRecord).filter((one) => typeof one === "object");
  const salt = records[0]?.salt ?? "";
  const platforms: Record<string, RecordFile["platforms"][string]> = {};
  for (const record of records) {
    const { platforms: own } =
      record.salt === salt ? record : withEntries(record, (...[, , , one]) => plain(one));
    for (const [baseUrl, known] of Object.entries(own))
      platforms[baseUrl] = { ...platforms[baseUrl], ...known };
  }
  return recordText({ formatVersion: recordFormatVersion, salt, platforms });
}

/** An entry without hashes: those of another record have another salt. */
function plain({
  unverifiable: _,
  unsent: _unsent,
  fields: _fields,
  ...entry
}: ResourceRecord): ResourceRecord {
  return entry;
}

/**
 * A part with the salt of its own record. Hashes of the joined record have another salt, so the part keeps its own of what
 * cannot be read back, but for values that the run has sent.
 */
function keptHashes(part: RecordFile, before: ReturnType<typeof asRecord>): RecordFile {
  if (typeof before === "string" || before.salt === part.salt) return part;
  const whole = withEntries(part, (baseUrl, organization, address, entry) => {
    const old = before.platforms[baseUrl]?.[organization]?.resources[address];
    if (old?.id !== entry.id) return plain(entry);
    const kept = (hashes: ResourceRecord["unsent"] = {}) =>
      Object.entries(hashes).filter(([name]) => entry.unverifiable?.[name] === undefined);
    const [unverifiable, unsent] = [kept(old.unverifiable), kept(old.unsent)];
    return {
      ...plain(entry),
      ...(unverifiable.length === 0 ? {} : { unverifiable: Object.fromEntries(unverifiable) }),
      ...(unsent.length === 0 ? {} : { unsent: Object.fromEntries(unsent) }),
    };
  });
  return { ...whole, salt: before.salt };
}

function joinedLock(places: readonly Backend[]): LockStore {
  const take = async (mine: LockHolder): Promise<LockAnswer> => {
    const held: HeldLock[] = [];
    const release = () => inTurn([...held].reverse(), (one) => one.release());
    try {
      for (const { lock } of places) {
        const answer = await lock.take(mine);
        if (!("release" in answer)) {
          await release();
          return answer;
        }
        held.push(answer);
      }
    } catch (problem) {
      await release().catch(() => {});
      throw problem;
    }
    const takenFrom = held.find((one) => one.takenFrom !== undefined)?.takenFrom;
    return { ...(takenFrom === undefined ? {} : { takenFrom }), release };
  };
  return {
    take,
    holder: async () => {
      for (const { lock } of places) {
        const holder = await lock.holder();
        if (holder !== undefined) return holder;
      }
      return undefined;
    },
    remove: async (id) => {
      const removed: boolean[] = [];
      for (const { lock } of places) removed.push(await lock.remove(id));
      return removed.includes(true);
    },
  };
}

/** Does something with all, one after the other. Throws the first problem after that. */
async function inTurn<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  const problems: unknown[] = [];
  for (const one of all) await act(one).catch((problem: unknown) => problems.push(problem));
  if (problems.length > 0) throw problems[0];
}

function joinedRuns({ runs: first }: Backend, places: readonly Backend[]): RunStore {
  const anywhere = async (
    read: (runs: RunStore) => Promise<string | undefined>,
  ): Promise<string | undefined> => {
    for (const { runs } of places) {
      const text = await read(runs);
      if (text !== undefined) return text;
    }
    return undefined;
  };
  const read = (run: string): Promise<string | undefined> => anywhere((runs) => runs.read(run));
  return {
    ...first,
    ids: async () => {
      const ids = await Promise.all(places.map(({ runs }) => runs.ids()));
      return [...new Set(ids.flat())].sort();
    },
    read,
    readStart: (run) => anywhere(async (runs) => (await runs.readStart?.(run)) ?? runs.read(run)),
    begin: async (run, text, lockId) => {
      const logs: Log[] = [];
      try {
        for (const { runs } of places) logs.push(await runs.begin(run, text, lockId));
      } catch (problem) {
        await inTurn(logs, ({ close }) => close()).catch(() => {});
        throw problem;
      }
      return joinedLog(logs);
    },
  };
}

/** One journal in several places. A line is durable when it is in each. */
function joinedLog(logs: readonly Log[]): Log {
  return {
    append: async (text) => void (await Promise.all(logs.map(({ append }) => append(text)))),
    publish: async () => void (await Promise.all(logs.map(({ publish }) => publish?.()))),
    close: () => inTurn(logs, ({ close }) => close()),
  };
}
