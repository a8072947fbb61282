import type { FileEdit } from "../../manifest/edit/edit.ts";
import { indexKinds } from "../../manifest/schema/kind-slots.ts";
import type { Desired, DesiredOrganization, DesiredResource } from "../../model/desired.ts";
import type { Source } from "../../model/diagnostic.ts";
import { groupBy } from "../../model/group-by.ts";
import type { Kind } from "../../model/kind.ts";
import { compareText, type Json } from "../../text/json.ts";
import { addition, type Differing, type PullDifference } from "./difference.ts";
import { fieldEdits, orderEdits, rootOrderEdits } from "./field-edits.ts";
import { listEdits } from "./list-edits.ts";

/** Something that no manifest has a place for yet. */
export interface NewPart {
  readonly organization: string;
  /** Key in a manifest document. */
  readonly name: string;
  readonly value: Json;
}

/** The changes that turn manifests into others. */
interface PullChanges {
  readonly edits: readonly FileEdit[];
  readonly parts: readonly NewPart[];
}

/** The edits that make the manifests that are there say what they shall say, and touch nothing else. */
export function pullEdits(difference: PullDifference): PullChanges {
  const index = indexKinds(difference.kinds);
  const [before, after] = [difference.before, difference.after].map(
    ({ resources }) => new Map(resources.map((one) => [one.address, one])),
  );
  const differing: Differing = {
    ...difference,
    index,
    kindOf: index.kindOf,
    beforeAt: (address) => before?.get(address),
    afterAt: (address) => after?.get(address),
    orderSources: new Set(
      [...difference.before.organizations, ...difference.before.resources].flatMap(({ order = [] }) =>
        order.map(({ source }) => source),
      ),
    ),
  };
  const resources = difference.after.resources.flatMap((one) => resourceEdits(differing, one));
  const removed = difference.before.resources.flatMap((one) => removal(differing, one) ?? []);
  const orders = difference.before.organizations.flatMap((one) => rootOrderEdits(differing, one));
  const fresh = difference.before.organizations.map((one) => newInOrganization(differing, one));
  return {
    edits: [...resources, ...removed, ...orders, ...fresh.flatMap(({ edits }) => edits)],
    parts: fresh.flatMap(({ parts }) => parts),
  };
}

function resourceEdits(differing: Differing, after: DesiredResource): readonly FileEdit[] {
  const { address } = after;
  const before = differing.beforeAt(address);
  if (before === undefined || before === after) return [];
  const { absent } = before.sources;
  const edits = fieldEdits(differing, before, after);
  const isPinned = after.id === undefined || before.id !== undefined;
  const pin = isPinned ? [] : [addition(differing, before, "id", after.id)];
  // An absent resource that is there is declared again.
  const presence: readonly FileEdit[] =
    absent === undefined || !before.absent || after.absent
      ? []
      : [{ file: absent.file, edit: { type: "removeEntry", at: absent }, address, field: "absent" }];
  return [
    ...edits,
    ...pin,
    ...presence,
    ...orderEdits(differing, before, after),
    ...listEdits(differing, before, after),
    ...newInResource(differing, before, after),
  ];
}

/** The edit that removes a resource that is no longer declared; items go with their list. */
function removal({ afterAt, kindOf }: Differing, before: DesiredResource): FileEdit | undefined {
  const { address, parent, source } = before;
  const isInside = parent !== undefined && afterAt(parent) === undefined;
  if (afterAt(address) !== undefined || isInside || kindOf(before).sequence !== undefined) return undefined;
  return { file: source.file, edit: { type: "removeEntry", at: source }, address };
}

/** Edits for the new children of a resource that are in no order. */
function newInResource(
  differing: Differing,
  before: DesiredResource,
  after: DesiredResource,
): readonly FileEdit[] {
  const { index, writer, kindOf } = differing;
  const slots = [...index.slots(kindOf(after))];
  return slots.flatMap(([name, slot]): FileEdit[] => {
    if (slot.type !== "children") return [];
    const inside = differing.after.resources.filter(
      (one) => one.parent === after.address && one.kind === slot.kind.name,
    );
    const news = inside.filter(({ address }) => differing.beforeAt(address) === undefined);
    const [first] = news;
    if (first === undefined) return [];
    if (slot.kind.shape === "singleton") return [addition(differing, before, name, writer.bodyOf(first))];
    const at = before.sources[name];
    const bodies = news.map((one) => [one.key, writer.bodyOf(one)] as const);
    if (at === undefined) return [addition(differing, before, name, Object.fromEntries(bodies))];
    const keys = inside.filter((one) => !news.includes(one)).map(({ key }) => key);
    return news.map((one) => newEntry(at, keys, one, writer.bodyOf(one)));
  });
}

/** Edits for what is new in an organization: resources of a kind that has some, or a kind that has none yet. */
function newInOrganization(differing: Differing, { alias, sources = {} }: DesiredOrganization): PullChanges {
  const { after, before, index, writer, beforeAt } = differing;
  const edits: FileEdit[] = [];
  const parts: NewPart[] = [];
  const own = (resources: Desired["resources"], kind: Kind) =>
    resources.filter(
      (one) => one.organization === alias && one.kind === kind.name && one.parent === undefined,
    );
  for (const kind of index.roots) {
    const news = own(after.resources, kind).filter(({ address }) => beforeAt(address) === undefined);
    const [first] = news;
    if (first === undefined) continue;
    const siblings = own(before.resources, kind);
    const at = placeFor(sources[kind.plural] ?? [], siblings);
    if (at !== undefined && kind.shape !== "singleton") {
      const keys = keysIn(siblings, at);
      edits.push(...news.map((one) => newEntry(at, keys, one, writer.bodyOf(one))));
    } else {
      const value =
        kind.shape === "singleton"
          ? writer.bodyOf(first)
          : Object.fromEntries(news.map((one) => [one.key, writer.bodyOf(one)]));
      parts.push({ organization: alias, name: kind.plural, value });
    }
  }
  return { edits, parts };
}

/** A new key in a map: in its place where the keys are sorted, else at the end. */
function newEntry(
  at: Source,
  keys: readonly string[],
  { address, key }: DesiredResource,
  value: Json,
): FileEdit {
  const isSorted = keys.every((one, index) => index === 0 || compareText(keys[index - 1] ?? "", one) < 0);
  const next = isSorted ? keys.find((one) => compareText(key, one) < 0) : undefined;
  const beside = next === undefined ? {} : { before: next };
  return { file: at.file, edit: { type: "addEntry", in: { key: at }, key, value, ...beside }, address };
}

/** Keys of a file in the order in which it writes them. */
function keysIn(siblings: readonly DesiredResource[], { file }: Source): readonly string[] {
  return siblings
    .filter(({ source }) => source.file === file)
    .sort((a, b) => a.source.line - b.source.line || a.source.column - b.source.column)
    .map(({ key }) => key);
}

/** Of several places where a collection is written, the one that holds the most. */
function placeFor(places: readonly Source[], siblings: readonly DesiredResource[]): Source | undefined {
  const counts = groupBy(siblings, ({ source }) => source.file);
  const count = ({ file }: Source): number => counts.get(file)?.length ?? 0;
  return [...places].sort((a, b) => count(b) - count(a))[0];
}
