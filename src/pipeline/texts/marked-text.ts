import { commentMarker, markdownCode } from "../../render/markdown/markdown-text.ts";

/** A project folder of a repository, with an environment and a unit: each has its own comments and issues. */
export interface ProjectScope {
  /** Path of the project folder from the root of the repository. */
  readonly project: string;
  readonly environment?: string | undefined;
  /** The unit that the command is for, where the project has others. */
  readonly unit?: string | undefined;
}

/** The hidden mark of a text about a scope, by which a later run finds it. */
export function markOfScope(sort: string, { project, environment, unit }: ProjectScope): string {
  // An alias may have two hyphens, which end a comment.
  const of = unit === undefined ? "" : `/${unit.replaceAll("-", "~")}`;
  return commentMarker(`docform ci-${sort}${of}`, [project], environment);
}

/** The names of a scope: its folder, unless that is the root, its environment and its unit. */
export function namesOfScope({ project, environment, unit }: ProjectScope): readonly string[] {
  return [
    ...(project === "." ? [] : [project]),
    ...(environment ? [environment] : []),
    ...(unit ? [unit] : []),
  ];
}

/** A title with the scope that it is about. */
export function titleOf(words: string, scope: ProjectScope): string {
  const place = namesOfScope(scope).join(", ");
  return place === "" ? words : `${words} (${place})`;
}

/** A heading of Markdown with the scope that it is about. */
export function headingOf(words: string, scope: ProjectScope): string {
  return `### ${[words, ...namesOfScope(scope).map(markdownCode)].join(" · ")}`;
}

/** Replaces the mark that a rendered text begins with by hidden lines of its own. */
export function withMarks(marks: readonly string[], rendered: string): string {
  const body = rendered.startsWith("<!-- ") ? rendered.slice(rendered.indexOf("\n") + 1) : rendered;
  return `${marks.join("\n")}\n${body}`;
}

/** A link of Markdown to an address of the service; nothing when the address could end the link. */
export function linkText(text: string, address: string | undefined): string | undefined {
  return address !== undefined && /^https?:\/\/[^\s<>()[\]]+$/.test(address)
    ? `[${text}](<${address}>)`
    : undefined;
}
