import type { PageState, RevisionState } from "../store/content-state.ts";
import { entry } from "../store/table.ts";

/** The requested expansion of a page: `evaluated` and `dereferenced` of 4.4. */
interface Expansion {
  readonly evaluated: boolean | "deterministic-only";
  readonly dereferenced: boolean | "reusable-contents";
}

/** The values that expressions can name. */
export interface Inputs {
  readonly revision: RevisionState;
  readonly page: PageState;
  readonly spaceTitle: string;
  /** Time of the call: the one input that is not the same every time. */
  readonly now: () => string;
  /** The address of a link on the page; undefined for a link that stays as written. */
  readonly addressOf: (target: string) => string | undefined;
}

/**
 * The Markdown of a page with includes, references and expressions expanded, in that order. So included text
 * is expanded too. An expression without a value stays as written.
 */
export function expandMarkdown(inputs: Inputs, { evaluated, dereferenced }: Expansion): string {
  const { revision, page, addressOf } = inputs;
  let { markdown } = page;
  if (dereferenced !== false) markdown = withIncludes(revision, markdown);
  if (dereferenced === true) {
    markdown = replaceSpans(markdown, (span) => (span.kind === "link" ? addressOf(span.target) : undefined));
  }
  if (evaluated === false) return markdown;
  return replaceSpans(markdown, (span) =>
    span.kind === "expression" ? valueOfExpression(inputs, span.name, evaluated) : undefined,
  );
}

/**
 * The text with its reusable contents included, also nested ones. A content that includes itself stays as
 * written (2.20).
 */
export function withIncludes(
  revision: RevisionState,
  markdown: string,
  outer: ReadonlySet<string> = new Set(),
): string {
  return replaceSpans(markdown, (span) => {
    if (span.kind !== "include" || outer.has(span.id)) return undefined;
    const included = revision.reusableContents.find(({ id }) => id === span.id);
    return included && withIncludes(revision, included.markdown.trim(), new Set([...outer, span.id]));
  });
}

/** `now`, `space.title`, `page.title`; otherwise a variable of the page, or else of the revision. */
function valueOfExpression(
  { revision, page, spaceTitle, now }: Inputs,
  name: string,
  evaluated: true | "deterministic-only",
): string | undefined {
  if (name === "now") return evaluated === true ? now() : undefined;
  if (name === "space.title") return spaceTitle;
  if (name === "page.title") return page.title;
  return entry(page.variables ?? {}, name) ?? entry(revision.variables, name);
}

/** A part of a Markdown text that is replaced; `start` and `end` are the bounds of the replacement. */
export type Span =
  /** Target of a link, image or definition; `whole` goes from its `[` or `![` to its `)`. */
  | (Place & {
      readonly kind: "link";
      readonly target: string;
      readonly text: string;
      readonly image: boolean;
      readonly whole: Place;
    })
  /** `{% include "id" %}`: the reusable content with this id. */
  | (Place & { readonly kind: "include"; readonly id: string })
  /** `{{ name }}`: the value of a variable. */
  | (Place & { readonly kind: "expression"; readonly name: string });

/** From one index of a text to another. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** The parts without any markup inside: fenced code, code spans, comments and escapes. */
const opaque = [
  /^[ \t>]*(?<fence>`{3,}|~{3,})[^\n]*(?:\n[\s\S]*?)?(?:\n[ \t>]*\k<fence>[`~]*[ \t]*$|(?![\s\S]))/,
  /(?<!`)(?<ticks>`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S])*?(?<!`)\k<ticks>(?!`)/,
  /<!--(?:[\s\S]*?-->|[\s\S]*$(?![\s\S]))/,
  /\\[\s\S]/,
];

const meaningful = [
  /\{%\s*include\s+"(?<include>[^"\n]+)"\s*%\}/,
  /\{\{\s*(?<expression>[\w.-]+)\s*\}\}/,
  /(?<bang>!?)\[(?<text>(?:[^[\]\\]|\\[\s\S]|\[(?:[^[\]\\]|\\[\s\S])*\])*)\]\(\s*(?<target><[^<>\n]*>|[^\s()<>]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)/,
  /^ {0,3}\[[^\]\n]+\]:[ \t]*(?<definition>\S+)/,
  /<(?:a|img)\b[^<>]*?\s(?:href|src)="(?<attribute>[^"]*)"[^<>]*>/,
  /<(?<auto>https?:[^\s<>]*)>/,
];

const pattern = new RegExp([...opaque, ...meaningful].map(({ source }) => source).join("|"), "dgm");

/**
 * The links, includes and expressions of a Markdown text, in order. It is a tokenizer, not a parser: inline links
 * and images (also an image inside a link), definitions of reference-style links, `<a href>`, `<img src>`
 * and `<https://…>`; nothing inside code and comments.
 */
export function scanMarkdown(markdown: string, offset = 0): Span[] {
  return [...markdown.matchAll(pattern)].flatMap((match) => spansOf(match, offset));
}

function spansOf(match: RegExpExecArray, offset: number): Span[] {
  const { include, expression, text = "", bang } = match.groups ?? {};
  const whole = spanAt(match.indices?.[0], offset);
  if (include !== undefined) return [{ kind: "include", id: include, ...whole }];
  if (expression !== undefined) return [{ kind: "expression", name: expression, ...whole }];
  const target = ["target", "definition", "attribute", "auto"].find(
    (name) => match.groups?.[name] !== undefined,
  );
  if (target === undefined) return [];
  const at = spanAt(match.indices?.groups?.[target], offset);
  const inner = scanMarkdown(text, whole.start + (bang?.length ?? 0) + 1);
  const link = {
    target: match.groups?.[target] ?? "",
    text,
    image: bang === "!" || match[0].startsWith("<img"),
  };
  return [...inner, { kind: "link", ...link, ...at, whole }];
}

function spanAt(indices: [number, number] | undefined, offset: number): Place {
  const [start, end] = indices ?? [0, 0];
  return { start: start + offset, end: end + offset };
}

/** The text with spans replaced. A span stays when `replace` returns undefined. */
export function replaceSpans(markdown: string, replace: (span: Span) => string | undefined): string {
  let result = "";
  let done = 0;
  for (const span of scanMarkdown(markdown)) {
    const by = replace(span);
    if (by === undefined) continue;
    result += markdown.slice(done, span.start) + by;
    done = span.end;
  }
  return result + markdown.slice(done);
}
