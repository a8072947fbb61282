import type { Desired, DesiredResource } from "./desired.ts";
import type { Field, Kind } from "./kind.ts";
import { perKind } from "./kind-index.ts";
import { liveKey } from "./live.ts";
import type { Planning } from "./planning.ts";
import { idIn } from "./written-id.ts";

/** The `liveKey` of what the orders of an organization give its place there. */
export function orderedById({ organizations, resources }: Desired, alias: string): readonly string[] {
  const holders = [
    ...organizations.filter((one) => one.alias === alias),
    ...resources.filter(({ organization, absent }) => organization === alias && !absent),
  ];
  return holders.flatMap(({ order = [] }) => keysIn(order, alias));
}

/** The `liveKey` of what the manifests of an organization name, in orders and in what refers to something. */
export function namedById(
  { desired, kinds }: Pick<Planning, "desired" | "kinds">,
  alias: string,
): readonly string[] {
  const declared = desired.resources.filter(({ organization, absent }) => organization === alias && !absent);
  const referred = declared.flatMap((resource) => referencesOf(resource, kinds.get(resource.kind)));
  return [...orderedById(desired, alias), ...keysIn(referred, alias)];
}

/** What something is called where it is named, and its kind. */
interface Named {
  readonly kind: string;
  readonly name: string;
}

function keysIn(all: readonly Named[], organization: string): readonly string[] {
  return all.flatMap(({ kind, name }) => {
    const id = idIn(name);
    return id === undefined ? [] : [liveKey({ organization, kind, id })];
  });
}

function referencesOf({ values }: DesiredResource, kind: Kind): readonly Named[] {
  return referring(kind).flatMap(({ field, refersTo }) => {
    const value = values[field];
    return typeof value === "string" ? [{ kind: refersTo, name: value }] : [];
  });
}

const referring = perKind(({ fields }: Kind) =>
  Object.entries<Field>(fields).flatMap(([field, { refersTo }]) =>
    refersTo === undefined ? [] : [{ field, refersTo }],
  ),
);
