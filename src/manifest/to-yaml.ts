import { Document, isCollection, isScalar, Scalar, visit } from "yaml";
import { escapeHidden, hidden } from "../core/hidden-characters.ts";
import type { Json } from "../core/json.ts";
import { commandAnywhere, commandAtStart } from "../core/log-commands.ts";

/** How YAML is laid out, where a value goes among others that are there already. */
export interface YamlStyle {
  /** Spaces of one level. */
  readonly indent?: number;
  /** Does a list stand deeper than the key that it belongs to? */
  readonly indentSeq?: boolean;
  /** Collections from this level on stand in braces and brackets, on one line; 0 is the value itself. */
  readonly flowFrom?: number;
  /** Spaces inside braces. */
  readonly padding?: boolean;
  /** The form of texts at the first level, where it can hold them. */
  readonly texts?: Scalar.Type;
}

/** A value as YAML, safe for a terminal: what is hidden or steers is escaped. Ends in a newline. */
export function toYaml(value: Json, style: YamlStyle = {}): string {
  const document = new Document(value, { version: "1.2", aliasDuplicateObjects: false });
  visit(document, (key, node, path) => {
    const level = path.filter(isCollection).length;
    const { flowFrom = Infinity } = style;
    if (isCollection(node) && level >= flowFrom) node.flow = true;
    if (isScalar(node) && level <= 1 && key !== "key" && style.texts !== undefined) node.type = style.texts;
    if (isScalar(node) && typeof node.value === "string" && mustBeQuoted(node.value, level > flowFrom))
      node.type = Scalar.QUOTE_DOUBLE;
  });
  const { indent = 2, indentSeq = true, padding = true } = style;
  const options = { indent, indentSeq, flowCollectionPadding: padding };
  return escapeHidden(
    document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Infinity, ...options }),
  );
}

/** Only in double quotes does YAML have escapes; and a block with line ends at its end takes up those that follow. */
function mustBeQuoted(text: string, inBraces: boolean): boolean {
  return holdsHidden(text) || text.endsWith("\n\n") || (inBraces && text.includes("\n"));
}

function holdsHidden(text: string): boolean {
  const isCommand = text.search(commandAnywhere) >= 0 || text.search(commandAtStart) >= 0;
  return isCommand || text.replaceAll("\n", "").search(hidden) >= 0;
}
