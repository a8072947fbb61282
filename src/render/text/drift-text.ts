import { isWithin, organizationOf } from "../../model/address.ts";
import type { DriftDocument, Drifted } from "../../model/documents/drift-document.ts";
import type { FieldChange } from "../../model/documents/plan-document.ts";
import { groupBy } from "../../model/group-by.ts";
import { type CommandToCopy, plainCommand } from "../command-to-copy.ts";
import { namer, sourceText } from "../plan/plan-view.ts";
import { terminalText } from "../safe-text.ts";
import { valueText } from "../value.ts";
import { counted, kindWords, listed } from "../words.ts";
import { pad, page, table } from "./columns.ts";
import { fieldLines } from "./plan-body.ts";
import { type Look, plain, type Style } from "./style.ts";

interface DriftTextOptions {
  readonly style?: Style;
  /** Aliases of the organizations; with one of them, addresses leave it out. */
  readonly organizations?: readonly string[];
  /** Makes the commands that are proposed. */
  readonly command?: CommandToCopy;
  /** Is the value of a field put into its manifest from elsewhere, so that no live one can be written there? */
  readonly isPutIn?: (address: string, field: string) => boolean;
}

interface View {
  readonly style: Style;
  readonly nameOf: (address: string) => string;
  readonly command: CommandToCopy;
  readonly isPutIn: (address: string, field: string) => boolean;
  /** Cells of the column with the weights. */
  readonly margin: number;
}

function levelText(word: string, look: Look, { style, margin }: View): string {
  return style[look](pad(word, margin));
}

/** The changes made on the platform, the most severe first; ends in a newline. */
export function renderDriftText(document: DriftDocument, options: DriftTextOptions = {}): string {
  const { style = plain, command = plainCommand, isPutIn = () => false } = options;
  const nameOf = namer(options.organizations ?? organizationsOf(document));
  const margin = (document.missing.length > 0 ? "MISSING" : "HIGH").length + 2;
  const view: View = { style, nameOf, command, isPutIn, margin };
  const ofImpact = (impact: Drifted["impact"]) => document.drifted.filter((item) => item.impact === impact);
  return page([
    [style.bold(headline(document))],
    ...[...ofImpact("high"), ...ofImpact("low")].map((item) => driftedLines(item, view)),
    missingLines(document, view),
    newLines(document, view),
  ]);
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

function driftedLines(item: Drifted, view: View): readonly string[] {
  const { style } = view;
  const margin = " ".repeat(view.margin);
  const level = item.impact === "high" ? levelText("HIGH", "red", view) : levelText("LOW", "yellow", view);
  const source = sourceText(item);
  const head = `${level}${style.bold(view.nameOf(item.address))}`;
  const fields = fieldLines({ ...item, action: "update", fields: item.fields.map(towardsLive) }, style);
  return [
    [head, ...(source === undefined ? [] : [style.dim(source)]), ...changedBy(item)].join("  "),
    ...(fields.length > 0 ? fields : ["it exists, and the manifests say that it does not"]).map(
      (line) => `${margin}${line}`,
    ),
    ...driftedWays(item, view).map((line) => `${margin}${style.dim(line)}`),
  ];
}

const where = {
  platform: "on the platform",
  manifests: "in the manifests",
  both: "on both sides",
} as const;

/**
 * The side that changed. When fields differ in that, there is one phrase for each side with its fields. Empty
 * when the side is unknown.
 */
function changedBy({ fields, attribution }: Drifted): readonly string[] {
  const known = fields.flatMap(({ path, attribution: side }) => (side === "unknown" ? [] : [{ path, side }]));
  const sides = [...groupBy(known, ({ side }) => side)];
  if (attribution !== "unknown" && sides.length === 1) return [`changed ${where[attribution]}`];
  return sides.map(([side, those], at) => {
    const names = listed(those.map(({ path }) => terminalText(path)));
    return `${names} changed ${where[side]}${at < sides.length - 1 ? ";" : ""}`;
  });
}

/** Two commands, a line each: one keeps the live values, the other restores the declared ones. */
function driftedWays({ address, fields }: Drifted, { command, isPutIn, nameOf }: View): readonly string[] {
  const name = nameOf(address);
  const accept = command("drift", "--accept", name);
  const apply = command("apply", "--target", name);
  if (fields.length === 0) return [`To write it into the manifests: ${accept}`, `To delete it: ${apply}`];
  const elsewhere = fields.filter(({ path }) => isPutIn(address, path.split(".", 1).join("")));
  const paths = listed(elsewhere.map(({ path }) => terminalText(path)));
  return [
    ...(elsewhere.length === fields.length ? [] : [`To write what is live into the manifest: ${accept}`]),
    ...(elsewhere.length === 0 ? [] : [`To keep ${paths}: change it where the manifest takes it from`]),
    `To bring back what the manifests say: ${apply}`,
  ];
}

function towardsLive({ path, desired, live, sensitive }: Drifted["fields"][number]): FieldChange {
  return {
    path,
    ...(desired !== undefined && { before: desired }),
    ...(live !== undefined && { after: live }),
    ...(sensitive && { sensitive }),
  };
}

function newLines({ unmanaged }: DriftDocument, view: View): readonly string[] {
  const level = levelText("NEW", "cyan", view);
  const rows = unmanaged.map(({ kind, title, id, parent }) => [
    `${level}${terminalText(kindWords(kind)[0])}`,
    valueText(title),
    `id ${terminalText(id)}`,
    parent.includes("/") ? `not in the manifests, in ${view.nameOf(parent)}` : "not in the manifests",
  ]);
  return table(rows);
}

const whyMissing = {
  platform: ": it was deleted there",
  manifests: ": it was not applied yet",
  both: "",
  unknown: "",
} as const;

/** The missing objects, each with a reason or commands. Children of a missing object are only counted. */
function missingLines({ missing }: DriftDocument, view: View): readonly string[] {
  const { style, nameOf, command } = view;
  const level = levelText("MISSING", "yellow", view);
  const margin = " ".repeat(view.margin);
  const insideOf = ({ address }: { readonly address: string }) =>
    missing.filter((other) => other.address !== address && isWithin(other.address, address));
  const inner = new Set(missing.flatMap(insideOf));
  const outer = missing.filter((item) => !inner.has(item));
  const heads = table(
    outer.map((item) => {
      const inside = insideOf(item).length;
      const more = inside === 0 ? "" : `, with ${counted(inside, "thing")} in it`;
      const why = whyMissing[item.attribution];
      return [`${level}${nameOf(item.address)}`, `not on the platform${more}${why}`, sourceText(item) ?? ""];
    }),
  );
  return outer.flatMap(({ reason, address }, at) => {
    const name = nameOf(address);
    const ways = [
      `To remove it from the manifests: ${command("pull", "--declared", "--prune", name)}`,
      ...(reason === undefined ? [`To create it: ${command("apply", "--target", name)}`] : []),
    ];
    return [
      heads[at] ?? "",
      ...(reason === undefined ? [] : [`${margin}${terminalText(reason)}`]),
      ...ways.map((line) => `${margin}${style.dim(line)}`),
    ];
  });
}

function organizationsOf({ drifted, missing, unmanaged }: DriftDocument): readonly string[] {
  const places = [
    ...[...drifted, ...missing].map((item) => item.address),
    ...unmanaged.map((item) => item.parent),
  ];
  return [...new Set(places.map((place) => organizationOf(place)))];
}
