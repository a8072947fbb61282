import type { SettingOrigin } from "../../model/documents/origin-document.ts";
import type { Kind } from "../../model/kind.ts";
import { defaultGuardSettings } from "../../planner/guards/guard.ts";
import { createReport, inOrder, type Report } from "../check/report.ts";
import { interpolate } from "../compose/interpolate.ts";
import { isMadeOf, secretVariables } from "../compose/secret-variables.ts";
import type { Context, Draft } from "../load/context.ts";
import { readDocuments } from "../load/document.ts";
import { indexKinds } from "../load/kind-slots.ts";
import { loadDocuments } from "../load/load-documents.ts";
import type { Project } from "../load/load-project.ts";
import { type Loading, loadingOf, loadSettings } from "../load/load-settings.ts";
import type { ProjectSettings } from "../load/project-settings.ts";
import { type ProjectFiles, projectFile } from "../read/project-files.ts";
import { type Entry, entryOf, isFromFile, scalarsOf, type Tree } from "../read/tree.ts";
import { type Leaf, leavesIn, shownLeaf } from "./values.ts";

/** The settings of a project, each with its origin; none when the folder holds no project, which is an error. */
export async function loadSettingOrigins(
  folder: string,
  io: ProjectFiles,
  env: Readonly<Record<string, string | undefined>>,
  kinds: readonly Kind[],
  environmentName: string | undefined,
  given: readonly string[],
): Promise<
  Pick<Project, "diagnostics" | "drafts" | "files" | "sources"> & {
    readonly settings: readonly SettingOrigin[];
  }
> {
  const loading = loadingOf(folder, io, env);
  const { report, sources } = loading;
  const settings = await loadSettings(loading, environmentName, given);
  // Manifests say which variables are secrets; what is wrong in them is no matter here.
  const drafts = settings === undefined ? [] : await readDraftsAlone(loading, settings, kinds);
  const secrets = secretVariables(drafts);
  const listed = settings === undefined ? [] : listSettings(settings, kinds, env, secrets, report);
  return {
    settings: listed,
    diagnostics: inOrder(report.diagnostics),
    files: [projectFile],
    sources,
    drafts,
  };
}

async function readDraftsAlone(
  loading: Loading,
  settings: ProjectSettings,
  kinds: readonly Kind[],
): Promise<readonly Draft[]> {
  const [index, report] = [indexKinds(kinds), createReport()];
  const { documents } = await loadDocuments({ ...loading, report, sources: new Map(), index }, settings);
  const context: Context = { index, report, drafts: [] };
  readDocuments(context, documents, undefined);
  return context.drafts;
}

/** A setting of docform.yaml as it is written, and the layer that says it. */
interface Chosen {
  readonly path: string;
  readonly entry: Entry;
  readonly from: SettingOrigin["from"];
  /** An address or id: shown even when it is from the environment or a file, as plans show it too. */
  readonly isOpen?: true;
  /** Is a secret by its kind. */
  readonly isSecret?: boolean;
}

/** Every setting as it holds in the environment that was asked for, with its origin. `secrets` are variables. */
export function listSettings(
  settings: ProjectSettings,
  kinds: readonly Kind[],
  env: Readonly<Record<string, string | undefined>>,
  secrets: ReadonlySet<string>,
  report: Report,
): readonly SettingOrigin[] {
  const chosen = [
    ...addresses(settings),
    ...paths(settings),
    ...guardSettings(settings),
    ...variables(settings, secrets),
    ...defaults(settings, kinds),
  ];
  const listed = chosen.flatMap(({ path, entry, from, isOpen, isSecret = false }) =>
    leavesIn([{ ...entry, key: path, value: interpolate(entry.value, settings.inputs, report) }]).map(
      (leaf): SettingOrigin => {
        const shown = isOpen
          ? shownOpenly(leaf)
          : shownUnless(leaf, isSecret || isMadeOf(leaf.tree, secrets));
        return { ...shown, from };
      },
    ),
  );
  const known = new Set(listed.map(({ path }) => path));
  return [...listed, ...elsewhere(env).filter(({ path }) => !known.has(path))].sort(bySection);
}

/** A setting as documents show it. What files are made for is certificates and keys: their texts are not shown. */
function shownUnless(leaf: Leaf, isSecret: boolean): ReturnType<typeof shownLeaf> {
  const holdsKey = scalarsOf(leaf.tree).some(({ value }) => pemHeading.test(String(value)));
  return shownLeaf(leaf, isSecret || holdsKey || isFromFile(leaf.tree));
}

/** What a certificate or a key begins with, in the form in which people have them. */
const pemHeading = /-----BEGIN [A-Z0-9 ]+-----/;

/** An address or id as documents show it. */
function shownOpenly(leaf: Leaf): ReturnType<typeof shownLeaf> {
  const mayHoldPassword = scalarsOf(leaf.tree).some(({ value }) => holdsPassword(String(value)));
  return shownLeaf({ ...leaf, tree: opened(leaf.tree) }, mayHoldPassword);
}

const order = ["platform", "organizations", "manifests", "overlays", "guards", "variables", "defaults"];

function bySection(a: SettingOrigin, b: SettingOrigin): number {
  const place = ({ path }: SettingOrigin): number => order.indexOf(path.split(".", 1)[0] ?? "");
  return place(a) - place(b);
}

/** What docform.yaml does not say: what the process says, and what docform does by itself. */
function elsewhere(env: Readonly<Record<string, string | undefined>>): readonly SettingOrigin[] {
  const name = "DOCFORM_BASE_URL";
  const address = env[name] ?? "";
  const madeOf: SettingOrigin["madeOf"] = [{ type: "env", name }];
  const builtIn = { manifests: ["manifests"], ...guardDefaults() };
  return [
    ...(address === ""
      ? []
      : [{ path: "platform.baseUrl", ...shownAddress(address), from: "process", madeOf } as const]),
    ...Object.entries(builtIn).map(([path, value]) => ({ path, value, from: "built-in" }) as const),
  ];
}

function guardDefaults() {
  return Object.fromEntries(
    Object.entries(defaultGuardSettings).map(([name, value]) => [`guards.${name}`, value]),
  );
}

function shownAddress(address: string): Pick<SettingOrigin, "value" | "sensitive"> {
  return holdsPassword(address) ? { sensitive: true } : { value: address };
}

/** An address may hold a password, which no command takes; it is not shown all the same. */
function holdsPassword(address: string): boolean {
  return address.includes("@");
}

/** The value as if the file said it; what failed stays so. */
function opened(tree: Tree): Tree {
  if (tree.type !== "scalar" || tree.origin === "failed") return tree;
  const { origin: _, ...rest } = tree;
  return rest;
}

function entriesOf(tree: Tree | undefined): readonly Entry[] {
  return tree?.type === "map" ? tree.entries : [];
}

/** Entries below a key: those of the environment, and those of the project that it does not override. */
function layered({ written: { project, environment } }: ProjectSettings, key: string): readonly Chosen[] {
  const own = entriesOf(entryOf(environment, key)?.value);
  const names = new Set(own.map((entry) => entry.key));
  const rest = entriesOf(entryOf(project, key)?.value).filter((entry) => !names.has(entry.key));
  const chosen = (from: "project" | "environment") => (entry: Entry) => ({
    path: `${key}.${entry.key}`,
    entry,
    from,
  });
  return [...rest.map(chosen("project")), ...own.map(chosen("environment"))];
}

function addresses(settings: ProjectSettings): readonly Chosen[] {
  return [...layered(settings, "platform"), ...layered(settings, "organizations")].map((one) => ({
    ...one,
    isOpen: true,
  }));
}

function paths({ written: { project, environment } }: ProjectSettings): readonly Chosen[] {
  const [manifests, overlays] = [entryOf(project, "manifests"), entryOf(environment, "overlays")];
  return [
    ...(manifests === undefined ? [] : [{ path: "manifests", entry: manifests, from: "project" } as const]),
    ...(overlays === undefined ? [] : [{ path: "overlays", entry: overlays, from: "environment" } as const]),
  ];
}

function guardSettings(settings: ProjectSettings): readonly Chosen[] {
  return layered(settings, "guards");
}

/** Variables, also those that `--var` gives. */
function variables({ declared }: ProjectSettings, secrets: ReadonlySet<string>): readonly Chosen[] {
  return [...declared.values()].map(({ name, value, source, layer }) => ({
    path: `variables.${name}`,
    entry: { key: name, value, source },
    from: layer,
    isSecret: secrets.has(name),
  }));
}

/** The fields of each kind of `defaults`. */
function defaults(settings: ProjectSettings, kinds: readonly Kind[]): readonly Chosen[] {
  return entriesOf(settings.defaults?.value).flatMap((ofKind): readonly Chosen[] => {
    const base = { path: `defaults.${ofKind.key}`, from: "project" } as const;
    const fields = kinds.find(({ name }) => name === ofKind.key)?.fields ?? {};
    const written = entriesOf(ofKind.value);
    if (written.length === 0) return [{ ...base, entry: ofKind }];
    return written.map((entry) => {
      const isSecret = fields[entry.key]?.sensitive === true;
      return { ...base, path: `${base.path}.${entry.key}`, entry, isSecret };
    });
  });
}
