import { isWithin, organizationOf } from "../core/address.ts";
import type { DriftDocument, Drifted } from "../core/drift-document.ts";
import type { FieldChange } from "../core/plan-document.ts";
import { pad, page, table } from "./columns.ts";
import { fieldLines } from "./plan-fields.ts";
import { namer, sourceText } from "./plan-view.ts";
import { terminalText } from "./safe-text.ts";
import { type Paint, plain, type Style } from "./style.ts";
import { valueText } from "./value.ts";
import { counted, kindWords } from "./words.ts";

/** How drift is printed. */
export interface DriftTextOptions {
  readonly style?: Style;
  /** Aliases of the organizations; with one of them, addresses leave it out. */
  readonly organizations?: readonly string[];
}

type Name = (address: string) => string;

/** What was changed on the platform, the gravest first; with a newline at the end. */
export function renderDriftText(document: DriftDocument, options: DriftTextOptions = {}): string {
  const style = options.style ?? plain;
  const nameOf = namer(options.organizations ?? organizationsOf(document));
  const width = levelWidth(document);
  const level = (word: string, paint: Paint) => paint(pad(word, width));
  const parts = [
    [style.bold(headline(document))],
    ...byImpact(document.drifted).map((item) => driftedLines(item, nameOf, style, width)),
    missingLines(document, nameOf, level("MISSING", style.yellow)),
    newLines(document, nameOf, level("NEW", style.cyan)),
  ];
  return page(parts);
}

function headline({ drifted, unmanaged, missing, inStep }: DriftDocument): string {
  const extra = unmanaged.length > 0 ? [`${unmanaged.length} unmanaged`] : [];
  if (drifted.length === 0 && missing.length === 0) {
    const text = `In step: ${counted(inStep, "resource is", "resources are")} as the manifests say.`;
    return extra.length > 0 ? `${text} ${extra.join("")}.` : text;
  }
  return [
    `${drifted.length} drifted`,
    ...(missing.length > 0 ? [`${missing.length} missing`] : []),
    ...extra,
    `${inStep} in step`,
  ].join(", ");
}

function byImpact(drifted: readonly Drifted[]): readonly Drifted[] {
  return [
    ...drifted.filter((item) => item.impact === "high"),
    ...drifted.filter((item) => item.impact === "low"),
  ];
}

function driftedLines(item: Drifted, nameOf: Name, style: Style, width: number): readonly string[] {
  const margin = " ".repeat(width);
  const level = item.impact === "high" ? style.red(pad("HIGH", width)) : style.yellow(pad("LOW", width));
  const source = sourceText(item);
  const fields = fieldLines({ ...item, action: "update", fields: item.fields.map(towardsLive) }, style);
  const how = fields.length > 0 ? "write it into" : "take out what wants it gone:";
  const keep = source ? `keep  ${how} ${source}     ` : "";
  return [
    `${level}${style.bold(nameOf(item.address))}`,
    ...(fields.length > 0 ? fields : ["is there, and the manifests want it gone"]).map(
      (line) => `${margin}${line}`,
    ),
    `${margin}${style.dim(`${keep}undo  docform apply`)}`,
  ];
}

/** From what the manifests say to what the platform says: what happened to it. */
function towardsLive({ path, desired, live, sensitive }: Drifted["fields"][number]): FieldChange {
  return {
    path,
    ...(desired !== undefined && { before: desired }),
    ...(live !== undefined && { after: live }),
    ...(sensitive && { sensitive }),
  };
}

function newLines({ unmanaged }: DriftDocument, nameOf: Name, level: string): readonly string[] {
  const rows = unmanaged.map(({ kind, title, id, parent }) => [
    `${level}${terminalText(kindWords(kind)[0])}`,
    valueText(title),
    `id ${terminalText(id)}`,
    parent.includes("/") ? `not in the manifests, in ${nameOf(parent)}` : "not in the manifests",
  ]);
  return table(rows);
}

/** What is missing, each with a reason or a way out; what stands in something missing is only counted. */
function missingLines({ missing }: DriftDocument, nameOf: Name, level: string): readonly string[] {
  const isInside = (address: string): boolean =>
    missing.some((other) => other.address !== address && isWithin(address, other.address));
  const outer = missing.filter(({ address }) => !isInside(address));
  const heads = table(
    outer.map((item) => {
      const inside = missing.filter(
        ({ address }) => address !== item.address && isWithin(address, item.address),
      );
      const more = inside.length === 0 ? "" : `, with ${counted(inside.length, "thing")} in it`;
      const wayOut = item.reason === undefined ? "undo  docform apply" : "";
      return [
        `${level}${nameOf(item.address)}`,
        `not on the platform${more}`,
        sourceText(item) ?? "",
        wayOut,
      ];
    }),
  );
  const margin = " ".repeat("MISSING".length + 2);
  return heads.flatMap((head, at) => {
    const reason = outer[at]?.reason;
    return reason === undefined ? [head] : [head, `${margin}${terminalText(reason)}`];
  });
}

function levelWidth({ missing }: DriftDocument): number {
  return (missing.length > 0 ? "MISSING".length : "HIGH".length) + 2;
}

function organizationsOf({ drifted, missing, unmanaged }: DriftDocument): readonly string[] {
  const places = [
    ...[...drifted, ...missing].map((item) => item.address),
    ...unmanaged.map((item) => item.parent),
  ];
  return [...new Set(places.map((place) => organizationOf(place)))];
}
