import { type Operation, pathParameters } from "../../contract/operation.ts";
import type { Step } from "../../model/documents/plan-document.ts";
import type { Field, Kind } from "../../model/kind.ts";
import { apiName, keyFields } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import { isAsWritten, liveValue } from "../../planner/match/identity.ts";
import { plainText, writtenAlike } from "../../planner/match/written-alike.ts";
import { treeField } from "../../planner/tree/tree-kind.ts";
import {
  atPointer,
  canonicalJson,
  equalJson,
  isObject,
  type Json,
  type JsonObject,
} from "../../text/json.ts";

/** How to see in a list whether a create was carried out whose answer was lost (A10). */
export interface ReadBack {
  /** What it makes something of. */
  readonly kind: Kind;
  readonly list: Operation;
  readonly params: JsonObject;
  /** Equal for creates whose results cannot be told apart in the list. */
  readonly looks: string;
  /** Those of the items which were not there before that look as what the step makes; `all`: before, and now. */
  readonly fitting: (news: readonly JsonObject[], all: readonly JsonObject[]) => readonly JsonObject[];
}

/** The read-back of a step whose params and body are complete, when it makes something of a kind. */
export function readBackOf(
  kinds: readonly Kind[],
  step: Pick<Step, "operation" | "params" | "body">,
  organization: Json,
): ReadBack | undefined {
  const isMade = ({ name, retry }: Operation): boolean => name === step.operation && retry === "create";
  const maker = kinds.find(({ operations: { create } }) => create !== undefined && isMade(create));
  const copier = kinds.find(({ tree }) => tree?.copy?.name === step.operation);
  const kind = maker ?? copier;
  if (kind === undefined) return undefined;
  const list = kind.operations.read;
  const params = listParams(list, step, organization);
  const own =
    maker === undefined
      ? asCopy(kind, step.params)
      : asMade(kinds, kind, isObject(step.body) ? step.body : {});
  return { kind, list, params, ...own, looks: `${list.name} ${canonicalJson(params)} ${own.looks}` };
}

/** What a list is asked with that shows what a call is about. */
export function listParams(
  list: Operation,
  { params }: Pick<Step, "params">,
  organization: Json,
): JsonObject {
  return Object.fromEntries(
    pathParameters(list).map((name) => [
      name,
      params[name] ?? (name === "organizationId" ? organization : ""),
    ]),
  );
}

type Looks = Pick<ReadBack, "looks" | "fitting">;

/** Something made by a body: it has what the body says, as exactly as the platform keeps it. */
function asMade(kinds: readonly Kind[], kind: Kind, body: JsonObject): Looks {
  const sent = sentFields(kind, body);
  const names = new Set([...kind.required, ...keyFields(kind)]);
  const identity = sent.filter(({ name }) => names.has(name));
  const first = firstSent(kinds, kind, body);
  const isHeld = (item: JsonObject): boolean =>
    equalJson(holderIn(kind, item), holderSent(kind, body)) && first(item);
  const has = (item: JsonObject, { name, field, value }: Sent): boolean =>
    isAsWritten(field, shown(kind, name, item), value);
  const isLike = (item: JsonObject, { name, value }: Sent): boolean =>
    writtenAlike(shown(kind, name, item) ?? null, value);
  return {
    looks: canonicalJson([holderSent(kind, body), ...identity.map(({ value }) => plainText(value))]),
    fitting: (news) => {
      const held = news.filter(isHeld);
      const exact = held.filter((item) => sent.every((one) => has(item, one)));
      // The platform may keep what it was sent in another way: better one that is nearly the same than a second one.
      return exact.length > 0 ? exact : held.filter((item) => identity.every((one) => isLike(item, one)));
    },
  };
}

/** A copy looks like what it was made from, beside it. */
function asCopy(kind: Kind, params: Step["params"]): Looks {
  const original = params[kind.idParam];
  return {
    looks: `copy of ${String(original)}`,
    fitting: (news, all) => {
      const seen = all.filter(({ id }) => id === original);
      // The original may get another title and another place meanwhile: the copy was made at any time between.
      const from = seen.flatMap((one) => seen.map((other) => inPlaceOf(kind, one, other)));
      return news.filter((item) => from.some((one) => isCopy(kind, item, one)));
    },
  };
}

function isCopy(kind: Kind, item: JsonObject, original: JsonObject): boolean {
  const isBeside = equalJson(holderIn(kind, item), holderIn(kind, original));
  return isBeside && kind.label(item) === kind.tree?.copyName?.(kind.label(original));
}

/** One item, standing where another one does; both as a list shows them. */
function inPlaceOf(kind: Kind, item: JsonObject, other: JsonObject): JsonObject {
  const name = holderSentAs(kind);
  if (name === undefined) return item;
  const { [name]: _, ...rest } = item;
  const place = other[name];
  return place === undefined ? rest : { ...rest, [name]: place };
}

/** A field that a body sets, in the form in which it is compared. */
interface Sent {
  readonly name: string;
  readonly field: Field;
  readonly value: Json;
}

function sentFields(kind: Kind, body: JsonObject): readonly Sent[] {
  return Object.entries(kind.fields).flatMap(([name, field]: [string, Field]): Sent[] => {
    const raw = body[apiName(name, field)];
    if (raw === undefined || field.membership !== undefined || field.tree !== undefined) return [];
    const value = field.write === undefined ? raw : field.read?.(body);
    // What is built of parts may come back in another form, and says nothing about who made it.
    return value === undefined || (typeof value === "object" && value !== null)
      ? []
      : [{ name, field, value }];
  });
}

function shown(kind: Kind, name: string, answer: JsonObject): Json | undefined {
  const live: LiveResource = { kind: kind.name, id: "", organization: "", answer, memberships: {} };
  return liveValue(kind, name, live);
}

/** What a new one is put into; null for the root. */
function holderSent(kind: Kind, body: JsonObject): Json {
  const name = holderSentAs(kind);
  return (name === undefined ? undefined : body[name]) ?? null;
}

/** What a body says with what something is to stand in; undefined for a kind that is not put into anything. */
export function holderSentAs(kind: Kind): string | undefined {
  const name = treeField(kind, "holder");
  const field = name === undefined ? undefined : kind.fields[name];
  return name === undefined || field === undefined ? kind.sequence?.containerBody : apiName(name, field);
}

/** What an item of a list stands in; null for the root. */
export function holderIn(kind: Kind, item: JsonObject): Json {
  if (holderSentAs(kind) === undefined) return null;
  const name = treeField(kind, "holder");
  return (name === undefined ? kind.sequence?.containerOf(item) : shown(kind, name, item)) ?? null;
}

/** Does an item hold the first child that the body names, as far as it shows? */
function firstSent(
  kinds: readonly Kind[],
  { sequence }: Kind,
  body: JsonObject,
): (item: JsonObject) => boolean {
  const first = sequence?.firstChild;
  const child = kinds.find(({ name }) => name === first?.kind);
  const sent = first === undefined ? undefined : body[first.body];
  if (first === undefined || child === undefined || sent === undefined) return () => true;
  return (item) => {
    const answer = atPointer(item, first.pointer.replace(/\/id$/, ""));
    const value = isObject(answer) ? shown(child, first.field, answer) : undefined;
    return value === undefined || equalJson(value, sent);
  };
}
