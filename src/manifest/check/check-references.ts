import { type Address, addressBelow, keyPattern } from "../../model/address.ts";
import { type Diagnostic, error } from "../../model/diagnostic.ts";
import type { Field } from "../../model/field.ts";
import type { Kind } from "../../model/kind.ts";
import { perKind } from "../../model/kind-index.ts";
import type { Membership } from "../../model/membership.ts";
import { namedTarget } from "../../planner/match/identity.ts";
import { leavesOrganization } from "../../planner/match/tree-kind.ts";
import { nearMatch } from "../../text/near-match.ts";
import { isFailed, isHidden, mapOf, type ScalarTree, scalarsOf, type Tree } from "../read/tree.ts";
import { humanName } from "../schema/kind-slots.ts";
import { type Context, leaving, type ResourceDraft, writtenIn } from "./resource-draft.ts";

/** Near matches are looked for this many times: each costs a look at every key of the kind. */
const maxSuggestions = 200;

/** A field that names something, and the name. */
interface Reference extends Pick<ResourceDraft, "resource"> {
  readonly field: Field;
  readonly value: ScalarTree;
}

/** Finds a declared resource by the key that a reference writes. */
type Find = (key: string) => ResourceDraft | undefined;

/** Every reference to something that no manifest declares; `byAddress`: the first draft of each address. */
export function checkReferences(
  { index, drafts, report }: Context,
  byAddress: ReadonlyMap<Address, ResourceDraft>,
): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const reference of drafts.flatMap(referencesIn)) {
    const { resource, field } = reference;
    const target = kindNamed(index, reference);
    if (target === undefined || report.isIncomplete()) continue;
    const find: Find = (key) =>
      byAddress.get(namedTarget(resource, field, key, { get: () => target })?.address ?? "");
    const nearby = diagnostics.length < maxSuggestions ? drafts : [];
    diagnostics.push(...checkReference(reference, target, find, nearby));
  }
  return diagnostics;
}

/** The kind of what a reference names; undefined where it names nothing that a manifest declares. */
function kindNamed({ byName }: Context["index"], { field, value: { value } }: Reference): Kind | undefined {
  const { refersTo, defaultChild, refersInParent = [] } = field;
  if (typeof value !== "string") return undefined;
  // `id:…` may name an object outside the manifests; an item of a declared structure has to be declared.
  if (refersTo !== undefined && value.startsWith("id:")) return undefined;
  const plural = value.includes(":") ? undefined : value.split(".").at(-2);
  const inner = refersInParent.find((name) => byName.get(name)?.plural === plural);
  return byName.get(refersTo ?? defaultChild ?? inner ?? "");
}

function referencesIn(draft: ResourceDraft): readonly Reference[] {
  const { kind, resource } = draft;
  const fields = resource.absent ? [] : referenceFields(kind);
  return fields.flatMap(([name, field]) => {
    const tree = writtenIn(draft, name);
    if (tree === undefined || isFailed(tree)) return [];
    if (field.membership !== undefined) return entriesNaming(resource, field, field.membership, tree);
    // An item whose key is no key has been reported.
    if (name === kind.sequence?.itemKey && !keyPattern.test(resource.key)) return [];
    // So has an empty text, where one is not allowed.
    const values = scalarsOf(tree).filter(({ value }) => value !== "" || field.schema.safeParse("").success);
    return values.map((value) => ({ resource, field, value }));
  });
}

const referenceFields = perKind(({ fields }) =>
  Object.entries<Field>(fields).filter(
    ([, { refersTo, defaultChild, refersInParent, membership }]) =>
      refersTo ??
      defaultChild ??
      refersInParent ??
      membership?.sorts.some(({ isReference }) => isReference === true),
  ),
);

/** The keys of entries that are references: the teams in an access. */
function entriesNaming(
  resource: Reference["resource"],
  field: Field,
  { sorts }: Membership,
  tree: Tree,
): readonly Reference[] {
  return sorts.flatMap((sort) => {
    const map = sort.isReference === true ? mapOf(tree, sort) : undefined;
    return (map?.type === "map" ? map.entries : []).map(
      ({ key, source }): Reference => ({
        resource,
        field: { ...field, refersTo: sort.of },
        value: { type: "scalar", value: key, source },
      }),
    );
  });
}

function checkReference(
  { resource, field, value: scalar }: Reference,
  target: Kind,
  find: Find,
  nearby: readonly ResourceDraft[],
): readonly Diagnostic[] {
  const { source } = scalar;
  const value = String(scalar.value);
  const found = find(value);
  if (found !== undefined && (field.tree === "copy" || !leavesOrganization(found.kind, found.resource)))
    return [];
  const name = humanName(target);
  if (isHidden(scalar))
    return [error("DF2001", `there is no ${name} with the key that is interpolated here`, { source })];
  if (found !== undefined) return [leaving(`the ${name} "${value}"`, source, found)];
  const nameOf = (one: ResourceDraft["resource"]): string =>
    field.refersInParent === undefined ? one.key : addressBelow(resource.parent, one.address);
  const names = nearby.filter(({ kind }) => kind.name === target.name).map((one) => nameOf(one.resource));
  return [error("DF2001", `there is no ${name} "${value}"`, { source, ...nearest(value, names, find) })];
}

function nearest(name: string, names: readonly string[], find: Find): { label?: string } {
  const near = nearMatch(
    name,
    [...new Set(names)].filter((one) => find(one) !== undefined),
  );
  const source = near === undefined ? undefined : find(near)?.resource.source;
  return source === undefined ? {} : { label: `the nearest is "${near}" (${source.file}:${source.line})` };
}
