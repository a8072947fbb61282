import type { Kind } from "../../model/kind.ts";
import type { JsonObject } from "../../text/json.ts";
import { overlaySchema, projectSchema } from "../compose/composing-schemas.ts";
import { manifestSchema } from "./manifest-schema.ts";
import type { SchemaName } from "./modeline.ts";

/** The schema that editors follow in a file of a project. */
export function publishedSchema(name: SchemaName, kinds: readonly Kind[]): JsonObject {
  switch (name) {
    case "manifest":
      return manifestSchema(kinds);
    case "overlay":
      return overlaySchema(kinds);
    case "project":
      return projectSchema(kinds);
  }
}

/** The same as a file. */
export function schemaText(name: SchemaName, kinds: readonly Kind[]): string {
  return `${JSON.stringify(publishedSchema(name, kinds), null, 2)}\n`;
}
