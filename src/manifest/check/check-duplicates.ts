import { type Address, withoutOrganization } from "../../model/address.ts";
import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";
import { groupBy } from "../../model/group-by.ts";
import { keyFields } from "../../model/kind-index.ts";
import { canonicalJson, type Json, lookupText } from "../../text/json.ts";
import { isFailed, valueSource } from "../read/tree.ts";
import { type ResourceDraft, writtenIn } from "./resource-draft.ts";

/** The first draft of each address. */
export function firstsByAddress(drafts: readonly ResourceDraft[]): ReadonlyMap<Address, ResourceDraft> {
  const firsts = new Map<Address, ResourceDraft>();
  for (const draft of drafts)
    if (!firsts.has(draft.resource.address)) firsts.set(draft.resource.address, draft);
  return firsts;
}

/**
 * Reports resources that are declared twice: with one address, id, key (in another spelling), path in one container, or
 * natural key. `byAddress`: the first draft of each address.
 */
export function checkDuplicates(
  drafts: readonly ResourceDraft[],
  byAddress: ReadonlyMap<Address, ResourceDraft>,
): readonly Diagnostic[] {
  const once = drafts.filter((draft) => byAddress.get(draft.resource.address) === draft);
  return [
    ...sameAddress(drafts, byAddress),
    ...[...groupBy(once, ({ kind }) => kind.name).values()].flatMap(sameInKind),
    ...mixedRoots(drafts),
    ...lackingNeeded(drafts),
  ];
}

/** Resources inside one that is declared twice are not reported again. */
function sameAddress(
  drafts: readonly ResourceDraft[],
  byAddress: ReadonlyMap<Address, ResourceDraft>,
): readonly Diagnostic[] {
  const addresses = new Set<string>();
  return drafts.flatMap((draft) => {
    const { address, parent, container, source } = draft.resource;
    const first = byAddress.get(address);
    if (first === undefined || first === draft) return [];
    const isInside = addresses.has(parent ?? "") || addresses.has(container ?? "");
    addresses.add(address);
    if (isInside) return [];
    const related = [{ message: "first declared here", source: first.resource.source }];
    return [error("DF2002", `${withoutOrganization(address)} is declared twice`, { source, related })];
  });
}

/**
 * Reports values that two resources of a kind must not share. Items of a structure may share a title: their place tells
 * them apart.
 */
function sameInKind(drafts: readonly ResourceDraft[]): readonly Diagnostic[] {
  const [first] = drafts;
  if (first === undefined) return [];
  const { keyField, fields, sequence } = first.kind;
  const unique = Object.keys(fields).filter(
    (name) => name === keyField || fields[name]?.unique !== undefined,
  );
  const present = drafts.filter(({ resource }) => !resource.absent);
  const unpinned = present.filter(({ resource }) => resource.id === undefined);
  const isNamed = sequence === undefined && keyField === undefined;
  return [
    ...repeated(drafts, ["id"], ({ resource: { organization, id } }) => id && `${organization} ${id}`),
    ...(isNamed
      ? repeated(unpinned, keyFields(first.kind), (draft) => inOwner(draft, namesText(draft)))
      : []),
    // Last, as its hint counts where both say the same.
    ...unique.flatMap((name) =>
      repeated(
        present,
        [name],
        (draft) => inOwner(draft, valueText(draft, name)),
        `give each its own ${name}`,
      ),
    ),
  ];
}

/** Reports each draft whose text an earlier one has. A text with a failed interpolation in it equals no other. */
function repeated(
  drafts: readonly ResourceDraft[],
  fields: readonly string[],
  textOf: (draft: ResourceDraft) => string | undefined,
  hint = "remove one, or tell them apart: by name, or by id:",
): readonly Diagnostic[] {
  const firsts = new Map<string, ResourceDraft>();
  const isUnknown = (draft: ResourceDraft): boolean =>
    fields.some((name) => {
      const tree = writtenIn(draft, name);
      return tree !== undefined && isFailed(tree);
    });
  return drafts.flatMap((draft) => {
    const text = textOf(draft);
    if (text === undefined) return [];
    const first = firsts.get(text);
    if (first !== undefined && !isUnknown(first))
      return isUnknown(draft) ? [] : [same(first, draft, fields, hint)];
    firsts.set(text, draft);
    return [];
  });
}

function same(
  first: ResourceDraft,
  second: ResourceDraft,
  fields: readonly string[],
  hint: string,
): Diagnostic {
  const names = [first, second].map(({ resource }) => withoutOrganization(resource.address));
  const written = fields.filter((name) => writtenIn(second, name) !== undefined);
  return error("DF2002", `${names.join(" and ")} have the same ${written.join(" and ")}`, {
    source: placeOfField(second, fields),
    hint,
    related: [{ message: "the other one", source: placeOfField(first, fields) }],
  });
}

/** The place of a field; of several, that of the resource. */
function placeOfField(draft: ResourceDraft, [name = "", ...others]: readonly string[]): Source {
  const { source, sources } = draft.resource;
  const value = writtenIn(draft, name);
  if (others.length > 0 || value === undefined) return source;
  return valueSource({ source: sources[name] ?? source, value });
}

/** The values of all fields that a draft is recognised by; undefined when they are not enough for it. */
function namesText(draft: ResourceDraft): string | undefined {
  const isKnown = (name: string): boolean => normalValue(draft, name) !== undefined;
  if (!draft.kind.naturalKeys.some((key) => key.every(isKnown))) return undefined;
  return canonicalJson(keyFields(draft.kind).map((name) => normalValue(draft, name) ?? null));
}

function valueText(draft: ResourceDraft, name: string): string | undefined {
  const value = normalValue(draft, name);
  return value === undefined ? undefined : lookupText(value);
}

function normalValue({ kind, resource }: ResourceDraft, name: string): Json | undefined {
  const value = resource.values[name] ?? undefined;
  return value === undefined ? undefined : (kind.fields[name]?.normalize?.(value) ?? value);
}

/**
 * The text with the address of its container or parent, else its organization: keys and unique fields (A23) are unique
 * there.
 */
function inOwner({ kind, resource }: ResourceDraft, text: string | undefined): string | undefined {
  const { container, parent, organization } = resource;
  const owner = kind.sequence?.addressIn === "container" ? container : undefined;
  return text === undefined ? undefined : `${owner ?? parent ?? organization} ${text}`;
}

/** At the root of a structure stand either items that others can hold by their address, or those others. */
function mixedRoots(drafts: readonly ResourceDraft[]): readonly Diagnostic[] {
  const roots = drafts.filter(
    ({ kind, resource }) =>
      kind.sequence !== undefined &&
      kind.sequence.needs === undefined &&
      resource.container === undefined &&
      !resource.absent,
  );
  return [...groupBy(roots, ({ resource }) => resource.parent ?? "")].flatMap(
    ([parent, [first, ...others]]) => {
      const other = others.find(({ kind }) => kind.sequence?.addressIn !== first?.kind.sequence?.addressIn);
      if (first === undefined || other === undefined) return [];
      const { plural } = first.kind;
      const message = `${withoutOrganization(parent)} mixes ${plural} and ${other.kind.plural} at its root`;
      const related = [{ message: `${plural} start here`, source: first.resource.source }];
      return [error("DF2004", message, { source: other.resource.source, related })];
    },
  );
}

/** An item that needs another one in its parent, such as an external link a section, where none is declared. */
function lackingNeeded(drafts: readonly ResourceDraft[]): readonly Diagnostic[] {
  const present = drafts.filter(({ kind, resource }) => kind.sequence !== undefined && !resource.absent);
  const known = new Set(present.map(({ kind, resource }) => `${resource.parent} ${kind.name}`));
  return present.flatMap(({ kind, resource: { address, parent, source } }) => {
    const { needs } = kind.sequence ?? {};
    if (needs === undefined || known.has(`${parent} ${needs}`)) return [];
    const message = `${withoutOrganization(address)} needs a ${needs} in its ${kind.parent}, and none is declared`;
    const hint = `put the spaces into a ${needs}, or take the ${kind.name.replaceAll("-", " ")} out`;
    return [error("DF2004", message, { source, hint })];
  });
}
