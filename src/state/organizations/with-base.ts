import type { Backend, LockAnswer, LockStore, RecordStore, RunStore } from "../backend.ts";
import type { LockHolder } from "../lock.ts";
import { recordText } from "../record.ts";
import { asRecord, partOf } from "./record-part.ts";

/** The place of a project before its organizations had places of their own. It is read, and never written. */
export interface BasePlace {
  readonly record: Pick<RecordStore, "read">;
  /** A run that began before may still go on. */
  readonly lock: LockStore;
  readonly runs: Pick<RunStore, "ids" | "read">;
}

/** The version of a record that was read in the base place: in its own place, there is none yet. */
const ofBase = "in the base place";

/**
 * The place of an organization that reads on in the base place: the record as long as its own place has none, and the
 * journals of the runs there. It writes to its own place alone, and not while a run holds the lock of the base place.
 */
export function withBase(own: Backend, base: BasePlace, organizations: readonly string[]): Backend {
  const { record, lock, runs } = own;
  const inBase = async (): ReturnType<RecordStore["read"]> => {
    const text = (await base.record.read())?.text;
    const found = asRecord(text);
    if (text === undefined || found === "none") return undefined;
    if (found === "unusable") return { text, version: ofBase };
    const part = partOf(found, organizations);
    return part && { text: recordText(part), version: ofBase };
  };
  const read = async (run: string): Promise<string | undefined> =>
    (await runs.read(run)) ?? (await base.runs.read(run));
  return {
    ...own,
    record: {
      read: async () => (await record.read()) ?? (await inBase()),
      write: (text, over) => record.write(text, over === ofBase ? undefined : over),
    },
    lock: {
      take: (mine) => takeAfter(base.lock, lock, mine),
      holder: async () => (await lock.holder()) ?? (await base.lock.holder()),
      remove: async (id) => (await lock.remove(id)) || (await base.lock.remove(id)),
    },
    runs: {
      ...runs,
      ids: async () => [...new Set([...(await runs.ids()), ...(await base.runs.ids())])].sort(),
      read,
      readStart: async (run) => (await runs.readStart?.(run)) ?? read(run),
    },
  };
}

/** Takes a lock when nobody holds the one of before. One that was left by a process that is gone is taken over. */
async function takeAfter(before: LockStore, lock: LockStore, mine: LockHolder): Promise<LockAnswer> {
  if ((await before.holder()) === undefined) return lock.take(mine);
  const left = await before.take(mine);
  if (!("release" in left)) return left;
  await left.release();
  return lock.take(mine);
}
