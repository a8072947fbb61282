import { CST, type Document, isMap, Lexer, type YAMLMap } from "yaml";
import { type Diagnostic, error } from "../../model/diagnostic.ts";
import { equalJson } from "../../text/json.ts";
import type { ParsedYaml } from "../read/convert-yaml.ts";
import { parseSyntax, parseYaml } from "../read/parse-yaml.ts";
import { rangeOf } from "../read/positions.ts";
import { toJson } from "../read/tree.ts";
import { isModeline } from "../schema/modeline.ts";
import type { Layout } from "../write/field-order.ts";
import { printBlock, withoutFirstBlank } from "./print-block.ts";
import {
  isBlock,
  type LooseLine,
  looseAt,
  oneBlankAtATime,
  type Printing,
  printLoose,
} from "./print-value.ts";

/** A file in canonical form; as it was when it cannot be read, with the reason. */
export interface Formatted {
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * A YAML file in canonical form: keys in the order of the layout, two blanks a level, one blank line at most. Comments
 * stay with their value; scalars, the byte order mark and line ends stay as they are.
 *
 * The result is read again: it must hold the same values and the same comments. Where an alias would come before its
 * anchor, the keys stay in the order of the file.
 */
export function formatYaml(file: string, text: string, layout: Layout): Formatted {
  const [mark, ending] = [text.startsWith("\uFEFF") ? "\uFEFF" : "", text.includes("\r\n") ? "\r\n" : "\n"];
  const plain = text.slice(mark.length).replaceAll("\r\n", "\n");
  const read = parseYaml(file, plain);
  if (read.diagnostics.length > 0) return { text, diagnostics: read.diagnostics };
  const documents = parseSyntax(plain);
  const isKept = (printed: string): boolean =>
    printed === plain || equalJson(contentOf(parseYaml(file, printed), printed), contentOf(read, plain));
  for (const sorts of [true, false]) {
    const printed = print({ text: plain, sorts }, documents, layout);
    if (printed === undefined || !isKept(printed)) continue;
    return { text: mark + printed.replaceAll("\n", ending), diagnostics: [] };
  }
  const source = { file, line: 1, column: 1 };
  return { text, diagnostics: [{ ...error("DF1040", cannotMessage, { source }), severity: "warning" }] };
}

const cannotMessage =
  "docform fmt has no canonical form for what is written here, so the file stays as it is";

/** All that formatting must keep: the values, whether the file can be read, and the comments. */
function contentOf({ documents, diagnostics }: ParsedYaml, text: string): object {
  return { values: documents.map(toJson), mistakes: diagnostics.length, comments: commentsIn(text).sort() };
}

/** The text of a scalar may look like a comment; the mark of the lexer before it tells. */
function commentsIn(text: string): string[] {
  const lexemes = [...new Lexer().lex(text)];
  return lexemes
    .filter((one, at) => CST.tokenType(one) === "comment" && lexemes[at - 1] !== CST.SCALAR)
    .map((one) => one.trimEnd());
}

function print(printing: Printing, documents: readonly Document[], layout: Layout): string | undefined {
  const printed: (readonly string[])[] = [];
  let from = 0;
  for (const { contents } of documents) {
    if (contents === null) continue;
    if (!isMap(contents) || !isBlock(contents) || contents.anchor !== undefined || contents.tag !== undefined)
      return undefined;
    const document = printDocument(printing, contents, from, layout);
    if (document === undefined) return undefined;
    printed.push(document.lines);
    from = document.next;
  }
  const end = betweenDocuments(printing.text.slice(from));
  if (end === undefined) return undefined;
  const rest = oneBlankAtATime([...end.marks, ...printLoose(end.loose)]);
  const lines = [...printed.flat(), ...(rest.at(-1) === "" ? rest.slice(0, -1) : rest)];
  return lines.length === 0 ? "" : `${withoutFirstBlank(lines).join("\n")}\n`;
}

function printDocument(
  printing: Printing,
  contents: YAMLMap,
  from: number,
  layout: Layout,
): { readonly lines: readonly string[]; readonly next: number } | undefined {
  const before = betweenDocuments(printing.text.slice(from, rangeOf(contents)[0]));
  if (before === undefined) return undefined;
  const { head, own } = headOf(before.loose);
  const block = printBlock(printing, contents, layout, printLoose(own));
  if (block === undefined) return undefined;
  const top = oneBlankAtATime([...before.marks, ...printLoose(head), ...block.lead]);
  return { lines: [...top, ...block.lines], next: block.next };
}

/**
 * The comment at the top of a document stays there when a blank line follows; comments after it belong to the first
 * key.
 */
function headOf(loose: readonly LooseLine[]): {
  readonly head: readonly LooseLine[];
  readonly own: readonly LooseLine[];
} {
  const blank = loose.lastIndexOf("blank") + 1;
  const rest = loose.slice(blank);
  const modelines = rest.findIndex((line) => line === "blank" || !isModeline(line.comment));
  const count = blank + (modelines < 0 ? rest.length : modelines);
  return { head: loose.slice(0, count), own: loose.slice(count) };
}

/** Marks and directives between documents, with what stands among them, and what comes after; undefined for others. */
function betweenDocuments(
  text: string,
): { readonly marks: readonly string[]; readonly loose: readonly LooseLine[] } | undefined {
  const lines = text.split("\n").map((line) => line.trimEnd());
  const last = lines.findLastIndex((line) => line !== "" && !line.trimStart().startsWith("#"));
  const marks = lines.slice(0, last + 1);
  if (!marks.every((line) => /^(?:(?:---|\.\.\.)(?:\s+#.*)?|%.*|\s*#.*|)$/.test(line))) return undefined;
  return { marks, loose: looseAt(lines.slice(last + 1).join("\n"), 0).lines };
}
