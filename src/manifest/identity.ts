import type { DesiredResource } from "../core/desired.ts";
import { error } from "../core/diagnostic.ts";
import type { Kind } from "../core/kind.ts";
import { keyFields } from "../core/kind-index.ts";
import type { Context, Place } from "./context.ts";
import { humanName } from "./kind-index.ts";

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
  const { kind, source, key } = place;
  if (resource.id !== undefined) return;
  const isWritten = (name: string): boolean => Object.hasOwn(resource.values, name) || meant.has(name);
  // Nothing is found by an empty title; where one is not allowed, or is the key of an item, that has been reported.
  const isEmpty = (name: string): boolean =>
    resource.values[name] === "" &&
    name !== kind.sequence?.itemKey &&
    kind.fields[name]?.schema.safeParse("").success === true;
  const isFound =
    kind.shape === "singleton" ||
    kind.naturalKeys.some((names) => names.every((name) => isWritten(name) && !isEmpty(name)));
  const what = () => (kind.shape === "singleton" ? key : `the ${humanName(kind)} "${key}"`);
  if (!isFound)
    report.add(
      error("DF2006", `${what()} has nothing to find it by`, {
        source,
        hint: `add ${[...kind.naturalKeys.filter(isSmallest), ["id"]].map((names) => names.join(" and ")).join(" or ")}`,
      }),
    );
  if (resource.absent) return;
  for (const name of kind.required) {
    // A natural key that is missing has been reported.
    if (isWritten(name) || (!isFound && keyFields(kind).includes(name))) continue;
    report.add(error("DF1006", `${what()} needs ${name}`, { source }));
  }
}

/** Does no other key of the kind do with fewer of these fields? */
function isSmallest(names: readonly string[], _: number, all: Kind["naturalKeys"]): boolean {
  return !all.some((other) => other.length < names.length && other.every((name) => names.includes(name)));
}
