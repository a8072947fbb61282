import type { AnswerOf, ItemOf } from "../../contract/operation.ts";
import type { OperationName, OperationOf } from "../../contract/operations.ts";
import type { ChangeRequestState } from "../store/content-state.ts";
import type { SpaceState, State, Token } from "../store/state.ts";

/** The context of every handler: the caller's token and the time. */
export interface Caller {
  readonly state: State;
  readonly token: Token;
  /** Time of the call, ISO 8601; the same for the whole call. */
  readonly now: string;
  /** Address of the platform without `/v1`, for links to itself. */
  readonly baseUrl: string;
}

/** A space, or one of its change requests. */
export interface Place {
  readonly space: SpaceState;
  readonly changeRequest?: ChangeRequestState | undefined;
}

/** A call about a space or change request. */
export interface PlaceCall extends Caller {
  readonly found: Place;
}

/** An object as the answer of an operation shows it. */
export type View<N extends OperationName> = AnswerOf<OperationOf<N>>;

/** An item as the pages of a list show it. */
export type Item<N extends OperationName> = ItemOf<OperationOf<N>>;

/** All rows of a list, and how one is shown; the request handler cuts the page out (A6). */
export interface Listing<Row> {
  readonly ids: readonly string[];
  readonly show: (id: string) => Row;
  /** The other fields of each page of the list, such as `stats` (2.21). */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** The listing of a table's rows. */
export function listing<T extends { readonly id: string }, Row>(
  all: readonly T[],
  show: (row: T) => Row,
): Listing<Row> {
  const byId = new Map(all.map((row) => [row.id, row]));
  return { ids: all.map((row) => row.id), show: (id) => show(byId.get(id) as T) };
}
