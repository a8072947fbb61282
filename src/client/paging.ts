import type { Operation, Page } from "../contract/operation.ts";
import { canonicalJson, isObject, type Json } from "../core/json.ts";
import { ApiError } from "./errors.ts";
import type { Send, SendArgs } from "./exchange.ts";
import { fillPath } from "./url.ts";

/** Items a page: the most that the API gives (8). */
const pageSize = 1000;
/** More pages than any list has: a platform that never ends a list must not hold the client for ever. */
const maxPages = 10_000;

/** What a list is read with. */
export type ListInput = Omit<SendArgs, "body">;

/**
 * The pages of a list, one after the other (A6). Fails as `incomplete` when a cursor is empty or comes twice:
 * what follows it is then out of reach.
 */
export async function* readPages(
  send: Send,
  operation: Operation,
  input: ListInput,
): AsyncGenerator<Page<Json>> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const query = { limit: pageSize, ...input.query, page: cursor };
    const page = asPage(await send(operation, { ...input, query }));
    yield page;
    cursor = page.next?.page;
    if (cursor === undefined) return;
    if (cursor === "") throw incomplete(operation, input, "the cursor of the next page is empty");
    if (seen.has(cursor)) throw incomplete(operation, input, "the cursors of the pages go in a circle");
    seen.add(cursor);
  } while (seen.size < maxPages);
  throw incomplete(operation, input, `it does not end after ${maxPages} pages`);
}

/**
 * All items of a list, or an `incomplete` error: nothing may be concluded from a list that is not whole. Beyond
 * the cursors, the same item twice and a `count` that differs from the number of items tell of pages that
 * shifted while they were read.
 */
export async function readAll(send: Send, operation: Operation, input: ListInput): Promise<readonly Json[]> {
  const items: Json[] = [];
  const identities = new Set<string>();
  const counts = new Set<number>();
  for await (const page of readPages(send, operation, input)) {
    for (const item of page.items) {
      items.push(item);
      identities.add(identityOf(item));
    }
    if (page.count !== undefined) counts.add(page.count);
    if (identities.size < items.length) throw incomplete(operation, input, "an item came twice");
  }
  for (const count of counts)
    if (count !== items.length)
      throw incomplete(operation, input, `the platform counts ${count} items and sent ${items.length}`);
  return items;
}

/** An item without an id, such as a membership, is known by all that it holds. */
function identityOf(item: Json): string {
  return isObject(item) && typeof item.id === "string" ? item.id : canonicalJson(item);
}

/** The exchange has held the answer against the envelope of 2.1. */
function asPage(answer: Json | undefined): Page<Json> {
  return answer as unknown as Page<Json>;
}

function incomplete(operation: Operation, input: ListInput, reason: string): ApiError {
  const filled = fillPath(operation, input.params ?? {});
  return new ApiError(operation, {
    kind: "incomplete",
    reason,
    path: "path" in filled ? filled.path : operation.path,
  });
}
