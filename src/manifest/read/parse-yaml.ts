import {
  Composer,
  type Document,
  Lexer,
  LineCounter,
  type ParseOptions,
  Parser,
  type YAMLParseError,
} from "yaml";
import { type Diagnostic, error } from "../../model/diagnostic.ts";
import { convertDocument } from "./convert-yaml.ts";
import { type Positions, sourceAt } from "./positions.ts";
import type { Tree } from "./tree.ts";
import { limits } from "./yaml-limits.ts";

/** The documents of a YAML file. `complete` is false when a part of it could not be read. */
export interface ParsedYaml {
  readonly documents: readonly Tree[];
  readonly diagnostics: readonly Diagnostic[];
  readonly complete: boolean;
}

/** Reads YAML 1.2 (core schema) within the limits. Documents that are empty are left out. */
export function parseYaml(file: string, text: string): ParsedYaml {
  const lines = new LineCounter();
  const positions: Positions = { file, text, lines, line: 1 };
  const { documents, exceededAt } = compose(text, lines, {});
  const parsed = documents.map((document) => readDocument(positions, document));
  const tooDeep =
    exceededAt === undefined
      ? []
      : [error("DF1003", depthMessage, { source: sourceAt(positions, exceededAt, exceededAt) })];
  return {
    documents: parsed.flatMap(({ tree }) => (tree === undefined ? [] : [tree])),
    diagnostics: [...parsed.flatMap(({ diagnostics }) => diagnostics), ...tooDeep],
    complete: tooDeep.length === 0 && parsed.every(({ complete }) => complete),
  };
}

/** The documents of a text that reads without mistakes, each part with its tokens: for edits. */
export function parseSyntax(text: string): readonly Document.Parsed[] {
  return compose(text, new LineCounter(), { keepSourceTokens: true }).documents;
}

const depthMessage = `nested deeper than ${limits.depth} levels`;

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
 * Composes the documents of a text. The check of depth stands here, before anything recurses: a few hundred kilobytes of
 * `- - - …` are enough to end the process in the composer.
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

interface DocumentRead {
  readonly tree?: Tree | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly complete: boolean;
}

function readDocument(positions: Positions, document: Document.Parsed): DocumentRead {
  const [first] = [...document.errors, ...document.warnings.filter(isUnknownTag)];
  if (first !== undefined)
    return { diagnostics: [syntaxError(positions, first as YAMLParseError)], complete: false };
  return convertDocument(positions, document);
}

function isUnknownTag(warning: { readonly code: string }): boolean {
  return warning.code === "TAG_RESOLVE_FAILED";
}

/** Only the first error of a document: those after it follow from it, most of the time. */
function syntaxError(positions: Positions, { message, pos }: Pick<YAMLParseError, "message" | "pos">) {
  const [line = message] = message.split("\n");
  return error("DF1001", `not valid YAML: ${line}`, { source: sourceAt(positions, pos[0], pos[1]) });
}
