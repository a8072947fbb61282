import type { Diagnostic } from "../../model/diagnostic.ts";
import type { PlanDocument } from "../../model/documents/plan-document.ts";
import type { GivenOptions } from "../../render/command-to-copy.ts";
import { foldProblems } from "../../render/fold.ts";
import {
  markdownCode,
  markdownText,
  mostCommentBytes,
  placeMarkdown,
} from "../../render/markdown/markdown-text.ts";
import type { LinkedCommit } from "../../render/markdown/place-link.ts";
import { renderPlanMarkdown } from "../../render/markdown/plan-markdown.ts";
import { namer } from "../../render/plan/plan-view.ts";
import { lineText, type Place } from "../../render/safe-text.ts";
import { counted } from "../../render/words.ts";
import { bytesOf } from "../../text/bytes.ts";
import { labelsFor, pruneLabels } from "./allowed.ts";
import { type CountedLabels, letPassLines } from "./counted-labels.ts";
import { headingOf, linkText, markOfScope, type ProjectScope, withMarks } from "./marked-text.ts";
import { type Review, reviewIn, reviewLine } from "./review.ts";
import { type RuleChanges, ruleChangesBlock } from "./rule-changes.ts";

/** The parts of a comment around the plan. */
interface CommentSetting {
  readonly scope: ProjectScope;
  readonly commit: string;
  /** The commit on its service: places of files link to it. */
  readonly linked?: LinkedCommit | undefined;
  /** Where the whole plan can be read as a page. */
  readonly page?: string | undefined;
  readonly given?: GivenOptions;
  readonly labels: Labels;
  readonly changes?: RuleChanges | undefined;
}

/** The labels of a pull request. */
interface Labels extends CountedLabels {
  /** Whether the service plans again when there is another label. */
  readonly startsPlans: boolean;
  /** Labels for docform that let nothing pass. */
  readonly unused: readonly string[];
}

/** The plan as the comment of a pull request, with the review that apply looks for. It always fits. */
export function planComment(
  document: PlanDocument,
  review: Review,
  { scope, commit, linked, page, given = {}, labels, changes }: CommentSetting,
): string {
  const rules = changes === undefined ? [] : [`${ruleChangesBlock(changes)}\n`];
  const marks = [markOfScope("plan", scope), reviewLine(review), ...rules];
  const link = linkText("The whole plan as a page", page);
  const foot = [...labelLines(document, labels), ...(link === undefined ? [] : [link])]
    .map((line) => `\n${line}\n`)
    .join("");
  const limit = mostCommentBytes - bytesOf(`${marks.join("\n")}\n${foot}`);
  const { project, environment } = scope;
  const options = {
    commit: commit.slice(0, 7),
    linked,
    given,
    limit,
    ...(project === "." ? {} : { project }),
    ...(environment ? { environment } : {}),
  };
  return `${withMarks(marks, renderPlanMarkdown(document, options))}${foot}`;
}

/** Labels that a sentence names. */
const mostLabels = 5;

/** Which labels let pass what is held, who set those that do, and which do not count. */
function labelLines(
  { guards, noLongerDeclared = [], organizations }: PlanDocument,
  given: Labels,
): readonly string[] {
  const { startsPlans, unused } = given;
  const labels = labelsFor(guards);
  const nameOf = namer(Object.keys(organizations));
  const prune = pruneLabels(noLongerDeclared.map(({ address }) => nameOf(address))).slice(0, mostLabels);
  const again = startsPlans ? "" : ", and run the pipeline again";
  const none = unused.slice(0, mostLabels).map(markdownCode).join(", ");
  return [
    ...(labels.length === 0
      ? []
      : [`To let pass what is held, give the pull request ${labelList(labels)}${again}.`]),
    ...(prune.length === 0
      ? []
      : [`To delete what is no longer declared, give the pull request ${labelList(prune)}${again}.`]),
    ...letPassLines(given, unused),
    ...(unused.length === 0 ? [] : [`Lets nothing pass: ${none}.`]),
  ];
}

/** Labels in a sentence. */
export function labelList(labels: readonly string[]): string {
  return `the ${labels.length === 1 ? "label" : "labels"} ${labels.map(markdownCode).join(", ")}`;
}

/** Problems that a comment lists, and the bytes that they may have. */
const mostProblems = { count: 50, bytes: 50_000 };

interface FailureSetting extends Pick<CommentSetting, "scope" | "commit" | "linked"> {
  /** The run of the pipeline. */
  readonly log?: string | undefined;
}

/** The comment of a commit that could not be planned. It holds no review, so nothing of it is applied. */
export function failedPlanComment(
  diagnostics: readonly Diagnostic[],
  { scope, commit, linked, log }: FailureSetting,
): string {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const link = linkText("The log of the run", log);
  return `${[
    markOfScope("plan", scope),
    headingOf(`No plan: ${counted(errors.length, "error")}`, scope),
    `Commit ${markdownCode(commit.slice(0, 7))} cannot be applied. A plan that was shown here before is out of date.`,
    problemList(errors, scope.project, linked),
    ...(link === undefined ? [] : [link]),
  ].join("\n\n")}\n`;
}

/** Characters of a message: it may name ten addresses. */
const longest = 1200;

/** Something that a reader has to know: a diagnostic, or what a guard or the platform says, which has no code. */
export type Problem = Pick<Diagnostic, "message" | "hint" | "label" | "source"> &
  Partial<Pick<Diagnostic, "code">>;

/** Problems as a list that always fits; the project is the folder that their files are in. */
export function problemList(
  problems: readonly Problem[],
  project = ".",
  linked: LinkedCommit | undefined = undefined,
): string {
  const lines: string[] = [];
  let left = mostProblems.bytes;
  let told = 0;
  for (const group of foldProblems(problems).slice(0, mostProblems.count)) {
    const line = `${problemLine(group[0], project, linked)}${othersText(group, project, linked)}`;
    left -= bytesOf(line);
    if (left <= 0) break;
    lines.push(line);
    told += group.length;
  }
  const more = problems.length - told;
  return [...lines, ...(more > 0 ? [`- … and ${more} more`] : [])].join("\n");
}

/** Places of a sort of problem that a line names. */
const mostPlaces = 10;

/** How many more problems of a sort there are, and where the first of them are. */
function othersText(
  [, ...others]: readonly [Problem, ...Problem[]],
  project: string,
  linked: LinkedCommit | undefined,
): string {
  if (others.length === 0) return "";
  const places = others.flatMap(({ source }) =>
    source === undefined ? [] : [placeIn(source, project, linked)],
  );
  const more = places.length > mostPlaces ? ` and ${places.length - mostPlaces} more` : "";
  const named = places.length === 0 ? "" : `: ${places.slice(0, mostPlaces).join(", ")}${more}`;
  return `. ${others.length} more of this sort${named}`;
}

function placeIn(source: Place, project: string, linked: LinkedCommit | undefined): string {
  const folder = project === "." ? "" : `${project}/`;
  return placeMarkdown(source, linked, `${folder}${lineText(source)}`);
}

function problemLine(
  { code, message, source, label, ...problem }: Problem,
  project: string,
  linked: LinkedCommit | undefined,
): string {
  const place = source === undefined ? "" : `${placeIn(source, project, linked)} `;
  // A hint for this mistake says more than the advice for all of its kind.
  const hint = label ?? problem.hint;
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
