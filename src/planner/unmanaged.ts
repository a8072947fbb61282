import type { DesiredResource } from "../model/desired.ts";
import type { Change, Unmanaged } from "../model/documents/plan-document.ts";
import type { Kind } from "../model/kind.ts";
import { keyAt, type LiveResource, liveKey } from "../model/live.ts";
import { compareText } from "../text/json.ts";
import type { Possible } from "./diff/created-by.ts";
import { makersIn } from "./order/created-for.ts";

/** Live resources of a kind that no manifest declares, in a declared resource or in the organization, by name. */
export function undeclared(
  planning: Possible,
  organization: string,
  kind: Kind,
  parent?: DesiredResource,
): readonly LiveResource[] {
  const owner = parent === undefined ? undefined : planning.matching.liveOf(parent.address);
  if (parent !== undefined && owner === undefined) return [];
  return planning
    .liveIn(organization, kind.name, owner?.id)
    .filter(
      (live) => planning.matching.addressOf(live) === undefined && planning.renewedAt(live) === undefined,
    )
    .sort((a, b) => compareText(kind.label(a.answer), kind.label(b.answer)) || compareText(a.id, b.id));
}

/** What stands in declared collections without being declared, and is left alone. */
export function unmanagedIn(planning: Possible, changes: readonly Change[]): readonly Unmanaged[] {
  const changed = new Set(changes.map(keyAt));
  const holders: readonly Holder[] = [
    ...planning.desired.organizations.map(({ alias, manage }) => ({ organization: alias, manage })),
    ...planning
      .desiredOf(({ name }) => planning.kinds.childrenOf(name).length > 0)
      .map((parent) => ({ organization: parent.organization, manage: parent.manage, parent })),
  ];
  return holders.flatMap((holder) => unmanagedOf(planning, holder, changed));
}

interface Holder {
  readonly organization: string;
  readonly manage: DesiredResource["manage"];
  readonly parent?: DesiredResource;
}

function unmanagedOf(
  planning: Possible,
  { organization, manage, parent }: Holder,
  changed: ReadonlySet<string>,
): readonly Unmanaged[] {
  return planning.kinds
    .childrenOf(parent?.kind)
    .filter(({ plural, shape }) => shape === "collection" && manage[plural] !== undefined)
    .flatMap((kind) => {
      const makerOf = makersIn(planning, organization, kind);
      return undeclared(planning, organization, kind, parent)
        .filter((live) => !changed.has(liveKey(live)) && !isDeclared(planning, makerOf(live)))
        .map((live) => ({
          kind: kind.name,
          id: live.id,
          title: kind.label(live.answer),
          parent: parent?.address ?? organization,
        }));
    });
}

/** What was made for something that is declared is no surprise. */
function isDeclared({ matching }: Possible, live: LiveResource | undefined): boolean {
  return live !== undefined && matching.addressOf(live) !== undefined;
}
