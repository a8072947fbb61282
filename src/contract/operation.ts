import * as z from "zod";
import type { JsonObject } from "../text/json.ts";
import type { Edition } from "./edition.ts";
import type { ItemFacts } from "./item-facts.ts";
import { once } from "./once.ts";
import { queryLimit } from "./resource.ts";
import type { Shortfall } from "./shortfall.ts";

/** HTTP methods that the reference uses. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * The permitted repetition of a call whose answer was lost. `safe`: it only reads. `idempotent`: a repetition
 * ends in the same state. `create`: a repetition may create a second object (A10), so reading resolves the call first.
 * `never`: no reading tells whether it was carried out, such as a mail (G2). It belongs to the operation, and not to the
 * method: `PUT /orgs/{organizationId}/teams` creates.
 */
export type Retry = "safe" | "idempotent" | "create" | "never";

/** The retry class of a method, unless an operation says another one. */
const usualRetries = {
  GET: "safe",
  PUT: "idempotent",
  PATCH: "idempotent",
  DELETE: "idempotent",
  POST: "create",
} as const satisfies Record<Method, Retry>;

interface OperationFacts {
  readonly summary: string;
  /** The status that means: the requested state already holds, and the call changes nothing (A2). */
  readonly unchanged?: number;
  /** The status that means: people are asked to do it, and nothing is done yet. */
  readonly requested?: number;
  /** Why an answer with the status of a success says that the call did not do all that it was to do. */
  readonly shortfall?: (answer: JsonObject) => Shortfall | undefined;
  /** Its body is a list of items, each with a result of its own in the answer. */
  readonly items?: ItemFacts;
  /** Pointers to secrets in its answers. The client removes them before anybody sees an answer. */
  readonly secrets?: readonly string[];
  /** An effect that people must know before they send it. */
  readonly warning?: string;
  readonly deprecated?: true;
  /** The editions that have it; all of them, when left out. */
  readonly editions?: readonly Edition[];
}

interface OperationSchemas {
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** Schema of one item, for a list with the paging envelope of 2.1. */
  readonly list?: z.ZodType;
  /** The extra fields of a paged list, such as the `stats` of link lists (2.21). */
  readonly listExtra?: z.ZodObject;
  /** Success answers by status; `null` is an empty body. A paged list needs none: it is 200 with the envelope. */
  readonly answers?: Readonly<Record<number, z.ZodType | null>>;
}

/**
 * One operation as a part file writes it down; `defineOperations` adds its name and part. Schemas are functions that make
 * them: a command uses few operations, and to make the schemas of all takes longer than many commands run.
 */
type OperationDefinition = OperationFacts & {
  /** Method, and template of the path below `/v1`, with `{parameter}` for each path parameter. */
  readonly call: `${Method} /${string}`;
  /** Left out, it is the usual one of the method. */
  readonly retry?: Retry;
} & {
  readonly [Use in Exclude<keyof OperationSchemas, "answers">]?: () => NonNullable<OperationSchemas[Use]>;
} & { readonly answers?: Readonly<Record<number, (() => z.ZodType) | null>> };

/** An operation of the API: the one description that client, platform and OpenAPI document share. */
export interface Operation extends OperationFacts, OperationSchemas {
  readonly name: string;
  /** The part of the reference with this operation, such as `4.10`. */
  readonly part: string;
  readonly method: Method;
  readonly path: string;
  readonly retry: Retry;
}

type Made<T> = T extends () => infer Schema ? Schema : T;

type MadeOperation<D> = {
  readonly [Key in keyof D]: Key extends "answers"
    ? { readonly [Status in keyof D[Key]]: Made<D[Key][Status]> }
    : Made<D[Key]>;
};

/** Method and path, as types: what a call takes depends on them. */
type Parts<Call> = Call extends `${infer M extends Method} ${infer Path}`
  ? { readonly method: M; readonly path: Path }
  : never;

type Named<T extends Readonly<Record<string, OperationDefinition>>> = {
  readonly [N in keyof T]: MadeOperation<Omit<T[N], "call" | "retry">> &
    Parts<T[N]["call"]> &
    Pick<Operation, "part" | "retry"> & { readonly name: N & string };
};

/**
 * Names the operations of one part of the reference by their keys. Their schemas are created when first read.
 */
export function defineOperations<const T extends Readonly<Record<string, OperationDefinition>>>(
  part: string,
  definitions: T,
): Named<T> {
  const named = Object.entries(definitions).map(([name, definition]) => [
    name,
    operationOf(name, part, definition),
  ]);
  return Object.fromEntries(named) as Named<T>;
}

function operationOf(name: string, part: string, { call, ...definition }: OperationDefinition): Operation {
  const [method, path = ""] = call.split(" ") as [Method, string];
  return withDefinition({ retry: usualRetries[method], name, part, method, path }, definition) as Operation;
}

type Differences = Partial<Omit<OperationDefinition, "call">>;

/**
 * An operation as another edition takes or answers it: whatever is not named stays. A body, a list and answers are
 * named whole.
 */
export function extendOperation<O extends Operation, const D extends Differences>(
  operation: O,
  differences: D,
): Omit<O, keyof D> & MadeOperation<D> {
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(operation));
  return withDefinition(copy, differences) as Omit<O, keyof D> & MadeOperation<D>;
}

function withDefinition(target: object, definition: Differences): object {
  const { query, body, list, listExtra, answers, ...facts } = definition;
  Object.assign(target, facts, answers && { answers: madeWhenRead({}, answers) });
  return madeWhenRead(target, { query, body, list, listExtra });
}

/** Adds properties that are made when somebody reads them. */
function madeWhenRead<T extends object>(
  target: T,
  makers: Readonly<Record<string, (() => unknown) | null | undefined>>,
): T {
  for (const [key, make] of Object.entries(makers))
    if (make !== undefined)
      Object.defineProperty(target, key, {
        enumerable: true,
        configurable: true,
        get: once<unknown>(make ?? (() => null)),
      });
  return target;
}

/** Query parameters of every paged list (4, PAGING; limits in 8 and A6). */
export const paging = once(() =>
  z.object({
    page: z.string().optional().describe("Identifier of the page of results"),
    limit: queryLimit().optional().describe("Items a page, at most 1000"),
  }),
);

/** The query of a paged list that takes these parameters too. */
export function pagedBy<Fields extends z.core.$ZodLooseShape>(parameters: () => Fields) {
  return once(() => paging().extend(parameters()));
}

/** The list envelope of 2.1. `next` is absent on the last page, `count` may be absent (A6). */
function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    next: z.object({ page: z.string() }).optional(),
    count: z.number().int().min(0).optional(),
    items: z.array(item),
  });
}

/** Does the operation change anything on the platform? */
export function mutates(operation: Operation): boolean {
  return operation.method !== "GET";
}

/** Names of the path parameters, in the order of the template. */
export function pathParameters({ path }: Pick<Operation, "path">): readonly string[] {
  const known = parameters.get(path) ?? [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  parameters.set(path, known);
  return known;
}

/** Path parameters by template: every call asks for them, and the templates are few. */
const parameters = new Map<string, readonly string[]>();

/** Schema of an answer by status; undefined for a status that the operation does not answer on success. */
export function answerSchema(operation: Operation, status: number): z.ZodType | null | undefined {
  if (operation.list === undefined) return operation.answers?.[status];
  if (status !== 200) return undefined;
  const known = pages.get(operation) ?? pageSchema(operation.list, operation.listExtra);
  pages.set(operation, known);
  return known;
}

/** Schemas of the pages of lists: making one takes longer than many uses of it. */
const pages = new WeakMap<Operation, z.ZodType>();

function pageSchema(list: z.ZodType, extra: Operation["listExtra"]): z.ZodType {
  const page = pageOf(list);
  return extra === undefined ? page : page.extend(extra.shape);
}

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

/** Path parameters of an operation, as an object of strings. */
export type ParamsOf<O extends Operation> = { readonly [N in ParameterNames<O["path"]>]: string };

/** Query of an operation as a caller writes it. */
export type QueryOf<O extends Operation> = O extends { readonly query: infer Q extends z.ZodType }
  ? z.input<Q>
  : undefined;

/** Body of an operation as a caller writes it. */
export type BodyOf<O extends Operation> = O extends { readonly body: infer B extends z.ZodType }
  ? z.input<B>
  : undefined;

/** One item of a paged list. */
export type ItemOf<O extends Operation> = O extends { readonly list: infer I extends z.ZodType }
  ? z.output<I>
  : never;

/** One page of a list: the envelope of 2.1. */
export interface Page<Item> {
  readonly next?: { readonly page: string } | undefined;
  readonly count?: number | undefined;
  readonly items: readonly Item[];
}

type ListExtraOf<O extends Operation> = O extends {
  readonly listExtra: infer E extends z.ZodType;
}
  ? z.output<E>
  : unknown;

/** The type of the answer on success; `undefined` for an empty body. */
export type AnswerOf<O extends Operation> = O extends { readonly list: infer I extends z.ZodType }
  ? Page<z.output<I>> & ListExtraOf<O>
  : O extends { readonly answers: infer A }
    ? { [S in keyof A]: A[S] extends z.ZodType ? z.output<A[S]> : undefined }[keyof A]
    : undefined;
