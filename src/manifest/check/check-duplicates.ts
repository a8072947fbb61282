import { type Address, withoutOrganization } from "../../model/address.ts";
import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";
import { groupBy } from "../../model/group-by.ts";
import type { Kind } from "../../model/kind.ts";
import { keyFields } from "../../model/kind-index.ts";
import { canonicalJson, type Json, lookupText } from "../../text/json.ts";
import { type Draft, writtenIn } from "../load/context.ts";
import { humanName } from "../load/kind-slots.ts";
import { isFailed, placeOf } from "../read/tree.ts";

/** The first draft of each address. */
export function firstsByAddress(drafts: readonly Draft[]): ReadonlyMap<Address, Draft> {
  const firsts = new Map<Address, Draft>();
  for (const draft of drafts)
    if (!firsts.has(draft.resource.address)) firsts.set(draft.resource.address, draft);
  return firsts;
}

/**
 * What is declared twice: an address, a key under another spelling, a path in one container. `byAddress`: the first draft
 * of each address.
 */
export function checkDuplicates(
  drafts: readonly Draft[],
  byAddress: ReadonlyMap<Address, Draft>,
): readonly Diagnostic[] {
  const repeated = new Set<Draft>();
  const twice = sameAddress(drafts, byAddress, repeated);
  const once = repeated.size === 0 ? drafts : drafts.filter((draft) => !repeated.has(draft));
  const present = once.filter(({ resource }) => !resource.absent);
  return [
    ...twice,
    ...sameId(once),
    ...[...groupBy(present, ({ kind }) => kind.name).values()].flatMap(sameInKind),
    ...mixedRoots(drafts),
  ];
}

/** What those of one kind may not have in common. */
function sameInKind(drafts: readonly Draft[]): readonly Diagnostic[] {
  const [first] = drafts;
  if (first === undefined) return [];
  return [
    ...sameKeyField(drafts, first.kind),
    ...sameUniqueFields(drafts, first.kind),
    ...sameNames(drafts, first.kind),
  ];
}

/** Resources inside one that is declared twice are not reported again. */
function sameAddress(
  drafts: readonly Draft[],
  byAddress: ReadonlyMap<Address, Draft>,
  repeated: Set<Draft>,
): readonly Diagnostic[] {
  if (byAddress.size === drafts.length) return [];
  const addresses = new Set<string>();
  return drafts.flatMap((draft) => {
    const first = byAddress.get(draft.resource.address);
    if (first === undefined || first === draft) return [];
    repeated.add(draft);
    const { address, parent, container, source } = draft.resource;
    const isInside = addresses.has(parent ?? "") || addresses.has(container ?? "");
    addresses.add(address);
    if (isInside) return [];
    const message = `${withoutOrganization(address)} is declared twice`;
    return [
      error("DF2002", message, { source, related: firstAt("first declared here", first.resource.source) }),
    ];
  });
}

/** Two that are pinned to one object. */
function sameId(drafts: readonly Draft[]): readonly Diagnostic[] {
  const pinned = drafts.filter(({ resource }) => resource.id !== undefined);
  const textOfId = ({ kind, resource }: Draft): string =>
    `${kind.name} ${resource.organization} ${resource.id}`;
  const found = pairs(pinned, textOfId, [], firstsOfAll());
  return found.map(([first, { resource }]) => {
    const names = [first.resource, resource].map(({ address }) => withoutOrganization(address));
    return error("DF2002", `${names.join(" and ")} are pinned to the same id`, {
      source: resource.sources.id ?? resource.source,
      related: firstAt("the other one", first.resource.sources.id ?? first.resource.source),
    });
  });
}

/** Keys that mean the same object, such as emails in different case. */
function sameKeyField(drafts: readonly Draft[], { keyField }: Kind): readonly Diagnostic[] {
  if (keyField === undefined) return [];
  return pairs(drafts, textOf(keyField), [keyField], firstsInOwners()).map(([first, { kind, resource }]) =>
    error(
      "DF2002",
      `the ${humanName(kind)} "${resource.key}" is declared twice: its ${keyField} is the same`,
      {
        source: resource.source,
        related: firstAt("first declared here", first.resource.source),
      },
    ),
  );
}

/**
 * Resources that nothing tells apart: all that they are recognised by is the same, and no `id` is written. Items of a
 * structure have their own rule, since their place tells them apart too.
 */
function sameNames(drafts: readonly Draft[], kind: Kind): readonly Diagnostic[] {
  if (kind.sequence !== undefined || kind.keyField !== undefined) return [];
  const named = drafts.filter(({ resource }) => resource.id === undefined);
  return pairs(named, textOfNames, keyFields(kind), firstsInOwners()).map(([first, { resource }]) => {
    const same = keyFields(kind).filter((name) => Object.hasOwn(resource.values, name));
    const [one, other] = [first, { resource }].map(({ resource: { address } }) =>
      withoutOrganization(address),
    );
    return error(
      "DF2002",
      `${one} and ${other} have the same ${same.join(" and ")}, so nothing tells them apart`,
      {
        source: resource.source,
        hint: "give them different names, pin them with id:, or remove one",
        related: firstAt("the other one", first.resource.source),
      },
    );
  });
}

/** The values of all fields that a draft is recognised by; undefined when they are not enough for it. */
function textOfNames(draft: Draft): string | undefined {
  const names = keyFields(draft.kind);
  const [only, ...others] = names;
  if (only !== undefined && others.length === 0) return textOf(only)(draft);
  const values = names.map((name) => normalValue(draft, name) ?? null);
  const isKnown = (name: string): boolean => values[names.indexOf(name)] !== null;
  return draft.kind.naturalKeys.some((key) => key.every(isKnown)) ? canonicalJson(values) : undefined;
}

function sameUniqueFields(drafts: readonly Draft[], { fields }: Kind): readonly Diagnostic[] {
  const unique = Object.keys(fields).filter((name) => fields[name]?.unique !== undefined);
  return unique.flatMap((name) =>
    pairs(drafts, textOf(name), [name], firstsInOwners()).map(([first, draft]) =>
      sameTwice(name, first, draft),
    ),
  );
}

/** Tells the text of a field, for looking it up; of what is not written, none. */
function textOf(name: string): (draft: Draft) => string | undefined {
  return (draft) => {
    const value = normalValue(draft, name);
    return value === undefined ? undefined : lookupText(value);
  };
}

function sameTwice(name: string, first: Draft, second: Draft): Diagnostic {
  return error("DF2002", `the same ${name} twice in ${withoutOrganization(ownerOf(second))}`, {
    source: placeOfField(second, name),
    related: firstAt("first written here", placeOfField(first, name)),
  });
}

/** At the root of a structure stand either items that others can hold by their address, or those others. */
function mixedRoots(drafts: readonly Draft[]): readonly Diagnostic[] {
  const roots = drafts.filter(
    ({ kind, resource }) =>
      kind.sequence !== undefined && resource.container === undefined && !resource.absent,
  );
  const firsts = new Map<string, Draft>();
  const reported = new Set<string>();
  return roots.flatMap((draft) => {
    const { parent = "", source } = draft.resource;
    const first = firsts.get(parent) ?? draft;
    firsts.set(parent, first);
    if (first.kind.sequence?.addressIn === draft.kind.sequence?.addressIn || reported.has(parent)) return [];
    reported.add(parent);
    const message = `${withoutOrganization(parent)} mixes ${first.kind.plural} and ${draft.kind.plural} at its root`;
    const related = firstAt(`${first.kind.plural} start here`, first.resource.source);
    return [error("DF2004", message, { source, related })];
  });
}

/** Finds the first draft of each name, among those that a draft is compared with. */
type Firsts = (draft: Draft) => Map<string, Draft>;

/**
 * Each later draft with the first one of the same name; those without a name are left out. What could not be interpolated
 * among the fields that make the name is equal to nothing.
 */
function pairs(
  drafts: readonly Draft[],
  nameOf: (draft: Draft) => string | undefined,
  fields: readonly string[],
  firstsOf: Firsts,
): readonly [Draft, Draft][] {
  const isUnknown = (draft: Draft): boolean =>
    fields.map((name) => writtenIn(draft, name)).some((tree) => tree !== undefined && isFailed(tree));
  const found: [Draft, Draft][] = [];
  for (const draft of drafts) {
    const name = nameOf(draft);
    if (name === undefined) continue;
    const firsts = firstsOf(draft);
    const first = firsts.get(name);
    if (first === undefined || isUnknown(first)) firsts.set(name, draft);
    else if (!isUnknown(draft)) found.push([first, draft]);
  }
  return found;
}

function firstsOfAll(): Firsts {
  const firsts = new Map<string, Draft>();
  return () => firsts;
}

/** Among those of its kind in one owner: for drafts of one kind. What stands in one owner mostly comes in a row. */
function firstsInOwners(): Firsts {
  const firsts = new Map<string, Map<string, Draft>>();
  let last: { readonly owner: string; readonly firsts: Map<string, Draft> } | undefined;
  return (draft) => {
    const owner = ownerOf(draft);
    if (last?.owner === owner) return last.firsts;
    last = { owner, firsts: firsts.get(owner) ?? new Map() };
    firsts.set(owner, last.firsts);
    return last.firsts;
  };
}

/** The address of what a resource stands in, or its organization: keys, and unique fields (A23), are unique there. */
function ownerOf({ kind, resource }: Draft): string {
  const { container, parent, organization } = resource;
  return (kind.sequence?.addressIn === "container" ? container : undefined) ?? parent ?? organization;
}

function normalValue({ kind, resource }: Draft, name: string): Json | undefined {
  const value = Object.hasOwn(resource.values, name) ? resource.values[name] : undefined;
  if (value === undefined || value === null) return undefined;
  return kind.fields[name]?.normalize?.(value) ?? value;
}

function placeOfField(draft: Draft, name: string): Source {
  const source = draft.resource.sources[name] ?? draft.resource.source;
  const value = writtenIn(draft, name);
  return value === undefined ? source : placeOf({ source, value });
}

function firstAt(message: string, source: Source) {
  return [{ message, source }];
}
