import {
  Document,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  Scalar,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { escapeHidden, hidden } from "../../text/hidden-characters.ts";
import type { Json } from "../../text/json.ts";
import { commandAnywhere, commandAtStart } from "../../text/log-commands.ts";

/** How YAML is laid out, where a value goes among others that are there already. */
export interface YamlStyle {
  /** Spaces of one level. */
  readonly indent?: number;
  /** Does a list stand deeper than the key that it belongs to? */
  readonly indentSeq?: boolean;
  /** Collections from this level on are printed in braces and brackets, on one line; 0 is the value itself. */
  readonly flowFrom?: number;
  /** The form of texts at the first level, where it can hold them. */
  readonly texts?: Scalar.Type;
  /** Are there empty lines between the keys of a manifest, and between long things under one of them? */
  readonly spaced?: true;
}

/** A value as YAML, safe for a terminal: what is hidden or steers is escaped. Ends in a newline. */
export function toYaml(value: Json, style: YamlStyle = {}): string {
  const { indent = 2, indentSeq = true } = style;
  const document = new Document(value, { version: "1.2", aliasDuplicateObjects: false });
  visit(document, (key, node, path) => {
    if (isMap(node)) padWith(node, " ");
    if (isSeq(node)) padWith(node, "");
    const level = path.filter(isCollection).length;
    const { flowFrom = Infinity } = style;
    if (isCollection(node) && level >= flowFrom) node.flow = true;
    if (isScalar(node) && level <= 1 && key !== "key" && style.texts !== undefined) node.type = style.texts;
    if (isScalar(node) && typeof node.value === "string" && mustBeQuoted(node.value, level > flowFrom))
      node.type = Scalar.QUOTE_DOUBLE;
  });
  if (style.spaced === true && isMap(document.contents)) spaceOut(document.contents);
  const options = { indent, indentSeq };
  return escapeHidden(
    document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Infinity, ...options }),
  );
}

/** Spaces inside braces, and none inside brackets: the package knows one choice for both. */
function padWith(node: YAMLMap | YAMLSeq, flowCollectionPadding: string): void {
  const print = node.toString.bind(node);
  node.toString = (context, ...more) =>
    print(context === undefined ? context : { ...context, flowCollectionPadding }, ...more);
}

/** Puts an empty line before each key but the first, and before each of the long things under it. */
function spaceOut({ items }: YAMLMap): void {
  setApart(items);
  for (const { value } of items) if (isMap(value) && value.items.some(isLong)) setApart(value.items);
}

function setApart(items: YAMLMap["items"]): void {
  for (const { key } of items.slice(1)) if (isScalar(key)) key.spaceBefore = true;
}

/** Does it take more than a few lines? */
function isLong({ value }: YAMLMap["items"][number]): boolean {
  if (!isMap(value)) return false;
  const isNested = value.items.some((inner) => isCollection(inner.value) && inner.value.items.length > 0);
  return isNested || value.items.length > 3;
}

/** Only in double quotes does YAML have escapes, and is `<<` a text; a block with line ends at its end takes up those that follow. */
function mustBeQuoted(text: string, inBraces: boolean): boolean {
  return text === "<<" || holdsHidden(text) || text.endsWith("\n\n") || (inBraces && text.includes("\n"));
}

function holdsHidden(text: string): boolean {
  const isCommand = text.search(commandAnywhere) >= 0 || text.search(commandAtStart) >= 0;
  return isCommand || text.replaceAll("\n", "").search(hidden) >= 0;
}
