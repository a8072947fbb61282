import { kindsOf } from "../../kinds/kinds-of.ts";
import type { SettingOrigin } from "../../model/documents/origin-document.ts";
import type { Kind } from "../../model/kind.ts";
import { defaultGuardSettings } from "../../planner/guards/guard.ts";
import type { Json } from "../../text/json.ts";
import type { Context, ResourceDraft } from "../check/resource-draft.ts";
import { createAllowance } from "../compose/composing.ts";
import type { Process } from "../compose/environment.ts";
import { interpolate } from "../compose/interpolate.ts";
import { readDocuments } from "../load/document.ts";
import { loadDocuments } from "../load/load-documents.ts";
import type { Project } from "../load/load-project.ts";
import { type Loading, loadSettings } from "../load/load-settings.ts";
import type { ProjectSettings } from "../load/project-settings.ts";
import { type ProjectFiles, projectFile } from "../read/project-files.ts";
import { createReport, inOrder, type Report } from "../read/report.ts";
import { type Entry, entriesOf, type Ingredient, scalarsOf, type Tree } from "../read/tree.ts";
import { editionIndex } from "../schema/edition-index.ts";
import { leavesIn, shownLeaf } from "./values.ts";

/** The settings of a project, each with its origin; none when the folder holds no project, which is an error. */
export async function loadSettingOrigins(
  folder: string,
  io: ProjectFiles,
  process: Process,
  environmentName: string | undefined,
  given: readonly string[],
): Promise<
  Pick<Project, "diagnostics" | "drafts" | "files" | "sources"> & {
    readonly settings: readonly SettingOrigin[];
  }
> {
  const loading = await loadSettings(folder, io, process, environmentName, given);
  const { report, settings, sources } = loading;
  // Manifests say which variables are secrets; what is wrong in them is no matter here.
  const drafts = settings === undefined ? [] : await readDraftsAlone(loading, settings);
  const secrets = secretVariables(drafts);
  const listed =
    settings === undefined
      ? []
      : listSettings(settings, kindsOf(loading.edition).all, process.env, secrets, report);
  const diagnostics = inOrder(report.diagnostics);
  return { settings: listed, diagnostics, files: [projectFile], sources, drafts };
}

async function readDraftsAlone(
  loading: Loading,
  settings: ProjectSettings,
): Promise<readonly ResourceDraft[]> {
  const [index, report] = [editionIndex(loading.edition), createReport()];
  const own = { index, report, sources: new Map(), allowance: createAllowance(report) };
  const { documents } = await loadDocuments({ ...loading, ...own }, settings);
  const context: Context = { index, report, drafts: [] };
  readDocuments(context, documents, undefined);
  return context.drafts;
}

/** A setting of docform.yaml as it is written, and the layer that says it. */
interface Chosen {
  readonly path: string;
  readonly entry: Entry;
  readonly from: SettingOrigin["from"];
  /** Is a secret by its kind. */
  readonly isSecret?: boolean;
}

/** Every setting as it holds in the environment that was asked for, with its origin. `secrets` are variables. */
function listSettings(
  settings: ProjectSettings,
  kinds: readonly Kind[],
  env: Readonly<Record<string, string | undefined>>,
  secrets: ReadonlySet<string>,
  report: Report,
): readonly SettingOrigin[] {
  const chosen = sections.flatMap((section) => chosenIn(settings, kinds, secrets, section));
  const listed = chosen.flatMap(({ path, entry, from, isSecret = false }) =>
    leavesIn([{ ...entry, key: path, value: interpolate(entry.value, settings.inputs, report) }]).map(
      (leaf): SettingOrigin => {
        const isHidden =
          isSecret || variablesIn(leaf.tree).some((name) => secrets.has(name)) || holdsKey(leaf.tree);
        return { ...shownLeaf(leaf, isHidden), from };
      },
    ),
  );
  const known = new Set(listed.map(({ path }) => path));
  const section = ({ path }: SettingOrigin): number => sections.indexOf(path.split(".", 1)[0] ?? "");
  return [...listed, ...elsewhere(env).filter(({ path }) => !known.has(path))].sort(
    (a, b) => section(a) - section(b),
  );
}

const sections = [
  "platform",
  "organizations",
  "manifests",
  "overlays",
  "guards",
  "prune",
  "state",
  "variables",
  "defaults",
];

function chosenIn(
  settings: ProjectSettings,
  kinds: readonly Kind[],
  secrets: ReadonlySet<string>,
  section: string,
): readonly Chosen[] {
  if (section === "variables")
    // Also those that `--var` gives.
    return [...settings.declared.values()].map(({ name, value, source, layer }) => {
      const entry = { key: name, value, source };
      return { path: `variables.${name}`, entry, from: layer, isSecret: secrets.has(name) };
    });
  const all = settings.layered(section);
  // The place of the state is one setting: that of an environment takes the place of the whole.
  const own = section === "state" ? all.filter(({ from }) => from === "environment") : [];
  const layered = own.length > 0 ? own : all;
  if (section === "defaults") return layered.flatMap(({ entry }) => defaultsOf(kinds, entry));
  return layered.map(({ entry, from }) => {
    // A list of folders and files is one setting.
    const path = entry.key === section ? section : `${section}.${entry.key}`;
    return { path, entry, from, isSecret: section === "platform" && holdsPassword(entry.value) };
  });
}

/** The fields of a kind of `defaults`. */
function defaultsOf(kinds: readonly Kind[], ofKind: Entry): readonly Chosen[] {
  const base = { path: `defaults.${ofKind.key}`, from: "project" } as const;
  const fields = kinds.find(({ name }) => name === ofKind.key)?.fields ?? {};
  const written = entriesOf(ofKind.value);
  if (written.length === 0) return [{ ...base, entry: ofKind }];
  return written.map((entry) => {
    const isSecret = fields[entry.key]?.sensitive === true;
    return { ...base, path: `${base.path}.${entry.key}`, entry, isSecret };
  });
}

/** Names of the variables that manifests make a secret of, such as a certificate. */
function secretVariables(drafts: readonly ResourceDraft[]): ReadonlySet<string> {
  const secrets = drafts.flatMap(({ kind, entries }) =>
    entries.filter(({ key }) => kind.fields[key]?.sensitive === true).map(({ value }) => value),
  );
  return new Set(secrets.flatMap(variablesIn));
}

function variablesIn(tree: Tree): readonly string[] {
  const ingredients = scalarsOf(tree).flatMap(({ madeOf = [] }): readonly Ingredient[] => madeOf);
  return ingredients.flatMap((one) => (one.type === "var" ? [one.name] : []));
}

/** Files are made for certificates and keys, so their texts are not shown. */
function holdsKey(tree: Tree): boolean {
  return scalarsOf(tree).some(({ origin, value }) => origin === "file" || pemHeading.test(String(value)));
}

/** The first line of a certificate or a key in PEM form. */
const pemHeading = /-----BEGIN [A-Z0-9 ]+-----/;

/** The settings that docform.yaml does not say: those of the process, and those that docform has by itself. */
function elsewhere(env: Readonly<Record<string, string | undefined>>): readonly SettingOrigin[] {
  const name = "DOCFORM_BASE_URL";
  const address = env[name] ?? "";
  const path = "platform.baseUrl";
  const shown = address.includes("@") ? ({ path, sensitive: true } as const) : { path, value: address };
  const guards = Object.entries(defaultGuardSettings).map(
    ([guard, value]: [string, Json]) => [`guards.${guard}`, value] as const,
  );
  return [
    ...(address === ""
      ? []
      : [{ ...shown, from: "process", madeOf: [{ type: "env", name }] } as SettingOrigin]),
    ...[["manifests", ["manifests"]] as const, ...guards, ["prune", "nothing"] as const].map(
      ([builtIn, value]): SettingOrigin => ({ path: builtIn, value: value as Json, from: "built-in" }),
    ),
  ];
}

/** An address may hold a password, which no command takes; it is not shown all the same. */
function holdsPassword(tree: Tree): boolean {
  return scalarsOf(tree).some(({ value }) => String(value).includes("@"));
}
