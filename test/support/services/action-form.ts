import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import type { JsonObject } from "../../../src/text/json.ts";

/** A definition of the schema that GitHub writes for its own templates. */
interface Definition {
  readonly "allowed-values"?: readonly string[];
  readonly "one-of"?: readonly string[];
  readonly string?: { readonly "require-non-empty"?: boolean };
  readonly boolean?: object;
  readonly sequence?: { readonly "item-type": string };
  readonly mapping?: {
    readonly properties?: Readonly<
      Record<string, string | { readonly type: string; readonly required?: boolean }>
    >;
    readonly "loose-value-type"?: string;
  };
}

// action-v1.0.min.json of GitHub's package @actions/workflow-parser 0.3.61, MIT: what its editors hold action.yml against.
const published: { readonly definitions: Readonly<Record<string, Definition>> } = JSON.parse(
  readFileSync("test/fixtures/github-action-schema.json", "utf8"),
);

const validate = new Ajv({ strict: false, code: { optimize: false } }).compile({
  $ref: "#/definitions/action-root-strict",
  definitions: Object.fromEntries(
    Object.entries(published.definitions).map(([name, definition]) => [name, jsonSchemaOf(definition)]),
  ),
});

/** Why GitHub's published schema of `action.yml` does not take it; empty when it does. */
export function actionProblems(action: unknown): readonly string[] {
  validate(action);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** The same as JSON Schema. */
function jsonSchemaOf(definition: Definition): JsonObject {
  const { string, boolean, sequence, mapping, "allowed-values": values, "one-of": choices } = definition;
  if (values !== undefined) return { enum: [...values] };
  if (choices !== undefined) return { anyOf: choices.map(typeNamed) };
  if (sequence !== undefined) return { type: "array", items: typeNamed(sequence["item-type"]) };
  if (mapping === undefined)
    return boolean === undefined
      ? { type: "string", minLength: string?.["require-non-empty"] ? 1 : 0 }
      : { type: "boolean" };
  const properties = Object.entries(mapping.properties ?? {}).map(
    ([name, property]) => [name, typeof property === "string" ? { type: property } : property] as const,
  );
  const others = mapping["loose-value-type"];
  return {
    type: "object",
    properties: Object.fromEntries(properties.map(([name, { type }]) => [name, typeNamed(type)])),
    required: properties.filter(([, { required }]) => required).map(([name]) => name),
    additionalProperties: others === undefined ? false : typeNamed(others),
  };
}

function typeNamed(name: string): JsonObject {
  if (published.definitions[name] !== undefined) return { $ref: `#/definitions/${name}` };
  return name === "any" ? {} : { type: name };
}
