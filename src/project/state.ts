import { join, resolve } from "node:path";
import type { Io } from "../io/io.ts";
import { openTransport } from "../io/open-transport.ts";
import { runCommand } from "../io/run-command.ts";
import { loadProjectFile, type Project } from "../manifest/load/load-project.ts";
import { diskFiles } from "../manifest/read/project-files.ts";
import type { StateSetting } from "../manifest/schema/project-file.ts";
import { Stop, stop } from "../model/stop.ts";
import { counted } from "../render/words.ts";
import type { Backend } from "../state/backend.ts";
import { folderBackend, localRuns } from "../state/backends/folder.ts";
import { withLostAnswers } from "../state/lost-answers.ts";
import { mostReadBytes, withinBounds } from "../state/state-size.ts";
import { pinOf } from "./address.ts";
import { httpSettings, stateSecrets } from "./http-state.ts";
import type { AccessOptions, CommonOptions } from "./options.ts";
import { warn } from "./output.ts";
import { checkStatePin } from "./state-pin.ts";

/** Options that opening the state takes. */
type StateOptions = Pick<CommonOptions, "directory" | "env"> &
  Partial<Pick<CommonOptions, "logLevel">> &
  Pick<AccessOptions, "insecureHttp">;

/** A place of state that is not the folder. */
type SharedSetting = Exclude<StateSetting, "local">;

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
  io.hide?.(stateSecrets(io), "everywhere");
  return withinBounds(withLostAnswers(await openShared(io, options, state), io.sleep));
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
 * What is wrong with it is told to who waits for it.
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

/** What docform.yaml says of the place. A folder without one is no project, whatever lies in it. */
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

async function openShared(io: Io, options: StateOptions, setting: SharedSetting): Promise<Backend> {
  if (setting.git !== undefined) return openGit(io, options, setting.git);
  if (setting.http !== undefined) return openHttp(io, options, setting.http);
  return openPostgres(io, setting.postgres ?? {});
}

async function openGit(
  io: Io,
  { directory }: StateOptions,
  { ref = "docform-state", remote = "origin" }: NonNullable<SharedSetting["git"]>,
): Promise<Backend> {
  refusePassword(remote);
  const { gitBackend } = await import("../state/backends/git.ts");
  return gitBackend({ io, runCommand, env: io.env, folder: resolve(io.cwd, directory), remote, ref });
}

/** A remote is named in messages, and docform.yaml is no place for a secret. The user of ssh is none. */
function refusePassword(remote: string): void {
  const url = URL.canParse(remote) ? new URL(remote) : undefined;
  if (url === undefined || (url.password === "" && (url.username === "" || url.protocol === "ssh:"))) return;
  const hint = "write the name of a remote of the repository, such as origin; the clone knows how to sign in";
  throw stop("DF5040", `state.git.remote holds a user name or a password for ${url.host}`, { hint });
}

/** Longest time for a request to a state server, in milliseconds: a lock is held meanwhile. */
const longestRequest = 120_000;

async function openHttp(
  io: Io,
  options: StateOptions,
  setting: NonNullable<SharedSetting["http"]>,
): Promise<Backend> {
  const { httpBackend } = await import("../state/backends/http.ts");
  const isPinned = pinOf(io, "DOCFORM_STATE", options.env).pinned !== "";
  const settings = httpSettings(io, { isInsecure: options.insecureHttp === true, isPinned }, setting);
  const transport = openTransport(io, {
    total: longestRequest,
    maxAnswer: mostReadBytes,
  });
  const local = localRuns(io, stateFolder(io, options));
  const tellDropped = (place: string, runs: readonly string[]): void => {
    const message = `${place} has no room for ${counted(runs.length, "older run")}: ${runs.join(", ")}`;
    const hint = "nothing to do: it keeps the record and the newest runs";
    warn(io, options, [{ code: "DF5020", severity: "warning", message, hint }]);
  };
  return httpBackend({ transport, sleep: io.sleep, local, tellDropped, ...settings });
}

async function openPostgres(
  io: Io,
  { schema = "docform", project = "default" }: NonNullable<SharedSetting["postgres"]>,
): Promise<Backend> {
  const { postgresBackend } = await import("../state/backends/postgres.ts");
  const url = io.env.DOCFORM_STATE_URL ?? "";
  refuseScheme(url);
  if (url !== "") return postgresBackend({ url, schema, project, sleep: io.sleep });
  const hint = "set DOCFORM_STATE_URL in the environment, as postgres://user:password@host/database";
  throw stop("DF5040", "docform does not know where the database of the state is", { hint });
}

/** The driver takes any scheme for its own, and looks for a host that is none. */
function refuseScheme(url: string): void {
  const { protocol } = URL.canParse(url) ? new URL(url) : {};
  if (protocol === undefined || ["postgres:", "postgresql:", "socket:"].includes(protocol)) return;
  const message = `DOCFORM_STATE_URL begins with ${protocol}, and state.postgres needs an address of postgres:`;
  throw stop("DF5040", message, { hint: "write it as postgres://user:password@host/database" });
}
