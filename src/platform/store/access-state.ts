import type { z } from "zod";
import type { role } from "../../contract/resource.ts";

type Entries = Record<string, z.infer<typeof role> | null>;

/** The entries of access of a space, collection or site: role by id; null is an entry without a role. */
export interface AccessState {
  readonly teams: Entries;
  readonly users: Entries;
}

/** Access without an entry. */
export function noAccess(): AccessState {
  return { teams: {}, users: {} };
}
