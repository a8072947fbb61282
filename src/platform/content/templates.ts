import type { Call } from "../calls/call.ts";
import { invalid, nameList } from "../http/refusal.ts";
import { type Edit, revisionOf } from "../resources/change-requests.ts";
import { withUniqueSlugs } from "../resources/pages.ts";
import type { Content, PageState, TemplateState } from "../store/content-state.ts";
import { liveSpace, newId } from "../store/state.ts";
import { entry, get } from "../store/table.ts";
import { replaceSpans, scanMarkdown } from "./markdown-text.ts";

/** The template of a call, and its files by name (4.2, 4.4). */
type TemplateCall = Omit<Call<"applyTemplate">["body"], "changeRequestId">;

/** The template that every platform knows: it adds nothing (A37). */
const blank: TemplateState = { id: "blank", pages: [], variables: {} };

/**
 * Adds a template to content: its pages with new ids at the end of the root, and the variables that do not
 * exist yet. 400 for an unknown template, and for missing, unknown or unexpected files. `field` is the
 * request field that names the template.
 */
export function withTemplate(edit: Edit, content: Content, call: TemplateCall, field: string): Content {
  const template = call.id === blank.id ? blank : entry(edit.state.templates, call.id);
  if (template === undefined) throw invalid(`${field}id`, `there is no template ${JSON.stringify(call.id)}`);
  if (template === blank && Object.keys(call.params?.contentRefs ?? {}).length === 0) return content;
  const files = filesFor(edit, template, call, `${field}params.contentRefs`);
  return {
    ...content,
    pages: withUniqueSlugs([...content.pages, ...template.pages.map((page) => copyOf(edit, page, files))]),
    variables: { ...template.variables, ...content.variables },
  };
}

type Files = ReadonlyMap<string, string>;

/** The link for each file that the template needs. */
function filesFor(edit: Edit, template: TemplateState, { params }: TemplateCall, field: string): Files {
  const given = Object.entries(params?.contentRefs ?? {});
  const wanted = namesIn(template.pages);
  const missing = [...wanted].filter((name) => !given.some(([key]) => key === name));
  if (missing.length > 0) throw invalid(field, `the template needs ${nameList(missing)}`);
  const unused = given.map(([name]) => name).filter((name) => !wanted.has(name));
  if (unused.length > 0) throw invalid(field, `the template has no ${nameList(unused)}`);
  return new Map(given.map(([name, file]) => [name, fileAddress(edit, file, `${field}.${name}`)]));
}

function fileAddress(
  { state, space }: Edit,
  { file, space: owner }: { readonly file: string; readonly space: string },
  field: string,
): string {
  const found = liveSpace(state, get(state.organizations, space.organization), owner);
  if (found === undefined) throw invalid(`${field}.space`, `there is no space ${JSON.stringify(owner)}`);
  if (!revisionOf(found).files.some(({ id }) => id === file)) {
    throw invalid(`${field}.file`, `the space has no file ${JSON.stringify(file)}`);
  }
  return `/spaces/${owner}/files/${file}`;
}

/** `logo` for a link to `param:logo`. */
function nameIn(target: string): string | undefined {
  return /^param:(.+)$/.exec(target)?.[1];
}

function namesIn(pages: readonly PageState[]): Set<string> {
  const own = pages
    .flatMap(({ markdown }) => scanMarkdown(markdown))
    .flatMap((span) => (span.kind === "link" ? (nameIn(span.target) ?? []) : []));
  return new Set([...own, ...pages.flatMap(({ pages: below }) => [...namesIn(below)])]);
}

function copyOf(edit: Edit, page: PageState, files: Files): PageState {
  const markdown = replaceSpans(page.markdown, (span) =>
    span.kind === "link" ? files.get(nameIn(span.target) ?? "") : undefined,
  );
  const { state, now } = edit;
  const own = { ...page, id: newId(state, "page"), markdown, createdAt: now, updatedAt: now };
  return { ...own, pages: page.pages.map((below) => copyOf(edit, below, files)) };
}
