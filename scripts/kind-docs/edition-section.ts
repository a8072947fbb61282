import { editionIndex } from "../../src/manifest/schema/edition-index.ts";
import type { Kind } from "../../src/model/kind.ts";
import { abilities } from "./abilities.ts";
import { fieldLines, fieldRows, fieldTable } from "./field-table.ts";
import { code, sentence, table } from "./markdown.ts";

/** The part of a page about the edition gitbook: what it has otherwise, or has not; empty where nothing differs. */
export function gitbookSection(kind: Kind): string {
  const own = editionIndex("reference").byName.get(kind.name);
  const other = editionIndex("gitbook").byName.get(kind.name);
  if (own === undefined) return section(["This kind is in the edition gitbook alone."]);
  if (other === undefined) return section(["This kind is in the edition reference alone."]);
  const parts = [
    own.doc === other.doc ? "" : sentence(other.doc),
    fieldsIn(own, other),
    tablesIn(own, other),
  ];
  return section(parts.filter((part) => part !== ""));
}

function section(parts: readonly string[]): string {
  return parts.length === 0 ? "" : `\n## In the edition gitbook\n\n${parts.join("\n\n")}\n`;
}

/** The fields that it lacks, and the lines of those that are new or otherwise. */
function fieldsIn(own: Kind, other: Kind): string {
  const lines = fieldLines(editionIndex("reference"), own);
  const others = fieldLines(editionIndex("gitbook"), other);
  const gone = [...lines.keys()].filter((name) => !others.has(name)).map(code);
  return [
    ...(gone.length === 0 ? [] : [`- Only in the edition reference: ${gone.join(", ")}`]),
    ...[...others].filter(([name, line]) => lines.get(name) !== line).map(([, line]) => line),
  ].join("\n");
}

/** The rows of the two tables of the page that differ there. */
function tablesIn(own: Kind, other: Kind): string {
  const acts = others(abilities(editionIndex("reference"), own), abilities(editionIndex("gitbook"), other));
  const rows = others(fieldRows(own), fieldRows(other));
  return [
    ...(acts.length === 0 ? [] : [table(["", "", "how, or why not"], acts)]),
    ...(rows.length === 0 ? [] : [fieldTable(rows)]),
  ].join("\n\n");
}

type Rows = readonly (readonly string[])[];

function others(rows: Rows, theirs: Rows): Rows {
  const known = new Set(rows.map((row) => JSON.stringify(row)));
  return theirs.filter((row) => !known.has(JSON.stringify(row)));
}
