import { organizationOf } from "../../model/address.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import type { Field } from "../../model/field.ts";
import { type KindIndex, membershipsOf } from "../../model/kind-index.ts";
import { type Finding, findingAt, type Guard } from "./guard.ts";

/**
 * Holds a plan that removes a person from a list in which the manifest names somebody who is not found: it may be the
 * same person with another email. A person who is declared `absent: true` may go.
 */
export const unresolvedPeople: Guard = {
  rule: "unresolved-people",
  judge: ({ planning, changes, waiting = [], allowed }) => {
    const isInvited = ({ action, kind }: Change): boolean =>
      action === "create" && planning.kinds.get(kind).invitation !== undefined;
    const unresolved = [
      ...changes.filter((change) => change.action === "blocked" || isInvited(change)),
      ...waiting,
    ];
    if (unresolved.length === 0) return [];
    return changes.flatMap((change): readonly Finding[] => {
      const isNamed = planning.resourceAt(change.address)?.absent === true;
      const people = isNamed ? [] : peopleList(planning.kinds, change);
      const lists = [...teamLists(planning.kinds, change), ...people];
      return lists.flatMap(({ isIn, leavers }) => {
        const names = unresolved.filter(isIn).map(({ title, address }) => title ?? address);
        if (names.length === 0 || leavers.length === 0) return [];
        const message = `${leavers.join(", ")} would leave, while nobody is found for ${names.join(", ")}; it may be the same person`;
        return [findingAt(change, message, "--allow-removals", allowed.removals)];
      });
    });
  },
};

/** Somebody who is named and not found: a blocked change, or a person who waits. */
type Unresolved = Pick<Change, "address" | "kind" | "id">;

/** People who leave a list, and who in it is not found. */
interface Leaving {
  readonly leavers: readonly string[];
  readonly isIn: (unresolved: Unresolved) => boolean;
}

/** The lists of people that a change takes somebody out of: the members of a team. */
function teamLists(kinds: KindIndex, { action, address, kind, fields = [] }: Change): readonly Leaving[] {
  if (action !== "update") return [];
  return membershipsOf(kinds.get(kind)).map((name) => ({
    leavers: fields
      .filter(({ path, after }) => path.startsWith(`${name}.`) && after === undefined)
      .map(({ path }) => path.slice(name.length + 1)),
    isIn: (unresolved) => unresolved.address.startsWith(`${address}.${name}.`),
  }));
}

/** The list that somebody whom no manifest names goes from with a delete: the members of the organization. */
function peopleList(kinds: KindIndex, { action, address, kind, title }: Change): readonly Leaving[] {
  const isPerson = kinds
    .childrenOf()
    .some(({ fields }) =>
      Object.values<Field>(fields).some(({ membership }) =>
        membership?.sorts.some(({ of, isReference }) => of === kind && isReference !== true),
      ),
    );
  if (action !== "delete" || !isPerson) return [];
  const organization = organizationOf(address);
  return [
    {
      leavers: [title ?? address],
      isIn: (unresolved) =>
        unresolved.kind === kind &&
        unresolved.id === undefined &&
        organizationOf(unresolved.address) === organization,
    },
  ];
}
