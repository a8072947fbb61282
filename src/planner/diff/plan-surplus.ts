import type { DesiredOrganization, DesiredResource } from "../../model/desired.ts";
import type { Source } from "../../model/diagnostic.ts";
import { type Outcome, together } from "../draft.ts";
import { makersIn } from "../order/created-for.ts";
import { undeclared } from "../unmanaged.ts";
import type { Possible } from "./created-by.ts";
import { planDelete } from "./plan-delete.ts";

/** Deletes what is not declared in collections of an organization that are to be exact. */
export function surplusIn(planning: Possible, organization: DesiredOrganization): Outcome {
  const { alias, manage, manageSources } = organization;
  const sourceOf: Holder["sourceOf"] = (plural) => manageSources[plural];
  return planSurplus(planning, { organization: alias, address: alias, manage, sourceOf });
}

/** Deletes what is not declared in collections of a resource that are to be exact. */
export function surplusOf(planning: Possible, parent: DesiredResource): Outcome {
  const { organization, address, manage, sources } = parent;
  const sourceOf: Holder["sourceOf"] = (plural) => sources[`manage.${plural}`];
  return planSurplus(planning, { organization, address, manage, sourceOf, parent });
}

function planSurplus(planning: Possible, holder: Holder): Outcome {
  const kinds = planning.kinds
    .childrenOf(holder.parent?.kind)
    .filter(({ tree }) => tree === undefined)
    .filter(({ plural, shape }) => shape === "collection" && holder.manage[plural] === "exact");
  return together(
    kinds.flatMap((kind) => {
      const makerOf = makersIn(planning, holder.organization, kind);
      const reason = `not declared, and ${holder.address} manages ${kind.plural} exactly`;
      const source = holder.sourceOf(kind.plural);
      return undeclared(planning, holder.organization, kind, holder.parent)
        .filter((live) => makerOf(live) === undefined)
        .map((live) => planDelete(planning, live, { reason, source }));
    }),
  );
}

/** What holds collections: an organization, or a resource. */
interface Holder {
  readonly organization: string;
  readonly address: string;
  readonly manage: DesiredResource["manage"];
  readonly sourceOf: (plural: string) => Source | undefined;
  readonly parent?: DesiredResource;
}
