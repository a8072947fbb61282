import { organizationOf, rootOf } from "../model/address.ts";
import type { Desired, DesiredResource } from "../model/desired.ts";
import type { Field } from "../model/field.ts";
import { groupBy } from "../model/group-by.ts";
import type { Kind } from "../model/kind.ts";
import { holdsOthers, type KindIndex, keyFields, kindsNamedBy, perKind } from "../model/kind-index.ts";
import { keyAt, type LiveResource } from "../model/live.ts";
import { match } from "../planner/match/match.ts";
import { type LastApply, recordedIds } from "../planner/match/recorded-ids.ts";
import { isTreeKind, manifestValue } from "../planner/match/tree-kind.ts";

/** Recorded objects that no manifest declares: the lists that would show them are read, too. */
export interface RecordedScope {
  /** Their kinds, each as `alias kind`. */
  readonly kinds: ReadonlySet<string>;
  /** The kinds of those inside another object, each as the `liveKey` of that object and the kind. */
  readonly inside: ReadonlySet<string>;
}

/** The lists of the recorded objects whose addresses no manifest declares. */
export function recordedScope(
  { resources, organizations }: Desired,
  lastApply: LastApply | undefined,
): RecordedScope {
  const declared = new Set(resources.map(({ address }) => address));
  const aliases = new Set(organizations.map(({ alias }) => alias));
  const kinds = new Set<string>();
  const inside = new Set<string>();
  for (const [address, { kind }] of lastApply?.resources ?? []) {
    const alias = organizationOf(address);
    if (declared.has(address) || !aliases.has(alias)) continue;
    const root = rootOf(address);
    const parent = lastApply?.resources.get(root);
    if (root === address) kinds.add(`${alias} ${kind}`);
    else if (parent !== undefined) inside.add(`${keyAt({ address: root, ...parent })} ${kind}`);
  }
  return { kinds, inside };
}

/** The declared kinds of the organization, the kinds that they refer to, and those of the record. */
export function neededKinds(
  desired: Desired,
  alias: string,
  kinds: KindIndex,
  recorded: RecordedScope["kinds"],
): readonly Kind[] {
  const manage = desired.organizations.find((one) => one.alias === alias)?.manage ?? {};
  const resources = desired.resources.filter(({ organization }) => organization === alias);
  const named = new Set<string>();
  for (const [kind, all] of groupBy(resources, (one) => one.kind)) {
    named.add(kind);
    for (const [name, target] of namingFields(kinds.get(kind)))
      if (all.some(({ values }) => values[name] !== undefined)) named.add(target);
  }
  const isTreeRead = needsTree(desired, alias, kinds);
  const needed = kinds
    .childrenOf()
    .filter(
      ({ plural, name, tree }) =>
        manage[plural] !== undefined ||
        named.has(name) ||
        recorded.has(`${alias} ${name}`) ||
        (isTreeRead && tree !== undefined),
    );
  // An object that another one created for itself is not deleted as undeclared, so its possible creators are read too.
  const exact = new Set(needed.filter(({ plural }) => manage[plural] === "exact").map(({ name }) => name));
  const makers = kinds.childrenOf().filter(({ makes }) => makes !== undefined && exact.has(makes.kind));
  const permitting = new Set(needed.flatMap((kind) => permittingKinds(kind, kinds)));
  const isOne = ({ shape, name }: Kind): boolean => shape === "singleton" && permitting.has(name);
  return kinds.childrenOf().filter((kind) => needed.includes(kind) || makers.includes(kind) || isOne(kind));
}

/** The kinds whose permissions decide about a kind and its children. */
function permittingKinds(kind: Kind, kinds: KindIndex): readonly string[] {
  const own = Object.values(kind.permissions ?? {}).map(({ of }) => of);
  return [...own, ...kinds.childrenOf(kind.name).flatMap((child) => permittingKinds(child, kinds))];
}

/** The fields of a kind that name something of another one, with that. */
const namingFields = perKind(({ fields }) =>
  Object.entries(fields).flatMap(([name, field]: [string, Field]) => {
    return kindsNamedBy(field).map((target) => [name, target] as const);
  }),
);

/**
 * Whether a declaration depends on positions in the tree. Then the whole tree is read, because each list
 * shows a part of it.
 */
function needsTree(desired: Desired, alias: string, kinds: KindIndex): boolean {
  const organization = desired.organizations.find((one) => one.alias === alias);
  const resources = desired.resources.filter((one) => one.organization === alias);
  return (
    organization?.order !== undefined ||
    kinds
      .childrenOf()
      .some(({ plural, tree }) => tree?.holds === true && organization?.manage[plural] === "exact") ||
    resources.some((resource) => restsOnTree(kinds.get(resource.kind), resource))
  );
}

function restsOnTree(kind: Kind, resource: DesiredResource): boolean {
  if (!isTreeKind(kind)) return false;
  const isSaid = (["parent", "copy", "transfer"] as const).some(
    (role) => manifestValue(kind, resource, role) !== undefined,
  );
  return isSaid || resource.order !== undefined || (resource.absent && kind.tree.holds === true);
}

/** Reads inside a resource that are made only where manifests ask for them: of singletons, and of values with calls of their own. */
export function askedInside({ resources }: Desired, kinds: KindIndex): ReadonlySet<string> {
  const asked = resources.flatMap((resource) => {
    const { parent, kind } = resource;
    const own = ownValues(resource, kinds);
    const all = kinds.get(kind).shape === "singleton" ? [kind, ...own] : own;
    return all.map((one) => `${parent} ${one}`);
  });
  return new Set(asked);
}

/** The declared values of a resource with calls of their own, each as its kind and the field. */
export function ownValues({ kind, values }: DesiredResource, kinds: KindIndex): readonly string[] {
  const fields = ownFields(kinds.get(kind));
  return fields.flatMap((name) => (values[name] === undefined ? [] : [`${kind} ${name}`]));
}

const ownFields = perKind(({ fields }) =>
  Object.entries<Field>(fields).flatMap(([name, { ownCalls }]) => (ownCalls === undefined ? [] : [name])),
);

/** A declared resource that is there. */
export interface Opened {
  readonly live: LiveResource;
  readonly resource: DesiredResource;
}

/**
 * Declared resources that exist and may have children that need their own read. Only their kinds are matched
 * here.
 */
export function openedIn(
  desired: Desired,
  roots: readonly LiveResource[],
  kinds: KindIndex,
  lastApply: LastApply | undefined,
): readonly Opened[] {
  const names = holdingKinds(kinds);
  const resources = desired.resources.filter(({ parent, kind }) => parent === undefined && names.has(kind));
  const live = roots.filter(({ kind }) => names.has(kind));
  const matching = match({ ...desired, resources }, { resources: live, requests: 0 }, kinds, {
    recorded: recordedIds(lastApply),
  });
  const declared = new Map(resources.map((resource) => [resource.address, resource]));
  return live.flatMap((one) => {
    const resource = declared.get(matching.addressOf(one) ?? "");
    const isOpened = resource !== undefined && !resource.absent && holdsOthers(kinds, kinds.get(one.kind));
    return isOpened ? [{ live: one, resource }] : [];
  });
}

/** Names of the kinds that hold others, and of all that one of them is recognised by. */
function holdingKinds(kinds: KindIndex): ReadonlySet<string> {
  const holding = kinds.childrenOf().filter((kind) => holdsOthers(kinds, kind));
  const names = new Set(holding.map(({ name }) => name));
  // Names that are added during the loop are visited too.
  for (const name of names) {
    const kind = kinds.get(name);
    for (const key of keyFields(kind)) {
      const target = kind.fields[key]?.refersTo;
      if (target !== undefined) names.add(target);
    }
  }
  return names;
}
