import { Document, Scalar, visit } from "yaml";
import { escapeHidden, hidden } from "../core/hidden-characters.ts";
import type { Json } from "../core/json.ts";
import { commandAnywhere, commandAtStart } from "../core/log-commands.ts";

/** A value as YAML, safe for a terminal: what is hidden or steers is escaped. Ends in a newline. */
export function toYaml(value: Json): string {
  const document = new Document(value, { version: "1.2", aliasDuplicateObjects: false });
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
