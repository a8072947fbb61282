import {
  Composer,
  type Document,
  Lexer,
  LineCounter,
  type ParseOptions,
  Parser,
  type YAMLParseError,
} from "yaml";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { convertDocument, type Positions, sourceAt } from "./convert-yaml.ts";
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
  const positions: Positions = { file, text, lines };
  const depth: DepthCheck = { exceededAt: undefined };
  const tokens = tokensOf(text, lines, depth);
  const parsed = [...composer({}).compose(tokens)].map((document) => readDocument(positions, document));
  const tooDeep =
    depth.exceededAt === undefined
      ? []
      : [error("DF1003", depthMessage, { source: sourceAt(positions, depth.exceededAt, depth.exceededAt) })];
  return {
    documents: parsed.flatMap(({ tree }) => (tree === undefined ? [] : [tree])),
    diagnostics: [...parsed.flatMap(({ diagnostics }) => diagnostics), ...tooDeep],
    complete: tooDeep.length === 0 && parsed.every(({ complete }) => complete),
  };
}

/** The documents of a text that reads without mistakes, each part with its tokens: for edits. */
export function parseSyntax(text: string): readonly Document.Parsed[] {
  const tokens = tokensOf(text, new LineCounter(), { exceededAt: undefined });
  return [...composer({ keepSourceTokens: true }).compose(tokens)];
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

interface DepthCheck {
  exceededAt: number | undefined;
}

/**
 * The syntax tokens of the text, up to the place where nesting passes the limit. The check stands here, before
 * anything recurses: a few hundred kilobytes of `- - - …` are enough to end the process in the composer.
 */
function* tokensOf(text: string, lines: LineCounter, depth: DepthCheck): Generator<Token> {
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    // Above the values that are nested, the stack holds the document and the scalar that is being read.
    if (parser.stack.length > limits.depth + 2) {
      depth.exceededAt = parser.offset;
      return;
    }
  }
  yield* parser.end();
}

type Token = ReturnType<Parser["next"]> extends Generator<infer T> ? T : never;

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
