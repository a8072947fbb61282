import type { DesiredOrganization, OrderItem } from "../../model/desired.ts";
import { error, type Source } from "../../model/diagnostic.ts";
import { addTo } from "../../model/group-by.ts";
import type { Context } from "../check/resource-draft.ts";
import { type Entry, entryOf, type Tree } from "../read/tree.ts";
import { checkValue } from "../schema/check-value.ts";
import { readAlias } from "../schema/keys.ts";
import { documentKeys, metaSchemas, orderKey } from "../schema/kind-slots.ts";
import { readManage, type WrittenManage, warnOfIdleManage } from "./fields.ts";
import { readOrder } from "./order.ts";
import type { Pending } from "./pending.ts";
import { readChildren, readResource, reportUnknown } from "./resource.ts";

/** The declarations of one organization about its collections, from all its documents. */
export interface OrganizationDocuments {
  readonly manage: Map<string, WrittenManage>;
  /** Each key of a collection, and of the order of the root. */
  readonly sources: Map<string, Source[]>;
  /** The order of its root, and where that is written; only the first one counts. */
  order?: { readonly items: readonly OrderItem[]; readonly source: Source };
}

/**
 * Reads manifest documents: their resources go to the drafts. Returns what they say of each organization.
 * `aliases` are the organizations of docform.yaml; undefined when that could not be read.
 */
export function readDocuments(
  context: Context,
  documents: readonly Tree[],
  aliases: ReadonlySet<string> | undefined,
): ReadonlyMap<string, OrganizationDocuments> {
  const organizations = new Map<string, OrganizationDocuments>();
  for (const document of documents) readDocument(context, document, aliases, organizations);
  for (const { manage, sources } of organizations.values())
    warnOfIdleManage(context, manage, (name) => sources.has(name));
  return organizations;
}

function readDocument(
  context: Context,
  document: Tree,
  aliases: ReadonlySet<string> | undefined,
  organizations: Map<string, OrganizationDocuments>,
): void {
  if (document.type !== "map") {
    const hint = "start with organization: ALIAS";
    context.report.add(error("DF1005", "a manifest must be a map", { source: document.source, hint }));
    context.report.lose();
    return;
  }
  const organization = readAlias(context, document, aliases);
  const known = organizations.get(organization) ?? { manage: new Map(), sources: new Map() };
  organizations.set(organization, known);
  mergeManage(context, known.manage, entryOf(document, "manage"));
  readRootOrder(context, organization, known, entryOf(document, orderKey));
  for (const entry of document.entries) {
    addTo(known.sources, entry.key, entry.source);
    if (!documentKeys.some((one) => one === entry.key))
      readAll(context, readEntry(context, organization, entry));
  }
}

function readEntry(context: Context, organization: string, entry: Entry): readonly Pending[] {
  const { roots } = context.index;
  const kind = roots.find(({ plural }) => plural === entry.key);
  if (kind !== undefined) return readChildren(context, { organization }, kind, entry);
  const known = [...documentKeys, ...roots.map(({ plural }) => plural)];
  reportUnknown(context, entry, known, (other) => other.rootSlots.has(entry.key));
  return [];
}

/** Reads resources, each with what is inside it. */
function readAll(context: Context, pending: readonly Pending[]): void {
  for (const next of pending) readAll(context, readResource(context, next));
}

function readRootOrder(
  context: Context,
  organization: string,
  known: OrganizationDocuments,
  entry: Entry | undefined,
): void {
  if (entry === undefined) return;
  const { source } = entry;
  if (known.order === undefined)
    known.order = { items: readOrder(context, context.index.tree, entry), source };
  else {
    const related = [{ message: "the other one is here", source: known.order.source }];
    const message = `a second order of the root of ${organization}`;
    context.report.add(error("DF2010", message, { source, hint: "write all of it into one list", related }));
  }
}

/** Several documents may say how a collection is managed, if they say the same. */
function mergeManage(context: Context, known: Map<string, WrittenManage>, entry: Entry | undefined): void {
  if (entry === undefined) return;
  const { source, value } = entry;
  context.report.add(checkValue(metaSchemas.manage, { name: "manage", source, value }));
  const collections = context.index.roots.filter(({ shape }) => shape === "collection");
  const names = new Map(collections.map((kind) => [kind.plural, kind]));
  for (const [name, written] of readManage(context, entry, () => names)) {
    const first = known.get(name);
    if (first === undefined) known.set(name, written);
    else if (first.manage !== written.manage) {
      const message = `manage says both ${first.manage} and ${written.manage} for ${name}`;
      const related = [{ message: `${first.manage} is here`, source: first.source }];
      context.report.add(error("DF1005", message, { source: written.source, related }));
    }
  }
}

/** How each declared collection of an organization is managed, the order of its root, and where all of it is written. */
export function manageOfOrganization(
  { index }: Context,
  { manage, order, sources }: OrganizationDocuments,
): Pick<DesiredOrganization, "manage" | "manageSources" | "order" | "sources"> {
  const declared = index.roots
    .filter(({ shape, plural }) => shape === "collection" && sources.has(plural))
    .map(({ plural }) => plural)
    .sort();
  return {
    manage: Object.fromEntries(declared.map((name) => [name, manage.get(name)?.manage ?? "listed"])),
    manageSources: Object.fromEntries([...manage].map(([name, { source }]) => [name, source])),
    ...(order === undefined ? {} : { order: order.items }),
    sources: Object.fromEntries(sources),
  };
}
