import type { Address } from "./address.ts";

/** What is keyed by email, and has nothing in it: the people of an organization. */
const people = "members";

/**
 * Address of the outermost resource an address stands in: `acme/sites.hub.sections.guides` → `acme/sites.hub`.
 * Keys have no dot, apart from emails: of people, and of the members of a team.
 */
export function rootOf(address: Address): Address {
  const start = address.indexOf("/") + 1;
  const [plural, key] = address.slice(start).split(".", 2);
  if (key === undefined || (plural === people && address.includes("@"))) return address;
  return `${address.slice(0, start)}${plural}.${key}`;
}
