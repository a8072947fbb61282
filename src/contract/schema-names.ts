import * as z from "zod";
import type { SchemaNames } from "./json-schema.ts";
import { once } from "./once.ts";
import type { Operation } from "./operation.ts";
import { file, page } from "./parts/content.ts";
import { openApiSpec } from "./parts/openapi-specs.ts";
import { richDocument } from "./resource.ts";

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
 * is `SiteSection`. Throws when two schemas would have the same name.
 */
export function schemaNames(operations: Iterable<Operation>): SchemaNames {
  const names = new Map(given());
  const seen = new Set<z.core.$ZodType>();
  const visit = (schema: z.core.$ZodType): void => {
    if (seen.has(schema)) return;
    seen.add(schema);
    const name = typeName(schema);
    if (name !== undefined && !names.has(schema as z.ZodType)) addName(names, schema as z.ZodType, name);
    for (const part of partsOf(schema)) visit(part);
  };
  for (const { list, listExtra, answers } of operations)
    for (const schema of [list, listExtra, ...Object.values(answers ?? {})]) if (schema) visit(schema);
  return names;
}

function addName(names: Map<z.ZodType, string>, schema: z.ZodType, name: string): void {
  if ([...names.values()].includes(name)) throw new Error(`two schemas are named ${name}`);
  names.set(schema, name);
}

/** The `object` of a resource as the name of a type. */
function typeName(schema: z.core.$ZodType): string | undefined {
  const object = schema instanceof z.ZodObject ? schema.shape.object : undefined;
  if (!(object instanceof z.ZodLiteral)) return undefined;
  return String(object.value).replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The inner schemas of a schema of any type. */
function partsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  const { def } = schema._zod;
  const shape = schema instanceof z.ZodObject ? Object.values(schema.shape) : [];
  return [...Object.values(def).flat(), ...shape].filter((part): part is z.core.$ZodType => isSchema(part));
}

function isSchema(value: unknown): boolean {
  return typeof value === "object" && value !== null && "_zod" in value;
}
