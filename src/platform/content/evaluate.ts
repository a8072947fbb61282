import { entry } from "../store/records.ts";
import type { PageState, RevisionState } from "./content-state.ts";
import { replaceSpans } from "./scan-markdown.ts";

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
