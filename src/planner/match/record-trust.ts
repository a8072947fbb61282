import type { Address } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import { addTo } from "../../model/group-by.ts";
import type { Kind } from "../../model/kind.ts";
import { canBeReplaced } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import { shallLeave } from "../tree/tree-kind.ts";
import { fittingOf, indexByText } from "./fitting.ts";
import { namesOf, type Recognition } from "./identity.ts";
import type { RecordedIds } from "./last-apply.ts";

/** Who waits to be found among what, and how that is without the record. */
interface Question {
  readonly waiting: readonly DesiredResource[];
  readonly free: readonly LiveResource[];
  /** The recognitions that come after the record: `previously`, and the natural keys. */
  readonly later: readonly Recognition[];
  readonly kind: Kind;
  readonly recorded: RecordedIds;
  /** Is the live resource one that an address cannot become? */
  readonly isBarred: (address: Address, live: LiveResource) => boolean;
  /** Has an address its live resource already? */
  readonly isFound: (address: Address) => boolean;
}

/** What the record says of a declared resource. */
interface Entry {
  readonly resource: DesiredResource;
  readonly live: LiveResource;
}

/**
 * The resources that are what the record says. A record may be old, of another place, or edited. So an entry that no
 * apply has sealed is not followed; and one that names contradict only when the object still has a name that the
 * apply left it with, for then it is the manifest that gives it another one. Even so, what answers to the very name
 * that is declared is taken, unless the record knows it as somebody else.
 */
export function readRecorded(question: Question): {
  readonly followed: ReadonlySet<DesiredResource>;
  readonly doubted: readonly Entry[];
} {
  const entries = entriesOf(question);
  if (entries.length === 0) return { followed: new Set(), doubted: [] };
  const names = readNames(question);
  const credible = entries.filter((entry) => isCredible(question, names, entry));
  const followed = withoutTaken(question, names, credible);
  return { followed, doubted: entries.filter(({ resource }) => !followed.has(resource)) };
}

function entriesOf({ waiting, free, kind, recorded, isBarred }: Question): readonly Entry[] {
  const byId = new Map(free.map((live) => [live.id, live]));
  return waiting.flatMap((resource) => {
    const id = resource.id === undefined ? recorded.idOf(resource.address, kind.name) : undefined;
    const live = id === undefined ? undefined : byId.get(id);
    return live === undefined || isBarred(resource.address, live) ? [] : [{ resource, live }];
  });
}

/** What names say, without the record. */
interface Names {
  /** What a resource is by the most exact of its natural keys that fits anything. */
  readonly fitting: ReadonlyMap<DesiredResource, readonly LiveResource[]>;
  /** Those that fit by the most exact key that can be told of them: that is hardly somebody else. */
  readonly exact: ReadonlySet<DesiredResource>;
  /** What a resource is by its old names. */
  readonly old: ReadonlyMap<DesiredResource, readonly LiveResource[]>;
  /** Those that a live resource is by a natural key or an old name. */
  readonly claimants: ReadonlyMap<LiveResource, readonly DesiredResource[]>;
  readonly byAddress: ReadonlyMap<Address, DesiredResource>;
}

function readNames({ waiting, free, later }: Question): Names {
  const fitting = new Map<DesiredResource, readonly LiveResource[]>();
  const old = new Map<DesiredResource, readonly LiveResource[]>();
  const claimants = new Map<LiveResource, DesiredResource[]>();
  const exact = new Set<DesiredResource>();
  const asked = new Set<DesiredResource>();
  for (const recognition of later) {
    const byText = indexByText(free, recognition);
    const into = recognition.isPrevious === true ? old : fitting;
    for (const resource of waiting) {
      const texts = into.has(resource) ? [] : recognition.ofDesired(resource);
      const all = fittingOf(texts, byText);
      if (all.length > 0) into.set(resource, all);
      if (into === fitting && all.length > 0 && !asked.has(resource)) exact.add(resource);
      if (into === fitting && texts.length > 0) asked.add(resource);
      for (const live of all) addTo(claimants, live, resource);
    }
  }
  const byAddress = new Map(waiting.map((resource) => [resource.address, resource]));
  return { fitting, exact, old, claimants, byAddress };
}

function isCredible(question: Question, names: Names, { resource, live }: Entry): boolean {
  const { kind, recorded } = question;
  const { address } = resource;
  const own = names.fitting.get(resource) ?? [];
  const before = names.old.get(resource) ?? [];
  const others = (names.claimants.get(live) ?? []).filter((one) => one !== resource);
  const isNamed = own.includes(live);
  if (isNamed && own.length === 1 && others.length === 0 && before.length === 0) return true;
  if (!recorded.isSealed(address)) return false;
  // A record alone takes nothing away.
  if (!isNamed && shallLeave(kind, resource)) return false;
  if (recorded.hadName(address, namesOf(kind, live))) return true;
  // It was given another name: by whom? Where its name is that of the manifest, nothing is open.
  const rivals = isNamed
    ? others.filter((one) => names.fitting.get(one)?.includes(live))
    : others.filter((one) => !names.exact.has(one) || !isElsewhere(question, one, live));
  const isOther = !isNamed && own.length + before.filter((one) => one !== live).length > 0;
  return rivals.length === 0 && !isOther && !canBeReplaced(kind);
}

/** Does the record know a resource as another object, which still has a name that the apply left it with? */
function isElsewhere({ free, kind, recorded }: Question, { address }: DesiredResource, live: LiveResource) {
  const id = recorded.idOf(address, kind.name);
  const other = id === live.id ? undefined : free.find((one) => one.id === id);
  return other !== undefined && recorded.isSealed(address) && recorded.hadName(address, namesOf(kind, other));
}

/**
 * Without those that another one has the name of, or that another one is by its name, unless the record knows that one
 * as somebody else, as it does when names are exchanged. When one is left out, so is who rests on it.
 */
function withoutTaken(
  question: Question,
  names: Names,
  entries: readonly Entry[],
): ReadonlySet<DesiredResource> {
  const followed = new Set(entries.map(({ resource }) => resource));
  const resting = new Map<DesiredResource, DesiredResource[]>();
  const left: DesiredResource[] = [];
  for (const entry of entries) {
    const { needed, isTaken } = conditionsOf(question, names, entry);
    for (const other of needed) addTo(resting, other, entry.resource);
    if (isTaken || needed.some((other) => !followed.has(other))) left.push(entry.resource);
  }
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (followed.delete(one)) left.push(...(resting.get(one) ?? []));
  }
  return followed;
}

/** The resources that have to be what the record says, so that another one can be; is its name somebody else's? */
function conditionsOf(
  question: Question,
  { fitting, exact, claimants, byAddress }: Names,
  { resource, live }: Entry,
) {
  const own = fitting.get(resource) ?? [];
  const rivals = (claimants.get(live) ?? []).filter(
    (one) => one !== resource && exact.has(one) && fitting.get(one)?.includes(live) === true,
  );
  if (own.includes(live)) return { needed: [], isTaken: false };
  const owners = exact.has(resource) ? own.map((one) => ownerOf(question, one)) : [];
  const declared = owners.flatMap((address) => byAddress.get(address ?? "") ?? []);
  return { needed: [...rivals, ...declared], isTaken: owners.includes(undefined) };
}

/** The address that a live resource has in the record, when nothing speaks against it. */
function ownerOf({ kind, recorded, isFound, isBarred }: Question, live: LiveResource): Address | undefined {
  const address = recorded.addressOf(live);
  if (address === undefined || isFound(address) || isBarred(address, live)) return undefined;
  const isKnown = recorded.isSealed(address) && recorded.hadName(address, namesOf(kind, live));
  return isKnown ? address : undefined;
}
