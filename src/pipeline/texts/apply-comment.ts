import type { ApplySummary } from "../../model/apply-event.ts";
import { type ExitCode, exitCode } from "../../model/stop.ts";
import { accessGains, accessGainsTitle } from "../../render/access-gains.ts";
import type { CommandToCopy } from "../../render/command-to-copy.ts";
import {
  markdownCode,
  markdownCommand,
  markdownText,
  sentenceMarkdown,
} from "../../render/markdown/markdown-text.ts";
import { convergenceText } from "../../render/text/apply-message.ts";
import { verdictOf } from "../../render/verdict.ts";
import { headingOf, linkText, markOfScope, type ProjectScope } from "./marked-text.ts";
import { labelList, type Problem, problemList } from "./plan-comment.ts";
import { appliedLine } from "./review.ts";

/** The result of an apply in a pipeline. */
export interface ApplyResult {
  readonly code: ExitCode;
  readonly commit: string;
  readonly summary: ApplySummary;
  /** Why nothing was run, or what was left out. */
  readonly problems?: readonly Problem[];
  /** The digest of the plan that was run. */
  readonly digest?: string | undefined;
}

interface ApplySetting {
  readonly scope: ProjectScope;
  readonly command: CommandToCopy;
  /** The name of an address in this text. */
  readonly nameOf: (address: string) => string;
  readonly link?: string | undefined;
  /** The labels that let pass what is held, and how the apply is then started. */
  readonly letPass?: { readonly labels: readonly string[]; readonly start: string } | undefined;
}

/** The result of an apply that an earlier run made, and could not tell: it uses up the review, too. */
export function untoldComment(
  { commit, digest }: { readonly commit: string; readonly digest: string },
  { scope, command, link }: Pick<ApplySetting, "scope" | "command" | "link">,
): string {
  const log = linkText("log", link);
  const foot = [`Commit ${markdownCode(commit.slice(0, 7))}`, ...(log === undefined ? [] : [log])];
  return `${[
    `${markOfScope("apply", scope)}\n${appliedLine(digest)}`,
    headingOf("Applied, nothing is left to do", scope),
    `An earlier run applied this, and could not write it here. ${markdownCommand(command("runs"))} lists it.`,
    foot.join(" · "),
  ].join("\n\n")}\n`;
}

/** The result of an apply as a comment. Each run gets its own: an undo needs the run that it is for. */
export function applyComment(
  result: ApplyResult,
  { scope, command, nameOf, link, letPass }: ApplySetting,
): string {
  const { code, summary, problems = [], commit, digest } = result;
  const { run, notRun } = summary;
  const isRun = notRun === undefined && (code === exitCode.done || code === exitCode.held);
  const log = linkText("log", link);
  const foot = [
    `Commit ${markdownCode(commit.slice(0, 7))}`,
    ...(run === undefined ? [] : [`run ${markdownCode(run)}`]),
    ...(log === undefined ? [] : [log]),
  ];
  const marks = [
    markOfScope("apply", scope),
    ...(isRun && digest !== undefined ? [appliedLine(digest)] : []),
  ];
  return `${[
    marks.join("\n"),
    headingOf(markdownText(verdictOf(summary).replace(/\.$/, ""), 1000), scope),
    ...(notRun !== undefined ? [] : [markdownText(convergenceText(summary, nameOf, command), 1000)]),
    ...accessPart(summary, nameOf),
    ...(problems.length === 0 ? [] : [problemList(problems, scope.project)]),
    ...(letPass === undefined || letPass.labels.length === 0
      ? []
      : [`To let it pass: give the pull request ${labelList(letPass.labels)}, then ${letPass.start}.`]),
    ...(run === undefined
      ? []
      : [`To undo it: ${markdownCommand(command("undo", run))}. Revert the change in Git, too.`]),
    foot.join(" · "),
  ].join("\n\n")}\n`;
}

/** The people who really gained or lost access. */
function accessPart({ access }: ApplySummary, nameOf: ApplySetting["nameOf"]): readonly string[] {
  const rows = accessGains(access).map((row) => `- ${sentenceMarkdown(row, nameOf)}`);
  return rows.length === 0 ? [] : [`${accessGainsTitle}\n\n${rows.join("\n")}`];
}
