import { defaultGuardSettings } from "../core/guards/guard.ts";
import type { SettingOrigin } from "../core/origin-document.ts";
import { interpolate } from "./interpolate.ts";
import { leavesIn, shownLeaf } from "./leaves.ts";
import type { ProjectSettings } from "./project-settings.ts";
import type { Report } from "./report.ts";
import { type Entry, entryOf, type Tree } from "./tree.ts";

/** A setting of docform.yaml as it is written, and the layer that says it. */
interface Chosen {
  readonly path: string;
  readonly entry: Entry;
  readonly from: SettingOrigin["from"];
  /** What is shown even when it is from the environment: plans show it too. */
  readonly isOpen?: true;
}

/** Every setting as it holds in the environment that was asked for, with its origin. */
export function listSettings(
  settings: ProjectSettings,
  env: Readonly<Record<string, string | undefined>>,
  report: Report,
): readonly SettingOrigin[] {
  const chosen = [
    ...addresses(settings),
    ...paths(settings),
    ...guardSettings(settings),
    ...reused(settings),
  ];
  const listed = chosen.flatMap(({ path, entry, from, isOpen }) =>
    leavesIn([{ ...entry, key: path, value: interpolate(entry.value, settings.inputs, report) }]).map(
      (leaf): SettingOrigin => ({
        ...shownLeaf(isOpen === true ? { ...leaf, tree: opened(leaf.tree) } : leaf, false),
        from,
      }),
    ),
  );
  const known = new Set(listed.map(({ path }) => path));
  return [...listed, ...elsewhere(env).filter(({ path }) => !known.has(path))].sort(inOrder);
}

const order = ["platform", "organizations", "manifests", "overlays", "guards", "variables", "defaults"];

function inOrder(a: SettingOrigin, b: SettingOrigin): number {
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

/** An address may hold a password, which no command takes; it is not shown all the same. */
function shownAddress(address: string): Pick<SettingOrigin, "value" | "sensitive"> {
  return address.includes("@") ? { sensitive: true } : { value: address };
}

/** The value as if the file said it; what failed stays so, and what may hold a password. */
function opened(tree: Tree): Tree {
  if (tree.type !== "scalar" || tree.origin === "failed" || String(tree.value).includes("@")) return tree;
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

/** Variables, also those that `--var` gives, and defaults. */
function reused({ declared, defaults }: ProjectSettings): readonly Chosen[] {
  const variables = [...declared.values()].map(({ name, value, source, layer }) => ({
    path: `variables.${name}`,
    entry: { key: name, value, source },
    from: layer,
  }));
  const kinds = entriesOf(defaults?.value);
  return [
    ...variables,
    ...kinds.map((entry) => ({ path: `defaults.${entry.key}`, entry, from: "project" }) as const),
  ];
}
