import type { Change, PlanDocument } from "../../model/documents/plan-document.ts";
import { groupBy } from "../../model/group-by.ts";
import { compareNames } from "../../text/compare-names.ts";
import { kindWords } from "../words.ts";
import { actionLooks } from "./plan-view.ts";

/** How many changes of each action a plan has, by kind. */
export interface KindTable {
  readonly actions: readonly Change["action"][];
  /** Each kind in words, and a count for each action; undefined for none. */
  readonly rows: readonly { readonly kind: string; readonly counts: readonly (number | undefined)[] }[];
}

/** The changes of a plan by kind and action; undefined when one kind and one action are all that there is. */
export function kindTable({ changes }: Pick<PlanDocument, "changes">): KindTable | undefined {
  const known = Object.keys(actionLooks) as readonly Change["action"][];
  const actions = known.filter((action) => changes.some((change) => change.action === action));
  const kinds = [...groupBy(changes, ({ kind }) => kind)].toSorted(([one], [other]) =>
    compareNames(one, other),
  );
  if (actions.length * kinds.length < 2) return undefined;
  const rows = kinds.map(([kind, own]) => ({
    kind: kindWords(kind)[1],
    counts: actions.map((action) => own.filter((change) => change.action === action).length || undefined),
  }));
  return { actions, rows };
}
