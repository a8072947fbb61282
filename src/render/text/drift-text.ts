import type { DriftDocument, Drifted } from "../../model/documents/drift-document.ts";
import type { FieldChange } from "../../model/documents/plan-document.ts";
import { groupBy } from "../../model/group-by.ts";
import { auditText, byText } from "../audit-view.ts";
import {
  type DriftOptions,
  driftHeadline,
  missingText,
  outermostMissing,
  type Remedy,
  type RemedyView,
  remediesOfDrift,
  remediesOfMissing,
  remedyText,
  remedyView,
  where,
} from "../drift-view.ts";
import { sourceText } from "../plan/plan-view.ts";
import { terminalText } from "../safe-text.ts";
import { undeclaredLines } from "../undeclared-view.ts";
import { valueText } from "../value.ts";
import { waitingLines } from "../waiting-view.ts";
import { kindWords, listed } from "../words.ts";
import { pad, page, table } from "./columns.ts";
import { fieldLines } from "./field-lines.ts";
import { type Look, plain, type Style } from "./style.ts";

/** Facts and settings of the text of drift. */
export interface DriftTextOptions extends DriftOptions {
  readonly style?: Style;
  /** The seconds since a time, ISO 8601; left out, times are shown. */
  readonly ageOf?: (at: string) => number;
}

interface View extends RemedyView, Pick<DriftTextOptions, "ageOf"> {
  readonly style: Style;
  /** Cells of the column with the weights. */
  readonly margin: number;
}

function levelText(word: string, look: Look, { style, margin }: View): string {
  return style[look](pad(word, margin));
}

/** The changes made on the platform, the most severe first; ends in a newline. */
export function renderDriftText(document: DriftDocument, options: DriftTextOptions = {}): string {
  const { style = plain } = options;
  const longest =
    document.unmanaged.length > 0 ? "UNMANAGED" : document.missing.length > 0 ? "MISSING" : "HIGH";
  const margin = longest.length + 2;
  const view: View = { ...remedyView(document, options), ...options, style, margin };
  const ofImpact = (impact: Drifted["impact"]) => document.drifted.filter((item) => item.impact === impact);
  return page([
    [style.bold(driftHeadline(document))],
    ...[...ofImpact("high"), ...ofImpact("low")].map((item) => driftedLines(item, view)),
    missingLines(document, view),
    undeclaredLines(document.noLongerDeclared, view),
    waitingLines(document.waiting, view),
    unmanagedLines(document, view),
    auditText(document).map((line) => style.dim(line)),
  ]);
}

function driftedLines(item: Drifted, view: View): readonly string[] {
  const { style } = view;
  const margin = " ".repeat(view.margin);
  const level = item.impact === "high" ? levelText("HIGH", "red", view) : levelText("LOW", "yellow", view);
  const source = sourceText(item);
  const head = `${level}${style.bold(view.nameOf(item.address))}`;
  const fields = fieldLines(
    { ...item, action: "update", fields: item.fields.map(towardsLive) },
    { style },
  ).map(({ left }) => left);
  return [
    [head, ...(source === undefined ? [] : [style.dim(source)]), ...changedBy(item)].join("  "),
    ...(fields.length > 0 ? fields : ["it exists on the platform, and the manifests declare it absent"]).map(
      (line) => `${margin}${line}`,
    ),
    ...byLines(item, view),
    ...waysText(remediesOfDrift(item, view), view),
  ];
}

/**
 * The side that changed. When fields differ in that, there is one phrase for each side with its fields. Empty
 * when the side is unknown.
 */
function changedBy({ fields, attribution }: Drifted): readonly string[] {
  if (fields.length === 0 && attribution !== "unknown")
    return [attribution === "platform" ? "created on the platform" : "taken out of the manifests"];
  const known = fields.flatMap(({ path, attribution: side }) => (side === "unknown" ? [] : [{ path, side }]));
  const sides = [...groupBy(known, ({ side }) => side)];
  if (attribution !== "unknown" && sides.length === 1) return [`changed ${where[attribution]}`];
  return sides.map(([side, those], at) => {
    const names = listed(those.map(({ path }) => terminalText(path)));
    return `${names} changed ${where[side]}${at < sides.length - 1 ? ";" : ""}`;
  });
}

function byLines({ by }: Pick<Drifted, "by">, { margin, ageOf }: View): readonly string[] {
  return by === undefined ? [] : [`${" ".repeat(margin)}${byText(by, ageOf)}`];
}

function waysText(ways: readonly Remedy[], { style, margin }: View): readonly string[] {
  return ways.map((way) => `${" ".repeat(margin)}${style.dim(remedyText(way))}`);
}

function towardsLive({ path, desired, live, sensitive }: Drifted["fields"][number]): FieldChange {
  return {
    path,
    ...(desired !== undefined && { before: desired }),
    ...(live !== undefined && { after: live }),
    ...(sensitive && { sensitive }),
  };
}

function unmanagedLines({ unmanaged }: DriftDocument, view: View): readonly string[] {
  const level = levelText("UNMANAGED", "cyan", view);
  const inside = (parent: string): string => {
    const name = view.unmanagedIn(parent);
    return name === undefined ? "" : `, in ${name}`;
  };
  const rows = unmanaged.map(({ kind, title, id, parent }) => [
    `${level}${terminalText(kindWords(kind)[0])}`,
    valueText(title),
    `id ${terminalText(id)}`,
    `not in the manifests${inside(parent)}`,
  ]);
  return table(rows);
}

/** The missing objects, each with a reason or commands. Children of a missing object are only counted. */
function missingLines(document: DriftDocument, view: View): readonly string[] {
  const level = levelText("MISSING", "yellow", view);
  const margin = " ".repeat(view.margin);
  const outer = outermostMissing(document);
  const heads = table(
    outer.map(({ item, inside }) => [
      `${level}${view.nameOf(item.address)}`,
      missingText(item.attribution, inside.length),
      sourceText(item) ?? "",
    ]),
  );
  return outer.flatMap(({ item }, at) => [
    heads[at] ?? "",
    ...(item.reason === undefined ? [] : [`${margin}${terminalText(item.reason)}`]),
    ...byLines(item, view),
    ...waysText(remediesOfMissing(item, view), view),
  ]);
}
