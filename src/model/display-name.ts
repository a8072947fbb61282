import type { DesiredResource } from "./desired.ts";
import type { Kind } from "./kind.ts";
import { keyFields } from "./kind-index.ts";
import type { LiveResource } from "./live.ts";

/** Must it not be shown what a resource is called: is a name of it from the environment, say? */
export function hidesName(kind: Kind, resource: DesiredResource | undefined): boolean {
  return (
    resource !== undefined &&
    resource.sensitive.length > 0 &&
    [...keyFields(kind), "title"].some((name) => resource.sensitive.includes(name))
  );
}

/** The name of a resource for people: the live one, else the declared one; its key when the name must not be shown. */
export function shownName(
  kind: Kind,
  resource: DesiredResource | undefined,
  live: LiveResource | undefined,
): string | undefined {
  if (hidesName(kind, resource)) return resource?.key;
  if (live !== undefined) return kind.label(live.answer);
  const names = keyFields(kind).map((name) => resource?.values[name]);
  return names.find((name) => typeof name === "string");
}

/** The title that a manifest gives a resource; its key when the title must not be shown. */
export function writtenTitle(resource: DesiredResource | undefined): string | undefined {
  const title = resource?.values.title;
  if (resource === undefined || typeof title !== "string") return undefined;
  return resource.sensitive.includes("title") ? resource.key : title;
}
