/** The actions that a change can have. */
export const changeActions = [
  "create",
  "update",
  "move",
  "delete",
  "restore",
  "adopt",
  "blocked",
] as const satisfies readonly string[];
