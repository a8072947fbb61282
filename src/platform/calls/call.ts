import type { z } from "zod";
import type { gitbookOperations } from "../../contract/gitbook/operations.ts";
import type { Operation, ParamsOf } from "../../contract/operation.ts";
import type { OperationName, OperationOf, operations } from "../../contract/operations.ts";
import type { Caller, Listing } from "../resources/caller.ts";
import type { Found } from "./lookups.ts";

/** The object name of a path parameter: `teamId` is `team`. */
type NameOf<P> = P extends `${infer Name}Id` ? Name : P extends `${infer Name}Slug` ? Name : P;

/** The operation whose last path parameter need not exist yet: it creates it then. */
export const upsert = "putOpenApiSpec";

type FoundIn<O extends Operation> = {
  readonly [P in keyof ParamsOf<O> & keyof Found as NameOf<P> & string]:
    | Found[P]
    | (O["name"] extends typeof upsert ? (P extends "specSlug" ? undefined : never) : never);
};

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** A call of an operation after every check that needs no handler: objects found, query and body parsed. */
export type CallOf<O extends Operation> = Caller & {
  readonly found: FoundIn<O>;
  readonly params: ParamsOf<O>;
  readonly query: Parsed<O["query"]>;
  readonly body: Parsed<O["body"]>;
};

/** A call of the operation of the reference with that name. */
export type Call<N extends OperationName> = CallOf<OperationOf<N>>;

/** A call of the operation of the edition gitbook with that name. */
export type GitbookCall<N extends keyof typeof gitbookOperations> = CallOf<(typeof gitbookOperations)[N]>;

/** The same call with another body, for a handler that takes fewer fields. */
export function withBody<C extends { readonly body: unknown }, B>(
  call: C,
  body: B,
): Omit<C, "body"> & { readonly body: B } {
  return Object.assign(Object.create(call), { body });
}

/** A call with these objects in its path. */
export type CallAt<P extends keyof Found> = Caller & {
  readonly found: { readonly [K in P as NameOf<K> & string]: Found[K] };
};

/** The answer of a handler with another status than the usual one of its operation. */
export class Answer<Body> {
  readonly status: number;
  readonly body: Body;
  /** No object with the same fields is one by mistake. */
  protected readonly isAnswer = true;

  constructor(status: number, body: Body) {
    this.status = status;
    this.body = body;
  }
}

// biome-ignore lint/suspicious/noConfusingVoidType: a handler without a body to answer returns nothing
type BodyOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : void;

/** The result of a handler: a listing, or the body of the answer. */
type Reply<O extends Operation> = O extends { readonly list: infer I extends z.ZodType }
  ? Listing<z.output<I>>
  : O extends { readonly answers: infer A }
    ? { [S in keyof A]: BodyOf<A[S]> | Answer<BodyOf<A[S]>> }[keyof A]
    : never;

/** Does each operation. Everything is checked before the first change, so that a refusal changes nothing. */
export type HandlersOf<All extends Readonly<Record<string, Operation>>> = {
  readonly [N in keyof All]: (call: CallOf<All[N]>) => Reply<All[N]>;
};

/** The handlers of the reference. */
export type Handlers = HandlersOf<typeof operations>;

/** A handler as the request handler calls it, when the operation is known only at run time. */
export type AnyHandler = (call: Caller & { readonly [key: string]: unknown }) => unknown;
