import type { Address } from "../../model/address.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import type { Field } from "../../model/field.ts";
import { groupBy } from "../../model/group-by.ts";
import { perKind } from "../../model/kind-index.ts";
import { keyAt, type LiveResource, liveKey } from "../../model/live.ts";
import { entryAt, type Membership } from "../../model/membership.ts";
import { liveAddress } from "../state/live-address.ts";
import { type Finding, findingAt, type Guard, type GuardInput } from "./guard.ts";

/** Holds a plan that leaves a team without an owner that has one, declared or not, as far as its people were read. */
export const teamOwner: Guard = {
  rule: "team-owner",
  judge: (input) => {
    const { planning, changes } = input;
    if (changes.length === 0) return [];
    const deletes = changes.filter(({ action }) => action === "delete");
    const gone = new Map(deletes.map((change) => [keyAt(change), change]));
    const updates = groupBy(
      changes.filter(({ action }) => action === "update"),
      (change) => change.address,
    );
    return planning.live.resources.flatMap((live) => {
      if (memberFields(planning.kinds.get(live.kind)).length === 0 || gone.has(liveKey(live))) return [];
      const address = liveAddress(planning, live);
      const change = updates.get(address)?.[0];
      return memberFields(planning.kinds.get(live.kind)).flatMap(([name, { membership }]) =>
        membership === undefined || live.memberships[name] === undefined
          ? []
          : judgeTeam(input, { live, address, name, membership, gone, change }),
      );
    });
  },
};

interface Team {
  readonly live: LiveResource;
  readonly address: Address;
  /** Name of the field that holds its people. */
  readonly name: string;
  readonly membership: Membership;
  /** Deletes of the plan, by the key of what goes. */
  readonly gone: ReadonlyMap<string, Change>;
  /** Its update in the plan. */
  readonly change: Change | undefined;
}

const memberFields = perKind(({ fields }) =>
  Object.entries(fields).filter(([, { membership }]: [string, Field]) => membership !== undefined),
);

function judgeTeam(input: GuardInput, team: Team): readonly Finding[] {
  const { live, address, name, membership, change } = team;
  const had = Object.values(live.memberships[name] ?? {}).filter((role) => role === membership.leadRole);
  const fields = (change?.fields ?? []).filter(({ path }) => path.startsWith(`${name}.`));
  const lost = fields.filter(({ before, after }) => before === membership.leadRole && before !== after);
  const gained = fields.filter(({ before, after }) => after === membership.leadRole && before !== after);
  const leaving = leaversOf(input, team, new Set(fields.map(({ path }) => path)));
  const left = had.length - lost.length + gained.length - leaving.length;
  if (had.length === 0 || left > 0) return [];
  const at = { address, source: change?.source ?? leaving[0]?.source };
  const message = `${address} is left without an ${membership.leadRole}`;
  return [findingAt(at, message, "--allow-ownerless", input.allowed.ownerless)];
}

/** Owners who go with their place in the organization, without being named as leaving the team. */
function leaversOf(
  { planning }: GuardInput,
  { live, name, membership, gone }: Team,
  told: ReadonlySet<string>,
): readonly Change[] {
  return Object.entries(live.memberships[name] ?? {}).flatMap(([key, role]) => {
    const { sort, name: id } = entryAt(membership, key);
    const change = gone.get(liveKey({ organization: live.organization, kind: sort.of, id }));
    const isTold = told.has(`${name}.${change?.title ?? id}`);
    if (change === undefined || role !== membership.leadRole) return [];
    return isTold || planning.kinds.get(change.kind).operations.delete === undefined ? [] : [change];
  });
}
