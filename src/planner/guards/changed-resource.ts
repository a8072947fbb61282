import type { Change } from "../../model/documents/plan-document.ts";
import type { Field } from "../../model/field.ts";
import type { Kind } from "../../model/kind.ts";
import { keyAt, type LiveResource } from "../../model/live.ts";
import type { Json, JsonObject } from "../../text/json.ts";
import { peopleOf } from "../diff/people.ts";
import { keyOfLive, liveReference } from "../diff/reference-side.ts";
import { liveWords } from "../match/identity.ts";
import type { Planning } from "../planning.ts";
import { withComparableEmails } from "./comparable-emails.ts";

/** What is known of a resource that a plan changes. What must not be shown is not in it. */
export interface ChangedResource {
  /** The declared values, as written; empty when nothing declares it. */
  readonly desired: JsonObject;
  /** The live fields in the words of manifests; empty when it is not there. */
  readonly live: JsonObject;
}

/** The declared and the live values of what a change is about, without those that are sensitive. */
export function changedResource(planning: Planning, change: Change): ChangedResource {
  const { address, kind, action } = change;
  const resource = planning.resourceAt(address);
  const live = change.id === undefined ? undefined : planning.liveByKey(keyAt(change));
  const hidden = resource?.sensitive ?? [];
  // What is deleted and not declared absent gives way to the resource that has its address now.
  const isDeclared = action !== "delete" || resource?.absent === true;
  const shown = (values: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.includes(name)));
  return {
    desired: withComparableEmails(shown(isDeclared ? (resource?.values ?? {}) : {})),
    live: withComparableEmails(
      live === undefined ? {} : shown(liveFields(planning, planning.kinds.get(kind), live)),
    ),
  };
}

function liveFields(planning: Planning, kind: Kind, live: LiveResource): JsonObject {
  const entries = Object.entries<Field>(kind.fields).flatMap(([name, field]): [string, Json][] => {
    const value = field.sensitive === true ? undefined : liveField(planning, kind, live, name, field);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

/** A live field as a manifest would write it: people by their email, other resources by their key. */
function liveField(
  planning: Planning,
  kind: Kind,
  live: LiveResource,
  name: string,
  field: Field,
): Json | undefined {
  const { membership, names, refersTo, defaultChild } = field;
  const people = membership?.of ?? names?.kind;
  const nameOf = (id: string): string =>
    people === undefined ? id : peopleOf(planning, live.organization, people).nameOf(id);
  if (membership !== undefined) {
    const roles = Object.entries(live.memberships[name] ?? {});
    return Object.fromEntries(roles.map(([id, role]) => [nameOf(id), role]));
  }
  if (refersTo !== undefined || defaultChild !== undefined) {
    const id = liveReference(planning, kind, name, field, live);
    return id === undefined ? undefined : keyOfLive(planning, field, live, id);
  }
  const value = liveWords(kind, name, live);
  return names === undefined || value === undefined ? value : names.rename(value, nameOf);
}
