import type { Scalar } from "yaml";
import type { Json } from "../../text/json.ts";
import { columnOf } from "../read/positions.ts";
import { toYaml, type YamlStyle } from "../write/to-yaml.ts";
import type { Slot, Syntax } from "./syntax.ts";

/** The layout of a file: new lines look like those that are there. */
export interface FileStyle {
  readonly text: string;
  /** The line end of the file. */
  readonly eol: "\n" | "\r\n";
  readonly indent: number;
  readonly indentSeq: boolean;
}

/** Reads the layout of a file off its first nested values. */
export function styleOf(text: string, slots: readonly Slot[]): FileStyle {
  const first = text.indexOf("\n");
  const eol = first > 0 && text[first - 1] === "\r" ? "\r\n" : "\n";
  const found: Found = {};
  for (const slot of slots) look(text, slot.value, found);
  return { text, eol, indent: found.indent ?? 2, indentSeq: found.indentSeq ?? true };
}

interface Found {
  indent?: number;
  indentSeq?: boolean;
}

function look(text: string, syntax: Syntax | undefined, found: Found): void {
  if (syntax?.type !== "map" && syntax?.type !== "list") return;
  if (found.indent !== undefined && found.indentSeq !== undefined) return;
  for (const { type, keyStart, value } of syntax.slots) {
    if (type === "entry" && (value?.type === "map" || value?.type === "list") && !value.isFlow) {
      const deeper = columnOf(text, value.start) - columnOf(text, keyStart);
      if (value.type === "list") found.indentSeq ??= deeper > 0;
      else if (deeper > 0) found.indent ??= deeper;
    }
    look(text, value, found);
  }
}

/** A value in lines of its own, in the layout of the file, and without indentation. */
export function printed(
  style: FileStyle,
  value: Json,
  more: Pick<YamlStyle, "flowFrom" | "texts"> = {},
): string {
  const { indent, indentSeq } = style;
  return toYaml(value, { indent, indentSeq, ...more }).replace(/\n$/, "");
}

/** A value in the form that it has in brackets, or on the line of its key. */
export function printedInLine(value: Json, texts?: Scalar.Type): string {
  const isCollection = typeof value === "object" && value !== null;
  const style = { flowFrom: 0, ...(texts === undefined ? {} : { texts }) };
  return isCollection ? toYaml(value, style).trimEnd() : toYaml([value], style).trimEnd().slice(1, -1);
}

/** An entry in the form that it has in braces. */
export function entryInBraces(key: string, value: Json): string {
  return toYaml({ [key]: value }, { flowFrom: 0 })
    .trimEnd()
    .slice(2, -2);
}

/** The lines of a text deeper by so many spaces, but the first one; with the line ends of the file. */
export function indented({ eol }: FileStyle, text: string, spaces: number): string {
  return text
    .split("\n")
    .map((line, at) => (at === 0 || line === "" ? line : " ".repeat(spaces) + line))
    .join(eol);
}
