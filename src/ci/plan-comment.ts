import type { Diagnostic } from "../model/diagnostic.ts";
import type { PlanDocument } from "../model/documents/plan-document.ts";
import type { GivenOptions } from "../render/command-to-copy.ts";
import { markdownCode, markdownText, mostCommentBytes } from "../render/markdown/markdown-text.ts";
import { renderPlanMarkdown } from "../render/markdown/plan-markdown.ts";
import { counted } from "../render/words.ts";
import { bytesOf } from "../text/bytes.ts";
import { labelsFor } from "./allowed.ts";
import { linkText, markOfScope, type ProjectScope, withMarks } from "./marked-text.ts";
import { type Review, reviewIn, reviewLine } from "./review.ts";

/** What stands around a plan in its comment. */
interface CommentSetting {
  readonly scope: ProjectScope;
  readonly commit: string;
  /** Where the whole plan can be read as a page. */
  readonly page?: string | undefined;
  readonly given?: GivenOptions;
}

/** The plan as the comment of a pull request, with the review that apply looks for. It always fits. */
export function planComment(
  document: PlanDocument,
  review: Review,
  { scope, commit, page, given = {} }: CommentSetting,
): string {
  const marks = [markOfScope("plan", scope), reviewLine(review)];
  const link = linkText("The whole plan as a page", page);
  const foot = [...labelLine(document), ...(link === undefined ? [] : [link])]
    .map((line) => `\n${line}\n`)
    .join("");
  const limit = mostCommentBytes - bytesOf(`${marks.join("\n")}\n${foot}`);
  const { environment } = scope;
  const options = { commit: commit.slice(0, 7), given, limit, ...(environment ? { environment } : {}) };
  return `${withMarks(marks, renderPlanMarkdown(document, options))}${foot}`;
}

function labelLine({ guards }: PlanDocument): readonly string[] {
  const labels = labelsFor(guards).map(markdownCode);
  return labels.length === 0
    ? []
    : [
        `To let pass what is held, give the pull request ${counted(labels.length, "label")}: ${labels.join(", ")}.`,
      ];
}

/** Problems that a comment lists, and the bytes that they may have. */
const mostProblems = { count: 50, bytes: 50_000 };

/** The comment of a commit that could not be planned. It holds no review, so nothing of it is applied. */
export function failedPlanComment(
  diagnostics: readonly Diagnostic[],
  { scope, commit, page }: CommentSetting,
): string {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const link = linkText("The log of the run", page);
  return `${[
    markOfScope("plan", scope),
    `### No plan: ${counted(errors.length, "error")}`,
    `Commit ${markdownCode(commit.slice(0, 7))} cannot be applied. A plan that was shown here before is out of date.`,
    problemList(errors),
    ...(link === undefined ? [] : [link]),
  ].join("\n\n")}\n`;
}

/** Characters of a message: it may name ten addresses. */
const longest = 1200;

/** Something that a reader has to know: a diagnostic, or what a guard or the platform says, which has no code. */
export type Problem = Pick<Diagnostic, "message" | "hint" | "source"> & Partial<Pick<Diagnostic, "code">>;

/** Problems as a list that always fits. */
export function problemList(problems: readonly Problem[]): string {
  const lines: string[] = [];
  let left = mostProblems.bytes;
  for (const line of problems.slice(0, mostProblems.count).map(problemLine)) {
    left -= bytesOf(line);
    if (left > 0) lines.push(line);
  }
  const more = problems.length - lines.length;
  return [...lines, ...(more > 0 ? [`- … and ${more} more`] : [])].join("\n");
}

function problemLine({ code, message, source, hint }: Problem): string {
  const place = source === undefined ? "" : `${markdownCode(`${source.file}:${source.line}`)} `;
  const next = hint === undefined ? "" : `; ${markdownText(hint, longest)}`;
  const named = code === undefined ? "" : `${markdownCode(code)}: `;
  return `- ${place}${named}${markdownText(message, longest)}${next}`;
}

/**
 * The comment of an older commit while a newer one is planned: it says so, and has no review. Undefined when the
 * comment needs no words.
 */
export function outdatedComment(text: string, scope: ProjectScope, commit: string): string | undefined {
  const review = reviewIn(text);
  if (review === undefined || review.commit === commit) return undefined;
  const [old, coming] = [review.commit, commit].map((one) => markdownCode(one.slice(0, 7)));
  const words = `> [!WARNING]\n> **Out of date:** this is the plan of ${old}. Commit ${coming} is being planned.`;
  const body = text.split("\n").slice(2).join("\n").trimStart();
  return `${markOfScope("plan", scope)}\n${words}\n\n${body}`;
}
