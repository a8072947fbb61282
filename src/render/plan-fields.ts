import type { Change, FieldChange } from "../core/documents/plan-document.ts";
import { equalJson, isObject, type Json, type JsonObject } from "../core/json.ts";
import { columnWidth, pad } from "./columns.ts";
import { memberLines } from "./plan-members.ts";
import { terminalText } from "./safe-text.ts";
import type { Style } from "./style.ts";
import { lineDiff } from "./text-diff.ts";
import { diffText, sensitiveText, unreadableText, valueText } from "./value.ts";
import { ordinal } from "./words.ts";

/** A field with what stands beside its name, and what stands in lines of its own below. */
interface FieldRow {
  readonly label: string;
  readonly beside: readonly string[];
  readonly under?: readonly string[];
}

/** Width of the names, unless one is longer. */
const nearest = 11;

/** The fields of a change, names and values aligned, without indentation. */
export function fieldLines(change: Change, style: Style): readonly string[] {
  const fields = (change.fields ?? []).flatMap(flatten);
  const members = fields.filter(isMember);
  const rows = fields.filter((field) => !isMember(field)).map((field) => fieldRow(field, change, style));
  if (members.length > 0) rows.push({ label: "members", beside: memberLines(members, style) });
  const width = columnWidth(
    rows.map((row) => row.label),
    nearest,
  );
  return rows.flatMap((row) => rowLines(row, width));
}

/** Does the field speak of one member of a team? */
export function isMember(field: FieldChange): boolean {
  return field.path.startsWith("members.");
}

function rowLines({ label, beside, under = [] }: FieldRow, width: number): readonly string[] {
  const lines = beside.map((text, at) => `${pad(at === 0 ? label : "", width)}  ${text}`);
  return [...lines, ...under.map((line) => `  ${line}`)];
}

function fieldRow(field: FieldChange, change: Change, style: Style): FieldRow {
  const label = terminalText(field.path);
  if (field.sensitive) return { label, beside: [sensitive(change)] };
  const { before, after } = field;
  if (isText(before) && isText(after) && `${before}${after}`.includes("\n")) {
    const diff = lineDiff(before, after, style);
    return { label, beside: [diff.headline], under: diff.lines };
  }
  return { label, beside: [oneLine(field, change)] };
}

function oneLine({ path, before, after, unreadable }: FieldChange, change: Change): string {
  if (unreadable === true) return `${unreadableText} → ${valueText(after)}`;
  if (path === "position" && isPlace(before) && isPlace(after))
    return `${ordinal(before)} → ${ordinal(after)}`;
  if (path === "position" && before === undefined && isPlace(after)) return ordinal(after);
  if (isNew(change)) return valueText(after);
  if (change.action === "delete" && after === undefined) return valueText(before);
  return diffText(before, after);
}

function sensitive(change: Change): string {
  return isNew(change) || change.action === "delete" ? sensitiveText : `${sensitiveText} differs`;
}

function isNew(change: Change): boolean {
  return change.action === "create";
}

function isText(value: Json | undefined): value is string {
  return typeof value === "string";
}

function isPlace(value: Json | undefined): value is number {
  return Number.isInteger(value);
}

/** A difference between two objects as differences between their fields. */
function flatten(field: FieldChange): readonly FieldChange[] {
  const { before, after } = field;
  if (!isPlainObject(before) || !isPlainObject(after)) return [field];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const parts = keys
    .map((key) => part(field.path, key, own(before, key), own(after, key)))
    .filter((one) => !equalJson(one.before, one.after))
    .flatMap(flatten);
  return parts.length > 0 ? parts : [field];
}

function part(path: string, key: string, before: Json | undefined, after: Json | undefined): FieldChange {
  return {
    path: `${path}.${key}`,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  };
}

function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isPlainObject(value: Json | undefined): value is JsonObject {
  return isObject(value) && !Object.hasOwn(value, "$sensitive") && !Object.hasOwn(value, "$from");
}
