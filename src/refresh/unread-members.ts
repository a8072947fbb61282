import { organizationOf } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import type { Change } from "../model/documents/plan-document.ts";
import type { Field } from "../model/field.ts";
import { type KindIndex, membershipsOf } from "../model/kind-index.ts";
import { type Live, type LiveResource, liveKey } from "../model/live.ts";
import { readKind, readMemberships } from "./read-live.ts";
import type { Reader } from "./reader.ts";

/**
 * Reads the people of every team in the organizations that a plan removes somebody from, declared or not: one list for each
 * team that was not read, and the list of teams. Undefined when the plan removes nobody, or all is read.
 */
export async function withUnreadMembers(
  live: Live,
  changes: readonly Change[],
  { organizations }: Pick<Desired, "organizations">,
  kinds: KindIndex,
  reader: Reader,
): Promise<Live | undefined> {
  const before = reader.requests();
  const teams = kinds.childrenOf().filter((kind) => membershipsOf(kind).length > 0);
  const left = organizations.filter(({ alias }) =>
    teams.some(({ fields }) => changes.some((change) => isLeaver(change, alias, fields))),
  );
  const owners = left.flatMap(({ alias, id }) => teams.map((kind) => ({ kind, organization: alias, id })));
  const read = await Promise.all(
    owners.map(async ({ kind, ...owner }): Promise<readonly LiveResource[]> => {
      const known = live.resources.filter(
        (one) => one.kind === kind.name && one.organization === owner.organization,
      );
      const all = known.length > 0 ? known : await readKind(reader, kind, owner);
      const names = membershipsOf(kind);
      const unread = all.filter(({ memberships }) => names.some((name) => memberships[name] === undefined));
      return Promise.all(
        unread.map(async (team) => {
          const memberships = await readMemberships(reader, kind, { ...owner, parent: team }, () => true);
          return { ...team, memberships };
        }),
      );
    }),
  );
  return read.flat().length === 0 ? undefined : withRead(live, read.flat(), reader.requests() - before);
}

/** Does a change take somebody out of an organization whose teams hold such people? */
function isLeaver(
  { action, kind, address }: Change,
  alias: string,
  fields: Readonly<Record<string, Field>>,
): boolean {
  return (
    action === "delete" &&
    organizationOf(address) === alias &&
    Object.values(fields).some(({ membership }) => membership?.of === kind)
  );
}

/** Resources in their places, with what was read of some; those that were in no list come last. */
function withRead(live: Live, read: readonly LiveResource[], requests: number): Live {
  const byKey = new Map(read.map((one) => [liveKey(one), one]));
  const known = new Set(live.resources.map(liveKey));
  const resources = live.resources.map((one) => byKey.get(liveKey(one)) ?? one);
  const added = read.filter((one) => !known.has(liveKey(one)));
  return { ...live, resources: [...resources, ...added], requests: live.requests + requests };
}
