import type { Risk } from "../core/kind.ts";

/** A warning. */
export function risk(text: string): Risk {
  return { text };
}

/** A warning that something opens to more people. */
export function exposure(text: string): Risk {
  return { text, exposes: true };
}

/** Roles from the one that may most to the one that may least (2.1). */
const widestFirst = ["admin", "create", "review", "edit", "comment", "read"];

/** May people do or see more with the second role than with the first? No role is the least. */
export function widensRole(before: unknown, after: unknown): boolean {
  const from = widestFirst.indexOf(String(before));
  const to = widestFirst.indexOf(String(after));
  return to >= 0 && (from < 0 || to < from);
}
