import type { Unmanaged } from "../../model/documents/plan-document.ts";
import { groupBy } from "../../model/group-by.ts";
import { countedKind, listed } from "../words.ts";

/** `3 teams and 1 site are not in the manifests`, of so many kinds at most; undefined when there is nothing. */
export function unmanagedText(
  unmanaged: readonly Unmanaged[],
  mostKinds = Number.POSITIVE_INFINITY,
): string | undefined {
  if (unmanaged.length === 0) return undefined;
  const kinds = [...groupBy(unmanaged, ({ kind }) => kind)].slice(0, mostKinds);
  const counts = kinds.map(([kind, items]) => countedKind(items.length, kind));
  return `${listed(counts)} ${unmanaged.length === 1 ? "is" : "are"} not in the manifests`;
}
