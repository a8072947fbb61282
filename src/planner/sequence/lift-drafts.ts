import type { DesiredResource } from "../../model/desired.ts";
import type { StepOutput } from "../../model/documents/plan-document.ts";
import { apiName } from "../../model/kind-index.ts";
import { idOf, type Possible, paramsIn } from "../diff/created-by.ts";
import type { Draft } from "../draft.ts";
import type { Family } from "./structure.ts";

/** Title of a temporary group. After a run that broke off, it is not declared, and the next plan dissolves it. */
const temporaryTitle = "Moving (docform)";

/** Two calls that bring items to the root when nothing there can be moved next to: a group that is dissolved at once. */
export function liftDrafts(
  planning: Possible,
  parent: DesiredResource,
  family: Family,
  items: readonly string[],
  key: string,
  after: readonly string[],
): readonly Draft[] {
  const holder = family.kinds.find(({ sequence }) => sequence?.carries !== undefined);
  const { create, delete: dissolve } = holder?.operations ?? {};
  const [address] = items;
  if (holder === undefined || create === undefined || dissolve === undefined || address === undefined)
    throw new Error(`nothing brings ${items.join(", ")} to the root`);
  const params = paramsIn(planning, create, holder, parent);
  const named = (holder.required ?? []).map((name) => {
    const field = holder.fields[name];
    return [field === undefined ? name : apiName(name, field), temporaryTitle] as const;
  });
  const carried = { [holder.sequence?.carries?.body ?? ""]: items.map((item) => idOf(planning, item)) };
  const created = `${key} create`;
  return [
    {
      key: created,
      address,
      operation: create,
      params,
      body: { ...Object.fromEntries(named), ...carried },
      after,
    },
    {
      key,
      address,
      operation: dissolve,
      params: { ...params, [holder.idParam]: { $from: created, pointer: "/id" } satisfies StepOutput },
      after: [created],
    },
  ];
}
