import type { Scalar } from "yaml";
import type { Json } from "../../text/json.ts";
import { toYaml } from "../write/to-yaml.ts";
import { columnOf, type Lines, linesOf } from "./lines.ts";
import type { ScalarSyntax, Slot, Syntax } from "./syntax.ts";

/** How a file is laid out: what is new there looks like what is there. */
export interface FileStyle {
  readonly lines: Lines;
  readonly indent: number;
  readonly indentSeq: boolean;
}

/** Reads the layout of a file off its first nested values. */
export function styleOf(text: string, slots: readonly Slot[]): FileStyle {
  const lines = linesOf(text);
  const found: Found = {};
  for (const slot of slots) look(lines, slot.value, found);
  return { lines, indent: found.indent ?? 2, indentSeq: found.indentSeq ?? true };
}

interface Found {
  indent?: number;
  indentSeq?: boolean;
}

function look(lines: Lines, syntax: Syntax | undefined, found: Found): void {
  if (found.indent !== undefined && found.indentSeq !== undefined) return;
  if (syntax?.type === "list") for (const { value } of syntax.items) look(lines, value, found);
  if (syntax?.type !== "map" || syntax.flow) return;
  for (const { keyStart, value } of syntax.entries) {
    if ((value?.type === "map" || value?.type === "list") && !value.flow) {
      const deeper = columnOf(lines, value.start) - columnOf(lines, keyStart);
      if (value.type === "list") found.indentSeq ??= deeper > 0;
      else if (deeper > 0) found.indent ??= deeper;
    }
    look(lines, value, found);
  }
}

/** An entry in lines of its own, without indentation; `inBraces` is its value in braces or brackets. */
export function entryText(
  { indent, indentSeq }: FileStyle,
  key: string,
  value: Json,
  inBraces: boolean,
): string {
  return withoutEnd(toYaml({ [key]: value }, { indent, indentSeq, flowFrom: inBraces ? 1 : Infinity }));
}

/** An item of a list in lines of its own, without indentation. */
export function itemText({ indent, indentSeq }: FileStyle, value: Json, inBraces: boolean): string {
  return withoutEnd(toYaml([value], { indent, indentSeq, flowFrom: inBraces ? 1 : Infinity }));
}

/** An entry as it stands in braces. */
export function entryInBraces(key: string, value: Json, padding: boolean): string {
  return withoutEnd(toYaml({ [key]: value }, { flowFrom: 0, padding }))
    .replace(/^\{ ?/, "")
    .replace(/ ?\}$/, "");
}

/** A value as it stands in brackets, or on the line of its key. */
export function valueInLine(value: Json, padding: boolean, texts?: Scalar.Type): string {
  const style = { flowFrom: 0, padding: false, ...(texts === undefined ? {} : { texts }) };
  if (typeof value === "object" && value !== null) return withoutEnd(toYaml(value, { flowFrom: 0, padding }));
  return withoutEnd(toYaml([value], style)).slice(1, -1);
}

/** The value of a key with what stands between: ` text`, or lines below. */
export function afterKey(style: FileStyle, value: Json, texts?: Scalar.Type): string {
  const { indent, indentSeq } = style;
  const layout = { indent, indentSeq, ...(texts === undefined ? {} : { texts }) };
  return withoutEnd(toYaml({ k: value }, layout)).slice("k:".length);
}

/** The form in which a new text is written where another one stood. */
export function textsLike(old: ScalarSyntax, value: Json): Scalar.Type | undefined {
  if (typeof value !== "string") return undefined;
  const manyLines = value.includes("\n");
  if (/^\s/.test(value)) return "QUOTE_DOUBLE";
  switch (old.style) {
    case "double":
      return "QUOTE_DOUBLE";
    case "single":
      return manyLines ? undefined : "QUOTE_SINGLE";
    case "literal":
      return manyLines ? "BLOCK_LITERAL" : undefined;
    case "folded":
      return manyLines ? "BLOCK_FOLDED" : undefined;
    case "plain":
      return undefined;
  }
}

/** The lines of a text deeper by so many spaces, but the first one; with the line ends of the file. */
export function indented({ lines }: FileStyle, text: string, spaces: number): string {
  return text
    .split("\n")
    .map((line, at) => (at === 0 || line === "" ? line : " ".repeat(spaces) + line))
    .join(lines.eol);
}

function withoutEnd(text: string): string {
  return text.replace(/\n$/, "");
}
