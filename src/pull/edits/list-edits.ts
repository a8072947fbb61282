import type { Edit, FileEdit } from "../../manifest/edit/edit.ts";
import { isWithin } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { Source } from "../../model/diagnostic.ts";
import type { Differing } from "./difference.ts";
import { addition } from "./field-edits.ts";

type Items = readonly DesiredResource[];

/** The edits of the lists of items in a resource: items keep their bytes where they stay in their list. */
export function listEdits(
  differing: Differing,
  before: DesiredResource,
  after: DesiredResource,
): readonly FileEdit[] {
  const { index, writer, kindOf } = differing;
  const { names } = index.lists(kindOf(after));
  if (names.length === 0 || after.manage.structure === undefined) return [];
  const written = names.filter((name) => before.sources[name] !== undefined);
  const [first] = written;
  const wanted = writer.listsOf(after);
  if (first === undefined)
    return wanted.map(([name, items]) =>
      addition(
        differing,
        before,
        name,
        items.map((item) => writer.bodyOf(item)),
      ),
    );
  const split = splitOf(differing, before, after);
  if (split === undefined) return rewritten(differing, before, written, wanted);
  return split.flatMap(([name, inside]) => {
    const at = before.sources[name];
    if (at !== undefined) return arranged(differing, before, at, inside, name);
    const bodies = inside.map((item) => writer.bodyOf(item));
    return bodies.length === 0 ? [] : [addition(differing, before, name, bodies)];
  });
}

/** Does something stand in another list than it is written in, or in something that does? */
export function isInOtherList(differing: Differing, after: DesiredResource): boolean {
  const { beforeAt, afterAt, kindOf } = differing;
  const before = beforeAt(after.address);
  const holder = afterAt(after.container ?? after.parent ?? "");
  if (before === undefined || holder === undefined || kindOf(after).sequence === undefined) return false;
  const written = beforeAt(holder.address);
  const isMoved = (before.container ?? before.parent) !== holder.address;
  return (
    isMoved ||
    written === undefined ||
    splitOf(differing, written, holder) === undefined ||
    isInOtherList(differing, holder)
  );
}

function splitOf(
  differing: Differing,
  before: DesiredResource,
  after: DesiredResource,
): ReturnType<typeof splitBy> {
  const { index, writer, kindOf } = differing;
  const written = index.lists(kindOf(after)).names.filter((name) => before.sources[name] !== undefined);
  const items = writer.listsOf(after).flatMap(([, inside]) => inside);
  return splitBy(differing, after, written, items);
}

/**
 * The items by the lists that are written: all in the structure, or each in the list of its kind. Undefined when these
 * lists cannot say the order, which is that of their kinds.
 */
function splitBy(
  { index, kindOf }: Differing,
  owner: DesiredResource,
  written: readonly string[],
  items: Items,
): readonly (readonly [string, Items])[] | undefined {
  if (written.includes("structure")) return [["structure", items]];
  const split = index.lists(kindOf(owner)).kinds.map(({ name, sequence }) => {
    const inside = items.filter(({ kind }) => kind === name);
    return [sequence?.childrenKey ?? "", inside] as const;
  });
  const inOrder = split.flatMap(([, inside]) => inside);
  return inOrder.every((item, at) => item === items[at]) ? split : undefined;
}

/** All of it anew, under the key that can say it. */
function rewritten(
  differing: Differing,
  before: DesiredResource,
  written: readonly string[],
  wanted: readonly (readonly [string, Items])[],
): readonly FileEdit[] {
  const { address } = before;
  const removed = written.flatMap((name): FileEdit[] => {
    const at = before.sources[name];
    return at === undefined
      ? []
      : [{ file: at.file, edit: { type: "removeEntry", at }, address, field: name }];
  });
  const added = wanted.map(([name, items]) =>
    addition(
      differing,
      before,
      name,
      items.map((item) => differing.writer.bodyOf(item)),
    ),
  );
  return [...removed, ...added];
}

function arranged(
  differing: Differing,
  owner: DesiredResource,
  at: Source,
  items: Items,
  name: string,
): readonly FileEdit[] {
  const { beforeAt, writer } = differing;
  const written = itemsBefore(differing, owner, name);
  const isKept = (item: DesiredResource): boolean => written.includes(beforeAt(item.address) ?? item);
  const wanted = withAbsent(differing, items, written);
  const isSame =
    wanted.length === written.length &&
    wanted.every((item, index) => item.address === written[index]?.address);
  const inside = wanted.filter(({ absent }) => absent).flatMap((item) => leavingEdits(differing, item));
  if (isSame) return inside;
  const list = wanted.map((item) =>
    isKept(item) ? { keep: (beforeAt(item.address) ?? item).source } : { add: writer.bodyOf(item) },
  );
  const edit: Edit = { type: "arrangeList", in: { key: at }, items: list };
  return [{ file: at.file, edit, address: owner.address, field: name }, ...inside];
}

/** What shall be absent keeps its text, but for what is written in it and stands elsewhere, or is to be nowhere. */
function leavingEdits(differing: Differing, holder: DesiredResource): readonly FileEdit[] {
  const { address, sources } = holder;
  return differing.index.lists(differing.kindOf(holder)).names.flatMap((name): readonly FileEdit[] => {
    const at = sources[name];
    if (at === undefined) return [];
    const written = itemsBefore(differing, holder, name);
    // What is named by what it stands in is nowhere else, and nothing wants it there.
    const staying = written.filter((item) => isAsWritten(differing, item) || isWithin(item.address, address));
    const inside = staying.flatMap((item) => leavingEdits(differing, item));
    if (staying.length === written.length) return inside;
    const items = staying.map(({ source }) => ({ keep: source }));
    const edit: Edit = { type: "arrangeList", in: { key: at }, items };
    return [{ file: at.file, edit, address, field: name }, ...inside];
  });
}

/** Did the pull find nothing that it stands for, and leave it? */
function isAsWritten({ afterAt }: Differing, item: DesiredResource): boolean {
  return afterAt(item.address) === item;
}

/** The items that a list holds as it is written, in that order. */
function itemsBefore({ before, kindOf }: Differing, owner: DesiredResource, name: string): Items {
  const all = before.resources.filter((one) => (one.container ?? one.parent) === owner.address);
  return all
    .filter((one) => {
      const { sequence } = kindOf(one);
      return sequence !== undefined && (name === "structure" || sequence.childrenKey === name);
    })
    .sort((a, b) => a.source.line - b.source.line || a.source.column - b.source.column);
}

/** What shall be absent, and is nowhere, keeps its place, after what it stands after. */
function withAbsent(differing: Differing, items: Items, written: Items): Items {
  const all = [...items];
  for (const [index, item] of written.entries()) {
    if (!item.absent || !isAsWritten(differing, item)) continue;
    const previous = written
      .slice(0, index)
      .findLast((one) => all.some(({ address }) => address === one.address));
    const at = previous === undefined ? 0 : all.findIndex(({ address }) => address === previous.address) + 1;
    all.splice(at, 0, item);
  }
  return all;
}
