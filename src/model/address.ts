/**
 * The name of a resource in manifests, plan and output: organization alias, `/`, then kind and key for each
 * level: `acme/sites.developer-hub.sections.guides`. A section keeps its address when it changes its group.
 */
export type Address = string;

/** The form of keys, apart from the emails of members: no dot, so that addresses can be read back. */
export const keyPattern = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/** Address of a resource whose parent is the organization itself. */
export function rootAddress(organization: string, plural: string, key: string): Address {
  return `${organization}/${plural}.${key}`;
}

/** Address of a resource inside another one. */
export function childAddress(parent: Address, plural: string, key: string): Address {
  return `${parent}.${plural}.${key}`;
}

/** The rest of an address below that of something that it is in: `sections.guides`. */
export function addressBelow(owner: Address | undefined, address: Address): string {
  return address.slice(`${owner}.`.length);
}

/** The address without its organization, for output about one organization. */
export function withoutOrganization(address: Address): string {
  return address.slice(address.indexOf("/") + 1);
}

/** Alias of the organization that an address is in. */
export function organizationOf(address: Address): string {
  return address.split("/", 1)[0] ?? address;
}

/** The address itself and those before each of its dots: every one that may be a parent or container of it. */
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

/** Plural of the kind that is keyed by email and has no children: the people of an organization. */
const people = "members";

/**
 * Address of the outermost resource of an address: `acme/sites.hub.sections.guides` → `acme/sites.hub`. Keys have no
 * dot, apart from emails: of people, and of the members of a team.
 */
export function rootOf(address: Address): Address {
  const start = address.indexOf("/") + 1;
  const [plural, key] = address.slice(start).split(".", 2);
  if (key === undefined || (plural === people && address.includes("@"))) return address;
  return `${address.slice(0, start)}${plural}.${key}`;
}

/**
 * The form in which names of people are compared, and addresses that end in one. As on the platform, an email is the
 * same in any case; an id, with or without `id:`, is only itself.
 */
export function comparablePerson(written: string): string {
  const name = idIn(written) ?? written;
  return name.includes("@") ? name.toLowerCase() : name;
}

/** An address or the path of a field: the person at its end is in the form in which people are compared. */
export function withComparablePerson(written: string): string {
  return written.replace(/(?<=\bmembers\.)[^@]+@.+$/, comparablePerson);
}

/** The known address that is meant by a written one: an email names the same person in any case. */
export function asKnown(written: string, known: readonly Address[]): Address {
  if (!written.includes("@") || known.includes(written)) return written;
  const plain = comparablePerson(written);
  return known.find((address) => comparablePerson(address) === plain) ?? written;
}

const mark = "id:";

/** The id that a manifest writes instead of a key, as `id:…`; undefined for a key. */
export function idIn(written: string): string | undefined {
  return written.startsWith(mark) ? written.slice(mark.length) : undefined;
}

/** The key of an item that a default names by its key, or as the item itself names what it shows: `id:…`. */
export function itemKeyIn(written: string): string {
  return idIn(written) ?? written;
}
