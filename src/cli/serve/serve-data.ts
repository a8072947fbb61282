import { resolve } from "node:path";
import type { Io } from "../../io/io.ts";
import { writeWhole } from "../../io/write-whole.ts";
import { whyFileFailed } from "../../model/file-problem.ts";
import { stop } from "../../model/stop.ts";
import {
  createStore,
  decodeState,
  encodeState,
  type SavedState,
  type Store,
} from "../../platform/store/data-file.ts";

/** An open data file: its state, the clock of its platform, and the store that saves it. */
export interface Data {
  readonly saved: SavedState;
  readonly clock: () => number;
  readonly store: Store;
  /** Was the file there before? */
  readonly isOld: boolean;
}

/** Opens a data file, or creates it with the state from `begin`. Throws `Stop` when it cannot be used. */
export async function openData(io: Io, name: string, begin: () => Promise<SavedState>): Promise<Data> {
  const file = resolve(io.cwd, name);
  const old = await readOld(io, file, name);
  const saved = old ?? (await begin());
  const path = old === undefined ? file : ((await io.disk.realPath(file)) ?? file);
  const clock = () => Math.max(io.now(), saved.savedAt);
  const write = createWriter(io, path, await identityOf(io, path));
  const store = createStore(() => encodeState({ state: saved.state, savedAt: clock() }), write);
  if (old === undefined) {
    store.changed();
    await store.settled();
  }
  return { saved, clock, store, isOld: old !== undefined };
}

async function readOld({ disk }: Io, file: string, name: string): Promise<SavedState | undefined> {
  const bytes = await disk.read(file).catch((problem: NodeJS.ErrnoException) => {
    if (problem.code === "ENOENT") return undefined;
    throw stop("DF5004", `cannot read the data file ${name}: ${whyFileFailed(problem)}`);
  });
  if (bytes === undefined) return undefined;
  const result = decodeState(new TextDecoder().decode(bytes));
  if (result.ok) return result;
  const hint = "name another file with --data, or move this one away to begin anew";
  throw stop("DF5005", `${name} cannot be used: ${result.problem}`, { hint });
}

/**
 * A writer that replaces the whole file through a draft file next to it. A killed server leaves the draft,
 * and the next server removes it. It stops writing when another program changed the file, so that no change
 * is lost.
 */
function createWriter(io: Io, path: string, found: string | undefined): (text: string) => Promise<void> {
  const draft = `${path}.tmp`;
  let mine = found;
  return async (text) => {
    if ((await identityOf(io, path)) !== mine) {
      const hint = "two servers cannot share a data file";
      throw stop("DF5005", `${path} was changed by somebody else`, { hint });
    }
    await io.disk.remove(draft);
    await writeWhole(io, path, text, { draft });
    mine = await identityOf(io, path);
  };
}

/** The identity of a file on disk, which changes with each write; undefined when there is no file. */
async function identityOf({ disk }: Io, path: string): Promise<string | undefined> {
  return (await disk.status(path).catch(() => undefined))?.identity;
}
