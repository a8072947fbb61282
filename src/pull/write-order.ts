import type { FileToWrite } from "../manifest/write/write-files.ts";
import type { Address } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import type { Field } from "../model/field.ts";
import type { KindIndex } from "../model/kind-index.ts";
import { namedTarget, referenceTarget } from "../planner/match/identity.ts";

/**
 * The files of a pull in the order in which they are written, so that a kill between two of them leaves a valid project. A
 * file that declares something new comes before those that name it. A file that no longer declares something comes
 * after those that named it. Files of which each would have to come first stay as they are.
 */
export function inWriteOrder(
  files: readonly FileToWrite[],
  before: Desired,
  after: Desired,
  kinds: KindIndex,
): readonly FileToWrite[] {
  const [old, next] = [crossFileReferences(before, kinds), crossFileReferences(after, kinds)];
  const earlier = new Map<string, Set<string>>(files.map(({ path }) => [path, new Set()]));
  for (const { from, to, address } of next.names) if (!old.places.has(address)) earlier.get(from)?.add(to);
  for (const { from, to, address } of old.names) if (!next.places.has(address)) earlier.get(to)?.add(from);
  const ordered = new Set<string>();
  const begun = new Set<string>();
  const visit = (path: string): void => {
    if (begun.has(path)) return;
    begun.add(path);
    for (const one of earlier.get(path) ?? []) visit(one);
    ordered.add(path);
  };
  for (const { path } of files) visit(path);
  const byPath = new Map(files.map((file) => [file.path, file]));
  return [...ordered].flatMap((path) => byPath.get(path) ?? []);
}

/** A file that names what another file declares. */
interface Name {
  readonly from: string;
  readonly to: string;
  readonly address: Address;
}

/** The file that declares each address, and the names from one file to another. */
function crossFileReferences({ organizations, resources }: Desired, kinds: KindIndex) {
  const places = new Map(resources.map(({ address, source }) => [address, source.file]));
  const named = (from: string, address: Address | undefined): readonly Name[] => {
    const to = address && places.get(address);
    return address === undefined || to === undefined || to === from ? [] : [{ from, to, address }];
  };
  const inFields = resources.flatMap((resource) =>
    Object.entries<Field>(kinds.get(resource.kind).fields).flatMap(([name, field]) => {
      const value = resource.values[name];
      return typeof value === "string"
        ? named(resource.source.file, namedTarget(resource, field, value, kinds)?.address)
        : [];
    }),
  );
  const inOrders = [
    ...organizations.map(({ alias, order = [] }) => ({ organization: alias, order })),
    ...resources.map(({ organization, order = [] }) => ({ organization, order })),
  ].flatMap(({ organization, order }) =>
    order.flatMap(({ kind, name, source }) =>
      named(source.file, referenceTarget(organization, kind, name, kinds).address),
    ),
  );
  return { places, names: [...inFields, ...inOrders] };
}
