import { type Address, asKnown } from "../model/address.ts";
import {
  type StateListDocument,
  type StateOrganization,
  type StateShowDocument,
  stateFormatVersion,
} from "../model/documents/state-document.ts";
import { compareNames } from "../text/compare-names.ts";
import { compareText } from "../text/json.ts";
import { nearMatch } from "../text/near-match.ts";
import { joinedPlace } from "./backend.ts";
import { type PlatformScope, stampOf } from "./record.ts";
import type { RecordFile, ResourceRecord } from "./record-file.ts";

/** Why something cannot be done to a record, and what to do instead. */
export interface Refusal {
  readonly problem: string;
  readonly hint: string;
}

/** An entry of a record, and where it stands there. */
export interface Entry {
  readonly address: Address;
  /** Id of the organization. */
  readonly organization: string;
  /** The address without the alias. */
  readonly key: string;
  readonly resource: ResourceRecord;
}

type Organization = RecordFile["platforms"][string][string];

/** The entries of a scope, in the order of their addresses. */
export function entriesOf(record: RecordFile | undefined, scope: PlatformScope): readonly Entry[] {
  const entries = Object.entries(scope.organizations).flatMap(([alias, organization]) => {
    const { resources = {} } = record?.platforms[scope.baseUrl]?.[organization] ?? {};
    return Object.entries(resources).map(([key, resource]) => ({
      address: `${alias}/${key}`,
      organization,
      key,
      resource,
    }));
  });
  return entries.sort((a, b) => compareNames(a.address, b.address));
}

/** The entry that a person means: by its address, or without the alias of the organization where that tells. */
export function findEntry(given: string, entries: readonly Entry[]): Entry | Refusal {
  const whole = asKnown(
    given,
    entries.map(({ address }) => address),
  );
  const exact = entries.find(({ address }) => address === whole);
  if (exact !== undefined) return exact;
  const known = asKnown(
    given,
    entries.map(({ key }) => key),
  );
  const [found, second] = entries.filter(({ key }) => key === known);
  if (found !== undefined && second === undefined) return found;
  if (found !== undefined && second !== undefined) {
    const hint = `write ${found.address} or ${second.address}`;
    return { problem: `the record has "${given}" in several organizations`, hint };
  }
  const near = nearMatch(
    given,
    entries.flatMap(({ address, key }) => [key, address]),
  );
  const problem = `the record of this project has no address "${given}"`;
  const lists = "docform state list lists them";
  return { problem, hint: near === undefined ? lists : `did you mean ${near}? ${lists}` };
}

/** The addresses of a scope; with `all`, those of every platform and organization in the record. */
export function listOf(
  record: RecordFile | undefined,
  scope: PlatformScope | undefined,
  { place, all }: { readonly place: string; readonly all: boolean },
): StateListDocument {
  const aliases = new Map(Object.entries(scope?.organizations ?? {}).map(([alias, id]) => [id, alias]));
  const organizations = Object.entries(record?.platforms ?? {}).flatMap(([baseUrl, known]) =>
    Object.entries(known).flatMap(([id, organization]) => {
      const alias = baseUrl === scope?.baseUrl ? aliases.get(id) : undefined;
      return all || alias !== undefined ? [organizationOf({ baseUrl, id, alias }, organization)] : [];
    }),
  );
  return { formatVersion: stateFormatVersion, place, organizations: organizations.sort(inOrder) };
}

/** The lists of several places as one. */
export function joinedList(lists: readonly StateListDocument[]): StateListDocument {
  const organizations = lists.flatMap((one) => one.organizations).sort(inOrder);
  const place = joinedPlace(lists.map((one) => one.place).sort(compareText));
  return { formatVersion: stateFormatVersion, place, organizations };
}

/** The organizations of the project come first. */
function inOrder(a: StateOrganization, b: StateOrganization): number {
  const isOther = ({ alias }: StateOrganization): number => (alias === undefined ? 1 : 0);
  const nameOf = ({ alias = "", baseUrl, organization }: StateOrganization): string =>
    `${alias} ${baseUrl} ${organization}`;
  return isOther(a) - isOther(b) || compareText(nameOf(a), nameOf(b));
}

function organizationOf(
  {
    baseUrl,
    id,
    alias,
  }: { readonly baseUrl: string; readonly id: string; readonly alias?: string | undefined },
  { lastApply, resources }: Organization,
): StateOrganization {
  const entries = Object.entries(resources).sort(([a], [b]) => compareNames(a, b));
  return {
    baseUrl,
    organization: id,
    ...(alias === undefined ? {} : { alias }),
    lastApply: stampOf(lastApply),
    resources: entries.map(([key, resource]) => ({
      address: alias === undefined ? key : `${alias}/${key}`,
      kind: resource.kind,
      id: resource.id,
      protected: resource.protected !== undefined,
    })),
  };
}

/** An entry of a record, without its hashes. */
export function shownEntry(
  record: RecordFile,
  { baseUrl }: PlatformScope,
  { address, key, organization, resource }: Entry,
  place: string,
): StateShowDocument {
  const { kind, id, fields = {}, unverifiable = {}, unsent = {}, protected: protection } = resource;
  const { lastApply } = record.platforms[baseUrl]?.[organization] ?? { lastApply: { at: "" } };
  const run = protection?.run;
  return {
    formatVersion: stateFormatVersion,
    place,
    address,
    kind,
    id,
    baseUrl,
    organization,
    alias: address.slice(0, -key.length - 1),
    lastApply: stampOf(lastApply),
    fields: Object.keys(fields).sort(compareText),
    unverifiable: Object.keys({ ...unsent, ...unverifiable }).sort(compareText),
    ...(protection === undefined
      ? {}
      : { protected: { ...stampOf(protection), ...(run === undefined ? {} : { run }) } }),
  };
}
