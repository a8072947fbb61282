import fc from "fast-check";
import { expect } from "vitest";
import { load, valuesOf } from "../support/projects/load-manifests.ts";
import { law } from "./harness/law.ts";
import { randomFrom } from "./harness/random.ts";
import { manifestsOf, world } from "./worlds/world.ts";

type Fields = Readonly<Record<string, unknown>>;
type Files = Readonly<Record<string, string>>;

const organizations = { acme: { id: "org_acme" }, globex: { id: "org_globex" } };
const settings = JSON.stringify({
  organizations,
  environments: { here: { overlays: ["overlays"] } },
});

/** The resources that the project declares, without their places in files. */
async function declared(files: Files, environment?: string): Promise<unknown> {
  const { desired, diagnostics } = await load(
    { "docform.yaml": settings, "overlays/nothing.yaml": "", ...files },
    {},
    environment,
  );
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  expect(errors.map(({ code, message }) => `${code} ${message}`).join("\n")).toBe("");
  const places = ["source", "sources", "manageSources"];
  return JSON.parse(JSON.stringify(desired, (key, value) => (places.includes(key) ? undefined : value)));
}

/** Manifests as files of a folder. */
function written(folder: string, manifests: Readonly<Record<string, Fields>>): Files {
  return Object.fromEntries(
    Object.entries(manifests).map(([name, content]) => [`${folder}/${name}`, JSON.stringify(content)]),
  );
}

/** A part of a value, as an overlay may say it: some keys of maps, lists as they are, and nothing that is null. */
function partOf(value: unknown, random: () => number): unknown {
  if (Array.isArray(value) || value === null || typeof value !== "object") return value;
  const kept = Object.entries(value).filter(
    ([key, inner]) => key === "organization" || (inner !== null && random() < 0.6),
  );
  return Object.fromEntries(kept.map(([key, inner]) => [key, partOf(inner, random)]));
}

/** The manifest in three parts: each entry of its collections in one of them, the rest in the first. */
function inThree(manifest: Fields, random: () => number): readonly Fields[] {
  let parts: readonly Fields[] = [{}, {}, {}];
  const { organization, manage, order, ...collections } = manifest;
  for (const [name, entries] of Object.entries(collections)) {
    const isOne = ["settings", "agentInstructions"].includes(name);
    const shares = Object.entries(entries as object).map((entry) => ({
      entry,
      share: Math.floor(random() * 3),
    }));
    parts = parts.map((part, at) => {
      const own = shares.filter(({ share }) => share === at).map(({ entry }) => entry);
      return isOne && at > 0 ? part : { ...part, [name]: isOne ? entries : Object.fromEntries(own) };
    });
  }
  const rest = { ...(manage === undefined ? {} : { manage }), ...(order === undefined ? {} : { order }) };
  return parts.map((part, at) => ({ organization, ...part, ...(at === 0 ? rest : {}) }));
}

/** The parts as files whose names say nothing of their order. */
function spread(
  manifests: Readonly<Record<string, Fields>>,
  random: () => number,
): Readonly<Record<string, Fields>> {
  return Object.fromEntries(
    Object.values(manifests)
      .flatMap((manifest) => inThree(manifest, random))
      .map((part) => [`${Math.floor(random() * 1e9)}.yaml`, part]),
  );
}

const drawn = fc.record({ drawn: world, seed: fc.integer() });

law(
  "an overlay that says what the manifests say changes nothing, in however many files both are",
  drawn,
  async ({ drawn, seed }) => {
    const random = randomFrom(seed);
    const manifests = manifestsOf(drawn);
    const expected = await declared(written("manifests", manifests));
    const parts = partOf(manifests, random) as Readonly<Record<string, Fields>>;
    const base = written("manifests", spread(manifests, random));
    expect(await declared(base)).toEqual(expected);
    expect(await declared({ ...base, ...written("overlays", withoutMissing(parts)) }, "here")).toEqual(
      expected,
    );
    const overlays = written("overlays", spread(withoutMissing(parts), random));
    expect(await declared({ ...base, ...overlays }, "here")).toEqual(expected);
  },
);

/** Only documents that say of which organization they are. */
function withoutMissing(manifests: Readonly<Record<string, Fields>>): Readonly<Record<string, Fields>> {
  return Object.fromEntries(
    Object.entries(manifests).filter(([, { organization }]) => organization !== undefined),
  );
}

/** Without a `$` at an end: beside another one, or before a placeholder, it is the escape of a plain `$`. */
const text = fc
  .string({ minLength: 2, maxLength: 12 })
  .map((one) => one.replaceAll(/[{\0]/g, "x").replaceAll(/^\$+|\$+$/g, "x"));
const values = fc.uniqueArray(
  fc.record({
    key: fc.stringMatching(/^[a-z][a-z0-9]{0,6}$/),
    title: text,
    language: fc.constantFrom("en", "de"),
  }),
  { selector: ({ key }) => key, maxLength: 6 },
);

/** Texts with the value in them, as written by hand and as a template. */
const template = fc
  .array(
    fc.oneof(
      text.map((one) => ({ text: one })),
      fc.constantFrom("key", "title", "language"),
    ),
    { maxLength: 4 },
  )
  .map((parts) => ({
    of: (value: Fields) => parts.map((part) => (typeof part === "string" ? value[part] : part.text)).join(""),
    template: parts.map((part) => (typeof part === "string" ? `\${each:${part}}` : part.text)).join(""),
  }));

law(
  "each, with defaults, declares what is written out by hand",
  fc.record({ values, template, emoji: fc.constantFrom("1f680", "1f4d6") }),
  async ({ values, template, emoji }) => {
    const space = (title: string, language: string) => ({ title, language });
    const byHand = Object.fromEntries(
      values.map((value) => [
        `s-${value.key}`,
        { ...space(`${value.key} ${template.of(value)}`, value.language), emoji },
      ]),
    );
    const repeated = {
      "s-${each:key}": { each: values, ...space(`\${each:key} ${template.template}`, "${each:language}") },
    };
    const at = async (spaces: object, defaults: object) => {
      const project = await load({
        "docform.yaml": JSON.stringify({ organizations, defaults }),
        "manifests/a.yaml": JSON.stringify({ organization: "acme", spaces }),
      });
      // One mistake in the template is told once for each value, so codes count once.
      return [new Set(project.diagnostics.map(({ code }) => code)), valuesOf(project)];
    };
    expect(await at(repeated, { space: { emoji } })).toEqual(await at(byHand, {}));
  },
);
