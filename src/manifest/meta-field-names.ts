/** What every resource takes besides the fields of its kind. */
export const metaFieldNames = ["id", "previously", "absent", "protect", "ignore", "manage"] as const;

/** One of them. */
export type MetaField = (typeof metaFieldNames)[number];
