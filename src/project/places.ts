import { join, resolve } from "node:path";
import type { Io } from "../io/io.ts";
import { pinOf } from "../io/pinned-variable.ts";
import type { Project } from "../manifest/load/load-project.ts";
import type { StateSetting } from "../manifest/schema/project-file.ts";
import type { Desired, DesiredOrganization } from "../model/desired.ts";
import { counted } from "../render/words.ts";
import type { Backend, LockStore } from "../state/backend.ts";
import type { Opening, PlaceOrganization } from "../state/backends/backend-type.ts";
import { backendSecrets, sharedBackend } from "../state/backends/backends.ts";
import { folderBackend } from "../state/backends/folder.ts";
import { rememberingLast } from "../state/backends/last-read.ts";
import { withLostAnswers } from "../state/lost-answers.ts";
import { joinedBackend } from "../state/organizations/joined.ts";
import { formerPart, projectPart } from "../state/organizations/project-part.ts";
import { type BasePlace, withBase } from "../state/organizations/with-base.ts";
import { withinBounds } from "../state/state-size.ts";
import { encodedName } from "../text/percent-encoding.ts";
import type { AccessOptions, CommonOptions } from "./options.ts";
import { warn } from "./output.ts";

/** Options that opening the state takes. */
export type StateOptions = Pick<CommonOptions, "directory" | "env"> &
  Partial<Pick<CommonOptions, "logLevel">> &
  Pick<AccessOptions, "insecureHttp">;

/** The settings of a project that say where its state is, and of which organizations. */
export interface StateOf extends Pick<Project, "state" | "diagnostics"> {
  readonly desired: Pick<Desired, "organizationIds" | "scope"> & {
    readonly organizations: readonly Pick<DesiredOrganization, "alias" | "id">[];
  };
}

/** Opens the places of a project at a setting, whatever the environment pins. Throws as `openState` does. */
export async function openPlaces(
  io: Io,
  options: StateOptions,
  project: StateOf & { readonly state: StateSetting },
  shared?: BaseOf,
): Promise<Backend> {
  const { state, desired } = project;
  const all = Object.values(desired.organizationIds ?? {});
  if (!hasPlaces(project)) return placeOfOnly(io, options, project, all[0]);
  const base = shared ?? baseOf(io, options, project);
  const declared = desired.organizations.map(({ id }) => id);
  const open = async (organization: string) => {
    const whole = await openSetting(io, options, state, placeName(organization, true));
    const own = projectPart(whole, desired.scope, [organization]);
    const place = base.place === undefined ? own : withBase(own, base.place, [organization]);
    return { organization, place };
  };
  const joined = joinedBackend(await Promise.all((declared.length > 0 ? declared : all).map(open)));
  if (shared !== undefined) return joined;
  return { ...joined, close: () => joined.close().finally(base.close) };
}

/** The place of the only organization: the one that it had among others, where that is in use; else that of the project. */
async function placeOfOnly(
  io: Io,
  options: StateOptions,
  { state, desired: { scope } }: StateOf & { readonly state: StateSetting },
  organization: string | undefined,
): Promise<Backend> {
  if (organization === undefined) return openSetting(io, options, state);
  const base = await openSetting(io, options, state, placeName(organization, false));
  if (!hasBase(state)) return projectPart(base, scope, [organization]);
  const whole = await openSetting(io, options, state, placeName(organization, true));
  const isOwn = await isInUse(whole, base).catch(async (problem: unknown) => {
    // An open connection would keep the command from ending.
    await Promise.allSettled([whole.close(), base.close()]);
    throw problem;
  });
  if (!isOwn) {
    await whole.close();
    return projectPart(base, scope, [organization]);
  }
  const own = projectPart(whole, scope, [organization]);
  const joined = withBase(own, formerPart(base, scope), [organization]);
  return { ...joined, close: () => own.close().finally(base.close) };
}

/** When neither place can be read, that is told by the name that people know. */
async function isInUse(own: Backend, base: Backend): Promise<boolean> {
  const hasState = async ({ record, runs }: Backend): Promise<boolean> =>
    (await record.read()) !== undefined || (await runs.ids()).length > 0;
  try {
    return await hasState(own);
  } catch (problem) {
    if (!own.isShared)
      return hasState(base).then(
        () => true,
        () => false,
      );
    await hasState(base);
    throw problem;
  }
}

function placeName(organization: string, isOneOfSeveral: boolean): PlaceOrganization {
  return { name: encodedName(organization), isOneOfSeveral };
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

/** Whether the place of an organization begins with one of the whole project. */
function hasBase(state: StateSetting | undefined): boolean {
  return state === "local" || (state !== undefined && sharedBackend(state).type.hasBase !== false);
}

/** The base place of a project. Its record and its list of runs are read once, its lock until it is free: nobody writes there. */
export function baseOf(
  io: Io,
  options: StateOptions,
  { state, desired: { scope } }: Pick<StateOf, "state" | "desired">,
): BaseOf {
  if (state === undefined || !hasBase(state)) return { place: undefined, close: async () => {} };
  let opened: Promise<Backend> | undefined;
  let isFree = false;
  const place = (): Promise<Backend> => {
    opened ??= openSetting(io, options, state).then((base) => formerPart(base, scope));
    return opened;
  };
  const holder = async (): ReturnType<LockStore["holder"]> => {
    const held = isFree ? undefined : await (await place()).lock.holder();
    isFree = held === undefined;
    return held;
  };
  const { readOnce: ids } = rememberingLast(async () => (await place()).runs.ids());
  const { readOnce: read } = rememberingLast(async () => (await place()).record.read());
  return {
    place: {
      record: { read },
      lock: {
        holder,
        take: async (mine) => (await place()).lock.take(mine),
        remove: async (id) => (await place()).lock.remove(id),
      },
      runs: {
        ids,
        read: async (run) => ((await ids()).includes(run) ? (await place()).runs.read(run) : undefined),
      },
    },
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
