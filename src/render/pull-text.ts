import { structuredPatch } from "diff";
import { terminalText } from "./safe-text.ts";
import { plain, type Style } from "./style.ts";
import { counted } from "./words.ts";

/** What a pull did, or would do. */
export interface PullReport {
  /** Aliases of the organizations. */
  readonly organizations: readonly string[];
  readonly resources: number;
  readonly requests: number;
  /** `before` is left out for a new one. */
  readonly files: readonly { readonly path: string; readonly before?: string; readonly text: string }[];
  readonly isDryRun: boolean;
  readonly secrets: readonly {
    readonly variable: string;
    readonly address: string;
    readonly field: string;
  }[];
  /** What is live and not in the manifests now, or not as it is live. */
  readonly leftOut: readonly { readonly address: string; readonly field?: string; readonly why: string }[];
  /** What the manifests declare and the platform lacks. */
  readonly missing: readonly string[];
  /** Was that taken out? */
  readonly isPruned: boolean;
  /** What a plan would still change, though all was taken over. */
  readonly changing: readonly string[];
}

/** What a pull did, for people: what was written, and what is left for them to do. */
export function renderPullText(report: PullReport, style: Style = plain): string {
  const { organizations, resources, requests } = report;
  const what = `${counted(resources, "resource")} of ${organizations.join(", ")} (${counted(requests, "request")})`;
  const blocks = [
    [`Read ${what}`],
    filesOf(report, style),
    section("Set these variables before the next command. No manifest may hold their values:", [
      ...report.secrets.map(({ variable, address, field }) => `${variable}   ${field} of ${address}`),
    ]),
    section(
      "Left out, as manifests cannot say it:",
      report.leftOut.map(
        ({ address, field, why }) => `${address}${field === undefined ? "" : ` ${field}`}: ${why}`,
      ),
    ),
    section(
      report.isPruned
        ? "Taken out, as it is not on the platform:"
        : "Declared, and not on the platform (left as it is; --prune takes it out):",
      report.missing,
    ),
    section("Still different, as docform plan shows:", report.changing),
  ];
  const lines = blocks.filter((block) => block.length > 0).map((block) => block.join("\n"));
  return `${lines.join("\n\n")}\n`;
}

function filesOf({ files, isDryRun }: PullReport, style: Style): readonly string[] {
  if (files.length === 0) return ["The manifests say what is live: nothing to write."];
  const done = isDryRun ? "Would write" : "Wrote";
  return [
    `${done} ${counted(files.length, "file")}:`,
    ...files.flatMap(({ path, before, text }) => [
      `  ${before === undefined ? style.green("+") : style.yellow("~")} ${terminalText(path)}`,
      ...(isDryRun && before !== undefined ? patchOf(before, text, style) : []),
    ]),
  ];
}

/** What would change in a file, as a unified diff. */
function patchOf(before: string, text: string, style: Style): readonly string[] {
  const { hunks } = structuredPatch("", "", before, text, "", "", { context: 2 });
  return hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `    ${style.cyan(`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`)}`,
    ...lines.map((line) => `    ${paint(line, style)}`),
  ]);
}

function paint(line: string, style: Style): string {
  const text = terminalText(line);
  return line.startsWith("+") ? style.green(text) : line.startsWith("-") ? style.red(text) : text;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${terminalText(line)}`)];
}
