import type { JsonObject } from "../core/json.ts";
import type { Kind } from "../core/kind.ts";
import { forEditors } from "./editor-schema.ts";
import { jsonSchemaOf, manifestSchema, schemaDocument } from "./manifest-schema.ts";
import type { SchemaName } from "./modeline.ts";
import { projectFileSchema } from "./project-settings.ts";

/** The schema that editors follow in a file of a project. */
export function publishedSchema(name: SchemaName, kinds: readonly Kind[]): JsonObject {
  switch (name) {
    case "manifest":
      return manifestSchema(kinds);
    case "project":
      return schemaDocument("docform.yaml", forEditors(jsonSchemaOf(projectFileSchema), {}));
  }
}

/** The same as a file. */
export function schemaText(name: SchemaName, kinds: readonly Kind[]): string {
  return `${JSON.stringify(publishedSchema(name, kinds), null, 2)}\n`;
}
