import { type Address, keyPattern } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import { error, type Source } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import { idOfKey } from "../../model/kind-index.ts";
import { checkValue } from "../check/check-value.ts";
import type { Report } from "../check/report.ts";
import {
  type Entry,
  entryOf,
  isFailed,
  isInterpolated,
  placeOf,
  type Tree,
  textOf,
  toJson,
} from "../read/tree.ts";
import { type KindIndex, withArticle } from "./kind-slots.ts";

/** What reading needs everywhere. `drafts` is filled in the order of files. */
export interface Context {
  readonly index: KindIndex;
  readonly report: Report;
  readonly drafts: Draft[];
}

/** A resource with the values it was read from, for the checks across resources. */
export interface Draft {
  readonly kind: Kind;
  readonly resource: DesiredResource;
  /** All that is written in it, with what it holds. */
  readonly entries: readonly Entry[];
}

/** The value of a field as it is written; of the key field, which the key stands for, at least the key. */
export function writtenIn({ kind, resource, entries }: Draft, field: string): Tree | undefined {
  const written = entries.find(({ key }) => key === field)?.value;
  if (written !== undefined || field !== kind.keyField) return written;
  return { type: "scalar", source: resource.source, value: resource.key };
}

/**
 * A resource that is found and still to be read: where it stands, and what is written in it. Each has all the keys: what
 * is read of thousands of objects of one form is read faster.
 */
export interface Pending {
  readonly organization: string;
  readonly kind: Kind;
  readonly key: string;
  /** Place of its key. */
  readonly source: Source;
  readonly address: Address;
  readonly parent: Address | undefined;
  readonly container: Address | undefined;
  /** Told once all items of what it stands in are found. */
  index: number | undefined;
  readonly entries: readonly Entry[];
  /** What is written could not be read, so nothing is to be said about what is missing. */
  readonly unreadable: boolean;
}

const keyHint = 'a key is letters, digits, "-" and "_", and starts with a letter or a digit';

/** Checks the key of a resource in a map. The schema of its key field says what it may be, unless that is written. */
export function checkKey({ report }: Context, kind: Kind, { key, source, value }: Entry): void {
  const field = kind.keyField === undefined ? undefined : kind.fields[kind.keyField];
  const isWritten = kind.keyField !== undefined && entryOf(value, kind.keyField) !== undefined;
  if (idOfKey(kind, key) !== undefined) return;
  if ((field === undefined || isWritten) && keyPattern.test(key)) return;
  if (field === undefined) report.add(error("DF1005", `"${key}" cannot be a key`, { source, hint: keyHint }));
  else {
    const name = `the key "${key}" of ${withArticle(kind)}`;
    report.add(checkValue(field.schema, { name, source, value: { type: "scalar", source, value: key } }));
  }
}

/** The text of a key that is written as a value, `section: guides`; undefined, with an error, when it is none. */
export function readKey({ report }: Context, entry: Entry, pattern = /(?:)/): string | undefined {
  const { key: name, value } = entry;
  const source = placeOf(entry);
  const text = textOf(value);
  if (isFailed(value)) return undefined;
  if (isInterpolated(value)) {
    report.add(error("DF1007", `${name} is a key here, so it cannot be interpolated`, { source }));
    return undefined;
  }
  if (text !== undefined && pattern.test(text)) return text;
  const message = text === undefined ? `${name} must be a key` : `"${text}" cannot be a key`;
  const hint = typeof toJson(value) === "number" ? "put it in quotes to make it text" : keyHint;
  report.add(error("DF1005", message, { source, hint }));
  return text;
}
