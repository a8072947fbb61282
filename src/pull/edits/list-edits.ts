import type { FileEdit } from "../../manifest/edit/edit.ts";
import type { DesiredResource } from "../../model/desired.ts";
import { addition, type Differing } from "./difference.ts";

type Items = readonly DesiredResource[];

/**
 * The edits of the lists of items in a resource. An item keeps its bytes when it stays in its list; in another list it
 * is written again.
 */
export function listEdits(
  differing: Differing,
  before: DesiredResource,
  after: DesiredResource,
): readonly FileEdit[] {
  const { index, writer, kindOf } = differing;
  const { names, kinds } = index.lists(kindOf(after));
  if (names.length === 0 || after.manage.structure === undefined) return [];
  const { address } = after;
  const added = (name: string, items: Items): FileEdit =>
    addition(
      differing,
      before,
      name,
      items.map((item) => writer.bodyOf(item)),
    );
  const written = names.filter((name) => before.sources[name] !== undefined);
  const wanted = writer.listsOf(after);
  const all = wanted.flatMap(([, items]) => items);
  const byKind = kinds.map(({ name, sequence }): readonly [string, Items] => [
    sequence?.childrenKey ?? "",
    all.filter(({ kind }) => kind === name),
  ]);
  const lists: typeof wanted = written.includes("structure") ? [["structure", all]] : byKind;
  // Lists of one kind each cannot say an order that mixes the kinds: then all of it is written under another key.
  const canSay = lists.flatMap(([, items]) => items).every((item, at) => item === all[at]);
  if (written.length === 0 || !canSay) {
    const removed = written.flatMap((name): FileEdit[] => {
      const at = before.sources[name];
      return at === undefined
        ? []
        : [{ file: at.file, edit: { type: "removeEntry", at }, address, field: name }];
    });
    return [...removed, ...wanted.map(([name, items]) => added(name, items))];
  }
  return lists.flatMap(([name, items]) => {
    if (before.sources[name] !== undefined) return arranged(differing, before, name, items);
    return items.length === 0 ? [] : [added(name, items)];
  });
}

function arranged(
  { before, beforeAt, afterAt, writer, kindOf }: Differing,
  owner: DesiredResource,
  name: string,
  items: Items,
): readonly FileEdit[] {
  const at = owner.sources[name];
  const written = before.resources
    .filter((one) => {
      const { sequence } = kindOf(one);
      const isInside = (one.container ?? one.parent) === owner.address && sequence !== undefined;
      const isListed = isInside && (name === "structure" || sequence.childrenKey === name);
      // An absent item is left only in a structure that is left as it is written.
      return isListed && !(one.absent && afterAt(one.address) === one);
    })
    .sort((a, b) => a.source.line - b.source.line || a.source.column - b.source.column);
  const isSame =
    items.length === written.length &&
    items.every(({ address }, index) => address === written[index]?.address);
  if (at === undefined || isSame) return [];
  const list = items.map((item) => {
    const known = beforeAt(item.address);
    return known !== undefined && written.includes(known)
      ? { keep: known.source }
      : { add: writer.bodyOf(item) };
  });
  const edit = { type: "arrangeList", in: { key: at }, items: list } as const;
  return [{ file: at.file, edit, address: owner.address, field: name }];
}
