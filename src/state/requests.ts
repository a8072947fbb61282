import { organizationOf } from "../model/address.ts";
import type { Kind } from "../model/kind.ts";
import { type Requests, requestIn } from "../model/requests.ts";
import { isRefused, type Journal } from "./journal.ts";
import { type PlatformScope, requestsOf } from "./record.ts";
import { type RecordFile, withOrganizations } from "./record-file.ts";

/** The requests to people that the calls of a run sent, or may have sent, in some of its organizations. */
export function requestsBy(
  kinds: readonly Kind[],
  { intents, outcomes }: Pick<Journal, "intents" | "outcomes">,
  aliases: readonly string[],
): Requests {
  const own = [...intents.values()].filter(({ address }) => aliases.includes(organizationOf(address)));
  const all = own.flatMap((intent): [string, string][] => {
    const outcome = outcomes.get(intent.step);
    const isSent = outcome?.outcome === "requested" || !isRefused(outcome);
    const request = isSent ? requestIn(kinds, intent, outcome?.outcome) : undefined;
    return request === undefined ? [] : [[request, intent.at]];
  });
  return new Map(all);
}

/** The record with requests that runs sent and did not record: nobody is asked twice after a crash. */
export function withRequests(
  record: RecordFile | undefined,
  salt: string,
  scope: PlatformScope,
  requests: Requests,
  at: string,
): RecordFile | undefined {
  if (requests.size === 0) return record;
  const known = record?.platforms[scope.baseUrl] ?? {};
  const organizations = Object.entries(scope.organizations).map(([alias, id]) => {
    const { lastApply = { at }, resources = {}, requests: before, ...rest } = known[id] ?? {};
    const own = { ...before, ...requestsOf(alias, requests) };
    return [
      id,
      { lastApply, resources, ...rest, ...(Object.keys(own).length === 0 ? {} : { requests: own }) },
    ] as const;
  });
  return withOrganizations(record, salt, scope.baseUrl, organizations);
}
