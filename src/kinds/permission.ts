import type { Kind } from "../model/kind.ts";

/** Nobody but an admin of the organization may change it: what the reference names no permission of its own for. */
export const byOrganizationAdmin: NonNullable<Kind["permissions"]> = {
  create: { of: "organization", name: "admin" },
  update: { of: "organization", name: "admin" },
  delete: { of: "organization", name: "admin" },
};
