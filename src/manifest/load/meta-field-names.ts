/** What every resource takes besides the fields of its kind. */
export const metaFieldNames = ["id", "previously", "absent", "protect", "ignore", "manage"] as const;

/** One of them. */
export type MetaField = (typeof metaFieldNames)[number];

/** What a resource has that does not write one of them. */
export function metaDefault(name: MetaField, code: (text: string) => string): string {
  const defaults = {
    id: "it is found by what it is",
    previously: "it had no other name",
    absent: code("false"),
    protect: code("false"),
    ignore: "no field",
    manage: `${code("listed")}; ${code("exact")} for what is one value of its owner: people of a team, items of a structure`,
  } as const satisfies Readonly<Record<MetaField, string>>;
  return defaults[name];
}
