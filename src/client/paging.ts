import type { Operation, Page } from "../contract/operation.ts";
import { canonicalJson, isObject, type Json, type JsonObject } from "../text/json.ts";
import type { CallLock } from "./call-lock.ts";
import { ApiError } from "./errors.ts";
import type { Send, SendArgs } from "./send.ts";
import { fillPath } from "./url.ts";

/** Items a page: the most that the API gives (8). */
const pageSize = 1000;
/** More pages than any list has: a platform that never ends a list must not hold the client for ever. */
const maxPages = 10_000;

/** The input of a list read. */
export type ListInput = Omit<SendArgs, "body">;

/**
 * Reads the pages of a list one after the other (A6). Fails as `incomplete` when a cursor is empty, repeated or
 * refused, since the pages after it cannot be read.
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
    const answer = send(operation, { ...input, query });
    const page = asPage(
      await (cursor === undefined ? answer : answer.catch(unknownCursor(operation, input))),
    );
    cursor = page.next?.page;
    if (cursor === "") throw incomplete(operation, input, "the cursor of the next page is empty");
    // Before its items, which came already: the cursor is the cause (G7).
    if (seen.has(cursor ?? "")) throw incomplete(operation, input, "the cursors of the pages go in a circle");
    yield page;
    if (cursor === undefined) return;
    seen.add(cursor);
  } while (seen.size < maxPages);
  throw incomplete(operation, input, `it does not end after ${maxPages} pages`);
}

/** A platform that no longer knows its own cursor (400) may have lost the item that it stood for. */
function unknownCursor(operation: Operation, input: ListInput): (problem: unknown) => never {
  return (problem) => {
    if (!(problem instanceof ApiError && problem.status === 400)) throw problem;
    throw incomplete(operation, input, `the cursor of the next page is refused: ${problem.reason}`);
  };
}

/** A whole list, with the other fields of its first page, such as the `stats` of link lists. */
export interface WholeList {
  readonly items: readonly Json[];
  readonly extra: JsonObject;
}

/** Reads a list whole, or fails as `incomplete`. */
export type ReadList = (operation: Operation, input: ListInput) => Promise<WholeList>;

/**
 * All items of a list, or an `incomplete` error: nothing may be concluded from a list that is not whole. The list may
 * have changed meanwhile, so it is read once more, from its first page. This client changes nothing then: its own calls
 * must not look like a broken platform.
 */
export async function readWhole(
  send: Send,
  withoutChanges: CallLock["withoutChanges"],
  operation: Operation,
  input: ListInput,
): Promise<WholeList> {
  return readOnce(send, operation, input).catch((problem: unknown) => {
    if (!(problem instanceof ApiError && problem.kind === "incomplete")) throw problem;
    return withoutChanges(() => readOnce(send, operation, input));
  });
}

/** The same item twice, or a `count` that differs from the number of items, tells of pages that do not fit together. */
async function readOnce(send: Send, operation: Operation, input: ListInput): Promise<WholeList> {
  const items: Json[] = [];
  const identities = new Set<string>();
  let counted: number | undefined;
  let extra: JsonObject | undefined;
  for await (const { items: more, count, next: _, ...beside } of readPages(send, operation, input)) {
    extra ??= beside as JsonObject;
    counted ??= count;
    // Two different counts cannot both be right, so the remaining pages need not be read.
    if (count !== undefined && count !== counted)
      throw incomplete(
        operation,
        input,
        `the platform counts ${counted} items, and ${count} on a later page`,
      );
    for (const item of more) {
      const identity = identityOf(item);
      if (identities.has(identity ?? "")) throw incomplete(operation, input, "an item came twice");
      if (identity !== undefined) identities.add(identity);
      items.push(item);
    }
  }
  if (counted !== undefined && counted !== items.length)
    throw incomplete(operation, input, `the platform counts ${counted} items and sent ${items.length}`);
  return { items, extra: extra ?? {} };
}

/**
 * The identity of an item: its id, or the ids that it joins, such as a membership. A link has no identity,
 * because a page may contain the same link twice.
 */
function identityOf(item: Json): string | undefined {
  if (!isObject(item)) return canonicalJson(item);
  if (typeof item.id === "string") return item.id;
  const ids = Object.values(item).flatMap((inner) =>
    isObject(inner) && typeof inner.id === "string" ? [inner.id] : [],
  );
  return ids.length === 0 ? undefined : canonicalJson(ids);
}

/** The exchange has held the answer against the envelope of 2.1. */
function asPage(answer: Json | undefined): Page<Json> {
  return answer as unknown as Page<Json>;
}

function incomplete(operation: Operation, input: ListInput, reason: string): ApiError {
  const filled = fillPath(operation, input.params ?? {});
  const path = "path" in filled ? filled.path : operation.path;
  return new ApiError(operation, { kind: "incomplete", reason, path });
}
