import type { Source } from "../../model/diagnostic.ts";
import type { Json } from "../../text/json.ts";
import { isTemplate } from "../compose/template.ts";
import type { AddEntry, ArrangeList, Edit, Owner, RemoveEntry, SetValue } from "./edit.ts";
import { meansSame, setDifference } from "./set-difference.ts";
import { type Collection, gapsIn, type Slot, type Syntax, slotsOf, valueIn, wantedParts } from "./syntax.ts";

/** A slot that an edit names. */
interface Found {
  readonly slot: Slot;
  /** The map or list that it is in. */
  readonly within?: Collection;
  /** Does an alias repeat the collection that it is in? */
  readonly isRepeated: boolean;
}

/** A file in which edits are looked up. */
interface Finding {
  readonly text: string;
  readonly documents: readonly Slot[];
  readonly offsetOf: (source: Source) => number;
  readonly entryAt: (source: Source) => Found | undefined;
  readonly items: readonly Found[];
}

const notThere = "what it names is not there";
const repeatedElsewhere = "an alias repeats this value elsewhere";
const notEditable = "docform edits no `? key`, and nothing in braces with a comment among them";

/** Notes in the documents of a file what an edit changes. The result is the reason when it cannot be done. */
export function resolver(text: string, documents: readonly Slot[]): (edit: Edit) => string | undefined {
  const entries = new Map<number, Found>();
  const items: Found[] = [];
  for (const { value } of documents) index(value, false, entries, items);
  const offsetOf = offsets(text);
  const entryAt = (source: Source): Found | undefined => entries.get(offsetOf(source));
  const finding: Finding = { text, documents, offsetOf, entryAt, items };
  return (edit) => {
    switch (edit.type) {
      case "setValue":
        return resolveSet(finding, edit);
      case "addEntry":
        return resolveAdd(finding, edit);
      case "removeEntry":
        return resolveRemove(finding, edit);
      case "arrangeList":
        return resolveArrange(finding, edit);
    }
  };
}

/** Items come in the order of the text, outer ones before those in them. */
function index(
  value: Syntax | undefined,
  isOuterRepeated: boolean,
  entries: Map<number, Found>,
  items: Found[],
): void {
  if (value?.type !== "map" && value?.type !== "list") return;
  const isRepeated = isOuterRepeated || value.isRepeated;
  for (const slot of value.slots) {
    const found = { slot, within: value, isRepeated };
    if (slot.type === "entry") entries.set(slot.keyStart, found);
    else items.push(found);
    index(slot.value, isRepeated, entries, items);
  }
}

function offsets(text: string): (source: Source) => number {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return ({ line, column }) => (starts[line - 1] ?? Number.NaN) + column - 1;
}

function ownerOf({ documents, items, offsetOf, entryAt }: Finding, owner: Owner): Found | undefined {
  if ("key" in owner) return entryAt(owner.key);
  if ("item" in owner) {
    const offset = offsetOf(owner.item);
    return items.findLast(({ slot }) => slot.start <= offset && offset < slot.end);
  }
  const slot = documents.findLast(({ start }) => start <= offsetOf(owner.document)) ?? documents[0];
  return slot && { slot, isRepeated: false };
}

function resolveSet({ text, entryAt }: Finding, { at, value }: SetValue): string | undefined {
  const found = entryAt(at);
  if (found === undefined) return notThere;
  const { slot, isRepeated } = found;
  if (meansSame(valueIn(slot.value), value)) return undefined;
  if (isRepeated || isRepeatedWithin(slot.value)) return repeatedElsewhere;
  const template = templateThatChanges(slot.value, value);
  if (template !== undefined) return `the text there takes its value from elsewhere: ${template}`;
  if (slot.isRigid || !isEditableWithin(text, slot.value)) return notEditable;
  setDifference(slot, value);
  return undefined;
}

function isRepeatedWithin(syntax: Syntax | undefined): boolean {
  return syntax?.isRepeated === true || slotsOf(syntax).some(({ value }) => isRepeatedWithin(value));
}

/** Are all keys and items in a form that can be edited: no `? key`, and no comment among braces? */
function isEditable(text: string, { slots, isFlow, ...range }: Collection): boolean {
  if (slots.some(({ isRigid }) => isRigid)) return false;
  return !isFlow || !gapsIn(text, { slots, isFlow, ...range }).some((gap) => gap.includes("#"));
}

function isEditableWithin(text: string, syntax: Syntax | undefined): boolean {
  if (syntax?.type !== "map" && syntax?.type !== "list") return true;
  return isEditable(text, syntax) && syntax.slots.every(({ value }) => isEditableWithin(text, value));
}

/** A text in the old value that is put in from elsewhere, and that the new value does not have in the same place. */
function templateThatChanges(syntax: Syntax | undefined, wanted: Json | undefined): string | undefined {
  if (wanted !== undefined && meansSame(valueIn(syntax), wanted)) return undefined;
  if (syntax?.type === "scalar")
    return typeof syntax.value === "string" && isTemplate(syntax.value) ? syntax.value : undefined;
  for (const [at, slot] of slotsOf(syntax).entries()) {
    const found = templateThatChanges(slot.value, jsonAt(wanted, slot.type === "entry" ? slot.key : at));
    if (found !== undefined) return found;
  }
  return undefined;
}

function jsonAt(value: Json | undefined, part: string | number): Json | undefined {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
  return (value as Readonly<Record<string | number, Json>>)[part];
}

function resolveAdd(
  finding: Finding,
  { in: owner, key, value, before, after }: AddEntry,
): string | undefined {
  const found = ownerOf(finding, owner);
  if (found === undefined) return notThere;
  const { slot } = found;
  const { value: map } = slot;
  if (found.isRepeated || map?.isRepeated === true || map?.type === "alias") return repeatedElsewhere;
  if (slot.wanted !== undefined || isNothing(map)) return addToNothing(slot, key, value);
  if (map?.type !== "map") return "it does not hold a map";
  if (!isEditable(finding.text, map)) return notEditable;
  if (wantedParts(map).some((one) => one.key === key))
    return `the key ${JSON.stringify(key)} is there already`;
  const anchor = map.wanted.findIndex((one) => one.type === "entry" && one.key === (before ?? after));
  const next = map.wanted.findIndex((one, at) => one.type === "entry" && at > anchor);
  const end = next < 0 ? map.wanted.length : next;
  const place = anchor < 0 ? map.wanted.length : before === undefined ? end : anchor;
  map.wanted = map.wanted.toSpliced(place, 0, { type: "added", key, value });
  return undefined;
}

/** Is nothing written, or null, `{}`, or `[]`? */
function isNothing(syntax: Syntax | undefined): boolean {
  if (syntax?.type === "scalar") return syntax.value === null;
  return syntax?.type !== "alias" && slotsOf(syntax).length === 0;
}

function addToNothing(slot: Slot, key: string, value: Json): string | undefined {
  const known = slot.wanted ?? {};
  if (typeof known !== "object" || known === null || Array.isArray(known)) return "it does not hold a map";
  slot.wanted = { ...known, [key]: value };
  return undefined;
}

function resolveRemove({ text, entryAt }: Finding, { at }: RemoveEntry): string | undefined {
  const found = entryAt(at);
  if (found?.within === undefined) return notThere;
  const { slot, isRepeated, within } = found;
  if (isRepeated || isRepeatedWithin(slot.value)) return repeatedElsewhere;
  if (!isEditable(text, within)) return notEditable;
  slot.isRemoved = true;
  return undefined;
}

function resolveArrange(finding: Finding, { in: owner, items }: ArrangeList): string | undefined {
  const found = ownerOf(finding, owner);
  if (found === undefined) return notThere;
  const { slot, isRepeated } = found;
  const { value: list } = slot;
  if (isRepeated || list?.isRepeated === true || list?.type === "alias") return repeatedElsewhere;
  if (list?.type !== "list" && !isNothing(list)) return "it does not hold a list";
  const slots = slotsOf(list);
  const wanted = items.map((item): Collection["wanted"][number] | undefined => {
    if ("add" in item) return { type: "added", key: "", value: item.add };
    const offset = finding.offsetOf(item.keep);
    return slots.find(({ start, end }) => start <= offset && offset <= end);
  });
  const known = wanted.filter((one) => one !== undefined);
  if (known.length < wanted.length) return notThere;
  if (list?.type !== "list") slot.wanted = known.flatMap((one) => (one.type === "added" ? [one.value] : []));
  else if (!isEditable(finding.text, list)) return notEditable;
  else if (list.slots.some((item) => !known.includes(item) && isRepeatedWithin(item.value)))
    return repeatedElsewhere;
  else list.wanted = known;
  return undefined;
}
