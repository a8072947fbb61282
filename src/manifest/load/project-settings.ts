import * as z from "zod";
import { keyPattern } from "../../model/address.ts";
import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";
import { defaultGuardSettings, type GuardSettings } from "../../planner/guards/guard.ts";
import { nearMatch } from "../../text/near-match.ts";
import { checkValue } from "../check/check-value.ts";
import type { Report } from "../check/report.ts";
import { type Inputs, interpolate, interpolateScalar } from "../compose/interpolate.ts";
import { declaredVariables, type Variable, variableLookup } from "../compose/variables.ts";
import { type Entry, entryOf, isFailed, type Tree, textOf, toJson } from "../read/tree.ts";
import { guardsSchema, projectFileSchema } from "./project-file.ts";

/** What docform.yaml says, for the environment that was asked for. */
export interface ProjectSettings {
  readonly baseUrl?: string;
  /** Undefined when the organizations could not be read, so that nothing can be said about aliases. */
  readonly organizations: ReadonlyMap<string, OrganizationSetting> | undefined;
  readonly manifests: readonly ManifestSetting[];
  readonly guards: GuardSettings;
  /** The variables as they are declared, and what interpolation takes its values from. */
  readonly declared: ReadonlyMap<string, Variable>;
  readonly inputs: Inputs;
  /** What patches the manifests in this environment, in its order. */
  readonly overlays: readonly ManifestSetting[];
  /** The same of every environment: no file of theirs is a manifest. */
  readonly allOverlays: readonly ManifestSetting[];
  /** The map of `defaults`, as it is written. */
  readonly defaults: Entry | undefined;
  /** docform.yaml and its part for the environment, as they are written. */
  readonly written: { readonly project: Tree; readonly environment: Tree | undefined };
}

/** The id of an organization; undefined when docform.yaml has no usable one. */
export interface OrganizationSetting {
  readonly id: string | undefined;
  readonly source: Source;
}

/** A folder or file of manifests; without a source when it is the default one. */
export interface ManifestSetting {
  readonly path: string;
  readonly source?: Source;
}

/** What reading the settings takes, besides docform.yaml. */
export interface SettingsInputs extends Omit<Inputs, "variables"> {
  /** `name=value` of each `--var`. */
  readonly given: readonly string[];
}

/**
 * Reads the settings. Only the values that hold in the environment are interpolated: the secrets of another
 * environment need not be set.
 */
export function readSettings(
  tree: Tree,
  outer: SettingsInputs,
  report: Report,
  environmentName: string | undefined,
): ProjectSettings {
  report.add(checkValue(projectFileSchema, { name: "", source: { ...tree.source, length: 1 }, value: tree }));
  const environment = findEnvironment(tree, report, environmentName);
  const declared = declaredVariables(tree, environment, outer.given, report);
  const variables = variableLookup(
    declared,
    (value, lookup) => interpolateScalar(value, { ...outer, variables: lookup }, report),
    report,
  );
  const inputs = { ...outer, variables };
  const value = (entry: Entry | undefined): Entry | undefined =>
    entry && { ...entry, value: interpolate(entry.value, inputs, report) };
  const baseUrl = readBaseUrl(value(baseUrlIn(environment) ?? baseUrlIn(tree)), report);
  const aliases = organizationsOf(tree, environment, report);
  const organizations = aliases?.map((entry) => [entry.key, readOrganization(entry, value)] as const);
  report.add(twoAliases(organizations ?? []));
  return {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    organizations: organizations && new Map(organizations),
    manifests: manifestsOf(tree),
    declared,
    inputs,
    written: { project: tree, environment },
    overlays: pathsIn(entryOf(environment, "overlays")?.value),
    allOverlays: environmentsOf(tree).flatMap(({ value }) => pathsIn(entryOf(value, "overlays")?.value)),
    defaults: entryOf(tree, "defaults"),
    guards: readGuards((name) =>
      value(
        entryOf(entryOf(environment, "guards")?.value, name) ?? entryOf(entryOf(tree, "guards")?.value, name),
      ),
    ),
  };
}

/** The settings of guards, each by its name; what is not as it should be is said elsewhere. */
function readGuards(settingOf: (name: string) => Entry | undefined): GuardSettings {
  const given = Object.keys(guardsSchema.shape).flatMap((name) => {
    const entry = settingOf(name);
    return entry === undefined || isFailed(entry.value) ? [] : [[name, toJson(entry.value)]];
  });
  const read = guardsSchema.safeParse(Object.fromEntries(given));
  return { ...defaultGuardSettings, ...(read.success ? withoutUndefined(read.data) : {}) };
}

function withoutUndefined(given: z.output<typeof guardsSchema>): Partial<GuardSettings> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function findEnvironment(tree: Tree, report: Report, name: string | undefined): Tree | undefined {
  if (name === undefined) return undefined;
  const environments = entryOf(tree, "environments");
  const found = entryOf(environments?.value, name);
  if (found !== undefined) return found.value;
  const names = environmentsOf(tree).map(({ key }) => key);
  const near = nearMatch(name, names);
  report.add(
    error("DF1011", `docform.yaml has no environment "${name}"`, {
      source: environments?.source ?? { file: tree.source.file, line: 1, column: 1, length: 1 },
      ...(near === undefined ? {} : { label: `did you mean "${near}"?` }),
      hint: names.length === 0 ? "it lists no environments" : `it lists: ${names.join(", ")}`,
    }),
  );
  return undefined;
}

function environmentsOf(tree: Tree): readonly Entry[] {
  const environments = entryOf(tree, "environments")?.value;
  return environments?.type === "map" ? environments.entries : [];
}

function baseUrlIn(tree: Tree | undefined): Entry | undefined {
  return entryOf(entryOf(tree, "platform")?.value, "baseUrl");
}

const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http or https URL" });

function readBaseUrl(entry: Entry | undefined, report: Report): string | undefined {
  const text = textOf(entry?.value);
  if (entry === undefined || text === undefined || text === "" || isFailed(entry.value)) return undefined;
  const { source } = entry.value;
  const baseUrl = text.replace(/\/+$/, "");
  if (!httpUrl.safeParse(baseUrl).success)
    report.add(error("DF1005", "platform.baseUrl must be an http or https URL", { source }));
  else if (baseUrl.endsWith("/v1"))
    report.add(error("DF1005", "platform.baseUrl must be written without /v1", { source }));
  else return baseUrl;
  return undefined;
}

/** The organizations of the project, each as the environment has it. */
function organizationsOf(
  tree: Tree,
  environment: Tree | undefined,
  report: Report,
): readonly Entry[] | undefined {
  const written = entryOf(tree, "organizations")?.value;
  if (written?.type !== "map") return undefined;
  const overriding = entryOf(environment, "organizations")?.value;
  for (const { key, source } of overriding?.type === "map" ? overriding.entries : []) {
    if (entryOf(written, key) !== undefined) continue;
    const names = written.entries.map((entry) => entry.key);
    const near = nearMatch(key, names);
    report.add(
      error("DF2003", `an environment overrides the organization "${key}", which is not listed`, {
        source,
        ...(near === undefined ? {} : { label: `did you mean "${near}"?` }),
        hint: "list it under organizations as well",
      }),
    );
  }
  return written.entries.map((entry) => entryOf(overriding, entry.key) ?? entry);
}

function readOrganization(
  entry: Entry,
  interpolated: (entry: Entry | undefined) => Entry | undefined,
): OrganizationSetting {
  const id = interpolated(entryOf(entry.value, "id"))?.value;
  const text = id === undefined || isFailed(id) ? undefined : textOf(id);
  return { id: text === "" ? undefined : text, source: entry.source };
}

/**
 * An id under two aliases: each would manage the organization as if it were alone there, so what is exact in one would
 * go for what the other declares. The id may come from the environment, so it is not repeated.
 */
function twoAliases(
  organizations: readonly (readonly [string, OrganizationSetting])[],
): readonly Diagnostic[] {
  const firsts = new Map<string, readonly [string, OrganizationSetting]>();
  return organizations.flatMap((named): readonly Diagnostic[] => {
    const [alias, { id, source }] = named;
    // An alias that is none is said already.
    if (id === undefined || !keyPattern.test(alias)) return [];
    const first = firsts.get(id);
    firsts.set(id, first ?? named);
    if (first === undefined) return [];
    const related = [{ message: "the first of them", source: first[1].source }];
    return [error("DF2033", `"${first[0]}" and "${alias}" are the same organization`, { source, related })];
  });
}

function manifestsOf(tree: Tree): readonly ManifestSetting[] {
  const list = entryOf(tree, "manifests")?.value;
  return list?.type === "list" ? pathsIn(list) : [{ path: "manifests" }];
}

function pathsIn(list: Tree | undefined): readonly ManifestSetting[] {
  if (list?.type !== "list") return [];
  return list.items.flatMap((item) => {
    const path = textOf(item);
    return path === undefined || path === "" ? [] : [{ path, source: item.source }];
  });
}
