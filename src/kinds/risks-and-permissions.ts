import { role } from "../contract/resource.ts";
import type { Kind, Risk, RiskInput } from "../model/kind.ts";

/** A warning. */
export function risk(text: string): Risk {
  return { text };
}

/** A warning that something opens to more people. */
export function exposure(text: string): Risk {
  return { text, exposes: true };
}

/**
 * May members do or see more at another default level? What a level that is inherited gives is not known here, so
 * only from the widest one it is no more. Nothing that is new was less open before.
 */
export function levelRisks({ action, before = {}, after }: RiskInput): readonly Risk[] {
  const [from, to] = [before.defaultLevel, after.defaultLevel];
  if (action !== "update" || to === undefined) return [];
  const opens = to === "inherit" ? from !== role.options[0] : widensRole(from, to);
  return opens ? [exposure("members may see it, or do more in it than before")] : [];
}

/** May people do or see more with the second role than with the first? No role is the least. */
export function widensRole(before: unknown, after: unknown): boolean {
  return isWider(role.options, before, after);
}

/** Is the second value wider than the first one? One that is not among them is the narrowest. */
export function isWider(widestFirst: readonly string[], before: unknown, after: unknown): boolean {
  const from = widestFirst.indexOf(String(before));
  const to = widestFirst.indexOf(String(after));
  return to >= 0 && (from < 0 || to < from);
}

/** What a token needs to create one in the organization, and to change or delete one by what it, or its parent, permits. */
export function permitted(create: string, of: string, change: string): NonNullable<Kind["permissions"]> {
  const name = change;
  return { create: { of: "organization", name: create }, update: { of, name }, delete: { of, name } };
}

/** Nobody but an admin of the organization may change it: what the reference names no permission of its own for. */
export const byOrganizationAdmin = permitted("admin", "organization", "admin");
