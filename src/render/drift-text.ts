import { isWithin, organizationOf } from "../core/address.ts";
import type { DriftDocument, Drifted } from "../core/drift-document.ts";
import { groupBy } from "../core/group-by.ts";
import type { FieldChange } from "../core/plan-document.ts";
import { pad, page, table } from "./columns.ts";
import { type CommandToCopy, plainCommand } from "./command-to-copy.ts";
import { fieldLines } from "./plan-fields.ts";
import { namer, sourceText } from "./plan-view.ts";
import { terminalText } from "./safe-text.ts";
import { type Paint, plain, type Style } from "./style.ts";
import { valueText } from "./value.ts";
import { counted, kindWords, listed } from "./words.ts";

/** How drift is printed. */
export interface DriftTextOptions {
  readonly style?: Style;
  /** Aliases of the organizations; with one of them, addresses leave it out. */
  readonly organizations?: readonly string[];
  /** Makes the commands that are proposed. */
  readonly command?: CommandToCopy;
  /** Is the value of a field put into its manifest from elsewhere, so that no live one can be written there? */
  readonly isPutIn?: (address: string, field: string) => boolean;
}

type Name = (address: string) => string;

/** What was changed on the platform, the gravest first; with a newline at the end. */
export function renderDriftText(document: DriftDocument, options: DriftTextOptions = {}): string {
  const { style = plain, command = plainCommand } = options;
  const nameOf = namer(options.organizations ?? organizationsOf(document));
  const width = levelWidth(document);
  const keep = (item: Drifted): string => keeping(item, nameOf(item.address), options);
  const level = (word: string, paint: Paint) => paint(pad(word, width));
  const parts = [
    [style.bold(headline(document))],
    ...byImpact(document.drifted).map((item) =>
      driftedLines(item, nameOf, style, width, waysOut(keep(item), undoing(nameOf(item.address), command))),
    ),
    missingLines(document, nameOf, style, command),
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

function driftedLines(
  item: Drifted,
  nameOf: Name,
  style: Style,
  width: number,
  ways: readonly string[],
): readonly string[] {
  const margin = " ".repeat(width);
  const level = item.impact === "high" ? style.red(pad("HIGH", width)) : style.yellow(pad("LOW", width));
  const source = sourceText(item);
  const where = source === undefined ? "" : `  ${style.dim(source)}`;
  const name = nameOf(item.address);
  const changed = changedBy(item);
  const fields = fieldLines({ ...item, action: "update", fields: item.fields.map(towardsLive) }, style);
  return [
    `${level}${style.bold(name)}${where}${changed === "" ? "" : `  ${changed}`}`,
    ...(fields.length > 0 ? fields : ["is there, and the manifests want it gone"]).map(
      (line) => `${margin}${line}`,
    ),
    ...ways.map((line) => `${margin}${style.dim(line)}`),
  ];
}

const who = { platform: "they", manifests: "you", both: "both" } as const;

/** Who changed it; who changed which field, when that differs. Empty when nobody knows. */
function changedBy({ fields, attribution }: Drifted): string {
  const known = fields.flatMap(({ path, attribution: side }) => (side === "unknown" ? [] : [{ path, side }]));
  const sides = groupBy(known, ({ side }) => side);
  if (attribution !== "unknown" && sides.size === 1) return `${who[attribution]} changed it`;
  return [...sides]
    .map(([side, those]) => `${who[side]} changed ${listed(those.map(({ path }) => terminalText(path)))}`)
    .join("; ");
}

/** What keeps what is live, and what brings back what the manifests say: a line each. */
function waysOut(keep: string, undo: string | undefined): readonly string[] {
  return [`keep  ${keep}`, ...(undo === undefined ? [] : [`undo  ${undo}`])];
}

/** The command that takes over what is live; of what a manifest takes from elsewhere, where to change it. */
function keeping(
  { address, fields }: Drifted,
  name: string,
  { command = plainCommand, isPutIn = () => false }: DriftTextOptions,
): string {
  const accepting = command("drift", "--accept", name);
  const elsewhere = fields.filter(({ path }) => isPutIn(address, path.split(".", 1).join("")));
  if (elsewhere.length === 0) return accepting;
  const paths = listed(elsewhere.map(({ path }) => terminalText(path)));
  const byHand = `change ${paths} where the manifest takes it from`;
  return elsewhere.length === fields.length ? byHand : `${accepting}, and ${byHand}`;
}

function undoing(name: string, command: CommandToCopy): string {
  return command("apply", "--target", name);
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

const whyMissing = {
  platform: ": they deleted it",
  manifests: ": it was not applied yet",
  both: "",
  unknown: "",
} as const;

/** What is missing, each with a reason or a way out; what stands in something missing is only counted. */
function missingLines(
  { missing }: DriftDocument,
  nameOf: Name,
  style: Style,
  command: CommandToCopy,
): readonly string[] {
  const level = style.yellow(pad("MISSING", "MISSING".length + 2));
  const isInside = (address: string): boolean =>
    missing.some((other) => other.address !== address && isWithin(address, other.address));
  const outer = missing.filter(({ address }) => !isInside(address));
  const heads = table(
    outer.map((item) => {
      const inside = missing.filter(
        ({ address }) => address !== item.address && isWithin(address, item.address),
      );
      const more = inside.length === 0 ? "" : `, with ${counted(inside.length, "thing")} in it`;
      const why = whyMissing[item.attribution];
      return [`${level}${nameOf(item.address)}`, `not on the platform${more}${why}`, sourceText(item) ?? ""];
    }),
  );
  const margin = " ".repeat("MISSING".length + 2);
  return heads.flatMap((head, at) => {
    const { reason, address = "" } = outer[at] ?? {};
    const name = nameOf(address);
    const ways = waysOut(
      command("pull", "--declared", "--prune", name),
      reason === undefined ? undoing(name, command) : undefined,
    );
    return [
      head,
      ...(reason === undefined ? [] : [`${margin}${terminalText(reason)}`]),
      ...ways.map((line) => `${margin}${style.dim(line)}`),
    ];
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
