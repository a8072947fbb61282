import type { DesiredResource } from "../../model/desired.ts";
import { error } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import { keyFields } from "../../model/kind-index.ts";
import type { Context, Place } from "./context.ts";
import { humanName } from "./kind-slots.ts";

/**
 * A resource needs something to be found by, and what its create needs, unless an id pins it. One that is to
 * be absent is not created, so it needs only the first. Fields that are `meant` count as written.
 */
export function checkIdentity(
  { report }: Context,
  place: Place,
  resource: DesiredResource,
  meant: ReadonlySet<string>,
): void {
  if (resource.id !== undefined) return;
  const { kind, source } = place;
  const { values } = resource;
  const isFound =
    kind.shape === "singleton" || kind.naturalKeys.some((names) => findsBy(names, kind, values, meant));
  if (!isFound)
    report.add(
      error("DF2006", `${whatIs(place)} has nothing to find it by`, {
        source,
        hint: `add ${[...kind.naturalKeys.filter(isSmallest), ["id"]].map((names) => names.join(" and ")).join(" or ")}`,
      }),
    );
  if (resource.absent) return;
  for (const name of kind.required) {
    // A natural key that is missing has been reported.
    if (isWritten(name, values, meant) || (!isFound && keyFields(kind).includes(name))) continue;
    report.add(error("DF1006", `${whatIs(place)} needs ${name}`, { source }));
  }
}

type Values = DesiredResource["values"];

function isWritten(name: string, values: Values, meant: ReadonlySet<string>): boolean {
  return values[name] !== undefined || meant.has(name);
}

/**
 * Nothing is found by an empty title; where one is not allowed, or is the key of an item, that has been reported.
 */
function findsBy(names: readonly string[], kind: Kind, values: Values, meant: ReadonlySet<string>): boolean {
  const isEmpty = (name: string): boolean =>
    name !== kind.sequence?.itemKey && kind.fields[name]?.schema.safeParse("").success === true;
  return names.every((name) => isWritten(name, values, meant) && !(values[name] === "" && isEmpty(name)));
}

function whatIs({ kind, key }: Place): string {
  return kind.shape === "singleton" ? key : `the ${humanName(kind)} "${key}"`;
}

/** Does no other key of the kind do with fewer of these fields? */
function isSmallest(names: readonly string[], _: number, all: Kind["naturalKeys"]): boolean {
  return !all.some((other) => other.length < names.length && other.every((name) => names.includes(name)));
}
