import type { Change, PlanDocument } from "../../model/documents/plan-document.ts";
import { groupBy } from "../../model/group-by.ts";
import { bytesOf } from "../../text/bytes.ts";
import { commandsLike, type GivenOptions } from "../command-to-copy.ts";
import { type NavigationRow, navigationCounts, navigationRows } from "../plan/plan-navigation.ts";
import { type Alert, planAlerts } from "../plan/plan-notes.ts";
import { rehearsalLines, unmanagedText, unverifiableTexts } from "../plan/plan-notices.ts";
import { digits, partialText, planHeadline, sharedOptions } from "../plan/plan-summary.ts";
import { type Block, namer, type PlanView, planBlocks } from "../plan/plan-view.ts";
import { lineText } from "../safe-text.ts";
import { navigationText, planBody } from "../text/plan-body.ts";
import { plain } from "../text/style.ts";
import { counted } from "../words.ts";
import { kindTableMarkdown } from "./kind-table-markdown.ts";
import {
  commentMarker,
  markdownCode,
  markdownFence,
  markdownText,
  mostCommentBytes,
  namesText,
  placeMarkdown,
  sentenceMarkdown,
} from "./markdown-text.ts";
import type { LinkedCommit } from "./place-link.ts";

interface PlanMarkdownOptions {
  /** The folder of the project in its repository, where that is to be told. */
  readonly project?: string;
  readonly environment?: string;
  readonly commit?: string;
  /** The commit on its service, where it is known: places of files link to it. */
  readonly linked?: LinkedCommit | undefined;
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
  readonly folds?: PlanView["folds"];
  /** The number of items in each alert; undefined without alerts. */
  readonly mostAlerts?: number;
}

const everything: Rung = { fields: "all", navigation: true, body: true, mostAlerts: 100 };
const countsOnly: Rung = { fields: "none", navigation: false, body: false, leftOut: "only counts are shown" };
const alertsOnly: Rung = { ...countsOnly, leftOut: "only counts and alerts are shown" };

const kindsOnly: Rung = {
  ...everything,
  fields: "none",
  navigation: false,
  folds: "kinds",
  leftOut: "many changes of one kind are one line, and fields and navigation are left out",
};

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
    leftOut: "fields and navigation are left out",
  },
  ...[30, 10].map((mostAlerts): Rung => ({ ...kindsOnly, mostAlerts })),
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
    ...kindTableMarkdown(document),
    ...(document.partial === undefined ? [] : [markdownText(partialText(document.partial, nameOf))]),
    ...planAlerts(document, commandsLike(sharedOptions(options.given ?? {}))).flatMap((alert) =>
      alertBlock(alert, nameOf, rung, options.linked),
    ),
    ...(rung.navigation ? planBlocks(document).flatMap((block) => navigationPart(block, nameOf)) : []),
    ...(rung.body ? bodyPart(document, rung, nameOf, options.linked) : []),
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

/** A comment of so many changes, or of so many lines about them, shows them at once; any other folds them away. */
const mostOpen = { changes: 25, lines: 60 };

function bodyPart(
  document: PlanDocument,
  { fields, folds }: Rung,
  nameOf: PlanView["nameOf"],
  linked: LinkedCommit | undefined,
): readonly string[] {
  const { changes } = document;
  if (changes.length === 0) return [];
  const view: PlanView = { style: plain, nameOf, fields, folds, form: "diff", navigation: "counts" };
  const lines = planBody(document, view);
  const isOpen = changes.length <= mostOpen.changes || lines.length <= mostOpen.lines;
  const parts = [
    `<summary>${counted(changes.length, "change")} in detail</summary>`,
    markdownFence("diff", lines),
    ...(linked === undefined || fields === "none" ? [] : placesPart(changes, linked)),
  ];
  return [`<details${isOpen ? " open" : ""}>\n${parts.join("\n\n")}\n\n</details>`];
}

/** Lines that are linked each; of more, the first of each file is. */
const mostPlaces = 25;
/** Files that are linked, at most. */
const mostFiles = 25;

/** Where the changes are declared, as links: no link can be in a diff. */
function placesPart(changes: readonly Change[], linked: LinkedCommit): readonly string[] {
  const sources = changes.flatMap(({ source }) => source ?? []);
  const lines = new Map(sources.map((source) => [lineText(source), source]));
  const files = [...groupBy([...lines.values()], ({ file }) => file)].slice(0, mostFiles);
  if (files.length === 0) return [];
  const texts = files.map(([file, places]) => {
    const links = places
      .slice(0, lines.size > mostPlaces ? 1 : mostPlaces)
      .map((place) => placeMarkdown(place, linked, String(place.line)));
    return `${markdownCode(file)} ${links.join(" ")}`;
  });
  return [`Declared at ${texts.join(", ")}`];
}

function notices(
  { unmanaged, unverifiable, diagnostics }: PlanDocument,
  rung: Rung,
  nameOf: PlanView["nameOf"],
): readonly string[] {
  const hidden = unverifiableTexts(unverifiable, nameOf).slice(0, rung.body ? 50 : 1);
  const counts = unmanagedText(unmanaged, 30);
  const warnings = diagnostics
    .slice(0, rung.body ? 50 : 0)
    .map(({ severity, code, message }) => `- ${severity} ${markdownCode(code)}: ${markdownText(message)}`);
  return [
    ...(counts === undefined ? [] : [`${markdownText(counts)} and left alone.`]),
    ...hidden.map((text) => markdownText(text)),
    ...(warnings.length > 0 ? [warnings.join("\n")] : []),
  ];
}

function rehearsalPart(document: PlanDocument, nameOf: PlanView["nameOf"], rung: Rung): readonly string[] {
  const [line, ...trouble] = rehearsalLines(document, nameOf);
  if (line === undefined) return [];
  return rung.body && trouble.length > 0 ? [`${line}\n\n${markdownFence("", trouble)}`] : [line];
}

/** Small, as it is for tools and for support: what is reviewed is the plan. The whole digest is hidden. */
function footer({ digest }: PlanDocument, { commit }: PlanMarkdownOptions): string {
  const texts = [
    `Digest ${markdownCode(digest.slice(0, digits))}`,
    ...(commit ? [`commit ${markdownCode(commit)}`] : []),
  ];
  return `<sub>${texts.join(" · ")}</sub>\n<!-- docform-digest ${digest.replace(/[^0-9a-f]/g, "")} -->`;
}

function alertBlock(
  { level, title, items }: Alert,
  nameOf: PlanView["nameOf"],
  { mostAlerts: most }: Rung,
  linked: LinkedCommit | undefined,
): readonly string[] {
  if (most === undefined) return [];
  const more = items.length - most;
  const shown = items.slice(0, most).map((item) => `> - ${sentenceMarkdown(item, nameOf, linked)}`);
  const rest = most > 0 ? `… and ${more} more` : `${more} in all, not shown`;
  const lines = [`> [!${level.toUpperCase()}]`, `> **${title}**`, ">", ...shown];
  return [[...lines, ...(more > 0 ? [`> - ${rest}`] : [])].join("\n")];
}
