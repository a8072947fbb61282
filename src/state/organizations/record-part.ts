import { type RecordFile, type ResourceRecord, recordIn } from "../record-file.ts";

/** The part of a record that is of some organizations, by their ids; undefined when it says nothing of them. */
export function partOf(record: RecordFile, organizations: readonly string[]): RecordFile | undefined {
  const platforms = Object.entries(record.platforms).flatMap(([baseUrl, known]) => {
    const own = Object.entries(known).filter(([id]) => organizations.includes(id));
    return own.length === 0 ? [] : [[baseUrl, Object.fromEntries(own)] as const];
  });
  return platforms.length === 0 ? undefined : { ...record, platforms: Object.fromEntries(platforms) };
}

/** A text that is no record stays as it is: who reads it says so. */
export function asRecord(text: string | undefined): RecordFile | "none" | "unusable" {
  return text === undefined ? "none" : (recordIn(text).record ?? "unusable");
}

/** The record with other entries of resources. */
export function withEntries(
  record: RecordFile,
  entryOf: (baseUrl: string, organization: string, address: string, entry: ResourceRecord) => ResourceRecord,
): RecordFile {
  const mapped = <T, R>(items: Readonly<Record<string, T>>, make: (name: string, item: T) => R) =>
    Object.fromEntries(Object.entries(items).map(([name, item]) => [name, make(name, item)]));
  const platforms = mapped(record.platforms, (baseUrl, organizations) =>
    mapped(organizations, (id, one) => ({
      ...one,
      resources: mapped(one.resources, (address, entry) => entryOf(baseUrl, id, address, entry)),
    })),
  );
  return { ...record, platforms };
}
