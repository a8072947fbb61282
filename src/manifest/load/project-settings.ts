import { error, type Source } from "../../model/diagnostic.ts";
import { defaultGuardSettings, type GuardSettings } from "../../planner/guards/guard.ts";
import { scopePattern } from "../../planner/state/scope.ts";
import type { WrittenScope } from "../check/check-scope.ts";
import {
  declaredVariables,
  type Inputs,
  interpolate,
  type Layered,
  type Variable,
  variableLookup,
} from "../compose/interpolate.ts";
import { parseYaml } from "../read/parse-yaml.ts";
import { projectFile } from "../read/project-files.ts";
import { didYouMean, type Report } from "../read/report.ts";
import {
  type Entry,
  entriesOf,
  entryOf,
  isFailed,
  scalarsOf,
  scalarText,
  type Tree,
  toJson,
} from "../read/tree.ts";
import { limits } from "../read/yaml-limits.ts";
import { checkValue } from "../schema/check-value.ts";
import {
  guardsSchema,
  type PruneSetting,
  projectFileSchema,
  pruneSchema,
  type StateSetting,
} from "../schema/project-file.ts";
import {
  type OrganizationSetting,
  organizationLayers,
  readOrganizations,
  tableSetting,
} from "./organizations.ts";
import type { TableRow } from "./organizations-table.ts";
import { type PlatformSettings, readPlatform } from "./platform-setting.ts";
import { type Rollout, readRollout } from "./rollout.ts";
import { readSchedule, type Schedule } from "./schedule.ts";
import { readState } from "./state-setting.ts";

/** The settings of docform.yaml for the selected environment. */
export interface ProjectSettings extends PlatformSettings {
  /** Undefined when the organizations could not be read, so that nothing can be said about aliases. */
  readonly organizations: ReadonlyMap<string, OrganizationSetting> | undefined;
  readonly manifests: readonly ManifestSetting[];
  readonly guards: GuardSettings;
  readonly prune: PruneSetting;
  readonly rollout: Rollout | undefined;
  readonly schedule: Schedule | undefined;
  /** Undefined for a project without a name. */
  readonly scope: WrittenScope | undefined;
  /** Undefined when it is not known, because of a mistake. */
  readonly state: StateSetting | undefined;
  /** The variables as they are declared, and what interpolation takes its values from. */
  readonly declared: ReadonlyMap<string, Variable>;
  readonly inputs: Inputs;
  /** The overlays of all environments, then those of this one, in the order of docform.yaml. */
  readonly overlays: readonly ManifestSetting[];
  /** The same with those of every environment: no file of theirs is a manifest. */
  readonly allOverlays: readonly ManifestSetting[];
  /** The entries below a key, each as the environment writes it or else the project; of a list, the key itself. */
  readonly layered: (key: string) => readonly Layered[];
}

/** A folder or file of manifests; without a source when it is the default one. */
export interface ManifestSetting {
  readonly path: string;
  readonly source?: Source;
}

/** The input of reading settings: interpolation without variables, which docform.yaml declares itself. */
interface SettingsInputs extends Omit<Inputs, "variables"> {
  /** `name=value` of each `--var`. */
  readonly given: readonly string[];
  /** The table of organizations; undefined when there is none that can be used. */
  readonly table: readonly TableRow[] | undefined;
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
  const overlays = overlaysOf(tree, environment);
  const layered = (key: string): readonly Layered[] => {
    if (key === "organizations") return organizationLayers(tree, environment);
    return key === "overlays" ? overlays : layersOf(tree, environment, key);
  };
  const declared = declaredVariables(layered("variables"), outer.given, report);
  const inputs = { ...outer, variables: variableLookup(declared, outer, report) };
  const interpolated = (value: Tree | undefined): Tree | undefined => {
    const read = value && interpolate(value, inputs, report);
    if (read === undefined || isFailed(read)) return undefined;
    // A file that holds such a value is there to keep it secret.
    outer.hide(scalarsOf(read).flatMap((one) => (one.origin === "file" ? [String(one.value)] : [])));
    return read;
  };
  const settingIn = (key: string, name: string): Tree | undefined =>
    interpolated(layered(key).find(({ entry }) => entry.key === name)?.entry.value);
  const written = { tree, layers: layered("organizations"), table: outer.table };
  const isTableLost = outer.table === undefined && tableSetting(tree, environmentName) !== undefined;
  const organizations = isTableLost ? undefined : readOrganizations(written, interpolated, report);
  return {
    ...readPlatform((name) => settingIn("platform", name), report),
    organizations,
    manifests: manifestsOf(entryOf(tree, "manifests")?.value),
    declared,
    inputs,
    layered,
    overlays: overlays.flatMap(({ entry }) => pathsIn(entry.value)),
    allOverlays: allOverlaysOf(tree),
    guards: readGuards((name) => settingIn("guards", name)),
    prune: pruneSchema.catch("nothing").parse(scalarText(settingIn("prune", "prune"))),
    scope: readScope(tree, report),
    schedule: readSchedule(tree),
    rollout: readRollout(entryOf(tree, "rollout"), organizations, report, outer.allowance),
    state: readState(
      entryOf(environment, "state") ?? entryOf(tree, "state"),
      interpolated,
      report,
      (organizations?.size ?? 0) > 1,
    ),
  };
}

/** The name of the project, and what it may manage. A scope keeps apart projects, which need names for that. */
function readScope(tree: Tree, report: Report): WrittenScope | undefined {
  const [project, scope] = [scalarText(entryOf(tree, "project")?.value), entryOf(tree, "scope")];
  if (project === undefined && scope !== undefined)
    report.add(
      error("DF1006", "scope needs the name of the project", {
        source: scope.source,
        hint: "write project: NAME beside it",
      }),
    );
  if (project === undefined) return undefined;
  const items = scope?.value.type === "list" ? scope.value.items : [];
  const patterns = items.map((item) => ({ text: scalarText(item) ?? "", source: item.source }));
  // A wrong form is told with the whole file.
  const isRight =
    patterns.length > 0 &&
    patterns.length <= limits.scope &&
    patterns.every(({ text }) => scopePattern.test(text));
  return { project, patterns, source: isRight ? scope?.source : undefined };
}

function allOverlaysOf(tree: Tree): readonly ManifestSetting[] {
  const layers = [tree, ...environmentsOf(tree).map(({ value }) => value)];
  return layers.flatMap((layer) => pathsIn(entryOf(layer, "overlays")?.value));
}

/** The overlays of the project, and those of the environment, which come later. */
function overlaysOf(tree: Tree, environment: Tree | undefined): readonly Layered[] {
  const [own, over] = [entryOf(tree, "overlays"), entryOf(environment, "overlays")];
  return [
    ...(own === undefined ? [] : [{ entry: own, from: "project" } as const]),
    ...(over === undefined ? [] : [{ entry: over, from: "environment" } as const]),
  ];
}

function layersOf(tree: Tree, environment: Tree | undefined, key: string): readonly Layered[] {
  const entriesIn = (layer: Tree | undefined, from: Layered["from"]) => {
    const written = entryOf(layer, key);
    const entries = written?.value.type === "map" ? written.value.entries : [written ?? []].flat();
    return entries.map((entry) => [entry.key, { entry, from }] as const);
  };
  return [...new Map([...entriesIn(tree, "project"), ...entriesIn(environment, "environment")]).values()];
}

/** The settings of guards, each by its name; a wrong one is told by the schema of the whole file. */
function readGuards(settingOf: (name: string) => Tree | undefined): GuardSettings {
  const given = Object.keys(guardsSchema.shape).flatMap((name) => {
    const value = settingOf(name);
    return value === undefined ? [] : [[name, toJson(value)]];
  });
  const read = guardsSchema.safeParse(Object.fromEntries(given));
  return read.success
    ? { ...defaultGuardSettings, ...(read.data as Partial<GuardSettings>) }
    : defaultGuardSettings;
}

function findEnvironment(tree: Tree, report: Report, name: string | undefined): Tree | undefined {
  if (name === undefined) return undefined;
  const environments = entryOf(tree, "environments");
  const found = entryOf(environments?.value, name);
  if (found !== undefined) return found.value;
  const names = environmentsOf(tree).map(({ key }) => key);
  report.add(
    error("DF1011", `docform.yaml has no environment "${name}"`, {
      source: environments?.source ?? { file: tree.source.file, line: 1, column: 1, length: 1 },
      ...didYouMean(name, names),
      hint: names.length === 0 ? "it lists no environments" : `it lists: ${names.join(", ")}`,
    }),
  );
  return undefined;
}

function environmentsOf(tree: Tree): readonly Entry[] {
  return entriesOf(entryOf(tree, "environments")?.value);
}

function manifestsOf(written: Tree | undefined): readonly ManifestSetting[] {
  return written?.type === "list" ? pathsIn(written) : [{ path: "manifests" }];
}

function pathsIn(list: Tree | undefined): readonly ManifestSetting[] {
  return (list?.type === "list" ? list.items : []).flatMap((item) => {
    const path = scalarText(item) ?? "";
    return path === "" ? [] : [{ path, source: item.source }];
  });
}

/** Names of the environments in the text of a docform.yaml; none where it cannot be read. */
export function environmentNames(text: string): readonly string[] {
  const [tree] = parseYaml(projectFile, text).documents;
  return tree === undefined ? [] : environmentsOf(tree).map(({ key }) => key);
}
