import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { parseAllDocuments } from "yaml";

interface Input {
  readonly type?: "array";
  readonly default?: unknown;
  readonly regex?: string;
}

const [header, jobs] = parseAllDocuments(readFileSync("templates/docform.yml", "utf8")).map((document) => {
  // Such as a key that is there twice: a parser may take either of them.
  for (const problem of [...document.errors, ...document.warnings]) throw problem;
  return document.toJS();
});

/** The header of the component: what may be given to it. */
export const componentHeader: { readonly spec: { readonly inputs: Readonly<Record<string, Input>> } } =
  header;

// app/assets/javascripts/editor/schema/ci.json of GitLab, MIT, as the npm package gitlab-ci-local 4.75.1 has it.
const validate = new Ajv({ strict: false, validateFormats: false, code: { optimize: false } }).compile(
  JSON.parse(readFileSync("test/fixtures/gitlab-ci-schema.json", "utf8")) as object,
);

/** Why GitLab's published schema of pipelines does not take it; empty when it does. */
export function pipelineProblems(pipeline: unknown): readonly string[] {
  validate(pipeline);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** A job as GitLab runs it. */
export interface ComponentJob {
  readonly stage: string;
  readonly image: string;
  readonly rules: readonly object[];
  readonly variables: Readonly<Record<string, string | { readonly value: string }>>;
  readonly before_script: readonly string[];
  readonly script: readonly string[];
  readonly artifacts?: object;
}

/** The pipeline that an inclusion with these inputs brings: inputs filled in, jobs extended, as GitLab documents it. */
export function includedPipeline(given: Readonly<Record<string, unknown>> = {}) {
  const values = Object.fromEntries(
    Object.entries(componentHeader.spec.inputs).map(([name, input]) => [
      name,
      inputValue(name, input, given[name]),
    ]),
  );
  const pipeline = filled(jobs, values) as Readonly<Record<string, { readonly extends?: string }>>;
  const extended = Object.entries(pipeline)
    .filter(([name]) => !name.startsWith("."))
    .map(
      ([name, job]) => [name, { ...pipeline[job.extends ?? ""], ...job } as unknown as ComponentJob] as const,
    );
  return { pipeline, jobs: Object.fromEntries(extended) };
}

function inputValue(name: string, { default: fallback, regex }: Input, given: unknown): unknown {
  const value = given ?? fallback;
  if (value === undefined) throw new Error(`the input ${name} is required`);
  if (regex !== undefined && !new RegExp(regex).test(String(value)))
    throw new Error(`${name} does not match`);
  return value;
}

const block = /\$\[\[ inputs\.([\w-]+) \]\]/g;

/** A text that is one block becomes the value itself; blocks in a text, or in a key, become a part of it. */
function filled(node: unknown, values: Readonly<Record<string, unknown>>): unknown {
  const valueNamed = (name = ""): unknown => {
    if (!(name in values)) throw new Error(`there is no input ${name}`);
    return values[name];
  };
  if (typeof node === "string") {
    const [whole, name] = [...node.matchAll(block)][0] ?? [];
    return whole === node ? valueNamed(name) : node.replace(block, (_, inner) => String(valueNamed(inner)));
  }
  if (Array.isArray(node)) return node.map((item) => filled(item, values));
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [filled(key, values), filled(value, values)]),
  );
}
