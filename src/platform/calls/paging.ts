import type { Page } from "../../contract/operation.ts";
import { invalid } from "../http/refusal.ts";
import type { Listing } from "../resources/caller.ts";

/** The default number of items in a page (A6). */
const defaultLimit = 50;

/** The requested part of a list: the parsed `paging` of the contract. */
interface Cut {
  readonly page?: string | undefined;
  readonly limit?: number | undefined;
}

/** The place after an item: its id, and its index in case the item is gone meanwhile. */
interface Cursor {
  readonly index: number;
  readonly id: string;
}

function encode(list: string, { index, id }: Cursor): string {
  const text = encodeURIComponent(JSON.stringify([list, index, id]));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function decode(list: string, text: string): Cursor {
  try {
    const json = decodeURIComponent(atob(text.replaceAll("-", "+").replaceAll("_", "/")));
    const [, index, id]: readonly unknown[] = JSON.parse(json);
    const cursor = { index: Number(index), id: String(id) };
    if (Number.isInteger(index) && cursor.index >= 0 && encode(list, cursor) === text) return cursor;
  } catch {
    // refused below, like every other text that is no cursor of this list
  }
  throw invalid("page", "not a page of this list; take it from next.page of the page before");
}

function startOf(ids: readonly string[], { index, id }: Cursor): number {
  const at = ids[index - 1] === id ? index - 1 : ids.indexOf(id);
  return at >= 0 ? at + 1 : Math.min(index, ids.length);
}

/** A cursor that leads to the first page of a list. */
export function firstPage(list: string): string {
  return encode(list, { index: 0, id: "" });
}

/** One page of a listing (A6). `list` identifies the list: a cursor of another list is refused. */
export function cutPage<Item>(listing: Listing<Item>, list: string, { page, limit }: Cut): Page<Item> {
  const { ids, show, extra } = listing;
  const start = page === undefined ? 0 : startOf(ids, decode(list, page));
  const end = Math.min(start + (limit ?? defaultLimit), ids.length);
  const next = { page: encode(list, { index: end, id: ids[end - 1] ?? "" }) };
  return {
    ...(end < ids.length ? { next } : {}),
    count: ids.length,
    items: ids.slice(start, end).map(show),
    ...extra,
  };
}
