import type { Attribution, DriftDocument, Drifted } from "../../model/documents/drift-document.ts";
import { bytesOf } from "../../text/bytes.ts";
import { auditText } from "../audit-view.ts";
import { type Difference, differencesIn } from "../differences.ts";
import {
  accessFirst,
  type DriftOptions,
  driftGroups,
  driftHeadline,
  organizationsOf,
  type Remedy,
  type RemedyView,
  remedyView,
  where,
} from "../drift-view.ts";
import { sourceText } from "../plan/plan-view.ts";
import type { Sentence } from "../safe-text.ts";
import { undeclaredSentence, undeclaredTitle } from "../undeclared-view.ts";
import { waitingLists } from "../waiting-view.ts";
import { kindWords } from "../words.ts";
import {
  commentMarker,
  markdownCode,
  markdownCommand,
  markdownText,
  mostCommentBytes,
  namesText,
  sentenceMarkdown,
} from "./markdown-text.ts";

/** Facts and settings of drift in Markdown. */
export interface DriftMarkdownOptions extends DriftOptions {
  readonly environment?: string | undefined;
  readonly commit?: string | undefined;
  /** Bytes that the text may have. */
  readonly limit?: number;
}

/** An item of a list. */
interface Item {
  /** The title of its list. */
  readonly list: string;
  readonly impact: Drifted["impact"];
  readonly lines: readonly string[];
  /** The commands for it, which are left out first. */
  readonly ways: readonly string[];
}

/** Fields that one item shows. */
const mostFields = 30;

/** Drift as an issue or a step summary, never longer than the limit; with a newline at the end. */
export function renderDriftMarkdown(document: DriftDocument, options: DriftMarkdownOptions = {}): string {
  const { limit = mostCommentBytes } = options;
  const items = itemsOf(document, options);
  const audit = auditText(document).map((line) => `*${markdownText(line, 500)}*`);
  const text = (shown: readonly Item[], foot: readonly string[]): string =>
    `${[...head(document, options), ...listsOf(items, shown), ...audit, ...foot].join("\n\n")}\n`;
  const whole = text(items, []);
  if (bytesOf(whole) <= limit) return whole;
  const bare = items.map((item) => ({ ...item, ways: [] }));
  const footOf = (left: number): readonly string[] => shortenedFoot(remedyView(document, options), left);
  const fixed = bytesOf(text([], footOf(items.length)));
  const shown = fitting(bare, limit - fixed);
  return text(shown, footOf(items.length - shown.length));
}

/** The items that fit: those of access have the first claim on the room. */
function fitting(items: readonly Item[], room: number): readonly Item[] {
  let left = room;
  const fits = (item: Item): boolean => {
    const size = bytesOf(itemText(item)) + 2;
    if (size > left) return false;
    left -= size;
    return true;
  };
  return accessFirst(items).filter(fits);
}

function itemText({ lines, ways }: Item): string {
  return [...lines, ...ways].join("\n");
}

/** Each list that has items, with how many it has and those of them that are shown. */
function listsOf(items: readonly Item[], shown: readonly Item[]): readonly string[] {
  const titles = new Set([...Object.values(driftGroups), ...items.map(({ list }) => list)]);
  return [...titles].flatMap((title) => {
    const count = items.filter((item) => item.list === title).length;
    const list = shown.filter((item) => item.list === title).map(itemText);
    return count === 0 ? [] : [`**${title}** (${count})`, ...(list.length === 0 ? [] : [list.join("\n")])];
  });
}

function head(document: DriftDocument, options: DriftMarkdownOptions): readonly string[] {
  const { organizations = organizationsOf(document), environment, commit } = options;
  const subtitle = [
    ...(organizations.length > 0 ? [namesText(organizations)] : []),
    ...(environment ? [`environment ${markdownCode(environment)}`] : []),
    ...(commit ? [`commit ${markdownCode(commit)}`] : []),
  ].join(" · ");
  const marker = commentMarker("docform drift", organizations, environment);
  return [marker, `### ${driftHeadline(document)}`, ...(subtitle === "" ? [] : [subtitle])];
}

/** The count of items that were left out, and the remedies for everything at once. */
function shortenedFoot({ command }: RemedyView, left: number): readonly string[] {
  const all = markdownCommand(command("drift"));
  const more = left > 0 ? `${left} left out. ` : "";
  const ways = [
    { aim: "To write what is live into a manifest", command: command("drift", "--accept", "ADDRESS") },
    { aim: "To bring back what the manifests say", command: command("apply") },
  ];
  return [`*Shortened to fit: ${more}${all} shows everything.*`, ways.flatMap(wayLines).join("\n")];
}

function itemsOf(document: DriftDocument, options: DriftMarkdownOptions): readonly Item[] {
  const view = remedyView(document, options);
  return [
    ...differencesIn(document).map((one) => differenceItem(one, view)),
    ...(document.noLongerDeclared ?? []).map((one) =>
      saidItem(undeclaredTitle, undeclaredSentence(one, view), view),
    ),
    ...waitingLists(document.waiting).flatMap(({ title, sentences }) =>
      sentences.map((said) => saidItem(title, said, view)),
    ),
    ...accessFirst(document.unmanaged).map((one) => newItem(one, view)),
  ];
}

function saidItem(list: string, said: Sentence, { nameOf }: RemedyView): Item {
  return { list, impact: "low", lines: [`- ${sentenceMarkdown(said, nameOf)}`], ways: [] };
}

function newItem(item: DriftDocument["unmanaged"][number], { unmanagedIn }: RemedyView): Item {
  const { kind, title, id, parent, impact } = item;
  const place = unmanagedIn(parent);
  const inside = place === undefined ? "" : ` in ${markdownCode(place)}`;
  const name = `${markdownText(kindWords(kind)[0])} ${markdownCode(title)}, id ${markdownCode(id)}${inside}`;
  const list = "New on the platform, and not in the manifests";
  return { list, impact, lines: [`- ${accessWord(impact)}${name}`], ways: [] };
}

function accessWord(impact: Drifted["impact"]): string {
  return impact === "high" ? "**access** " : "";
}

function differenceItem(difference: Difference, view: RemedyView): Item {
  const { address, side, impact, said, by, fields, remedies } = difference;
  const source = sourceText(difference);
  const place = source === undefined ? "" : ` · ${markdownCode(source)}`;
  const title = `${accessWord(impact)}${markdownCode(view.nameOf(address))}${place}`;
  const more = fields.length - mostFields;
  const lines = [
    `- ${title}${fields.length === 0 ? `: ${markdownText(said)}` : ""}`,
    ...fields.slice(0, mostFields).map((field) => `  - ${fieldText(field, side)}`),
    ...(more > 0 ? [`  - … and ${more} more`] : []),
    ...(by === undefined ? [] : [`  - ${markdownText(by)}`]),
  ];
  return {
    list: driftGroups[side],
    impact,
    lines,
    ways: remedies(view)
      .flatMap(wayLines)
      .map((line) => `  ${line}`),
  };
}

/** A remedy as an item. A command that is very long is left out: part of one would be another command. */
function wayLines({ aim, command, advice = "" }: Remedy): readonly string[] {
  if (command === undefined) return [`- ${markdownText(`${aim}: ${advice}`)}`];
  return command.length <= 500 ? [`- ${aim}: ${markdownCommand(command)}`] : [];
}

/** A field with its declared and its live value, and its side where that is not the one of the list. */
function fieldText({ path, text, side }: Difference["fields"][number], common: Attribution): string {
  const own = side === common || side === "unknown" ? "" : `, changed ${where[side]}`;
  return `${markdownCode(path)}: ${markdownCode(text)}${own}`;
}
