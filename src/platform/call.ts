import type { z } from "zod";
import type { Operation, ParamsOf } from "../contract/operation.ts";
import type { Found } from "./lookups.ts";
import type { State, Token } from "./store/state.ts";

/** The object name of a path parameter: `teamId` is `team`. */
type NameOf<P> = P extends `${infer Name}Id` ? Name : P extends `${infer Name}Slug` ? Name : P;

/** Operations whose last path parameter need not exist yet: they create it then. */
export const upserts = ["putOpenApiSpec"] as const;

type IsUpsert<O> = O extends { readonly name: (typeof upserts)[number] } ? true : false;

type LastOf<Path extends string> = Path extends `${string}{${infer Rest}`
  ? Rest extends `${string}{${string}`
    ? LastOf<Rest>
    : Rest extends `${infer Name}}${string}`
      ? Name
      : never
  : never;

type FoundIn<O extends Operation> = {
  readonly [P in keyof ParamsOf<O> & keyof Found as NameOf<P> & string]: IsUpsert<O> extends true
    ? P extends LastOf<O["path"]>
      ? Found[P] | undefined
      : Found[P]
    : Found[P];
};

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** The context of every handler: the caller's token and the time. */
export interface Caller {
  readonly state: State;
  readonly token: Token;
  /** Time of the call, ISO 8601; the same for the whole call. */
  readonly now: string;
  /** Address of the platform without `/v1`, for links to itself. */
  readonly baseUrl: string;
}

/** A call after every check that needs no handler: objects found, query and body parsed. */
export interface Call<O extends Operation> extends Caller {
  readonly found: FoundIn<O>;
  readonly params: ParamsOf<O>;
  readonly query: Parsed<O["query"]>;
  readonly body: Parsed<O["body"]>;
}

/** All rows of a list, and how one is shown; the machine cuts the page out (A6). */
export interface Listing<Item> {
  readonly ids: readonly string[];
  readonly show: (id: string) => Item;
  /** The other fields of each page of the list, such as `stats` (2.21). */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** A listing of an operation whose pages have other fields. */
type ListingOf<O, Item> = O extends { readonly listExtra: infer E extends z.ZodType }
  ? Listing<Item> & { readonly extra: z.output<E> }
  : Listing<Item>;

type AnswersOf<A> = {
  [S in keyof A]: A[S] extends z.ZodType
    ? { readonly status: S; readonly body: z.output<A[S]> }
    : { readonly status: S; readonly body?: undefined };
}[keyof A];

/** The result of a handler: a listing, or one of the answers of the contract. */
type Reply<O extends Operation> = O extends { readonly list: infer I extends z.ZodType }
  ? ListingOf<O, z.output<I>>
  : O extends { readonly answers: infer A }
    ? AnswersOf<A>
    : never;

/** Does one operation. Everything is checked before the first change, so that a refusal changes nothing. */
type Handler<O extends Operation> = (call: Call<O>) => Reply<O>;

/** A handler for each operation of a part. */
export type HandlersOf<Operations extends Readonly<Record<string, Operation>>> = {
  readonly [N in keyof Operations]: Handler<Operations[N]>;
};

/** A handler as the machine calls it, when the operation is known only at run time. */
export type AnyHandler = (call: Caller & { readonly [key: string]: unknown }) => AnyReply;

/** The result of any handler. */
export type AnyReply = Listing<unknown> | { readonly status: number; readonly body?: unknown };

/** The listing of a table's rows. */
export function listing<T extends { readonly id: string }, Item>(
  all: readonly T[],
  show: (row: T) => Item,
): Listing<Item> {
  const byId = new Map(all.map((row) => [row.id, row]));
  return { ids: all.map((row) => row.id), show: (id) => show(byId.get(id) as T) };
}
