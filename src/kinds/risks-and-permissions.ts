import type { Kind, Risk } from "../model/kind.ts";

/** A warning. */
export function risk(text: string): Risk {
  return { text };
}

/**
 * The permissions that a token needs: one to create in the organization, and one of the object or its parent to change
 * or delete.
 */
export function permitted(create: string, of: string, change: string): NonNullable<Kind["permissions"]> {
  const name = change;
  return { create: { of: "organization", name: create }, update: { of, name }, delete: { of, name } };
}

/** Nobody but an admin of the organization may change it: what the reference names no permission of its own for. */
export const byOrganizationAdmin = permitted("admin", "organization", "admin");
