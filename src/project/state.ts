import { resolve } from "node:path";
import type { Io } from "../io/io.ts";
import { loadProjectFile, type Project } from "../manifest/load/load-project.ts";
import { diskFiles } from "../manifest/read/project-files.ts";
import { didYouMean } from "../manifest/read/report.ts";
import { organizationOf } from "../model/address.ts";
import { hasErrors } from "../model/diagnostic.ts";
import { Stop, stop } from "../model/stop.ts";
import type { Backend } from "../state/backend.ts";
import type { CommonOptions } from "./options.ts";
import { type BaseOf, baseOf, hasPlaces, openPlaces, type StateOf, type StateOptions } from "./places.ts";
import { checkStatePin } from "./state-pin.ts";

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
 * Opens the state of each organization in turn, for a command that needs no manifests. The options are those of the
 * organization: commands to copy name it.
 */
export async function eachState<T extends OrganizationOptions>(
  io: Io,
  options: T,
  act: (state: Backend, own: T) => Promise<void>,
): Promise<void> {
  const settings = await stateSettings(io, options);
  if (!hasPlaces(settings)) return withState(io, options, (state) => act(state, options));
  const base = baseOf(io, options, settings);
  try {
    for (const organization of settings.desired.organizations) {
      const own = { ...settings, desired: { ...settings.desired, organizations: [organization] } };
      const state = await openState(io, options, own, base);
      await act(state, { ...options, target: [organization.alias] }).finally(state.close);
    }
  } finally {
    await base.close();
  }
}

/** Options of commands about the state, which may name organizations. */
export interface OrganizationOptions<Form extends string = string> extends CommonOptions<Form> {
  /** Aliases, or addresses in organizations. */
  readonly target?: readonly string[];
}

/**
 * The place as docform.yaml sets it, of the organizations that `--target` names, else of all. A folder without that file
 * is no project. Throws `Stop` for a mistake in it, and for an organization that it does not list.
 */
export async function stateSettings(
  io: Io,
  options: Pick<OrganizationOptions, "directory" | "env" | "var" | "target">,
): Promise<StateOf & Pick<Project, "labels" | "edition">> {
  const project = await readProjectFile(io, options);
  // A mistake may be in the organizations: then their places would be others.
  if (hasErrors(project.diagnostics)) throw new Stop(project.diagnostics);
  const { organizationIds = {} } = project.desired;
  const organizations = namedOrganizations(organizationIds, options.target);
  return { ...project, desired: { ...project.desired, organizationIds, organizations } };
}

/** The settings of docform.yaml, with every mistake in them; the secrets of the environment are masked from now on. */
export async function readProjectFile(
  io: Io,
  { directory, env, var: given }: Pick<CommonOptions, "directory" | "env" | "var">,
): Promise<Project> {
  const folder = resolve(io.cwd, directory);
  return loadProjectFile(folder, diskFiles(folder, io.disk), io, env, given);
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
