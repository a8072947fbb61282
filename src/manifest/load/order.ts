import { type Address, rootAddress } from "../../model/address.ts";
import type { DesiredResource, OrderItem } from "../../model/desired.ts";
import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";
import { shallLeave, type TreeKind, treeField } from "../../planner/tree/tree-kind.ts";
import type { Json } from "../../text/json.ts";
import { nearMatch } from "../../text/near-match.ts";
import { didYouMean } from "../check/report.ts";
import { type Entry, isFailed, isInterpolated, placeOf, type Tree, textOf, toJson } from "../read/tree.ts";
import { keyHint } from "./collection.ts";
import { type Context, type Draft, writtenIn } from "./context.ts";

/** Reads an order: a list of `- space: key` and `- collection: key`, or `id:…` for something outside. */
export function readOrder(
  { report }: Context,
  kinds: readonly TreeKind[],
  entry: Entry,
): readonly OrderItem[] {
  const marks = kinds.map(({ tree }) => tree.itemKey);
  const hint = `write ${marks.map((mark) => `- ${mark}: KEY`).join(" or ")}`;
  if (entry.value.type !== "list") {
    const source = placeOf(entry);
    report.add(error("DF1005", "order must be a list of what stands in it", { source, hint }));
    return [];
  }
  return entry.value.items.flatMap((item) => {
    const read = readItem(kinds, item, hint);
    if ("item" in read) return [read.item];
    report.add(read.wrong);
    return [];
  });
}

type Read = { readonly item: OrderItem } | { readonly wrong: readonly Diagnostic[] };

function readItem(kinds: readonly TreeKind[], tree: Tree, hint: string): Read {
  const [first, second] = tree.type === "map" ? tree.entries : [];
  if (first === undefined)
    return { wrong: [error("DF1005", "this is no item of an order", { source: tree.source, hint })] };
  const kind = kinds.find((one) => one.tree.itemKey === first.key);
  if (kind === undefined) return { wrong: [unknownMark(kinds, first, hint)] };
  if (second !== undefined) {
    const message = `an item of an order names one ${kind.name} and nothing else`;
    const label = `declare it under ${kind.plural}`;
    return { wrong: [error("DF1004", message, { source: second.source, label })] };
  }
  return readName(kind, first);
}

function unknownMark(kinds: readonly TreeKind[], { key, source }: Entry, hint: string): Diagnostic {
  const marks = kinds.map(({ tree }) => tree.itemKey);
  return error("DF1004", `an order cannot hold "${key}"`, { source, ...didYouMean(key, marks), hint });
}

function readName(kind: TreeKind, entry: Entry): Read {
  const source = placeOf(entry);
  if (isFailed(entry.value)) return { wrong: [] };
  if (isInterpolated(entry.value)) {
    const message = `${entry.key} is a key here, so it cannot be interpolated`;
    return { wrong: [error("DF1007", message, { source })] };
  }
  const name = textOf(entry.value);
  if (name !== undefined) return { item: { kind: kind.name, name, source } };
  const hint = typeof toJson(entry.value) === "number" ? "put it in quotes to make it text" : keyHint;
  return { wrong: [error("DF1005", `${entry.key} must be a key`, { source, hint })] };
}

/** The order of one holder. */
export interface WrittenOrder {
  readonly organization: string;
  /** Key of the holder; null for the root. */
  readonly holder: string | null;
  readonly items: readonly OrderItem[];
}

/**
 * What an order names stands in its holder: the drafts, with that as if it were written in them. Two places for
 * one thing are reported, and so is what no manifest declares.
 */
export function placeByOrders(context: Context, roots: readonly WrittenOrder[]): readonly Draft[] {
  const orders = [...roots, ...ordersIn(context.drafts)];
  if (orders.length === 0) return context.drafts;
  const names = namesOf(context);
  const placed = new Map<string, OrderItem>();
  const holders = new Map<Address, { readonly holder: string | null; readonly source: Source }>();
  for (const { organization, holder, items } of orders) {
    for (const item of items) {
      const target = names.target(organization, item);
      const wrong = target === undefined ? unknown(context, names, organization, item) : gone(item, target);
      context.report.add(wrong);
      const known = target?.resource.address ?? `${organization} ${item.kind} ${item.name}`;
      const first = placed.get(known);
      if (first !== undefined) context.report.add(twice(item, first));
      placed.set(known, item);
      if (target === undefined || first !== undefined || wrong.length > 0) continue;
      context.report.add(otherHolder(names, target, holder, item));
      holders.set(target.resource.address, { holder, source: item.source });
    }
  }
  return context.drafts.map((draft) =>
    draft.kind.tree === undefined ? draft : withHolder(draft, holders.get(draft.resource.address)),
  );
}

interface Names {
  readonly keys: (organization: string, kind: string) => readonly string[];
  /** What an order names, when a manifest declares it. */
  readonly target: (organization: string, item: Pick<OrderItem, "kind" | "name">) => Draft | undefined;
}

function namesOf({ drafts, index }: Context): Names {
  const inTree = drafts.filter(({ kind }) => kind.tree !== undefined);
  const byAddress = new Map(inTree.map((draft) => [draft.resource.address, draft]));
  const pinned = new Map(
    inTree
      .filter(({ resource }) => resource.id !== undefined)
      .map((draft) => [`${draft.resource.organization} ${draft.kind.name} id:${draft.resource.id}`, draft]),
  );
  return {
    keys: (organization, kind) =>
      inTree
        .filter((draft) => draft.kind.name === kind && draft.resource.organization === organization)
        .map(({ resource }) => resource.key),
    target: (organization, { kind, name }) =>
      name.startsWith("id:")
        ? pinned.get(`${organization} ${kind} ${name}`)
        : byAddress.get(rootAddress(organization, index.byName.get(kind)?.plural ?? "", name)),
  };
}

function ordersIn(drafts: readonly Draft[]): readonly WrittenOrder[] {
  return drafts
    .filter(({ kind, resource }) => resource.order !== undefined && !shallLeave(kind, resource))
    .map(({ resource: { organization, key, order = [] } }) => ({ organization, holder: key, items: order }));
}

/** An order may name what nobody declares only by its id. */
function unknown(
  { report }: Context,
  names: Names,
  organization: string,
  { kind, name, source }: OrderItem,
): readonly Diagnostic[] {
  if (name.startsWith("id:") || report.isLost(kind)) return [];
  const near = nearMatch(name, names.keys(organization, kind));
  const at =
    near === undefined ? undefined : names.target(organization, { kind, name: near })?.resource.source;
  const label = at && { label: `the nearest is "${near}" (${at.file}:${at.line})` };
  return [error("DF2001", `there is no ${kind} "${name}"`, { source, ...label })];
}

function gone({ kind, name, source }: OrderItem, target: Draft): readonly Diagnostic[] {
  if (!shallLeave(target.kind, target.resource)) return [];
  const how = target.resource.absent ? "declared absent" : "transferred to another organization";
  const related = [{ message: "that is declared here", source: target.resource.source }];
  return [error("DF2001", `the ${kind} "${name}" is ${how}`, { source, related })];
}

function twice({ kind, name, source }: OrderItem, first: OrderItem): Diagnostic {
  return error("DF2010", `the ${kind} "${name}" is in an order already`, {
    source,
    related: [{ message: "the first one is here", source: first.source }],
  });
}

/** A holder that is written and is not that of the order. */
function otherHolder(
  names: Names,
  draft: Draft,
  holder: string | null,
  item: OrderItem,
): readonly Diagnostic[] {
  const { kind, resource } = draft;
  const field = treeField(kind, "holder") ?? "";
  const value = resource.values[field];
  const of = kind.fields[field]?.refersTo ?? "";
  const addressOf = (name: Json): string | null =>
    name === null
      ? null
      : (names.target(resource.organization, { kind: of, name: String(name) })?.resource.address ??
        String(name));
  if (value === undefined || addressOf(value) === addressOf(holder)) return [];
  const tree = writtenIn(draft, field);
  const source = tree && placeOf({ source: resource.sources[field] ?? resource.source, value: tree });
  const place = holder === null ? "the root" : `the ${of} "${holder}"`;
  const message = `the ${item.kind} "${item.name}" is in the order of ${place}, and its ${field} is another`;
  const related = source && { related: [{ message: `${field} is here`, source }] };
  return [error("DF2010", message, { source: item.source, ...related })];
}

function withHolder(
  draft: Draft,
  place: { readonly holder: string | null; readonly source: Source } | undefined,
): Draft {
  const field = treeField(draft.kind, "holder");
  if (place === undefined || field === undefined || draft.resource.values[field] !== undefined) return draft;
  const { values, sources } = draft.resource;
  const resource: DesiredResource = {
    ...draft.resource,
    values: { ...values, [field]: place.holder },
    sources: { ...sources, [field]: place.source },
  };
  return { ...draft, resource };
}
