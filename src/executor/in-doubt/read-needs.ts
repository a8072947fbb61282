import type { Step } from "../../model/documents/plan-document.ts";
import type { Field, Kind, Membership } from "../../model/kind.ts";
import { apiName } from "../../model/kind-index.ts";
import { treeField } from "../../planner/tree/tree-kind.ts";
import { isObject, type Json, type JsonObject } from "../../text/json.ts";
import { holderIn, holderSentAs } from "./read-back.ts";
import { peopleSetBy } from "./read-members.ts";

/** Something that something else cannot be without: whoever deletes it, deletes that too. */
export interface Need {
  readonly id: string;
  /** Kinds that it may be of. */
  readonly kinds: readonly Kind[];
}

/**
 * What has to be there for what a create or a copy makes of a kind. If one of these is gone, so is what the call made,
 * were it carried out. `before` is what the list of the kind showed before the call.
 */
export function needsOf(
  kinds: readonly Kind[],
  kind: Kind,
  step: Pick<Step, "operation" | "params" | "body">,
  before: readonly JsonObject[],
): readonly Need[] {
  const isCopy = kind.tree?.copy?.name === step.operation;
  const body = isObject(step.body) ? step.body : {};
  const named = isCopy ? ofCopy(kind, step.params, before) : ofMade(kinds, kind, body);
  return named.flatMap(([names, id]): Need[] =>
    typeof id === "string" ? [{ id, kinds: kinds.filter(({ name }) => names.includes(name)) }] : [],
  );
}

/** The people that a bulk call adds, or gives a role: who leaves the organization leaves what they were members of. */
export function needsOfMembers(
  kinds: readonly Kind[],
  { of }: Membership,
  body: Json | undefined,
): readonly Need[] {
  const people = kinds.filter(({ name }) => name === of);
  return peopleSetBy(body).map((id) => ({ id, kinds: people }));
}

/** Names of kinds, and the id of something that is of one of them, if there is one. */
type Named = readonly [readonly string[], Json | undefined];

/** A copy was made beside its original (A16), which may have been moved since. */
function ofCopy(kind: Kind, params: Step["params"], before: readonly JsonObject[]): readonly Named[] {
  const original = params[kind.idParam];
  const places = before.filter(({ id }) => id === original).map((item) => holderIn(kind, item));
  return [[[kind.name], original], ...places.map((place): Named => [holders(kind), place])];
}

/** What it stands in (A19, A26), what it shows, and what the first one in it shows. */
function ofMade(kinds: readonly Kind[], kind: Kind, body: JsonObject): readonly Named[] {
  const shown = kind.required.flatMap((name): Named[] => {
    const field: Field | undefined = kind.fields[name];
    if (field?.refersTo === undefined) return [];
    return [[[field.refersTo], field.write === undefined ? body[apiName(name, field)] : field.read?.(body)]];
  });
  return [...shown, [holders(kind), body[holderSentAs(kind) ?? ""]], ...ofFirst(kinds, kind, body)];
}

function ofFirst(kinds: readonly Kind[], { sequence }: Kind, body: JsonObject): readonly Named[] {
  const first = sequence?.firstChild;
  const child = kinds.find(({ name }) => name === first?.kind);
  const target = first && child?.fields[first.field]?.refersTo;
  return first === undefined || target === undefined ? [] : [[[target], body[first.body]]];
}

/** Names of the kinds that something of a kind may stand in. */
function holders(kind: Kind): readonly string[] {
  const target = kind.fields[treeField(kind, "holder") ?? ""]?.refersTo;
  return target === undefined ? (kind.sequence?.containers ?? []) : [target];
}
