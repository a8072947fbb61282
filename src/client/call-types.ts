import type { AnswerOf, BodyOf, ItemOf, ParamsOf, QueryOf } from "../contract/operation.ts";
import type { OperationName, OperationOf, operations } from "../contract/operations.ts";

type Contract = typeof operations;
type Nothing = Record<never, never>;

/** Names of the operations that only read. */
export type ReadOperationName = {
  [N in OperationName]: Contract[N]["method"] extends "GET" ? N : never;
}[OperationName];

/** Names of the paged lists. */
export type ListOperationName = {
  [N in OperationName]: Contract[N] extends { readonly list: unknown } ? N : never;
}[OperationName];

/** The answer type of an operation. */
export type Answer<N extends OperationName> = AnswerOf<OperationOf<N>>;

/** One item of a paged list. */
export type Item<N extends ListOperationName> = ItemOf<OperationOf<N>>;

type ParamsPart<Params> = keyof Params extends never
  ? { readonly params?: never }
  : { readonly params: Params };

// On the wire a limit is text; callers write a number.
type Written<Query> = {
  readonly [K in keyof Query]: K extends "limit" ? number | undefined : Query[K];
};

type QueryPart<Query> = [Query] extends [undefined]
  ? { readonly query?: never }
  : { readonly query?: Written<Query> };

type BodyPart<Body> = [Body] extends [undefined]
  ? { readonly body?: never }
  : Nothing extends Body
    ? { readonly body?: Body }
    : { readonly body: Body };

/**
 * The argument type of an operation: path parameters, query and body, each only where the operation has it.
 */
export type CallArgs<N extends OperationName> = ParamsPart<ParamsOf<OperationOf<N>>> &
  QueryPart<QueryOf<OperationOf<N>>> &
  BodyPart<BodyOf<OperationOf<N>>>;

/** The argument type of a whole list, without the cursor. */
export type ListArgs<N extends ListOperationName> = ParamsPart<ParamsOf<OperationOf<N>>> &
  QueryPart<Omit<QueryOf<OperationOf<N>>, "page">>;

/** Arguments as a rest parameter: optional only when the operation needs none. */
export type Rest<Args> = Nothing extends Args ? [args?: Args] : [args: Args];
