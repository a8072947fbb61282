import type { DriftDocument } from "../../model/documents/drift-document.ts";
import { markdownText, mostCommentBytes } from "../../render/markdown/markdown-text.ts";
import { counted } from "../../render/words.ts";
import { bytesOf } from "../../text/bytes.ts";
import { linkText, markOfScope, type ProjectScope, titleOf, withMarks } from "./marked-text.ts";

/** The label of the issues about drift. */
export const driftLabel = "docform-drift";

/** A time in which drift stayed the same. */
export interface DriftPeriod {
  /** ISO 8601. */
  readonly since: string;
  readonly lastSeen: string;
  readonly drifted: number;
  readonly missing: number;
  readonly unmanaged: number;
}

/** Rows that the history keeps: the first says when drift began, the others are the newest. */
const mostRows = 20;
const heading = "| Since | Last seen | Drifted | Missing | New |\n|---|---|--:|--:|--:|";
const time = "(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z)";
const row = new RegExp(`^\\| ${time} \\| ${time} \\| (\\d{1,9}) \\| (\\d{1,9}) \\| (\\d{1,9}) \\|$`);

/** Reads the history from the text of an issue. Nothing of a table that somebody broke is taken. */
export function historyIn(text: string): readonly DriftPeriod[] {
  const [, table = ""] = text.replaceAll("\r\n", "\n").split(`\n${heading}\n`);
  const periods: DriftPeriod[] = [];
  for (const line of table.split("\n")) {
    const [, since, lastSeen, drifted, missing, unmanaged] = row.exec(line) ?? [];
    if (since === undefined || lastSeen === undefined) break;
    periods.push({
      since,
      lastSeen,
      drifted: Number(drifted),
      missing: Number(missing),
      unmanaged: Number(unmanaged),
    });
  }
  return periods.slice(0, mostRows);
}

/** The history with what is seen now: a row goes on while its counts stay. */
export function historyWith(
  history: readonly DriftPeriod[],
  { drifted, missing, unmanaged }: DriftDocument,
  now: string,
): readonly DriftPeriod[] {
  const counts = {
    drifted: drifted.length,
    missing: missing.length,
    unmanaged: unmanaged.length,
  };
  const last = history.at(-1);
  const isSame =
    last?.drifted === counts.drifted &&
    last.missing === counts.missing &&
    last.unmanaged === counts.unmanaged;
  if (last !== undefined && isSame) return [...history.slice(0, -1), { ...last, lastSeen: now }];
  const all = [...history, { since: now, lastSeen: now, ...counts }];
  const [first] = all;
  return all.length <= mostRows || first === undefined ? all : [first, ...all.slice(1 - mostRows)];
}

interface IssueSetting {
  readonly scope: ProjectScope;
  readonly history: readonly DriftPeriod[];
  /** The run of the pipeline. */
  readonly link?: string | undefined;
  /** Renders the drift within so many bytes. */
  readonly render: (limit: number) => string;
}

/** The text of the issue: what drifted, and when it began. */
export function driftIssueText({ scope, history, link, render }: IssueSetting): string {
  const marks = [markOfScope("drift", scope)];
  const rows = history.map(
    ({ since, lastSeen, drifted, missing, unmanaged }) =>
      `| ${since} | ${lastSeen} | ${drifted} | ${missing} | ${unmanaged} |`,
  );
  const log = linkText("The run that saw it last", link);
  const foot = `\n**History**\n\n${heading}\n${rows.join("\n")}\n${log === undefined ? "" : `\n${log}\n`}`;
  return `${withMarks(marks, render(mostCommentBytes - bytesOf(marks.join("\n") + foot) - 1))}${foot}`;
}

/** The title of the issue of a scope: it stays the same, so that searches and rules find it. */
export function driftTitle(scope: ProjectScope): string {
  return titleOf("The platform drifted from the manifests", scope);
}

/** The text of an issue that is closed: below its mark, it says so. */
export function overText(text: string, now: string): string {
  const [mark = "", ...rest] = text.split("\n");
  return [mark, `> **Over:** at ${now}, the platform was as the manifests say.`, "", ...rest].join("\n");
}

/** The last comment of an issue: the drift is over. */
export function driftEndText(now: string, since: string | undefined, link: string | undefined): string {
  const log = linkText("log", link);
  const began = since === undefined ? "" : ` It was first seen at ${since}.`;
  return `${markdownText("The platform is as the manifests say.")} Seen at ${now}.${began}${log === undefined ? "" : ` ${log}`}\n`;
}

/** How much drifted, in words. */
export function driftCounts({ drifted, missing, unmanaged }: DriftDocument): string {
  return `${counted(drifted.length, "resource")} drifted, ${missing.length} missing, ${unmanaged.length} new`;
}
