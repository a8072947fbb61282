import { basename, dirname, join } from "node:path";
import { hash } from "../../../io/hash.ts";
import { ownFiles } from "../../../io/own-files.ts";
import {
  type Backend,
  BackendError,
  type KeptRuns,
  LockLost,
  type LockStore,
  type RecordStore,
  StateMoved,
} from "../../backend.ts";
import { type LockHolder, lockHolderIn, lockText } from "../../lock.ts";
import { type FolderIo, localRuns } from "../folder.ts";
import { publishEvery, publishedRuns } from "../published-runs.ts";
import type { GitProgramOptions } from "./git-program.ts";
import { type GitRef, gitRef } from "./git-ref.ts";

/** The settings of `state: { git: … }`, and what the command that uses it has. */
export interface GitOptions extends Omit<GitProgramOptions, "io" | "place" | "gitFolder"> {
  readonly io: FolderIo & { readonly now: () => number };
  /** The folder for journals on this machine; `.docform` in the project folder when left out. */
  readonly ownFolder?: string;
  /** Branch name, or a whole name such as `refs/docform/state`. */
  readonly ref: string;
}

/** Runs whose journals are at the tip of the ref, without the one that is written. Older ones are in its history. */
const keptRuns = 100;

/** The marker of the form: a ref without it is not touched. */
const marker = { file: "docform-state.json", text: `${JSON.stringify({ formatVersion: 1 })}\n` };

/**
 * The state in a ref of a Git repository: `record.json`, `lock.json` and `runs/`. Each change is a commit, and a
 * push that is refused because the ref has moved is the compare and swap.
 */
export function gitBackend(options: GitOptions): Backend {
  const { io, folder, remote, ref } = options;
  const place = `the Git ref ${ref} of ${remote}`;
  const { pid } = io.machine;
  const id = hash(`${ref} ${io.random()}`).slice(0, 8);
  const gitFolder = join(folder, ".docform", "git", `${pid}-${markOf(io.machine)}-${id}`);
  const state = gitRef({ ...options, place, marker, gitFolder });
  const local = localRuns(io, options.ownFolder ?? join(folder, ".docform"));
  return {
    place,
    isShared: true,
    journalDelay: publishEvery,
    record: recordInRef(state, place),
    lock: lockIn(state, place),
    runs: publishedRuns(local, runsIn(state, place), io),
    close: () => removeRepositories({ ...io, disk: ownFiles(io.disk, folder) }, gitFolder),
  };
}

/** The name of a repository of docform's own: the number of its process, where the number is of, and a random part. */
const repositoryName = /^(\d+)-([0-9a-f]{8})-[0-9a-f]+$/;

/** Marks where the numbers of processes are of: a machine, and a namespace. */
function markOf({ host, process }: FolderIo["machine"]): string {
  return hash([host, process?.machine, process?.namespace].join("\n")).slice(0, 8);
}

/**
 * Removes the repository of this process, and those of processes that are gone. Each has its own: git locks it. Nothing
 * else is removed: what runs elsewhere cannot be asked.
 */
async function removeRepositories({ disk, machine }: FolderIo, own: string): Promise<void> {
  const folder = dirname(own);
  for (const name of await disk.names(folder).catch(() => [])) {
    const [, process, mark] = repositoryName.exec(name) ?? [];
    if (mark !== markOf(machine)) continue;
    const isLeft = name === basename(own) || !machine.isRunning(Number(process));
    if (isLeft) await disk.removeFolder(join(folder, name));
  }
}

function recordInRef(state: GitRef, place: string): RecordStore {
  return {
    read: async () => {
      await state.refresh();
      const version = state.idOf("record.json");
      const text = await state.read("record.json");
      return version === undefined || text === undefined ? undefined : { text, version };
    },
    write: (text, over) =>
      state.change("Write the record", async () => {
        if (state.idOf("record.json") !== over) throw new StateMoved(place);
        return { "record.json": text };
      }),
  };
}

function lockIn(state: GitRef, place: string): LockStore {
  const remove = async (id: string): Promise<boolean> => {
    let isMeant = false;
    await state.change("Release the lock", async () => {
      const text = await state.read("lock.json");
      isMeant = text !== undefined && [id, undefined].includes(lockHolderIn(text)?.id);
      return isMeant ? { "lock.json": null } : {};
    });
    return isMeant;
  };
  return {
    take: async (mine) => {
      let holder: LockHolder | undefined;
      await state.change(`Lock for docform ${mine.command}`, async () => {
        holder = await holderIn(state, place);
        return holder === undefined ? { "lock.json": lockText(mine) } : {};
      });
      return holder === undefined || holder.id === mine.id
        ? { release: async () => void (await remove(mine.id)) }
        : { holder };
    },
    holder: async () => {
      await state.refresh();
      const text = await state.read("lock.json");
      return text === undefined ? undefined : (lockHolderIn(text) ?? "unreadable");
    },
    remove,
  };
}

function runsIn(state: GitRef, place: string): KeptRuns {
  return {
    ids: async () => {
      await state.readOnce();
      return state.names("runs").map((name) => name.replace(/\.jsonl$/, ""));
    },
    read: async (run) => {
      await state.readOnce();
      return state.read(`runs/${run}.jsonl`);
    },
    write: (texts, lockId) => {
      const [run, ...more] = texts.keys();
      const what = more.length === 0 ? `the journal of the run ${run}` : `${texts.size} journals`;
      return state.change(`Write ${what}`, async () => {
        const holder = await holderIn(state, place);
        if (holder?.id !== lockId) throw new LockLost(place, holder);
        const older = state.names("runs").slice(0, -keptRuns);
        return Object.fromEntries([
          ...older.map((name) => [`runs/${name}`, null] as const),
          ...[...texts].map(([one, text]) => [`runs/${one}.jsonl`, text] as const),
        ]);
      });
    },
  };
}

/** The holder that the lock file names. A text that names none is an error: nobody knows who holds the lock. */
async function holderIn(state: GitRef, place: string): Promise<LockHolder | undefined> {
  const text = await state.read("lock.json");
  if (text === undefined) return undefined;
  const holder = lockHolderIn(text);
  if (holder !== undefined) return holder;
  const hint = "when no run is in progress: docform force-unlock unreadable";
  throw new BackendError(`the lock in ${place} does not say who holds it`, hint);
}
