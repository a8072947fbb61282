import type { Address } from "../model/address.ts";
import type { Change, FieldChange } from "../model/documents/plan-document.ts";
import { groupBy } from "../model/group-by.ts";
import { equalJson, isObject, type Json, type JsonObject } from "../text/json.ts";
import type { Addresses } from "./addresses.ts";
import type { Expectations, ExpectedChange } from "./test-schema.ts";

/** The changes that a test expects, compared with those of the plan. */
export interface ChangesSeen {
  /** The expected addresses of which something else came. */
  readonly wrong: readonly WrongChange[];
  /** With `only`: what else changes, in the form of a test. */
  readonly others: JsonObject;
  /** The expectation that would pass. */
  readonly wanted: JsonObject;
}

interface WrongChange {
  readonly written: string;
  /** Undefined: nothing happens there. */
  readonly came: Json | undefined;
  readonly note?: string;
}

/** The expectation of a test for one address, and the changes there. */
interface Row {
  readonly written: string;
  readonly address: Address | undefined;
  readonly like: ExpectedChange;
  readonly there: readonly Change[];
}

/** Compares the changes of a plan with those that a test expects. `written` has the addresses in their order. */
export function compareChanges(
  expected: Expectations,
  written: readonly string[],
  changes: readonly Change[],
  addresses: Addresses,
): ChangesSeen {
  const rows = rowsOf(expected, written, changes, addresses);
  const wrong = rows.filter((row) => !isSo(row));
  const others = expected.only === true ? uncovered(rows, expected, changes, addresses) : [];
  const elsewhere = (listed: readonly Row[]): JsonObject =>
    inForm(
      others.filter(({ address }) => !listed.some((row) => row.address === address)),
      addresses,
    );
  const kept = rows.map((row) => [row.written, wantedAt(row, others)] as const);
  return {
    wrong: wrong.map((row) => wrongChange(row, addresses)),
    others: elsewhere(wrong),
    wanted: {
      ...Object.fromEntries(kept.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))),
      ...elsewhere(rows),
    },
  };
}

function rowsOf(
  { changes: expected = {} }: Expectations,
  written: readonly string[],
  changes: readonly Change[],
  { meant }: Addresses,
): readonly Row[] {
  const byAddress = groupBy(changes, ({ address }) => address);
  return written.map((text) => {
    const address = meant(text);
    const there = address === undefined ? [] : (byAddress.get(address) ?? []);
    return { written: text, address, like: expected[text] ?? {}, there };
  });
}

/** The changes that a test names neither below `changes` nor below `blocked`. */
function uncovered(
  rows: readonly Row[],
  { blocked = [] }: Expectations,
  changes: readonly Change[],
  { meant }: Addresses,
): readonly Change[] {
  const asBlocked = blocked.map((text) => ({ address: meant(text), like: "blocked" as const }));
  const covering = [...rows, ...asBlocked];
  return changes.filter((change) => !covering.some((row) => isCovered(row, change)));
}

/** Does the test expect this change? */
function isCovered({ address, like }: Pick<Row, "address" | "like">, change: Change): boolean {
  const actions = typeof like === "string" ? [like] : Object.keys(like);
  return address === change.address && actions.includes(change.action);
}

/** The expectation that would pass for an address: the written one when it is met. */
function wantedAt(row: Row, others: readonly Change[]): Json | undefined {
  const isWhole = isSo(row) && !others.some(({ address }) => address === row.address);
  return isWhole ? (row.like as Json) : formOf(row.like, row.there);
}

function wrongChange(row: Row, addresses: Addresses): WrongChange {
  const { written, address, like, there } = row;
  const note = address === undefined ? addresses.unknown(written) : noteOn(row);
  return { written, came: formOf(like, there), ...(note === undefined ? {} : { note }) };
}

/** Changes that no test expects, by address. */
function inForm(changes: readonly Change[], { shown }: Addresses): JsonObject {
  const byAddress = groupBy(changes, ({ address }) => shown(address));
  return Object.fromEntries([...byAddress].map(([key, of]) => [key, formOf("update", of) ?? null]));
}

function isSo({ like: expected, there }: Row): boolean {
  if (typeof expected === "string") return there.some(({ action }) => action === expected);
  return Object.entries(expected).every(([name, fields]) => {
    const change = there.find(({ action }) => action === name);
    return change !== undefined && hasFields(change, fields);
  });
}

function hasFields(change: Change, expected: Json | undefined): boolean {
  if (Array.isArray(expected))
    return expected.every((name) => fieldsOf(change).some(({ path }) => path === name));
  if (!isObject(expected)) return true;
  return Object.entries(expected).every(([name, value]) => {
    const field = fieldsOf(change).find(({ path }) => path === name);
    return field !== undefined && field.sensitive !== true && equalJson(afterOf(field), value);
  });
}

function fieldsOf({ fields = [] }: Change): readonly FieldChange[] {
  return fields;
}

function afterOf({ after = null }: FieldChange): Json {
  return after;
}

/** The changes in the form in which a test writes what it expects; undefined when there are none. */
function formOf(like: ExpectedChange, there: readonly Change[]): Json | undefined {
  const [first, ...more] = there;
  if (first === undefined) return undefined;
  if (typeof like === "string" && more.length === 0) return first.action;
  const expected: Readonly<Record<string, Json | undefined>> = typeof like === "string" ? {} : like;
  return Object.fromEntries(
    there.map((change) => [
      change.action,
      fieldsInForm(change, expected[change.action], typeof like !== "string"),
    ]),
  );
}

/** The fields as a test writes them: names where it has names, else values, of the fields that it names. */
function fieldsInForm(change: Change, like: Json | undefined, hasValues: boolean): Json {
  const fields = fieldsOf(change);
  if (Array.isArray(like)) return fields.map(({ path }) => path);
  if (like === null || !hasValues) return null;
  const named = isObject(like) ? fields.filter(({ path }) => Object.hasOwn(like, path)) : fields;
  const shown = named.filter(({ sensitive }) => sensitive !== true);
  return Object.fromEntries(shown.map((field) => [field.path, afterOf(field)]));
}

/** Why a field cannot be compared, or why something is blocked. */
function noteOn({ like, there }: Row): string | undefined {
  const forms: readonly unknown[] = typeof like === "string" ? [] : Object.values(like);
  const named = forms.flatMap((form) => (isObject(form) ? Object.keys(form) : []));
  const isHidden = ({ path, sensitive }: FieldChange): boolean => sensitive === true && named.includes(path);
  const hidden = there.flatMap(fieldsOf).find(isHidden);
  if (hidden !== undefined) return `the value of ${hidden.path} is not shown: write its name in a list`;
  return there.find(({ action }) => action === "blocked")?.reason;
}
