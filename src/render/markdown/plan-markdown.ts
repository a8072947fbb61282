import type { PlanDocument } from "../../model/documents/plan-document.ts";
import { bytesOf } from "../../text/bytes.ts";
import { commandsLike, type GivenOptions } from "../command-to-copy.ts";
import { type NavigationRow, navigationCounts, navigationRows } from "../plan/plan-navigation.ts";
import { type Alert, planAlerts } from "../plan/plan-notes.ts";
import { rehearsalLines, unmanagedText, unverifiableText } from "../plan/plan-notices.ts";
import { applyCommand, hasChanges, partialText, planHeadline, sharedOptions } from "../plan/plan-summary.ts";
import { type Block, namer, type PlanView, planBlocks } from "../plan/plan-view.ts";
import { navigationText, planBody } from "../text/plan-body.ts";
import { plain } from "../text/style.ts";
import { counted } from "../words.ts";
import {
  commentMarker,
  markdownCode,
  markdownFence,
  markdownText,
  mostCommentBytes,
  namesText,
  sentenceMarkdown,
} from "./markdown-text.ts";

interface PlanMarkdownOptions {
  /** The folder of the project in its repository, where that is to be told. */
  readonly project?: string;
  readonly environment?: string;
  readonly commit?: string;
  /** The options of the command line that made the plan. */
  readonly given?: GivenOptions;
  /** Bytes that a comment may have. */
  readonly limit?: number;
}

/** A level of detail of a comment. */
interface Rung {
  readonly leftOut?: string;
  readonly fields: PlanView["fields"];
  readonly navigation: boolean;
  readonly body: boolean;
  /** The number of items in each alert; undefined without alerts. */
  readonly mostAlerts?: number;
}

const everything: Rung = { fields: "all", navigation: true, body: true, mostAlerts: 100 };
const countsOnly: Rung = { fields: "none", navigation: false, body: false, leftOut: "only counts are shown" };
const alertsOnly: Rung = { ...countsOnly, leftOut: "only counts and alerts are shown" };

/**
 * From all details down to counts only. The first level that fits is used; the last always fits. Within the
 * usual limit each alert keeps its first item.
 */
const ladder: readonly Rung[] = [
  everything,
  { ...everything, fields: "risky", leftOut: "fields are shown of risky changes only" },
  {
    ...everything,
    fields: "none",
    navigation: false,
    mostAlerts: 30,
    leftOut: "one line per resource, without fields and navigation",
  },
  ...[100, 30, 5, 1, 0].map((mostAlerts): Rung => ({ ...alertsOnly, mostAlerts })),
  countsOnly,
];

/** The plan as one comment of a pull request, never longer than the limit; with a newline at the end. */
export function renderPlanMarkdown(document: PlanDocument, options: PlanMarkdownOptions = {}): string {
  const limit = options.limit ?? mostCommentBytes;
  let text = "";
  for (const rung of ladder) {
    text = comment(document, options, rung);
    if (bytesOf(text) <= limit) break;
  }
  return text;
}

/** First line of a comment: finds the comment of these organizations again, to edit it in place. */
export function planMarker(document: PlanDocument, environment?: string): string {
  return commentMarker("docform plan", Object.keys(document.organizations), environment);
}

function comment(document: PlanDocument, options: PlanMarkdownOptions, rung: Rung): string {
  const nameOf = namer(Object.keys(document.organizations));
  const parts = [
    planMarker(document, options.environment),
    `### ${planHeadline(document)}\n\n${subtitle(document, options)}`,
    ...(document.partial === undefined ? [] : [markdownText(partialText(document.partial, nameOf))]),
    ...planAlerts(document, commandsLike(sharedOptions(options.given ?? {}))).flatMap((alert) =>
      alertBlock(alert, nameOf, rung),
    ),
    ...(rung.navigation ? planBlocks(document).flatMap((block) => navigationPart(block, nameOf)) : []),
    ...(rung.body
      ? bodyPart(document, { style: plain, nameOf, fields: rung.fields, navigation: "counts" })
      : []),
    ...notices(document, rung, nameOf),
    ...rehearsalPart(document, nameOf, rung),
    ...(rung.leftOut ? [`*Shortened to fit: ${rung.leftOut}. \`docform plan\` shows all of it.*`] : []),
    footer(document, options),
  ];
  return `${parts.join("\n\n")}\n`;
}

function subtitle(document: PlanDocument, { project, environment }: PlanMarkdownOptions): string {
  const { held, blocked, calls, unchanged } = document.summary;
  const names = Object.keys(document.organizations);
  return [
    ...(project === undefined ? [] : [markdownCode(project)]),
    namesText(names),
    ...(environment ? [`environment ${markdownCode(environment)}`] : []),
    ...(held > 0 ? [`**${held} held**`] : []),
    ...(blocked > 0 ? [`**${blocked} blocked**`] : []),
    counted(calls, "API call"),
    `${unchanged} unchanged`,
  ].join(" · ");
}

function navigationPart({ root, navigation, told }: Block, nameOf: PlanView["nameOf"]): readonly string[] {
  if (!navigation) return [];
  const rows = navigationRows(navigation, told);
  const lines = navigationText(rows, plain).map((line, at) => diffLine(line, rows[at]));
  const title = `**Navigation of ${markdownCode(nameOf(root))}**: ${navigationCounts(navigation)}`;
  return [`${title}\n\n${markdownFence("diff", lines)}`];
}

/** The sign that hosts colour goes first, then the arrow of a move. */
function diffLine(line: string, row: NavigationRow | undefined): string {
  const rest = line.slice(1);
  if (row?.mark === "add" || row?.mark === "remove") return `${row.sign}  ${rest}`;
  return row?.mark === "move" || row?.mark === "update" ? `! ${row.sign}${rest}` : `   ${rest}`;
}

function bodyPart(document: PlanDocument, view: PlanView): readonly string[] {
  if (document.changes.length === 0) return [];
  const summary = `<summary>${counted(document.changes.length, "change")} in detail</summary>`;
  return [`<details>\n${summary}\n\n${markdownFence("diff", planBody(document, view))}\n\n</details>`];
}

function notices(
  { unmanaged, unverifiable, diagnostics }: PlanDocument,
  rung: Rung,
  nameOf: PlanView["nameOf"],
): readonly string[] {
  const hidden = unverifiableText(unverifiable, nameOf);
  const counts = unmanagedText(unmanaged, 30);
  const warnings = diagnostics
    .slice(0, rung.body ? 50 : 0)
    .map(({ severity, code, message }) => `- ${severity} ${markdownCode(code)}: ${markdownText(message)}`);
  return [
    ...(counts === undefined ? [] : [`${markdownText(counts)} and left alone.`]),
    ...(hidden === undefined ? [] : [markdownText(hidden)]),
    ...(warnings.length > 0 ? [warnings.join("\n")] : []),
  ];
}

function rehearsalPart(document: PlanDocument, nameOf: PlanView["nameOf"], rung: Rung): readonly string[] {
  const [line, ...trouble] = rehearsalLines(document, nameOf);
  if (line === undefined) return [];
  return rung.body && trouble.length > 0 ? [`${line}\n\n${markdownFence("", trouble)}`] : [line];
}

function footer(document: PlanDocument, { commit, given = {} }: PlanMarkdownOptions): string {
  const shared = { given: sharedOptions(given) };
  const command = hasChanges(document.summary) ? applyCommand(document, shared) : undefined;
  const all = document.summary.held > 0 ? "held; to apply exactly this all the same" : "apply exactly this";
  return [
    `Digest ${markdownCode(document.digest)}`,
    ...(commit ? [`commit ${markdownCode(commit)}`] : []),
    ...(command && command.length <= 200 ? [`${all}: ${markdownCode(command)}`] : []),
  ].join(" · ");
}

function alertBlock(
  { level, title, items }: Alert,
  nameOf: PlanView["nameOf"],
  { mostAlerts: most }: Rung,
): readonly string[] {
  if (most === undefined) return [];
  const more = items.length - most;
  const shown = items.slice(0, most).map((item) => `> - ${sentenceMarkdown(item, nameOf)}`);
  const rest = most > 0 ? `… and ${more} more` : `${more} in all, not shown`;
  const lines = [`> [!${level.toUpperCase()}]`, `> **${title}**`, ">", ...shown];
  return [[...lines, ...(more > 0 ? [`> - ${rest}`] : [])].join("\n")];
}
