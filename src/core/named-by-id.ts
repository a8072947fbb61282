import type { Desired, DesiredResource } from "./desired.ts";
import type { Kind } from "./kind.ts";
import { perKind } from "./kind-index.ts";
import type { Planning } from "./planning.ts";
import { idIn } from "./written-id.ts";

/** Ids of what the orders of an organization give its place there. */
export function orderedById({ organizations, resources }: Desired, alias: string): readonly string[] {
  const holders = [
    ...organizations.filter((one) => one.alias === alias),
    ...resources.filter(({ organization, absent }) => organization === alias && !absent),
  ];
  return holders.flatMap(({ order = [] }) => idsIn(order.map(({ name }) => name)));
}

/** Ids that the manifests of an organization name, in orders and in what refers to something. */
export function namedById(
  { desired, kinds }: Pick<Planning, "desired" | "kinds">,
  alias: string,
): readonly string[] {
  const declared = desired.resources.filter(({ organization, absent }) => organization === alias && !absent);
  const referred = declared.flatMap((resource) => referencesOf(resource, kinds.get(resource.kind)));
  return [...orderedById(desired, alias), ...idsIn(referred)];
}

function idsIn(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => idIn(name) ?? []);
}

function referencesOf({ values }: DesiredResource, kind: Kind): readonly string[] {
  return referring(kind).flatMap((name) => {
    const value = values[name];
    return typeof value === "string" ? [value] : [];
  });
}

const referring = perKind(({ fields }: Kind): readonly string[] =>
  Object.entries(fields).flatMap(([name, { refersTo }]) => (refersTo === undefined ? [] : [name])),
);
