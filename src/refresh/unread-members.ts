import { organizationOf } from "../model/address.ts";
import type { Desired, DesiredResource } from "../model/desired.ts";
import type { Change, PlanDocument } from "../model/documents/plan-document.ts";
import type { Field } from "../model/field.ts";
import type { Kind } from "../model/kind.ts";
import { contentsOf, type KindIndex } from "../model/kind-index.ts";
import { type Live, type LiveResource, liveKey } from "../model/live.ts";
import { kindsIn } from "../model/membership.ts";
import { readKind, readMemberships } from "./read-live.ts";
import type { Reader } from "./reader.ts";

/** Undeclared teams of an organization whose people are read at most, to find the old name of a new team. */
const mostForRenames = 20;

/** The parts of a plan that say whose people matter. */
type Planned = Pick<PlanDocument, "changes" | "unmanaged" | "noLongerDeclared">;

/**
 * Reads people of teams that the first reads left out; undefined when there is nothing to read.
 *
 * - The plan removes somebody from an organization: of every team there, declared or not, and the list of teams.
 * - It creates a team with people: of the undeclared teams there, if they are 20 at most. One with the same people may be
 *   the new one by its old name.
 */
export async function withUnreadMembers(
  live: Live,
  planned: Planned,
  desired: Desired,
  kinds: KindIndex,
  reader: Reader,
): Promise<Live | undefined> {
  const before = reader.requests();
  const teams = kinds.childrenOf().filter((kind) => contentsOf(kind).length > 0);
  const owners = desired.organizations.flatMap(({ alias, id }) =>
    teams.map((kind) => ({ kind, organization: alias, id })),
  );
  const read = await Promise.all(
    owners.map(async ({ kind, ...owner }): Promise<readonly LiveResource[]> => {
      const known = live.resources.filter(
        (one) => one.kind === kind.name && one.organization === owner.organization,
      );
      const isLeft = planned.changes.some((change) => isLeaver(change, owner.organization, kind.fields));
      const all = isLeft && known.length === 0 ? await readKind(reader, kind, owner) : known;
      const meant = isLeft ? all : mayBeRenamed(known, planned, desired, kind);
      const names = contentsOf(kind);
      const unread = meant.filter(({ memberships }) => names.some((name) => memberships[name] === undefined));
      return Promise.all(
        unread.map(async (team) => {
          const memberships = await readMemberships(reader, kind, { ...owner, parent: team }, (name) =>
            names.includes(name),
          );
          return { ...team, memberships };
        }),
      );
    }),
  );
  return read.flat().length === 0 ? undefined : withRead(live, read.flat(), reader.requests() - before);
}

/** The undeclared teams of an organization in which a team with people is created; none when they are too many. */
function mayBeRenamed(
  known: readonly LiveResource[],
  { changes, unmanaged, noLongerDeclared = [] }: Planned,
  { resources }: Desired,
  kind: Kind,
): readonly LiveResource[] {
  const created = new Set(changes.flatMap(({ action, address }) => (action === "create" ? [address] : [])));
  const hasPeople = ({ values }: DesiredResource): boolean =>
    contentsOf(kind).some((name) => values[name] !== undefined);
  const organizations = new Set(
    resources
      .filter((one) => one.kind === kind.name && created.has(one.address) && hasPeople(one))
      .map(({ organization }) => organization),
  );
  const deleted = changes.filter(({ action }) => action === "delete");
  const undeclared = new Set(
    [...deleted, ...unmanaged, ...noLongerDeclared]
      .filter((one) => one.kind === kind.name)
      .map(({ id }) => id),
  );
  const found = known.filter((one) => organizations.has(one.organization) && undeclared.has(one.id));
  return found.length > mostForRenames ? [] : found;
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
    Object.values(fields).some(
      ({ membership }) => membership?.isContents && kindsIn(membership).includes(kind),
    )
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
