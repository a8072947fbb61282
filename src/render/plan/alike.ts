import { organizationOf } from "../../model/address.ts";
import type { Change, GuardVerdict } from "../../model/documents/plan-document.ts";
import { equalJson } from "../../text/json.ts";
import { foldAlike } from "../fold.ts";
import { aboutMany, counted, kindWords } from "../words.ts";
import { type Block, heldAt, looseGuards, type PlanView, showsFields } from "./plan-view.ts";

/** A change, or many that differ only in their names: the first stands for all, without what is its own. */
export interface AlikeChanges {
  readonly shown: Change;
  readonly held: readonly GuardVerdict[];
  /** All of them; a change that is shown by itself is the only one. */
  readonly all: readonly [Change, ...Change[]];
}

/** The key by which changes are alike in an output: only shown parts count. */
type FoldView = Pick<PlanView, "fields" | "folds">;

/** Changes of a block that have an entry each, with many alike ones as one. */
export function foldChanges(
  changes: readonly Change[],
  block: Block,
  view: FoldView,
): readonly AlikeChanges[] {
  const held = (change: Change): readonly GuardVerdict[] => heldAt(block, change.address);
  return foldAlike(changes, (change) => alikeKey(change, held(change), view)).map((all) =>
    alike(all, held(all[0]), view),
  );
}

/** Blocks, each by itself or as many alike changes of outermost resources that hold nothing else to tell. */
export function foldBlocks(blocks: readonly Block[], view: FoldView): readonly (Block | AlikeChanges)[] {
  const keyOf = (block: Block): string | undefined => {
    const change = onlyChange(block);
    return change && alikeKey(change, heldAt(block, change.address), view);
  };
  return foldAlike(blocks, keyOf).map((group) => {
    const [first, ...others] = group.flatMap((block) => onlyChange(block) ?? []);
    if (group.length === 1 || first === undefined) return group[0];
    return alike([first, ...others], heldAt(group[0], first.address), view);
  });
}

/** Whether many changes are one entry. */
export function isFolded(one: Block | AlikeChanges): one is AlikeChanges {
  return "all" in one;
}

/** `150 spaces`, or `150 resources` of several kinds. */
export function countedChanges(changes: readonly Pick<Change, "kind">[]): string {
  const kinds = [...new Set(changes.map(({ kind }) => kind))];
  const [one, many] = kinds.length === 1 ? kindWords(kinds[0] ?? "") : ["resource", "resources"];
  return counted(changes.length, one, many);
}

function onlyChange(block: Block): Change | undefined {
  const [change, second] = block.own;
  const { inner, told, navigation } = block;
  const isMore = second !== undefined || inner.length + told.length > 0 || navigation !== undefined;
  return isMore || looseGuards(block).length > 0 ? undefined : change;
}

function alike(
  all: readonly [Change, ...Change[]],
  held: readonly GuardVerdict[],
  { folds }: FoldView,
): AlikeChanges {
  const [first] = all;
  if (all.length === 1) return { shown: first, held, all };
  const { address, kind, action } = first;
  if (folds === "kinds") return { shown: { address, kind, action }, held: [], all };
  const { source } = first;
  const isShared = source !== undefined && all.every((one) => equalJson(one.source, source));
  const { reason, ...own } = withoutOwn(first);
  const why = reason === undefined ? {} : { reason: aboutMany(reason) };
  const shown = { ...own, ...why, address, ...(isShared ? { source } : {}) };
  const guards = held.map((one) => withoutPlace({ ...one, message: aboutMany(one.message) }));
  return { shown, held: guards, all };
}

function alikeKey(change: Change, held: readonly GuardVerdict[], view: FoldView): string | undefined {
  if (view.folds === "none") return undefined;
  const organization = organizationOf(change.address);
  if (view.folds === "kinds") return JSON.stringify([organization, change.kind, change.action]);
  const { fields, ...shared } = withoutOwn(change);
  const shown = showsFields(change, view) ? { ...shared, fields } : shared;
  // A plan writes equal changes with their keys in the same order.
  return JSON.stringify([organization, shown, held.map(withoutPlace)]);
}

/** The part of a change that others may share: all but its name, its id and its place. The title of a new resource is a name. */
function withoutOwn(change: Change): Omit<Change, "address" | "id" | "title" | "source"> {
  const { address: _, id: _id, title, source: _source, fields = [], ...shared } = change;
  const isName = (after: unknown): boolean => change.action === "create" && after === title;
  return { ...shared, fields: fields.filter(({ after }) => !isName(after)) };
}

function withoutPlace({ address: _, source: _source, ...guard }: GuardVerdict): GuardVerdict {
  return guard;
}
