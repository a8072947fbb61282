import type { Address } from "./address.ts";

/**
 * Address of the outermost resource an address stands in: `acme/sites.hub.sections.guides` → `acme/sites.hub`.
 * Keys have no dot, apart from emails, which nothing stands in.
 */
export function rootOf(address: Address): Address {
  if (address.includes("@")) return address;
  const start = address.indexOf("/") + 1;
  const [plural, key] = address.slice(start).split(".", 2);
  return key === undefined ? address : `${address.slice(0, start)}${plural}.${key}`;
}
