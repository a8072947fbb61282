import { isObject } from "../../text/json.ts";

type Fields = Readonly<Record<string, unknown>>;

/** By type of object: the fields that the published API has beside those of the reference, and those that it lacks. */
const differences: Readonly<Record<string, (shown: Fields) => Fields>> = {
  "site-section": () => ({ draft: false }),
  "site-section-group": () => ({ draft: false }),
  "site-space": () => ({ draft: false }),
  site: ({ type }) => ({ appliedType: type, defaultLevel: "inherit", agentsContext: undefined }),
};

/** An answer of the reference as the published API has it: each object in it, at any depth. */
export function completed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(completed);
  if (!isObject(value)) return value;
  const inner = Object.entries(value).map(([key, one]): [string, unknown] => [key, completed(one)]);
  const shown = Object.fromEntries(inner);
  const more = typeof shown.object === "string" ? differences[shown.object]?.(shown) : undefined;
  return more === undefined ? shown : { ...more, ...shown, ...gone(more) };
}

/** The fields that are undefined are taken out of the object. */
function gone(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value === undefined));
}
