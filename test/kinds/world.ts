import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { editionOf, exampleIndex } from "../../scripts/kind-docs/example-index.ts";
import { type ExampleManifest, exampleManifest } from "../../scripts/kind-docs/example-manifest.ts";
import { pageOf } from "../../scripts/kind-docs/markdown.ts";
import type { Edition } from "../../src/contract/edition.ts";
import { kinds } from "../../src/kinds/kinds.ts";
import { kindsOf } from "../../src/kinds/kinds-of.ts";
import { indexKinds } from "../../src/manifest/schema/kind-slots.ts";
import { toYaml } from "../../src/manifest/write/to-yaml.ts";
import type { PlanDocument } from "../../src/model/documents/plan-document.ts";
import type { Kind } from "../../src/model/kind.ts";
import type { LiveResource } from "../../src/model/live.ts";
import { match } from "../../src/planner/match/match.ts";
import { treeField } from "../../src/planner/match/tree-kind.ts";
import { connect } from "../../src/project/connect.ts";
import { openProject } from "../../src/project/project.ts";
import { readLive } from "../../src/refresh/read-live.ts";
import { isObject, type Json, type JsonObject } from "../../src/text/json.ts";
import { memoryPlatform } from "../support/platform/memory-platform.ts";
import { ioOf, type Run, runDocform } from "../support/processes/run-docform.ts";

export const index = indexKinds(kinds);

/** Kinds by name, for tables of tests. */
export const kindsByName = kinds.map((kind) => [kind.name, kind] as const);

/** A platform and a project on it, for a manifest about a resource of a kind. */
export interface World {
  readonly docform: (...argv: readonly string[]) => Promise<Run>;
  /** Replaces the manifest. */
  readonly write: (manifest: JsonObject | string) => void;
  /** The manifest as it is now. */
  readonly text: () => string;
  /** Sets a guard in docform.yaml. */
  readonly allow: (setting: string) => void;
  /** Applies the manifest: everything must be done. */
  readonly apply: () => Promise<void>;
  readonly plan: () => Promise<PlanDocument>;
  /** Codes of what validate finds wrong. */
  readonly problems: () => Promise<readonly string[]>;
  /** The live object at an address of the manifest that is written. */
  readonly liveAt: (address: string) => Promise<LiveResource | undefined>;
}

/** The manifest on a page, as a reader copies it. */
export function exampleOn(file: string): string {
  const page = readFileSync(`docs/reference/manifests/${file}`, "utf8");
  const [, text] = /```yaml\n([\s\S]*?)```/.exec(page.slice(page.indexOf("## Example"))) ?? [];
  if (text === undefined) throw new Error(`${file} has no example`);
  return text;
}

/** The manifest on the page of a kind. */
export const exampleOnPage = (kind: Kind): string => exampleOn(pageOf(kind));

/** Starts a platform with what the manifest needs and docform cannot make, and a project with the manifest. */
export async function worldFor({
  manifest,
  edition = "reference",
}: {
  readonly manifest: JsonObject;
  readonly edition?: Edition;
}): Promise<World> {
  const platform = memoryPlatform(seedFor(manifest), edition);
  const cwd = mkdtempSync(join(tmpdir(), "docform-kinds-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  mkdirSync(join(cwd, "manifests"));
  const settings = `platform: { api: ${edition} }\norganizations: { acme: { id: org_acme } }\n`;
  writeFileSync(join(cwd, "docform.yaml"), settings);
  const write: World["write"] = (text) =>
    writeFileSync(join(cwd, "manifests/acme.yaml"), typeof text === "string" ? text : toYaml(text));
  write(manifest);
  const surroundings = { ...platform.surroundings, cwd };
  const docform: World["docform"] = (...argv) => runDocform(argv, surroundings);
  return {
    docform,
    write,
    text: () => readFileSync(join(cwd, "manifests/acme.yaml"), "utf8"),
    allow: (setting) => writeFileSync(join(cwd, "docform.yaml"), `${settings}guards: { ${setting} }\n`),
    apply: async () => {
      const run = await docform("apply", "--yes");
      expect(run, run.stderr || run.stdout).toMatchObject({ code: 0 });
    },
    plan: async () => JSON.parse((await docform("plan", "--format", "json")).stdout),
    problems: async () => {
      const { stdout } = await docform("validate", "--format", "json");
      return JSON.parse(stdout).diagnostics.map(({ code }: { code: string }) => code);
    },
    liveAt: (address) => liveAt(surroundings, address, edition),
  };
}

/** The example of a kind, or other values of it, with a world for it. */
export async function exampleWorld(kind: Kind, values?: JsonObject) {
  const example = exampleManifest(exampleIndex(kind), kind, values);
  return { example, world: await worldFor({ ...example, edition: editionOf(kind) }) };
}

/** An organization with what the manifest declares of kinds that the API cannot create, and the people that it names by email. */
function seedFor(manifest: JsonObject): object {
  const found = index.roots.filter(
    ({ operations, shape }) => operations.create === undefined && shape !== "singleton",
  );
  const seeded = found.flatMap((kind) => {
    const all = Object.entries(isObject(manifest[kind.plural]) ? (manifest[kind.plural] ?? {}) : {});
    const copied = treeField(kind, "copy") ?? "";
    const declared = all.filter(([, values]) => !(isObject(values) && copied in values));
    return [[kind.plural, declared.map(([key, values]) => foundBy(kind, key, values))] as const];
  });
  const { members = [], ...others } = Object.fromEntries(seeded);
  const { members: _, ...naming } = manifest;
  const emails = JSON.stringify(naming).match(/[\w.]+@acme\.example/g) ?? [];
  const named = [...new Set(emails)].map((email) => ({ email }));
  const admin = { email: "token@acme.example", role: "admin" };
  return {
    tokens: { "docform-admin": { user: admin.email, rights: "admin" } },
    organizations: [
      { id: "org_acme", title: "Somewhere", members: [admin, ...named, ...members], ...others },
    ],
  };
}

/** The natural key of a live one, by which the declared one finds it. */
function foundBy(kind: Kind, key: string, values: Json): JsonObject {
  const written = isObject(values) ? values : {};
  const names = kind.naturalKeys.at(-1) ?? [];
  return Object.fromEntries(names.map((name) => [name, written[name] ?? key]));
}

async function liveAt(surroundings: Parameters<typeof ioOf>[0], address: string, edition: Edition) {
  const io = ioOf(surroundings);
  const options = { directory: ".", format: "text", input: false, logLevel: "info", concurrency: 4 } as const;
  const project = await openProject(io, options);
  const { reader, close } = await connect(io, options, project);
  try {
    const known = kindsOf(edition);
    const live = await readLive(project.desired, known.all, reader);
    return match(project.desired, live, known).liveOf(address);
  } finally {
    await close();
  }
}

/** The manifest with another value at a path; undefined removes the key. */
export function withValue(
  manifest: JsonObject,
  [head = "", ...rest]: readonly (string | number)[],
  value: Json | undefined,
): JsonObject {
  const inner = manifest[head];
  if (rest.length === 0) {
    const { [head]: _, ...others } = manifest;
    return value === undefined ? others : { ...manifest, [head]: value };
  }
  if (Array.isArray(inner)) {
    const items = inner.map((item, at) => (at === rest[0] ? withValue(item, rest.slice(1), value) : item));
    return { ...manifest, [head]: items };
  }
  return { ...manifest, [head]: withValue(isObject(inner) ? inner : {}, rest, value) };
}

/** The address of what an example declares. */
export function addressOf(kind: Kind, { path, key }: ExampleManifest): string {
  const names = kind.sequence === undefined ? path : [...path.slice(0, -2), kind.plural, key];
  return `acme/${names.join(".")}`;
}

/** Applies with the option that each guard asks for; what asks for another setting is given that. */
export async function applyAllowed(world: World, guards: PlanDocument["guards"]): Promise<void> {
  const options = guards.flatMap(({ allow = "" }) => (allow.startsWith("--") ? allow.split(" ") : []));
  if (guards.some(({ allow = "" }) => allow.startsWith("guards."))) world.allow("minAdmins: 0");
  const run = await world.docform("apply", "--yes", ...options);
  expect(run, run.stderr || run.stdout).toMatchObject({ code: 0 });
}
