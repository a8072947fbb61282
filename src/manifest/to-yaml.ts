import { Document, isCollection, isMap, isScalar, Scalar, visit, type YAMLMap } from "yaml";
import { escapeHidden, hidden } from "../core/hidden-characters.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { commandAnywhere, commandAtStart } from "../core/log-commands.ts";

/** A value as YAML, safe for a terminal: what is hidden or steers is escaped. Ends in a newline. */
export function toYaml(value: Json): string {
  return yamlOf(new Document(value, { version: "1.2", aliasDuplicateObjects: false }));
}

/** A manifest as YAML, with empty lines between what it declares. `comment` stands above it. */
export function manifestYaml(manifest: JsonObject, comment?: string): string {
  const document = new Document(manifest, { version: "1.2", aliasDuplicateObjects: false });
  if (comment !== undefined) document.commentBefore = comment;
  const { contents } = document;
  if (isMap(contents)) {
    spaceOut(contents);
    for (const { value } of contents.items) if (isMap(value) && hasMaps(value)) spaceOut(value);
  }
  return yamlOf(document);
}

/** Puts an empty line before each key but the first. */
function spaceOut({ items }: YAMLMap): void {
  for (const { key } of items.slice(1)) if (isScalar(key)) key.spaceBefore = true;
}

/** Does one of its values take more than a few lines? */
function hasMaps({ items }: YAMLMap): boolean {
  return items.some(({ value }) => isMap(value) && (value.items.length > 3 || value.items.some(isNested)));
}

function isNested({ value }: YAMLMap["items"][number]): boolean {
  return isCollection(value) && value.items.length > 0;
}

function yamlOf(document: Document): string {
  visit(document, {
    Scalar: (_, scalar) => {
      // Only in double quotes does YAML have escapes.
      if (typeof scalar.value === "string" && holdsHidden(scalar.value)) scalar.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return escapeHidden(document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Infinity }));
}

function holdsHidden(text: string): boolean {
  const isCommand = text.search(commandAnywhere) >= 0 || text.search(commandAtStart) >= 0;
  return isCommand || text.replaceAll("\n", "").search(hidden) >= 0;
}
