import { tokenVariable } from "../../io/token-variables.ts";
import { keyPattern } from "../../model/address.ts";
import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";
import type { Label, Labels } from "../../model/labels.ts";
import type { Layered } from "../compose/interpolate.ts";
import { didYouMean, type Report } from "../read/report.ts";
import { type Entry, entriesOf, entryOf, type MapTree, scalarText, type Tree } from "../read/tree.ts";
import { aliasForm } from "../schema/project-file.ts";
import { listedTwice, type TableRow } from "./organizations-table.ts";

/** An organization of docform.yaml, or of its table. */
export interface OrganizationSetting {
  /** Undefined when docform.yaml has no usable one. */
  readonly id: string | undefined;
  readonly source: Source;
  readonly labels: Labels;
}

/** Key of `organizations` that names a table; its value is text, and that of an organization is a map. */
const tableKey = "from";

/** The table that holds in an environment; undefined when docform.yaml names none. */
export function tableSetting(tree: Tree | undefined, environmentName: string | undefined): Tree | undefined {
  const environment = entryOf(entryOf(tree, "environments")?.value, environmentName ?? "")?.value;
  const written = [environment, tree].map((layer) =>
    entryOf(entryOf(layer, "organizations")?.value, tableKey),
  );
  return written.find((entry) => entry?.value.type === "scalar")?.value;
}

/** The entries of `organizations` as an environment has them: it may write another id, and single labels. */
export function organizationLayers(tree: Tree, environment: Tree | undefined): readonly Layered[] {
  const own = entriesOf(entryOf(tree, "organizations")?.value);
  const over = entriesOf(entryOf(environment, "organizations")?.value);
  const layered = new Map<string, Layered>(own.map((entry) => [entry.key, { entry, from: "project" }]));
  for (const entry of over) {
    const base = layered.get(entry.key)?.entry;
    layered.set(entry.key, { entry: base === undefined ? entry : merged(base, entry), from: "environment" });
  }
  return [...layered.values()];
}

function merged(base: Entry, over: Entry): Entry {
  if (base.value.type !== "map" || over.value.type !== "map") return over;
  const byKey = new Map(base.value.entries.map((entry) => [entry.key, entry]));
  for (const entry of over.value.entries) {
    const known = byKey.get(entry.key);
    byKey.set(entry.key, known === undefined ? entry : merged(known, entry));
  }
  const value: MapTree = { ...over.value, entries: [...byKey.values()] };
  return { ...over, value };
}

/** The parts of docform.yaml that say which organizations there are. */
interface Written {
  readonly tree: Tree;
  readonly layers: readonly Layered[];
  /** The rows of the table; undefined when there is none. */
  readonly table: readonly TableRow[] | undefined;
}

/** The organizations of the project, each as the environment has it; undefined when docform.yaml lists none. */
export function readOrganizations(
  { tree, layers, table = [] }: Written,
  interpolated: (value: Tree | undefined) => Tree | undefined,
  report: Report,
): ReadonlyMap<string, OrganizationSetting> | undefined {
  const written = entryOf(tree, "organizations")?.value;
  if (written?.type !== "map") return undefined;
  const rows = new Map(table.map((row) => [row.alias, row]));
  const found = new Map<string, OrganizationSetting>(rows);
  for (const { entry } of layers) {
    const { key, source, value } = entry;
    if (key === tableKey && value.type === "scalar") continue;
    if (!keyPattern.test(key)) {
      report.add(error("DF1005", `the key of organizations.${key} ${aliasForm}`, { source }));
      continue;
    }
    const inProject = entryOf(written, key);
    const row = rows.get(key);
    if (inProject === undefined && row === undefined) report.add(notListed(entry, [...found.keys()]));
    else if (inProject !== undefined && row !== undefined)
      report.add(listedTwice(key, inProject.source, row.source));
    else {
      const id = scalarText(interpolated(entryOf(value, "id")?.value)) ?? row?.id;
      const labels = new Map([...(row?.labels ?? []), ...labelsIn(value)]);
      found.set(key, { id: id === "" ? undefined : id, source, labels });
    }
  }
  report.add(sameIds([...found]));
  report.add(sameVariables([...found]));
  return found;
}

function notListed({ key, source }: Entry, names: readonly string[]): Diagnostic {
  const hint = "list it under organizations as well";
  const message = `an environment overrides the organization "${key}", which is not listed`;
  return error("DF2003", message, { source, ...didYouMean(key, names), hint });
}

function labelsIn(value: Tree): readonly (readonly [string, Label])[] {
  return entriesOf(entryOf(value, "labels")?.value).flatMap((label) =>
    label.value.type === "scalar" && label.value.value !== null
      ? [[label.key, { value: String(label.value.value), source: label.source }] as const]
      : [],
  );
}

type Named = readonly [string, OrganizationSetting];

/**
 * An id under two aliases: each would manage the organization as if it were alone there, so what is exact in one would
 * go for what the other declares. The id may come from the environment, so it is not repeated.
 */
function sameIds(organizations: readonly Named[]): readonly Diagnostic[] {
  const firsts = new Map([...organizations].reverse().map((named) => [named[1].id, named]));
  return organizations.flatMap(([alias, { id, source }]) => {
    const first = firsts.get(id);
    if (id === undefined || first === undefined || first[0] === alias) return [];
    const related = [{ message: "the first of them", source: first[1].source }];
    const hint =
      "give each alias the id of its own organization, or move all manifests to one alias and take the other out";
    const message = `"${first[0]}" and "${alias}" are the same organization`;
    return [error("DF2002", message, { source, related, hint })];
  });
}

/** Two aliases whose tokens would be in one variable. Some systems also take files that are named so for one. */
function sameVariables(organizations: readonly Named[]): readonly Diagnostic[] {
  const firsts = new Map<string, Named>();
  return organizations.flatMap(([alias, setting]) => {
    const variable = tokenVariable(alias);
    const first = firsts.get(variable);
    if (first === undefined) firsts.set(variable, [alias, setting]);
    if (first === undefined) return [];
    const related = [{ message: "the first of them", source: first[1].source }];
    const hint = 'rename one of them: capitals are no other name, and "-" is the same as "_"';
    const message = `the aliases "${first[0]}" and "${alias}" have the same variable, ${variable}`;
    return [error("DF2002", message, { source: setting.source, related, hint })];
  });
}
