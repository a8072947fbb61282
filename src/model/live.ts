import type { JsonObject } from "../text/json.ts";
import { type Address, organizationOf } from "./address.ts";

/** One object of the platform, as an answer gave it. */
export interface LiveResource {
  readonly kind: string;
  readonly id: string;
  /** Alias of its organization. */
  readonly organization: string;
  /** Id of its live parent (a site); left out for those of the organization. */
  readonly parentId?: string | undefined;
  readonly answer: JsonObject;
  /** Why the platform does not show it: its answer is empty then. */
  readonly refusal?: Error;
  /** It is deleted, and can be restored: it is in no list (A17). */
  readonly deleted?: true;
  /** Role by person that all rules together give, where that was read. */
  readonly effective?: Readonly<Record<string, string>>;
  /** Role by the key of each entry, for each membership field that was read. */
  readonly memberships: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * The identity of a live object. An id alone is not enough: a person has the same one in every organization, and ids of
 * two kinds may be the same.
 */
export function liveKey({
  organization,
  kind,
  id,
}: Pick<LiveResource, "organization" | "kind"> & { readonly id: string | undefined }): string {
  return `${organization} ${kind} ${id}`;
}

/** The `liveKey` of what has an id at an address, as a change says it. */
export function keyAt({
  address,
  kind,
  id,
}: {
  readonly address: Address;
  readonly kind: string;
  readonly id?: string | undefined;
}): string {
  return liveKey({ organization: organizationOf(address), kind, id });
}

/**
 * The live state of the platform. Every list in it is complete: a list that could not be read whole is an error, never
 * a shorter list. Resources of a sequence kind come in display order.
 */
export interface Live {
  readonly resources: readonly LiveResource[];
  /** Ids of organizations that something shall be transferred to, and that nobody finds. */
  readonly unknownOrganizations?: readonly string[];
  /** Id of the user of the token, where that was read. */
  readonly caller?: string;
  /** Number of requests made. */
  readonly requests: number;
}
