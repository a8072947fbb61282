import type { DesiredOrganization, OrderItem } from "../../model/desired.ts";
import { error, type Source } from "../../model/diagnostic.ts";
import { addTo } from "../../model/group-by.ts";
import { nearMatch } from "../../text/near-match.ts";
import { checkValue } from "../check/check-value.ts";
import { didYouMean } from "../check/report.ts";
import { type Entry, entryOf, isFailed, isInterpolated, placeOf, type Tree, textOf } from "../read/tree.ts";
import { readChildren } from "./collection.ts";
import type { Context, Pending } from "./context.ts";
import { documentKeys, orderKey } from "./kind-slots.ts";
import { metaSchemas, readManage, type WrittenManage, warnOfIdleManage } from "./meta.ts";
import { readOrder } from "./order.ts";
import { readResource } from "./resource.ts";

/** What the documents of one organization declare of its collections. */
export interface OrganizationDocuments {
  readonly declared: Set<string>;
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
  for (const { manage, declared } of organizations.values()) warnOfIdleManage(context, manage, declared);
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
    context.report.lose("all");
    return;
  }
  const organization = readAlias(context, document, aliases);
  const known = organizations.get(organization) ?? {
    declared: new Set<string>(),
    manage: new Map(),
    sources: new Map(),
  };
  organizations.set(organization, known);
  mergeManage(context, known.manage, entryOf(document, "manage"));
  readRootOrder(context, organization, known, entryOf(document, orderKey));
  for (const { key, source } of document.entries) addTo(known.sources, key, source);
  const pending = document.entries.flatMap((entry) =>
    readEntry(context, organization, entry, known.declared),
  );
  readAll(context, pending);
}

/** Reads resources, each with what is inside it. */
function readAll(context: Context, pending: readonly Pending[]): void {
  for (const next of pending) readAll(context, readResource(context, next));
}

function readEntry(
  context: Context,
  organization: string,
  entry: Entry,
  declared: Set<string>,
): readonly Pending[] {
  if (documentKeys.some((key) => key === entry.key)) return [];
  const kind = context.index.roots.find(({ plural }) => plural === entry.key);
  if (kind === undefined) {
    reportUnknown(context, entry);
    return [];
  }
  if (kind.shape === "collection") declared.add(entry.key);
  return readChildren(context, { organization }, kind, entry);
}

function reportUnknown({ index, report }: Context, { key, source }: Entry): void {
  const names = [...documentKeys, ...index.roots.map(({ plural }) => plural)];
  const near = nearMatch(key, names);
  report.lose(index.roots.filter(({ plural }) => plural === near));
  report.add(
    error("DF1004", `unknown field "${key}"`, {
      source,
      ...didYouMean(key, names),
      hint: `a manifest takes: ${names.join(", ")}`,
    }),
  );
}

function readRootOrder(
  context: Context,
  organization: string,
  known: OrganizationDocuments,
  entry: Entry | undefined,
): void {
  if (entry === undefined) return;
  const { source } = entry;
  if (known.order !== undefined) {
    const related = [{ message: "the other one is here", source: known.order.source }];
    const message = `a second order of the root of ${organization}`;
    context.report.add(error("DF2010", message, { source, hint: "write all of it into one list", related }));
    return;
  }
  known.order = { items: readOrder(context, context.index.tree, entry), source };
}

/** The alias of the document's organization; for a wrong one that which it most likely means. */
export function readAlias(
  context: Context,
  document: Tree,
  aliases: ReadonlySet<string> | undefined,
): string {
  const entry = entryOf(document, "organization");
  const alias = textOf(entry?.value);
  const [first = ""] = aliases ?? [];
  const likely = aliases?.size === 1 ? first : "";
  if (entry === undefined || alias === undefined || isInterpolated(entry.value)) {
    reportNoAlias(context, document.source, entry);
    if (likely === "") context.report.lose("all");
    return likely;
  }
  if (aliases === undefined || aliases.has(alias)) return alias;
  context.report.add(
    error("DF2003", `docform.yaml has no organization "${alias}"`, {
      source: entry.value.source,
      ...didYouMean(alias, aliases),
      hint: aliases.size === 0 ? "it lists none" : `it lists: ${[...aliases].join(", ")}`,
    }),
  );
  return nearMatch(alias, aliases) ?? alias;
}

function reportNoAlias({ report }: Context, start: Source, entry: Entry | undefined): void {
  if (entry === undefined) {
    const hint = "name an organization of docform.yaml";
    report.add(error("DF1006", "organization is missing", { source: { ...start, length: 1 }, hint }));
  } else if (isInterpolated(entry.value) && !isFailed(entry.value)) {
    const message = "organization is a key here, so it cannot be interpolated";
    report.add(error("DF1007", message, { source: placeOf(entry) }));
  } else if (!isFailed(entry.value)) {
    const message = "organization must be the alias of an organization in docform.yaml";
    report.add(error("DF1005", message, { source: placeOf(entry) }));
  }
}

/** Several documents may say how a collection is managed, if they say the same. */
function mergeManage(context: Context, known: Map<string, WrittenManage>, entry: Entry | undefined): void {
  if (entry === undefined) return;
  const wrong = checkValue(metaSchemas.manage, { name: "manage", source: entry.source, value: entry.value });
  context.report.add(wrong);
  const allowed = context.index.roots
    .filter(({ shape }) => shape === "collection")
    .map(({ plural }) => plural);
  for (const [name, written] of readManage(context, entry, allowed)) {
    const first = known.get(name);
    if (first === undefined) known.set(name, written);
    else if (first.manage !== written.manage)
      context.report.add(
        error("DF1005", `manage says both ${first.manage} and ${written.manage} for ${name}`, {
          source: written.source,
          related: [{ message: `${first.manage} is here`, source: first.source }],
        }),
      );
  }
}

/** How each declared collection of an organization is managed, the order of its root, and where all of it is written. */
export function manageOfOrganization({
  declared,
  manage,
  order,
  sources,
}: OrganizationDocuments): Pick<DesiredOrganization, "manage" | "manageSources" | "order" | "sources"> {
  const names = [...declared].sort();
  return {
    manage: Object.fromEntries(names.map((name) => [name, manage.get(name)?.manage ?? "listed"])),
    manageSources: Object.fromEntries([...manage].map(([name, { source }]) => [name, source])),
    ...(order === undefined ? {} : { order: order.items }),
    sources: Object.fromEntries(sources),
  };
}
