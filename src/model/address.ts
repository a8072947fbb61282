/**
 * The name of a resource in manifests, plan and output: organization alias, `/`, then kind and key for each
 * level: `acme/sites.developer-hub.sections.guides`. A section keeps its address when it changes its group.
 */
export type Address = string;

/** What keys look like, apart from the emails of members: no dot, so that addresses can be read back. */
export const keyPattern = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/** Address of a resource that stands in the organization itself. */
export function rootAddress(organization: string, plural: string, key: string): Address {
  return `${organization}/${plural}.${key}`;
}

/** Address of a resource inside another one. */
export function childAddress(parent: Address, plural: string, key: string): Address {
  return `${parent}.${plural}.${key}`;
}

/** The address without its organization, for output that speaks of one organization only. */
export function withoutOrganization(address: Address): string {
  return address.slice(address.indexOf("/") + 1);
}

/** Alias of the organization that an address is in. */
export function organizationOf(address: Address): string {
  return address.split("/", 1)[0] ?? address;
}

/** Addresses that an address may stand in, with its own: what ends before each of its dots. */
export function ownersOf(address: Address): readonly Address[] {
  const owners: Address[] = [];
  for (let dot = address.indexOf("."); dot >= 0; dot = address.indexOf(".", dot + 1))
    owners.push(address.slice(0, dot));
  return [...owners, address];
}

/** Is the address that of `owner`, or of something in it? */
export function isWithin(address: Address, owner: Address): boolean {
  return address === owner || address.startsWith(`${owner}.`);
}
