import {
  Composer,
  type Document,
  Lexer,
  LineCounter,
  type ParseOptions,
  Parser,
  type YAMLParseError,
  type YAMLWarning,
} from "yaml";
import { type Diagnostic, error } from "../../model/diagnostic.ts";
import { convertDocument, type ParsedYaml } from "./convert-yaml.ts";
import { lineEnd, type Positions, sourceAt } from "./positions.ts";
import { limits } from "./yaml-limits.ts";

/** Reads YAML 1.2 (core schema) within the limits. Documents that are empty are left out. */
export function parseYaml(file: string, text: string): ParsedYaml {
  const lines = new LineCounter();
  const positions: Positions = { file, text, lines };
  const { documents, exceededAt } = compose(text, lines, {});
  const parsed = documents.map((document) => readDocument(positions, document));
  const source = exceededAt === undefined ? undefined : sourceAt(positions, exceededAt, exceededAt);
  if (source !== undefined) parsed.push(broken(error("DF1003", tooDeep, { source })));
  return {
    documents: parsed.flatMap((one) => one.documents),
    diagnostics: parsed.flatMap((one) => one.diagnostics),
    complete: parsed.every((one) => one.complete),
  };
}

function broken(diagnostic: Diagnostic): ParsedYaml {
  return { documents: [], diagnostics: [diagnostic], complete: false };
}

/** The documents of a text that reads without mistakes, each part with its tokens: for edits. */
export function parseSyntax(text: string): readonly Document.Parsed[] {
  return compose(text, new LineCounter(), { keepSourceTokens: true }).documents;
}

const tooDeep = `nested deeper than ${limits.depth} levels`;

function composer(options: ParseOptions): Composer {
  return new Composer({
    ...options,
    version: "1.2",
    schema: "core",
    merge: false,
    resolveKnownTags: false,
    // The check of the package is quadratic; ours comes with the conversion.
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "silent",
  });
}

/** The documents of a text, up to the place where nesting passes the limit. */
interface Composed {
  readonly documents: readonly Document.Parsed[];
  readonly exceededAt?: number;
}

/**
 * Composes the documents of a text. The depth is checked here, before anything recurses: a few hundred kilobytes of `-
 * - - …` would overflow the stack of the composer.
 */
function compose(text: string, lines: LineCounter, options: ParseOptions): Composed {
  const [documents, composing]: [Document.Parsed[], Composer] = [[], composer(options)];
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme))
      for (const document of composing.next(token)) documents.push(document);
    // Above the values that are nested, the stack holds the document and the scalar that is being read.
    if (parser.stack.length > limits.depth + 2)
      return { documents: [...documents, ...composing.end()], exceededAt: parser.offset };
  }
  for (const token of parser.end()) documents.push(...composing.next(token));
  documents.push(...composing.end());
  return { documents };
}

/** Only the first error of a document: those after it follow from it, most of the time. */
function readDocument(positions: Positions, document: Document.Parsed): ParsedYaml {
  const isUnknownTag = ({ code }: YAMLParseError | YAMLWarning): boolean => code === "TAG_RESOLVE_FAILED";
  const [first] = [...document.errors, ...document.warnings.filter(isUnknownTag)];
  if (first === undefined) return convertDocument(positions, document);
  const source = sourceAt(positions, first.pos[0], first.pos[1]);
  const { what, hint } = explained(first, positions.text);
  return broken(error("DF1001", `not valid YAML: ${what}`, { source, ...(hint && { hint }) }));
}

/** The error in words of a manifest's author, where the package uses words of its grammar. */
function explained(
  { code, message, pos: [start] }: YAMLParseError | YAMLWarning,
  text: string,
): { readonly what: string; readonly hint?: string } {
  const [what = message] = message.split("\n");
  const rest = text.slice(start, lineEnd(text, start));
  switch (code) {
    case "BLOCK_AS_IMPLICIT_KEY":
    case "BLOCK_IN_FLOW":
      if (/:(?:\s|$)/.test(rest))
        return { what: 'a value that holds ": " needs quotes', hint: "put the value in quotes" };
      return {
        what: "the line below this value is indented further, and is no part of it",
        hint: "indent that line as far as the key of this value, or put the value in quotes",
      };
    case "BAD_SCALAR_START":
      return { what, hint: "put the value in quotes" };
    case "TAG_RESOLVE_FAILED":
      return {
        what,
        hint: "remove the tag: docform reads texts, numbers, true, false, null, lists and maps",
      };
    default:
      return { what };
  }
}
