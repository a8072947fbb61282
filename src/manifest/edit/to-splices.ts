import { arrangeBlock, changeBlockMap } from "./block.ts";
import type { Changes } from "./changes.ts";
import { arrangeFlow, changeFlowMap } from "./flow.ts";
import { slotsOf } from "./places.ts";
import type { FileStyle } from "./print.ts";
import { replaceValue } from "./replace-value.ts";
import type { Splice } from "./splice.ts";
import type { DocumentSlot, Slot } from "./syntax.ts";

/** What changes, as splices. Undefined where the text has a form in which this cannot be changed. */
export function toSplices(
  style: FileStyle,
  documents: readonly DocumentSlot[],
  changes: Changes,
): readonly Splice[] | undefined {
  const splices: (Splice | undefined)[] = [];
  for (const document of documents) collect(style, document, changes, splices);
  const possible = splices.filter((splice) => splice !== undefined);
  return possible.length === splices.length ? possible : undefined;
}

/** Inner splices come before outer ones: at one place, what is added to an entry stands before its new siblings. */
function collect(style: FileStyle, slot: Slot, changes: Changes, splices: (Splice | undefined)[]): void {
  for (const inner of slotsOf(slot.value)) collect(style, inner, changes, splices);
  const set = changes.set.get(slot);
  if (set !== undefined) splices.push(...replaceValue(style, slot, set));
  const { value } = slot;
  if (value?.type === "map") {
    const members = changes.members.get(value);
    if (members !== undefined)
      splices.push(...(value.flow ? changeFlowMap : changeBlockMap)(style, slot, value, members));
  }
  if (value?.type === "list") {
    const arranged = changes.arranged.get(value);
    if (arranged !== undefined)
      splices.push(...(value.flow ? arrangeFlow : arrangeBlock)(style, slot, value, arranged));
  }
}
