import { join, resolve } from "node:path";
import { once } from "../contract/once.ts";
import type { Io } from "../io/io.ts";
import { pinOf } from "../io/pinned-variable.ts";
import { loadProjectFile, type Project } from "../manifest/load/load-project.ts";
import { diskFiles } from "../manifest/read/project-files.ts";
import { didYouMean } from "../manifest/read/report.ts";
import type { StateSetting } from "../manifest/schema/project-file.ts";
import { organizationOf } from "../model/address.ts";
import type { Desired, DesiredOrganization } from "../model/desired.ts";
import { hasErrors } from "../model/diagnostic.ts";
import { Stop, stop } from "../model/stop.ts";
import { counted } from "../render/words.ts";
import type { Backend } from "../state/backend.ts";
import type { Opening, PlaceOrganization } from "../state/backends/backend-type.ts";
import { backendSecrets, sharedBackend } from "../state/backends/backends.ts";
import { folderBackend } from "../state/backends/folder.ts";
import { withLostAnswers } from "../state/lost-answers.ts";
import { joinedBackend } from "../state/organizations/joined.ts";
import { type BasePlace, withBase } from "../state/organizations/with-base.ts";
import { withinBounds } from "../state/state-size.ts";
import { encodedName } from "../text/percent-encoding.ts";
import type { AccessOptions, CommonOptions } from "./options.ts";
import { warn } from "./output.ts";
import { checkStatePin } from "./state-pin.ts";

/** Options that opening the state takes. */
type StateOptions = Pick<CommonOptions, "directory" | "env"> &
  Partial<Pick<CommonOptions, "logLevel">> &
  Pick<AccessOptions, "insecureHttp">;

/** The settings of a project that say where its state is, and of which organizations. */
export interface StateOf extends Pick<Project, "state" | "diagnostics"> {
  readonly desired: Pick<Desired, "organizationIds"> & {
    readonly organizations: readonly Pick<DesiredOrganization, "alias" | "id">[];
  };
}

/**
 * Opens the state of a project for a command, which closes it. Where docform.yaml lists several organizations, it is that
 * of those which the project declares, else of all. Throws `Stop` when a setting is missing or wrong.
 */
export async function openState(
  io: Io,
  options: StateOptions,
  project: StateOf,
  shared?: BaseOf,
): Promise<Backend> {
  const { state, diagnostics } = project;
  if (state === undefined) throw new Stop(diagnostics);
  checkStatePin(io, options.env, state);
  return openPlaces(io, options, { ...project, state }, shared);
}

/** Opens the places of a project at a setting, whatever the environment pins. Throws as `openState` does. */
export async function openPlaces(
  io: Io,
  options: StateOptions,
  project: StateOf & { readonly state: StateSetting },
  shared?: BaseOf,
): Promise<Backend> {
  const { state } = project;
  const all = Object.values(project.desired.organizationIds ?? {});
  const declared = project.desired.organizations.map(({ id }) => id);
  if (!hasPlaces(project)) {
    const [id] = all;
    const only = id === undefined ? undefined : { name: encodedName(id), isOneOfSeveral: false };
    return openSetting(io, options, state, only);
  }
  const base = shared ?? baseOf(io, options, project);
  const open = async (organization: string) => {
    const own = await openSetting(io, options, state, {
      name: encodedName(organization),
      isOneOfSeveral: true,
    });
    return {
      organization,
      place: base.place === undefined ? own : withBase(own, base.place, [organization]),
    };
  };
  const places = await Promise.all((declared.length > 0 ? declared : all).map(open));
  const joined = joinedBackend(places);
  if (shared !== undefined) return joined;
  return { ...joined, close: () => joined.close().finally(base.close) };
}

/** Whether each organization of a project keeps its state by itself: docform.yaml lists several. */
export function hasPlaces({ desired }: Pick<StateOf, "desired">): boolean {
  return Object.keys(desired.organizationIds ?? {}).length > 1;
}

/** The place of a project from before its organizations had their own, opened when it is read. */
export interface BaseOf {
  /** Undefined where the place of an organization has none before it. */
  readonly place: BasePlace | undefined;
  readonly close: () => Promise<void>;
}

/** The base place of a project. Each of its texts is read once: nobody writes there any more. */
export function baseOf(io: Io, options: StateOptions, { state }: Pick<StateOf, "state">): BaseOf {
  const hasBase = state === "local" || (state !== undefined && sharedBackend(state).type.hasBase !== false);
  if (!hasBase) return { place: undefined, close: async () => {} };
  let opened: Promise<Backend> | undefined;
  const place = (): Promise<Backend> => {
    opened ??= openSetting(io, options, state);
    return opened;
  };
  const record = once(async () => (await place()).record.read());
  const ids = once(async () => (await place()).runs.ids());
  const read = async (run: string) =>
    (await ids()).includes(run) ? (await place()).runs.read(run) : undefined;
  return {
    place: { record: { read: record }, runs: { ids, read } },
    close: async () => (await opened)?.close(),
  };
}

/** Opens one place of state. Throws as `openState` does. */
export async function openSetting(
  io: Io,
  options: StateOptions,
  state: StateSetting,
  organization?: PlaceOrganization,
): Promise<Backend> {
  const opening = openingOf(io, options, organization);
  if (state === "local") return withinBounds(folderBackend(io, opening.ownFolder, opening.folder));
  io.hide?.(backendSecrets(io.env), "everywhere");
  const { type, setting } = sharedBackend(state);
  return withinBounds(withLostAnswers(await type.open(opening, setting), io.sleep));
}

/** Opens the state of the project of a command that needs no manifests, and closes it after the command. */
export async function withState<T>(
  io: Io,
  options: OrganizationOptions,
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

/** Options of commands about the state, which may name organizations. */
export interface OrganizationOptions<Form extends string = string> extends CommonOptions<Form> {
  /** Aliases, or addresses in organizations. */
  readonly target?: readonly string[];
}

/**
 * The place as docform.yaml sets it, of the organizations that `--target` names, else of all. A folder without that file
 * is no project. Throws `Stop` for an organization that it does not list.
 */
export async function stateSettings(io: Io, options: OrganizationOptions): Promise<StateOf> {
  const { directory, env, var: given, target } = options;
  const folder = resolve(io.cwd, directory);
  const project = await loadProjectFile(folder, diskFiles(folder, io.disk), io, env, given);
  if (hasErrors(project.diagnostics)) return project;
  const { organizationIds = {} } = project.desired;
  const organizations = namedOrganizations(organizationIds, target);
  return { ...project, desired: { organizationIds, organizations } };
}

/** The organizations that targets name, else all. Throws `Stop` for one that docform.yaml does not list. */
export function namedOrganizations(
  organizationIds: Readonly<Record<string, string>>,
  target: readonly string[] | undefined,
): StateOf["desired"]["organizations"] {
  const aliases = target?.map(organizationOf) ?? Object.keys(organizationIds);
  return [...new Set(aliases)].map((alias) => {
    const id = organizationIds[alias];
    if (id !== undefined) return { alias, id };
    const near = didYouMean(alias, Object.keys(organizationIds));
    throw stop(
      "DF5001",
      `docform.yaml has no organization "${alias}"`,
      near.label ? { hint: near.label } : {},
    );
  });
}

/** Throws `Stop` when a command is about the state of one organization, and the project has several. */
export function demandOne({ desired }: StateOf, command: string): void {
  const { organizations } = desired;
  if (organizations.length <= 1) return;
  const names = organizations.slice(0, 3).map(({ alias }) => alias);
  const hint = `choose one with --target: ${names.join(", ")}${organizations.length > 3 ? " …" : ""}`;
  throw stop("DF5001", `${command} is about one organization, and the project has several`, { hint });
}

/** The options of a command about addresses: their organizations are its targets, where all say one. */
export function forAddresses<T extends OrganizationOptions>(options: T, addresses: readonly string[]): T {
  if (options.target !== undefined || !addresses.every((address) => address.includes("/"))) return options;
  return { ...options, target: addresses.map(organizationOf) };
}

/** The folder of docform's own files in a project folder. */
export function stateFolder(io: Pick<Io, "cwd">, options: Pick<CommonOptions, "directory">): string {
  return join(resolve(io.cwd, options.directory), ".docform");
}

function openingOf(io: Io, options: StateOptions, organization: PlaceOrganization | undefined): Opening {
  const folder = stateFolder(io, options);
  return {
    io,
    folder: resolve(io.cwd, options.directory),
    ownFolder:
      organization?.isOneOfSeveral === true ? join(folder, "organizations", organization.name) : folder,
    organization,
    isInsecure: options.insecureHttp === true,
    isPinned: pinOf(io, "DOCFORM_STATE", options.env).pinned !== "",
    tellDropped: (place, runs) => {
      const message = `${place} has no room for ${counted(runs.length, "older run")}: ${runs.join(", ")}`;
      const hint = "nothing to do: it keeps the record and the newest runs";
      warn(io, options, [{ code: "DF5020", severity: "warning", message, hint }]);
    },
  };
}
