/** What can happen to an address. */
export const changeActions = [
  "create",
  "update",
  "move",
  "delete",
  "restore",
  "adopt",
  "blocked",
] as const satisfies readonly string[];
