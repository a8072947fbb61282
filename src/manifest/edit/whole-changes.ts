import type { Changes } from "./changes.ts";
import { slotsOf } from "./places.ts";
import type { DocumentSlot, Slot } from "./syntax.ts";

/** The same changes, where a map or a list of which nothing stays gets another value as a whole. */
export function wholeChanges(documents: readonly DocumentSlot[], changes: Changes): Changes {
  for (const document of documents) replaceEmptied(changes, document);
  return changes;
}

function replaceEmptied(changes: Changes, slot: Slot): void {
  const { value } = slot;
  for (const inner of slotsOf(value)) replaceEmptied(changes, inner);
  if (value?.type === "map") {
    const { removed, added } = changes.members.get(value) ?? { removed: new Set(), added: [] };
    if (removed.size === 0 || removed.size < value.entries.length) return;
    changes.members.delete(value);
    changes.set.set(slot, Object.fromEntries(added.map((one) => [one.key, one.value])));
  } else if (value?.type === "list") {
    const arranged = changes.arranged.get(value);
    if (arranged === undefined || arranged.some((item) => "keep" in item)) return;
    changes.arranged.delete(value);
    changes.set.set(
      slot,
      arranged.flatMap((item) => ("add" in item ? [item.add] : [])),
    );
  }
}
