import { join, resolve } from "node:path";
import type { Io } from "../io/io.ts";
import { pinOf } from "../io/pinned-variable.ts";
import { loadProjectFile, type Project } from "../manifest/load/load-project.ts";
import { diskFiles } from "../manifest/read/project-files.ts";
import type { StateSetting } from "../manifest/schema/project-file.ts";
import { Stop } from "../model/stop.ts";
import { counted } from "../render/words.ts";
import type { Backend } from "../state/backend.ts";
import type { Opening } from "../state/backends/backend-type.ts";
import { backendSecrets, sharedBackend } from "../state/backends/backends.ts";
import { folderBackend } from "../state/backends/folder.ts";
import { withLostAnswers } from "../state/lost-answers.ts";
import { withinBounds } from "../state/state-size.ts";
import type { AccessOptions, CommonOptions } from "./options.ts";
import { warn } from "./output.ts";
import { checkStatePin } from "./state-pin.ts";

/** Options that opening the state takes. */
type StateOptions = Pick<CommonOptions, "directory" | "env"> &
  Partial<Pick<CommonOptions, "logLevel">> &
  Pick<AccessOptions, "insecureHttp">;

/** Opens the state of a project for a command, which closes it. Throws `Stop` when a setting is missing or wrong. */
export async function openState(
  io: Io,
  options: StateOptions,
  { state, diagnostics }: Pick<Project, "state" | "diagnostics">,
): Promise<Backend> {
  if (state === undefined) throw new Stop(diagnostics);
  checkStatePin(io, options.env, state);
  return openSetting(io, options, state);
}

/** Opens one place of state. Throws as `openState` does. */
export async function openSetting(io: Io, options: StateOptions, state: StateSetting): Promise<Backend> {
  if (state === "local") return withinBounds(folderBackend(io, stateFolder(io, options)));
  io.hide?.(backendSecrets(io.env), "everywhere");
  const { type, setting } = sharedBackend(state);
  return withinBounds(withLostAnswers(await type.open(openingOf(io, options), setting), io.sleep));
}

/** Opens the state of the project of a command that needs no manifests, and closes it after the command. */
export async function withState<T>(
  io: Io,
  options: CommonOptions,
  act: (state: Backend) => Promise<T>,
): Promise<T> {
  const state = await openState(io, options, await stateSettings(io, options));
  try {
    return await act(state);
  } finally {
    await state.close();
  }
}

/**
 * Opens the state of a project for a command, and begins to read the record while the command does something else.
 * Its failure is reported to its caller.
 */
export async function withStateMeanwhile<T>(
  io: Io,
  options: CommonOptions,
  act: (opening: Promise<Backend>) => Promise<T>,
): Promise<T> {
  const opening = stateSettings(io, options).then(async (settings) => {
    const state = await openState(io, options, settings);
    const reading = state.record.read();
    reading.catch(() => {});
    return { ...state, record: { ...state.record, read: () => reading } };
  });
  opening.catch(() => {});
  try {
    return await act(opening);
  } finally {
    await opening.then(({ close }) => close()).catch(() => {});
  }
}

/** The place as docform.yaml sets it. A folder without that file is no project. */
export async function stateSettings(
  io: Io,
  { directory, env, var: given }: CommonOptions,
): Promise<Pick<Project, "state" | "diagnostics">> {
  const folder = resolve(io.cwd, directory);
  return loadProjectFile(folder, diskFiles(folder, io.disk), io, env, given);
}

/** The folder of docform's own files in a project folder. */
export function stateFolder(io: Pick<Io, "cwd">, options: Pick<CommonOptions, "directory">): string {
  return join(resolve(io.cwd, options.directory), ".docform");
}

function openingOf(io: Io, options: StateOptions): Opening {
  return {
    io,
    folder: resolve(io.cwd, options.directory),
    ownFolder: stateFolder(io, options),
    isInsecure: options.insecureHttp === true,
    isPinned: pinOf(io, "DOCFORM_STATE", options.env).pinned !== "",
    tellDropped: (place, runs) => {
      const message = `${place} has no room for ${counted(runs.length, "older run")}: ${runs.join(", ")}`;
      const hint = "nothing to do: it keeps the record and the newest runs";
      warn(io, options, [{ code: "DF5020", severity: "warning", message, hint }]);
    },
  };
}
