import type { Source } from "../../model/diagnostic.ts";
import type { Json } from "../../text/json.ts";
import { isTemplate } from "../compose/template.ts";
import { type Arranged, type Changes, meansSame, membershipOf, setDifference } from "./changes.ts";
import type { AddEntry, ArrangeList, Edit, Owner, RemoveEntry, SetValue } from "./edit.ts";
import type { Found, Places } from "./places.ts";
import {
  type ItemSlot,
  isEditable,
  type ListSyntax,
  type Slot,
  type Syntax,
  slotsOf,
  valueIn,
} from "./syntax.ts";

/** What an edit is found with: the text of the file, and its slots. */
export interface Finding {
  readonly text: string;
  readonly places: Places;
  readonly offsetOf: (source: Source) => number | undefined;
}

/** Notes what an edit changes. Gives the reason when it cannot be done. */
export function resolveEdit(finding: Finding, changes: Changes, edit: Edit): string | undefined {
  switch (edit.type) {
    case "setValue":
      return resolveSet(finding, changes, edit);
    case "addEntry":
      return resolveAdd(finding, changes, edit);
    case "removeEntry":
      return resolveRemove(finding, changes, edit);
    case "arrangeList":
      return resolveArrange(finding, changes, edit);
  }
}

const notThere = "what it names is not there";
const repeatedElsewhere = "an alias repeats this value elsewhere";
const twice = "another edit is about the same place";
const notEditable = "docform edits no `? key`, and nothing in braces with a comment among them";

function resolveSet(
  { text, places, offsetOf }: Finding,
  changes: Changes,
  { at, value }: SetValue,
): string | undefined {
  const found = places.entryAt(offsetOf(at) ?? -1);
  if (found === undefined) return notThere;
  const { slot, repeated } = found;
  const old = valueIn(slot.value);
  if (meansSame(old, value)) return undefined;
  if (changes.set.has(slot)) return twice;
  if (repeated || isRepeatedWithin(slot.value)) return repeatedElsewhere;
  const template = templateThatChanges(slot.value, value);
  if (template !== undefined) return `the text there takes its value from elsewhere: ${template}`;
  if (slot.rigid || !isEditableWithin(text, slot.value)) return notEditable;
  setDifference(changes, slot, value);
  return undefined;
}

function isEditableWithin(text: string, syntax: Syntax | undefined): boolean {
  return isEditable(text, syntax) && slotsOf(syntax).every(({ value }) => isEditableWithin(text, value));
}

function isRepeatedWithin(syntax: Syntax | undefined): boolean {
  if (syntax === undefined) return false;
  return syntax.repeated || slotsOf(syntax).some(({ value }) => isRepeatedWithin(value));
}

/** A text in the old value that is put in from elsewhere, and that the new value does not have in the same place. */
function templateThatChanges(syntax: Syntax | undefined, wanted: Json | undefined): string | undefined {
  if (wanted !== undefined && meansSame(valueIn(syntax), wanted)) return undefined;
  if (syntax?.type === "scalar")
    return typeof syntax.value === "string" && isTemplate(syntax.value) ? syntax.value : undefined;
  for (const [at, slot] of slotsOf(syntax).entries()) {
    const found = templateThatChanges(slot.value, partOf(wanted, slot.type === "entry" ? slot.key : at));
    if (found !== undefined) return found;
  }
  return undefined;
}

function partOf(value: Json | undefined, part: string | number): Json | undefined {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
  return (value as Readonly<Record<string | number, Json>>)[part];
}

function ownerOf({ places, offsetOf }: Finding, owner: Owner): Found | undefined {
  const source = "key" in owner ? owner.key : "item" in owner ? owner.item : owner.document;
  const offset = offsetOf(source);
  return offset === undefined ? undefined : places.ownerAt(owner, offset);
}

function resolveAdd(finding: Finding, changes: Changes, edit: AddEntry): string | undefined {
  const found = ownerOf(finding, edit.in);
  if (found === undefined) return notThere;
  const { slot, repeated } = found;
  if (repeated) return repeatedElsewhere;
  const { key, value, before, after } = edit;
  const { value: map } = slot;
  if (isNothing(map) || changes.set.has(slot)) return addToNothing(changes, slot, key, value);
  if (map?.type === "alias") return repeatedElsewhere;
  if (map?.type !== "map") return "it does not hold a map";
  if (!isEditable(finding.text, map)) return notEditable;
  const { added, removed } = membershipOf(changes, map);
  const isThere = map.entries.some((entry) => entry.key === key && !removed.has(entry));
  if (isThere || added.some((one) => one.key === key))
    return `the key ${JSON.stringify(key)} is there already`;
  added.push({ key, value, before, after });
  return undefined;
}

/** Is nothing written, or null, `{}`, or `[]`? */
function isNothing(syntax: Syntax | undefined): boolean {
  if (syntax?.type === "alias") return false;
  return (
    syntax === undefined || (syntax.type === "scalar" ? syntax.value === null : slotsOf(syntax).length === 0)
  );
}

function addToNothing(changes: Changes, slot: Slot, key: string, value: Json): string | undefined {
  const set = changes.set.get(slot) ?? {};
  if (typeof set !== "object" || set === null || Array.isArray(set) || Object.hasOwn(set, key)) return twice;
  changes.set.set(slot, { ...set, [key]: value });
  return undefined;
}

function resolveRemove(
  { text, places, offsetOf }: Finding,
  changes: Changes,
  { at }: RemoveEntry,
): string | undefined {
  const found = places.entryAt(offsetOf(at) ?? -1);
  if (found === undefined) return notThere;
  const { slot, repeated, map } = found;
  if (repeated || isRepeatedWithin(slot.value)) return repeatedElsewhere;
  if (!isEditable(text, map)) return notEditable;
  membershipOf(changes, map).removed.add(slot);
  return undefined;
}

function resolveArrange(finding: Finding, changes: Changes, edit: ArrangeList): string | undefined {
  const found = ownerOf(finding, edit.in);
  if (found === undefined) return notThere;
  const { slot, repeated } = found;
  if (repeated) return repeatedElsewhere;
  const { value: list } = slot;
  if (list?.type === "alias") return repeatedElsewhere;
  if (isNothing(list) || list?.type !== "list") {
    if (!isNothing(list)) return "it does not hold a list";
    const added = edit.items.flatMap((item) => ("add" in item ? [item.add] : []));
    if (added.length < edit.items.length) return notThere;
    if (changes.set.has(slot)) return twice;
    if (!meansSame(valueIn(list), added)) changes.set.set(slot, added);
    return undefined;
  }
  return arrangeItems(finding, changes, list, edit);
}

function arrangeItems(
  { text, offsetOf }: Finding,
  changes: Changes,
  list: ListSyntax,
  { items }: ArrangeList,
): string | undefined {
  if (changes.arranged.has(list)) return twice;
  if (!isEditable(text, list)) return notEditable;
  const arranged: Arranged[] = [];
  const kept = new Set<ItemSlot>();
  for (const item of items) {
    if ("add" in item) arranged.push(item);
    else {
      const offset = offsetOf(item.keep);
      const keep = list.items.find(
        ({ start, end }) => offset !== undefined && start <= offset && offset <= end,
      );
      if (keep === undefined) return notThere;
      if (kept.has(keep)) return twice;
      kept.add(keep);
      arranged.push({ keep });
    }
  }
  if (list.items.some((item) => !kept.has(item) && isRepeatedWithin(item.value))) return repeatedElsewhere;
  const isAsBefore =
    arranged.length === list.items.length && list.items.every((item, at) => isKept(arranged[at], item));
  if (!isAsBefore) changes.arranged.set(list, arranged);
  return undefined;
}

function isKept(arranged: Arranged | undefined, item: ItemSlot): boolean {
  return arranged !== undefined && "keep" in arranged && arranged.keep === item;
}
