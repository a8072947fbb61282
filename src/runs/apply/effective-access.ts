import type { ApplySummary } from "../../model/apply-event.ts";
import { type Live, type LiveResource, liveKey } from "../../model/live.ts";
import { openedByTeam } from "../../planner/access/opened-by-teams.ts";
import type { Plan } from "../../planner/plan.ts";
import type { Reader } from "../../refresh/reader.ts";
import { accessOwners, readEffective, touchedAccess } from "../../refresh/touched-access.ts";
import { compareNames } from "../../text/compare-names.ts";

type AccessChange = NonNullable<ApplySummary["access"]>[number];

/** The role of each person by all rules, by the address of the owner. */
type Effective = ReadonlyMap<string, ReadonlyMap<string, string>>;

type ReviewedPlan = Pick<Plan, "document" | "kinds" | "liveByAddress">;

/**
 * Reads the roles that all rules give at the owners whose access a plan changes, or the people of a team with access.
 * Undefined where that could not be read: it is told beside the run, and is no reason to fail.
 */
export async function readTouched(
  reader: Reader,
  plan: ReviewedPlan,
  { resources }: Live,
): Promise<Effective | undefined> {
  const { document, kinds } = plan;
  const touched = touchedAccess(document, resources, kinds, (name, { levels = [] }) => [name, ...levels]);
  const owners = new Map([...touched, ...ownersByTeams(plan, resources)].map((one) => [one.address, one]));
  const reads = [...owners.values()].map(async (owner) => {
    const id = document.organizations[owner.live.organization] ?? "";
    const people = await readEffective(reader, owner, id);
    return [owner.address, new Map(people.map(({ name, role }) => [name, role]))] as const;
  });
  return Promise.all(reads).then(
    (read) => new Map(read),
    () => undefined,
  );
}

/** The owners in which a team has an entry whose people a plan changes, with their addresses. */
function ownersByTeams(
  { document, kinds, liveByAddress }: ReviewedPlan,
  resources: readonly LiveResource[],
): ReturnType<typeof touchedAccess> {
  const opened = document.changes.flatMap((change) => openedByTeam(change, resources, kinds));
  if (opened.length === 0) return [];
  const addresses = new Map([...liveByAddress()].map(([address, live]) => [liveKey(live), address]));
  return opened.flatMap(({ owner }) => {
    const address = addresses.get(liveKey(owner));
    return address === undefined
      ? []
      : accessOwners(owner, kinds.get(owner.kind)).map((one) => ({ ...one, address }));
  });
}

/** The people who really gained or lost something: the differences of what the platform said before and after. */
export function accessChanged(before: Effective, after: Effective): readonly AccessChange[] {
  return [...after].flatMap(([address, now]) => {
    const was = before.get(address) ?? new Map<string, string>();
    const people = [...new Set([...was.keys(), ...now.keys()])].sort(compareNames);
    return people.flatMap((person): AccessChange[] => {
      const [had, has] = [was.get(person), now.get(person)];
      if (had === has) return [];
      return [
        {
          address,
          person,
          ...(had === undefined ? {} : { before: had }),
          ...(has === undefined ? {} : { after: has }),
        },
      ];
    });
  });
}
