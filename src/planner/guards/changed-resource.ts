import { organizationOf } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import type { Field } from "../../model/field.ts";
import type { Kind } from "../../model/kind.ts";
import { keyAt, type LiveResource } from "../../model/live.ts";
import { asWritten, entriesWritten } from "../../model/membership.ts";
import type { Json, JsonObject } from "../../text/json.ts";
import { liveName } from "../diff/reference-side.ts";
import { entriesIn, type People, peopleOf } from "../state/people.ts";
import type { Planning } from "../state/planning.ts";
import { withComparableEmails } from "./comparable-emails.ts";

/** The declared and live values of a changed resource, without secret ones. */
export interface ChangedResource {
  /** The declared values, people by their email; empty when nothing declares it. */
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
  // A deleted object that is not declared absent gives its address to the resource that has it now.
  const isDeclared = action !== "delete" || resource?.absent === true;
  const shown = (values: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.includes(name)));
  return {
    desired: withComparableEmails(
      shown(isDeclared && resource !== undefined ? byName(planning, resource) : {}),
    ),
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

/**
 * A change in which people go by their email where the manifest names them by id: a rule that names somebody must not
 * miss them.
 */
export function withPeopleByName(planning: Planning, change: Change): Change {
  const { fields } = change;
  const lists = Object.entries<Field>(planning.kinds.get(change.kind).fields);
  const renamed = fields?.map((one) => {
    const [name, { membership } = {}] = lists.find(([list]) => one.path.startsWith(`${list}.`)) ?? [];
    if (name === undefined || membership === undefined) return one;
    const nameOf = namesIn(entriesIn(planning, organizationOf(change.address), membership));
    return { ...one, path: `${name}.${nameOf(one.path.slice(name.length + 1))}` };
  });
  return renamed === undefined ? change : { ...change, fields: renamed };
}

/** The names of people: by their email, whatever name a manifest uses. */
function namesIn(people: People): (written: string) => string {
  return (written) => {
    const id = people.idOf(written);
    return id === undefined ? written : people.nameOf(id);
  };
}

/** The declared values, in which people go by their email. */
function byName(planning: Planning, { kind, organization, values }: DesiredResource): JsonObject {
  const { fields } = planning.kinds.get(kind);
  const entries = Object.entries(values).map(([name, value]): [string, Json] => {
    const { membership, names } = fields[name] ?? {};
    if (membership !== undefined) {
      const nameOf = namesIn(entriesIn(planning, organization, membership));
      const entries = Object.entries(entriesWritten(membership, value));
      return [
        name,
        asWritten(
          membership,
          entries.map(([one, role]) => [nameOf(one), role]),
        ),
      ];
    }
    return [
      name,
      names === undefined
        ? value
        : names.rename(value, namesIn(peopleOf(planning, organization, names.kind))),
    ];
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
  const { membership, names } = field;
  if (membership !== undefined) {
    const { nameOf } = entriesIn(planning, live.organization, membership);
    const roles = Object.entries(live.memberships[name] ?? {});
    return asWritten(
      membership,
      roles.map(([id, role]) => [nameOf(id), role]),
    );
  }
  const value = liveName(planning, kind, name, field, live);
  return names === undefined || value === undefined
    ? value
    : names.rename(value, peopleOf(planning, live.organization, names.kind).nameOf);
}
