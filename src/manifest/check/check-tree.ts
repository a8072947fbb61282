import { type Address, idIn, rootAddress, withoutOrganization } from "../../model/address.ts";
import { type Diagnostic, error } from "../../model/diagnostic.ts";
import type { Field } from "../../model/field.ts";
import { treeField } from "../../planner/match/tree-kind.ts";
import { didYouMean } from "../read/report.ts";
import { isFailed, valueSource } from "../read/tree.ts";
import { type Context, type ResourceDraft, writtenIn } from "./resource-draft.ts";

/** Ids of the organizations of docform.yaml by alias; undefined when that could not be read. */
type OrganizationIds = ReadonlyMap<string, { readonly id?: string | undefined }> | undefined;

/** Reports circles in the tree, and organizations that docform.yaml does not name. */
export function checkTree(context: Context, organizations: OrganizationIds): readonly Diagnostic[] {
  const inTree = context.drafts.filter(({ kind }) => kind.tree !== undefined);
  return [
    ...circles(inTree, "parent"),
    ...circles(inTree, "copy"),
    ...circles(inTree, "transfer", receiversIn(inTree, organizations)),
    ...inTree.flatMap((draft) => [...checkTransfer(draft, organizations), ...checkOrigin(draft)]),
  ];
}

/** The address that a draft leads to. */
type Next = (draft: ResourceDraft | undefined) => Address | undefined;

/** Each circle of what names what, once. */
function circles(
  drafts: readonly ResourceDraft[],
  role: NonNullable<Field["tree"]>,
  next: Next = (draft) => namedAddress(draft, role),
): readonly Diagnostic[] {
  const naming = drafts.filter((draft) => next(draft) !== undefined);
  if (naming.length === 0) return [];
  const byAddress = new Map(drafts.map((draft) => [draft.resource.address, draft]));
  const state = new Map<Address, "open" | "done">();
  const diagnostics: Diagnostic[] = [];
  for (const { resource } of naming) {
    const path: Address[] = [];
    let at: Address | undefined = resource.address;
    while (at !== undefined && !state.has(at)) {
      state.set(at, "open");
      path.push(at);
      at = next(byAddress.get(at));
    }
    if (at !== undefined && state.get(at) === "open")
      diagnostics.push(circle(byAddress, path.slice(path.indexOf(at)), role));
    for (const address of path) state.set(address, "done");
  }
  return diagnostics;
}

/** Address that a resource names in this role. */
function namedAddress(
  draft: ResourceDraft | undefined,
  role: NonNullable<Field["tree"]>,
): Address | undefined {
  const field = draft && treeField(draft.kind, role);
  const value = field === undefined ? undefined : draft?.resource.values[field];
  if (draft === undefined || field === undefined || typeof value !== "string" || value.startsWith("id:"))
    return undefined;
  const plural = draft.kind.fields[field]?.refersTo === draft.kind.name ? draft.kind.plural : undefined;
  return plural && rootAddress(draft.resource.organization, plural, value);
}

/**
 * The declaration of the same object in the organization that it is transferred to: with the same id, else with the same
 * title. One that transfers it back would have it go to and fro with each apply.
 */
function receiversIn(drafts: readonly ResourceDraft[], organizations: OrganizationIds): Next {
  const sent = drafts.filter((draft) => targetOf(draft, organizations) !== undefined);
  const keyOf = ({ kind, resource }: ResourceDraft, organization: string | undefined): string =>
    `${organization} ${kind.name} ${resource.id ?? `title ${resource.values.title}`}`;
  const ownId = ({ resource }: ResourceDraft): string | undefined =>
    organizations?.get(resource.organization)?.id;
  const byKey = new Map(sent.map((draft) => [keyOf(draft, ownId(draft)), draft.resource.address]));
  return (draft) => {
    const target = draft && targetOf(draft, organizations);
    const isLeaving = draft !== undefined && target !== undefined && target !== ownId(draft);
    return isLeaving ? byKey.get(keyOf(draft, target)) : undefined;
  };
}

/** The id of the organization that something is transferred to. */
function targetOf({ kind, resource }: ResourceDraft, organizations: OrganizationIds): string | undefined {
  const value = resource.values[treeField(kind, "transfer") ?? ""];
  if (typeof value !== "string" || resource.absent) return undefined;
  return idIn(value) ?? organizations?.get(value)?.id;
}

const circleTexts: Readonly<Record<NonNullable<Field["tree"]>, string>> = {
  parent: "contains itself",
  copy: "is a copy of itself",
  template: "is made from itself",
  transfer: "is transferred back to its organization",
};

function circle(
  byAddress: ReadonlyMap<Address, ResourceDraft>,
  path: readonly Address[],
  role: NonNullable<Field["tree"]>,
): Diagnostic {
  const [first, ...others] = path.flatMap((address) => byAddress.get(address) ?? []);
  const shown = (address: Address): string => (role === "transfer" ? address : withoutOrganization(address));
  const names = [...path, ...path.slice(0, 1)].map(shown).join(" → ");
  const what = circleTexts[role];
  const placeIn = (draft: ResourceDraft) =>
    draft.resource.sources[treeField(draft.kind, role) ?? ""] ?? draft.resource.source;
  return error("DF2010", `${shown(path[0] ?? "")} ${what}: ${names}`, {
    ...(first === undefined ? {} : { source: placeIn(first) }),
    hint: "take one of the lines that are named out of the circle",
    related: others.map((draft) => ({ message: "and here", source: placeIn(draft) })),
  });
}

/** A new object is a copy or made from a template: with both, one of them would be ignored in silence. */
function checkOrigin({ kind, resource }: ResourceDraft): readonly Diagnostic[] {
  const [copy = "", template = ""] = [treeField(kind, "copy"), treeField(kind, "template")];
  if (resource.values[copy] === undefined || resource.values[template] === undefined) return [];
  const source = resource.sources[template] ?? resource.source;
  const hint = "keep one of them: a copy has the contents of its original";
  return [error("DF1005", `${template} and ${copy} cannot both be`, { source, hint })];
}

function checkTransfer(draft: ResourceDraft, organizations: OrganizationIds): readonly Diagnostic[] {
  const { kind, resource } = draft;
  const field = treeField(kind, "transfer");
  const value = field === undefined ? undefined : resource.values[field];
  const tree = writtenIn(draft, field ?? "");
  if (field === undefined || typeof value !== "string" || tree === undefined || isFailed(tree)) return [];
  const source = valueSource({ source: resource.sources[field] ?? resource.source, value: tree });
  if (resource.absent)
    return [
      error("DF1005", `${field} and absent: true cannot both be`, { source, hint: "keep one of them" }),
    ];
  if (organizations === undefined) return [];
  const pinned = idIn(value);
  const id = pinned ?? organizations.get(value)?.id;
  if (pinned === undefined && !organizations.has(value)) {
    const hint = `docform.yaml lists: ${[...organizations.keys()].join(", ")}; id:… names another one`;
    const label = didYouMean(value, organizations.keys());
    return [error("DF2003", `docform.yaml has no organization "${value}"`, { source, ...label, hint })];
  }
  const own = organizations.get(resource.organization)?.id;
  if (id === undefined || id !== own) return [];
  return [error("DF1005", `${field} names the organization that it is in`, { source })];
}
