import type { PlatformScope } from "./record.ts";
import type { RecordFile } from "./record-file.ts";

/** The entries of an organization in a stored record that the pushed one does not have. */
export interface Loss {
  readonly baseUrl: string;
  /** Id of the organization. */
  readonly organization: string;
  /** The number of addresses that are not there, or that are of another object. */
  readonly addresses: number;
  /** The last apply, when the pushed record does not know it. */
  readonly lastApply?: { readonly at: string; readonly by?: string | undefined };
}

/** Why a record must not replace the one that is stored, or be the first one there; nothing when it may. */
export function pushProblems(
  stored: RecordFile | undefined,
  given: RecordFile,
  { baseUrl }: PlatformScope,
): readonly string[] {
  if (given.platforms[baseUrl] === undefined)
    return [`it is of another platform: it knows nothing of ${baseUrl}`];
  if (stored !== undefined && stored.salt !== given.salt)
    return ["it is of another lineage: it does not descend from the record there"];
  return organizationsOf(stored).flatMap(([platform, id, { lastApply, resources }]) => {
    const other = given.platforms[platform]?.[id];
    const which = `${id} on ${platform}`;
    if (other === undefined)
      return Object.keys(resources).length === 0 ? [] : [`it knows nothing of the organization ${which}`];
    if (isAsNew(other, lastApply.at)) return [];
    return [
      `it is older: its last apply of ${which} is of ${other.lastApply.at}, and there of ${lastApply.at}`,
    ];
  });
}

/** The entries that are lost when a record replaces the stored one. */
export function lossesOf(stored: RecordFile | undefined, given: RecordFile): readonly Loss[] {
  return organizationsOf(stored).flatMap(([baseUrl, organization, { lastApply, resources }]) => {
    const other = given.platforms[baseUrl]?.[organization];
    const gone = Object.entries(resources).filter(([key, { id }]) => other?.resources[key]?.id !== id);
    const isKnown = other !== undefined && isAsNew(other, lastApply.at);
    if (gone.length === 0 && isKnown) return [];
    return [{ baseUrl, organization, addresses: gone.length, ...(isKnown ? {} : { lastApply }) }];
  });
}

/** Is the last apply of an organization at a time, or after it? A text that is no time is before every other. */
function isAsNew({ lastApply }: Organization, at: string): boolean {
  return lastApply.at === at || Date.parse(lastApply.at) >= Date.parse(at);
}

type Organization = RecordFile["platforms"][string][string];

function organizationsOf(
  record: RecordFile | undefined,
): readonly (readonly [platform: string, id: string, organization: Organization])[] {
  return Object.entries(record?.platforms ?? {}).flatMap(([platform, organizations]) =>
    Object.entries(organizations).map(([id, organization]) => [platform, id, organization] as const),
  );
}
