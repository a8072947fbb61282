import { once } from "../contract/once.ts";
import { type Address, keyPattern } from "../model/address.ts";
import type { Field } from "../model/field.ts";
import { groupBy } from "../model/group-by.ts";
import type { Kind } from "../model/kind.ts";
import { idOfKey } from "../model/kind-index.ts";
import { type LiveResource, liveKey } from "../model/live.ts";
import { liveValue, rawValue, referenceTarget } from "../planner/match/identity.ts";
import { leavesOrganization, treeParentKey } from "../planner/match/tree-kind.ts";
import { addressIn, addressParent, firstOf, insideOf, ownerKeys } from "../planner/state/live-address.ts";
import { isInScope } from "../planner/state/scope.ts";
import { freeKey, keyFrom } from "../text/readable-key.ts";
import type { Naming, PullInput } from "./pulling.ts";

interface Name {
  readonly key: string;
  readonly mark: string;
}

/** Names what is live: by the keys of the manifests that are there, else by readable ones, each once in its place. */
export function nameLive(input: PullInput): Naming {
  const names = new Map<LiveResource, Name | undefined>();
  const groups = groupBy(input.live.resources, (live) => keyScope(input, live));
  const byKey = new Map(input.live.resources.map((live) => [liveKey(live), live]));
  const nameOf = (live: LiveResource): Name | undefined => {
    if (!names.has(live)) nameGroup(making, groups.get(keyScope(input, live)) ?? [], names);
    return names.get(live);
  };
  const addressOf = (live: LiveResource): Address | undefined => {
    const name = nameOf(live);
    const owner = name === undefined ? undefined : ownerAddress(making, live);
    if (name === undefined || owner === null) return undefined;
    return addressIn(input.kinds.get(live.kind), live.organization, name.key, owner);
  };
  const naming: Naming = {
    addressOf,
    keyOf: (live) => nameOf(live)?.key,
    markOf: (live) => nameOf(live)?.mark,
    liveByKey: (key) => byKey.get(key),
    isDeclared: (live) => {
      const address = addressOf(live);
      const declared = input.matching.addressOf(live);
      if (declared !== undefined && declared === address)
        return input.isMeant(declared, live) || !isLeaving(making, declared);
      return address !== undefined && isNewlyDeclared(making, live, address);
    },
    reference: (organization, kind, id) => {
      const live = byKey.get(liveKey({ organization, kind, id }));
      const key = live !== undefined && naming.isDeclared(live) ? nameOf(live)?.key : undefined;
      return key ?? `id:${id}`;
    },
  };
  const making: Making = {
    itemsIn: once(() => insideOf(input.live.resources, input.kinds)),
    input,
    naming,
    resources: new Map(input.before.resources.map((one) => [one.address, one])),
  };
  return naming;
}

interface Making {
  readonly input: PullInput;
  readonly naming: Naming;
  readonly resources: ReadonlyMap<Address, PullInput["before"]["resources"][number]>;
  readonly itemsIn: () => ReadonlyMap<string, readonly LiveResource[]>;
}

function isLeaving({ input, resources }: Making, address: Address): boolean {
  const resource = resources.get(address);
  return resource !== undefined && leavesOrganization(input.kinds.get(resource.kind), resource);
}

/**
 * Will a pull declare this object that no manifest declares? An item of a declared structure is taken when it is
 * selected, or when it is a group with declared items.
 */
function isNewlyDeclared(making: Making, live: LiveResource, address: Address): boolean {
  const { input, naming, resources } = making;
  const kind = input.kinds.get(live.kind);
  const isChosen = (input.takesNew && input.isMeant(address, live)) || input.isNamed(address, live);
  if (kind.sequence === undefined) return isChosen && isOurs(making, live, address);
  const owner = firstOf(naming, ownerKeys(kind, live));
  const declared = owner && resources.get(input.matching.addressOf(owner) ?? "");
  if (owner === undefined || !naming.isDeclared(owner)) return false;
  if (!input.isMeant(address, live) && !holdsTaken(making, live)) return false;
  return declared === undefined || declared.manage.structure !== undefined || isChosen;
}

/** Is it in the scope of the project, by itself or by a collection that it is in? */
function isOurs({ input, naming }: Making, live: LiveResource, address: Address): boolean {
  let at: LiveResource | undefined = live;
  return isInScope(input.before.scope?.patterns, address, () => {
    at = at && naming.liveByKey(treeParentKey(input.kinds.get(at.kind), at) ?? "");
    return at && naming.addressOf(at);
  });
}

/** Is one of its items declared, or will it be? */
function holdsTaken(making: Making, live: LiveResource): boolean {
  const { input, naming } = making;
  return (making.itemsIn().get(liveKey(live)) ?? []).some((item) => {
    const address = naming.addressOf(item);
    const isTaken = address !== undefined && input.isMeant(address, item);
    return isTaken || input.matching.addressOf(item) !== undefined || holdsTaken(making, item);
  });
}

/** The scope in which its key is unique. */
function keyScope({ kinds }: PullInput, live: LiveResource): string {
  return [live.organization, live.kind, live.parentId, containerId(kinds.get(live.kind), live)].join(" ");
}

/** Id of the container that its address continues; undefined when that is its parent. */
function containerId({ sequence }: Kind, { answer }: LiveResource): string | undefined {
  return sequence?.addressIn === "container" ? sequence.containerOf(answer) : undefined;
}

/** The address that its own begins with; undefined in the organization itself, null when there is none. */
function ownerAddress({ input, naming }: Making, live: LiveResource): Address | undefined | null {
  if (live.parentId === undefined) return undefined;
  const owner = addressParent({ kinds: input.kinds, liveByKey: naming.liveByKey }, live);
  return (owner === undefined ? undefined : naming.addressOf(owner)) ?? null;
}

/** Names what shares a place: declared things by their keys, all others by keys that none of those has. */
function nameGroup(
  making: Making,
  group: readonly LiveResource[],
  names: Map<LiveResource, Name | undefined>,
): void {
  const [first] = group;
  if (first === undefined) return;
  const taken = new Set<string>();
  const give = (live: LiveResource, name: Name | undefined): void => {
    names.set(live, name);
    if (name !== undefined) taken.add(name.key).add(keyValue(making, live) ?? name.key);
  };
  const known = new Map(group.map((live) => [live, declaredName(making, live)]));
  for (const [live, name] of known) if (name !== undefined) give(live, name);
  const kind = making.input.kinds.get(first.kind);
  const owner = ownerAddress(making, first);
  const isDeclared = (key: string): boolean =>
    owner !== null && making.resources.has(addressIn(kind, first.organization, key, owner));
  for (const live of group)
    if (known.get(live) === undefined) give(live, freshName(making, live, taken, isDeclared));
}

/** The name under which it is declared, unless the list shows something else there by now. */
function declaredName({ input, resources }: Making, live: LiveResource): Name | undefined {
  const resource = resources.get(input.matching.addressOf(live) ?? "");
  if (resource === undefined) return undefined;
  const kind = input.kinds.get(live.kind);
  const field = markField(kind);
  if (field === undefined) return { key: resource.key, mark: resource.key };
  const mark = String(resource.values[field.name]);
  const shown = liveValue(kind, field.name, live);
  const named = referenceTarget(resource.organization, field.refersTo, mark, input.kinds);
  const target = named.id ?? input.matching.liveOf(named.address)?.id;
  return target === shown ? { key: resource.key, mark } : undefined;
}

/** The field whose value is the key of an item in its list. */
function markField({
  sequence,
  fields,
}: Kind): { readonly name: string; readonly refersTo: string } | undefined {
  const field: Field | undefined = fields[sequence?.itemKey ?? ""];
  return sequence === undefined || field?.refersTo === undefined
    ? undefined
    : { name: sequence.itemKey, refersTo: field.refersTo };
}

function freshName(
  making: Making,
  live: LiveResource,
  taken: ReadonlySet<string>,
  isDeclared: (key: string) => boolean,
): Name | undefined {
  const { input, naming } = making;
  const kind = input.kinds.get(live.kind);
  const isTaken = (key: string): boolean => taken.has(key) || isDeclared(key);
  if (kind.shape === "singleton") return { key: kind.plural, mark: kind.plural };
  if (kind.keyField !== undefined) return keyFieldName(making, kind, live, taken);
  const mark = markField(kind);
  if (mark !== undefined) {
    const id = String(liveValue(kind, mark.name, live) ?? "");
    const forms = [naming.reference(live.organization, mark.refersTo, id), `id:${id}`];
    const named = forms.map((form) => ({ mark: form, key: form.replace(/^id:/, "") }));
    return named.find(({ key, mark: form }) => isKey(form, key) && !isTaken(key));
  }
  const name = readableKey(making, kind, live) ?? `${kind.name}-${keyFrom(live.id) ?? "1"}`;
  const key = freeKey(name, isTaken);
  return { key, mark: key };
}

function isKey(mark: string, key: string): boolean {
  return (mark.startsWith("id:") ? /^[A-Za-z0-9_-]+$/ : keyPattern).test(key);
}

/** A key that is the value of the key field, when it can be written and no other has it; else the id. */
function keyFieldName(
  making: Making,
  kind: Kind,
  live: LiveResource,
  taken: ReadonlySet<string>,
): Name | undefined {
  const name = kind.keyField ?? "";
  const field: Field | undefined = kind.fields[name];
  const written = field && rawValue(name, field, live);
  const value = keyValue(making, live);
  const isWritable = typeof written === "string" && field?.schema.safeParse(written).success === true;
  if (isWritable && value !== undefined && !taken.has(value)) return { key: written, mark: written };
  const byId = `id:${live.id}`;
  return idOfKey(kind, byId) === undefined ? undefined : { key: byId, mark: byId };
}

function keyValue({ input }: Making, live: LiveResource): string | undefined {
  const kind = input.kinds.get(live.kind);
  const value = kind.keyField === undefined ? undefined : liveValue(kind, kind.keyField, live);
  return value === undefined ? undefined : String(value);
}

/** A key from what it is recognised by: its title, or the keys of what it names. */
function readableKey({ naming }: Making, kind: Kind, live: LiveResource): string | undefined {
  const parts = (kind.naturalKeys.at(-1) ?? []).map((name) => {
    const target = kind.fields[name]?.refersTo;
    const value = liveValue(kind, name, live);
    if (value === undefined) return undefined;
    const text =
      target === undefined ? String(value) : naming.reference(live.organization, target, String(value));
    return keyFrom(text.replace(/^id:/, ""));
  });
  const known = parts.filter((part) => part !== undefined);
  return known.length === 0 || known.length < parts.length ? undefined : known.join("-");
}
