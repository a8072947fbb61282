import { type Io, timeOf } from "../../io/io.ts";
import { organizationsFormatVersion } from "../../model/documents/format-versions.ts";
import type { UnitRow } from "../../model/documents/organizations-document.ts";
import { renderUnitsLine } from "../../render/json/apply-json.ts";
import { diagnosticItem, renderJson } from "../../render/json/json-text.ts";
import { mostCommentBytes } from "../../render/markdown/markdown-text.ts";
import { unitCounts } from "../../render/units/unit-table.ts";
import { isTroubled, unitDetails, unitTableMarkdown } from "../../render/units/units-markdown.ts";
import { bytesOf } from "../../text/bytes.ts";
import { parseJson } from "../../text/json.ts";
import type { UnitEnd, UnitForm } from "./unit-end.ts";

/** Writes the results of units in a form: nothing is kept that can be written. */
interface UnitWriter {
  readonly begin: () => void;
  readonly write: (row: UnitRow, end: UnitEnd) => void;
  readonly end: (rows: readonly UnitRow[]) => void;
}

/** The writer of a form. A text is written by the units themselves. */
export function unitWriter(io: Pick<Io, "stdout" | "now">, form: UnitForm): UnitWriter {
  if (form === "json") return jsonWriter(io);
  if (form === "markdown") return markdownWriter(io);
  if (form === "csv") return csvWriter(io);
  const end = (rows: readonly UnitRow[]): void => {
    if (form === "lines") io.stdout.write(renderUnitsLine(rows, unitCounts(rows), timeOf(io)));
  };
  return { begin: () => {}, write: () => {}, end };
}

function jsonWriter({ stdout }: Pick<Io, "stdout">): UnitWriter {
  let between = "\n";
  return {
    begin: () => {
      stdout.write(`{\n  "formatVersion": ${organizationsFormatVersion},\n  "organizations": [`);
    },
    write: ({ organization, ...row }, { code, document, diagnostics = [] }) => {
      const item = renderJson({
        organization,
        exitCode: code,
        ...row,
        ...(document === undefined ? {} : { [document.name]: parseJson(document.json) }),
        diagnostics: diagnostics.map(diagnosticItem),
      });
      stdout.write(between + item.trimEnd().replaceAll(/^/gm, "    "));
      between = ",\n";
    },
    end: () => {
      stdout.write("\n  ]\n}\n");
    },
  };
}

/** The lines of all, below one line of heads. */
function csvWriter({ stdout }: Pick<Io, "stdout">): UnitWriter {
  let isFirst = true;
  return {
    begin: () => {},
    write: (_, { details = "" }) => {
      stdout.write(isFirst ? details : details.slice(details.indexOf("\n") + 1));
      if (details !== "") isFirst = false;
    },
    end: () => {},
  };
}

/** The text about a unit, and whether it is left out last. */
interface Detail {
  readonly part: string;
  readonly bytes: number;
  readonly isLast: boolean;
}

/**
 * The table comes first, and what fits into a comment below it: the text of each that says something. Those that need
 * somebody are left out last. Nothing makes room for a text that does not fit even then.
 */
function markdownWriter({ stdout }: Pick<Io, "stdout">): UnitWriter {
  const details: Detail[] = [];
  let leftOut = 0;
  return {
    begin: () => {},
    write: (row, { details: text, diagnostics = [] }) => {
      if (text === undefined && diagnostics.length === 0) return;
      const part = unitDetails(row, text, diagnostics);
      const detail = { part, bytes: bytesOf(part), isLast: isTroubled(row) };
      const stay = details.filter(({ isLast }) => isLast || !detail.isLast);
      if (doFit([...stay, detail])) details.push(detail);
      else leftOut += 1;
      for (; !doFit(details); leftOut += 1) {
        const next = details.findLastIndex(({ isLast }) => !isLast);
        details.splice(next, 1);
      }
    },
    end: (rows) => {
      const parts = details.map(({ part }) => part);
      stdout.write(unitTableMarkdown(rows, parts, leftOut));
    },
  };
}

function doFit(details: readonly Detail[]): boolean {
  return details.reduce((sum, { bytes }) => sum + bytes, 0) <= mostCommentBytes * detailsShare;
}

/** The share of a comment that is left for details; the table has the rest. */
const detailsShare = 0.6;
