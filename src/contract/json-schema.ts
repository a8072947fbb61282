import * as z from "zod";
import { once } from "./once.ts";
import type { Operation } from "./operation.ts";
import { file, page } from "./parts/content.ts";
import { openApiSpec } from "./parts/openapi-specs.ts";
import { queryBoolean, queryLimit, queryStrings, richDocument } from "./resource.ts";

/** A JSON Schema, as data. */
export interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** A schema of the contract. */
export type Schema = z.ZodType;

/** Names of schemas that are written once and referred to. */
export type SchemaNames = ReadonlyMap<z.ZodType, string>;

/** A JSON Schema together with the named schemas that it refers to as `#/$defs/<name>`. */
interface NamedSchemas {
  readonly schema: JsonSchema;
  readonly named: Readonly<Record<string, JsonSchema>>;
}

/** The JSON Schema (2020-12) of values on the wire. Answers may have more fields. */
export function wireSchema(schema: z.ZodType, names: SchemaNames = new Map()): NamedSchemas {
  const metadata = z.registry<{ id: string }>();
  for (const [named, id] of names) metadata.add(named, { id });
  // In an object, so that a named schema becomes a reference like everywhere else.
  const made = z.toJSONSchema(z.object({ value: schema }), {
    target: "draft-2020-12",
    io: "input",
    unrepresentable: "any",
    metadata,
    override: ({ zodSchema, jsonSchema }) => onTheWire(zodSchema, jsonSchema),
  }) as JsonSchema & { readonly $defs?: Readonly<Record<string, JsonSchema>> };
  return { schema: made.properties?.value ?? {}, named: made.$defs ?? {} };
}

/**
 * Adjusts the JSON Schema of zod for readers: a query is text, and a date-time needs no pattern next to its
 * format.
 */
function onTheWire(schema: z.core.$ZodType, made: z.core.JSONSchema.BaseSchema): void {
  const { description } = z.globalRegistry.get(schema) ?? {};
  if (schema === queryBoolean()) rewrite(made, { type: "boolean" });
  if (schema === queryLimit()) rewrite(made, { type: "integer", minimum: 0, maximum: 1000 });
  if (schema === queryStrings()) rewrite(made, { type: "array", items: { type: "string" } });
  if (made.format === "date-time" || made.format === "uri") delete made.pattern;
  // Every whole number has these bounds, so they are left out.
  if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
  if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
  if (description !== undefined) made.description = description;
}

function rewrite(made: z.core.JSONSchema.BaseSchema, to: z.core.JSONSchema.BaseSchema): void {
  delete made.anyOf;
  Object.assign(made, to);
}

/** Names for schemas without a type name, or with an unclear one. */
const given = once(
  (): SchemaNames =>
    new Map<z.ZodType, string>([
      [page(), "Page"],
      [file(), "File"],
      [openApiSpec(), "OpenApiSpec"],
      [richDocument(), "RichDocument"],
      [richDocument().shape.nodes.element, "RichBlock"],
    ]),
);

/**
 * Names of the schemas in the answers of operations. A resource is named by its `object` (2.1): `site-section`
 * is `SiteSection`. A second schema of that name is written where it is used.
 */
export function schemaNames(operations: Iterable<Operation>): SchemaNames {
  const names = new Map(given());
  const taken = new Set<string | undefined>(names.values());
  const seen = new Set<z.core.$ZodType>();
  const visit = (schema: z.core.$ZodType): void => {
    if (seen.has(schema)) return;
    seen.add(schema);
    const name = typeName(schema);
    if (name !== undefined && !taken.has(name) && !names.has(schema as z.ZodType))
      names.set(schema as z.ZodType, name);
    taken.add(name);
    for (const part of innerSchemas(schema)) visit(part);
  };
  for (const { list, listExtra, answers } of operations)
    for (const schema of [list, listExtra, ...Object.values(answers ?? {})]) if (schema) visit(schema);
  return names;
}

function typeName(schema: z.core.$ZodType): string | undefined {
  const object = schema instanceof z.ZodObject ? schema.shape.object : undefined;
  if (!(object instanceof z.ZodLiteral)) return undefined;
  return String(object.value).replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function innerSchemas(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  const { def } = schema._zod;
  const shape = schema instanceof z.ZodObject ? Object.values(schema.shape) : [];
  return [...Object.values(def).flat(), ...shape].filter((part): part is z.core.$ZodType => isSchema(part));
}

function isSchema(value: unknown): boolean {
  return typeof value === "object" && value !== null && "_zod" in value;
}
