import { type Address, rootAddress } from "../../model/address.ts";
import type { OrderItem } from "../../model/desired.ts";
import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";
import { leavesOrganization, type TreeKind, treeField } from "../../planner/match/tree-kind.ts";
import { type Context, leaving, type ResourceDraft, writtenIn } from "../check/resource-draft.ts";
import { didYouMean } from "../read/report.ts";
import { type Entry, entriesOf, valueSource } from "../read/tree.ts";
import { readKey } from "../schema/keys.ts";

/** Reads an order: a list of `- space: key` and `- collection: key`, or `id:…` for something outside. */
export function readOrder(context: Context, kinds: readonly TreeKind[], entry: Entry): readonly OrderItem[] {
  const hint = `write ${kinds.map(({ tree }) => `- ${tree.itemKey}: KEY`).join(" or ")}`;
  if (entry.value.type !== "list") {
    const source = valueSource(entry);
    context.report.add(error("DF1005", "order must be a list of the resources in it", { source, hint }));
    return [];
  }
  return entry.value.items.flatMap((item) => {
    const [first, ...others] = entriesOf(item);
    const kind = kinds.find(({ tree }) => tree.itemKey === first?.key);
    if (first === undefined || kind === undefined || others.length > 0) {
      const { source } = item;
      context.report.add(error("DF1005", "an item of an order names one thing", { source, hint }));
      return [];
    }
    const name = readKey(context, first);
    return name === undefined ? [] : [{ kind: kind.name, name, source: valueSource(first) }];
  });
}

/** The order of one parent. */
export interface WrittenOrder {
  readonly organization: string;
  /** Key of the parent; null for the root. */
  readonly parent: string | null;
  readonly items: readonly OrderItem[];
}

/** The place that an order gives to a resource. */
interface Placed {
  readonly parent: string | null;
  readonly source: Source;
}

/**
 * The drafts, each with the parent in whose order it is named. Reports a resource in two orders, and an undeclared one.
 */
export function placeByOrders(context: Context, roots: readonly WrittenOrder[]): readonly ResourceDraft[] {
  const orders = [...roots, ...ordersIn(context.drafts)];
  if (orders.length === 0) return context.drafts;
  const targets = targetsIn(context.drafts);
  const placed = new Map<string, OrderItem>();
  const parents = new Map<Address, Placed>();
  for (const { organization, parent, items } of orders)
    for (const item of items) {
      const target = targets.get(targetName(organization, item.kind, item.name));
      const place = target?.resource.address ?? targetName(organization, item.kind, item.name);
      const first = placed.get(place);
      placed.set(place, item);
      if (first !== undefined) context.report.add(twice(item, first));
      else if (target === undefined) context.report.add(unknownItem(context, targets, organization, item));
      else if (leavesOrganization(target.kind, target.resource))
        context.report.add(leaving(`the ${item.kind} "${item.name}"`, item.source, target));
      else {
        context.report.add(otherParent(context, targets, target, parent, item));
        parents.set(place, { parent, source: item.source });
      }
    }
  return context.drafts.map((draft) => withParent(draft, parents.get(draft.resource.address)));
}

/** The resources that orders may name: those of the tree, by key and by id. */
type Targets = ReadonlyMap<string, ResourceDraft>;

function targetName(organization: string, kind: string, name: string): string {
  return `${organization} ${kind} ${name}`;
}

function targetsIn(drafts: readonly ResourceDraft[]): Targets {
  const inTree = drafts.filter(({ kind }) => kind.tree !== undefined);
  return new Map(
    inTree.flatMap((draft) => {
      const { organization, kind, key, id } = draft.resource;
      const names = id === undefined ? [key] : [key, `id:${id}`];
      return names.map((name) => [targetName(organization, kind, name), draft] as const);
    }),
  );
}

function ordersIn(drafts: readonly ResourceDraft[]): readonly WrittenOrder[] {
  return drafts
    .filter(({ kind, resource }) => resource.order !== undefined && !leavesOrganization(kind, resource))
    .map(({ resource: { organization, key, order = [] } }) => ({ organization, parent: key, items: order }));
}

/** An order may name what nobody declares only by its id. */
function unknownItem(
  { report }: Context,
  targets: Targets,
  organization: string,
  { kind, name, source }: OrderItem,
): readonly Diagnostic[] {
  if (name.startsWith("id:") || report.isIncomplete()) return [];
  const known = [...targets.values()].filter((draft) => draft.kind.name === kind);
  const keys = known
    .filter(({ resource }) => resource.organization === organization)
    .map(({ resource }) => resource.key);
  return [error("DF2001", `there is no ${kind} "${name}"`, { source, ...didYouMean(name, keys) })];
}

function twice({ kind, name, source }: OrderItem, first: OrderItem): Diagnostic {
  const related = [{ message: "the first one is here", source: first.source }];
  return error("DF2010", `the ${kind} "${name}" is in an order already`, { source, related });
}

/** A parent that is written and is not that of the order. */
function otherParent(
  { index }: Context,
  targets: Targets,
  draft: ResourceDraft,
  parent: string | null,
  item: OrderItem,
): readonly Diagnostic[] {
  const { kind, resource } = draft;
  const field = treeField(kind, "parent") ?? "";
  const value = resource.values[field];
  const of = kind.fields[field]?.refersTo ?? "";
  const written =
    value === null
      ? null
      : targets.get(targetName(resource.organization, of, String(value)))?.resource.address;
  const ordered =
    parent === null ? null : rootAddress(resource.organization, index.byName.get(of)?.plural ?? "", parent);
  if (value === undefined || written === ordered) return [];
  const tree = writtenIn(draft, field);
  const source = tree && valueSource({ source: resource.sources[field] ?? resource.source, value: tree });
  const place = parent === null ? "the root" : `the ${of} "${parent}"`;
  const message = `the ${item.kind} "${item.name}" is in the order of ${place}, and its ${field} is another`;
  const related = source && { related: [{ message: `${field} is here`, source }] };
  return [error("DF2010", message, { source: item.source, ...related })];
}

function withParent(draft: ResourceDraft, place: Placed | undefined): ResourceDraft {
  const field = place && treeField(draft.kind, "parent");
  const { values, sources } = draft.resource;
  if (place === undefined || field === undefined || values[field] !== undefined) return draft;
  const resource = {
    ...draft.resource,
    values: { ...values, [field]: place.parent },
    sources: { ...sources, [field]: place.source },
  };
  return { ...draft, resource };
}
