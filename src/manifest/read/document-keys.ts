/** Key of the order of what stands at the root of an organization. */
export const orderKey = "order";

/** What a manifest document says besides its collections, in the order to write it. */
export const documentKeys = ["organization", "manage", orderKey] as const;
