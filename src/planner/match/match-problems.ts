import type { DesiredResource } from "../../model/desired.ts";
import { type Diagnostic, error } from "../../model/diagnostic.ts";
import { hidesName } from "../../model/display-name.ts";
import type { Kind } from "../../model/kind.ts";
import { idOfKey, type KindIndex } from "../../model/kind-index.ts";
import type { Live, LiveResource } from "../../model/live.ts";
import { type Candidates, namedBy } from "./candidates.ts";
import { recordedIdOf } from "./recorded-ids.ts";
import { isTreeKind, leavesOrganization } from "./tree-kind.ts";

/** A declared resource, and the id that the record has for it. */
interface Entry {
  readonly resource: DesiredResource;
  readonly live: LiveResource;
}

/**
 * Where the record and a name contradict each other. The record says that a resource is an object, and
 *
 * - the name of the resource is that of another object, which no other resource is by its id or by the record; or
 * - the name of the object is that of another resource, which has neither; or
 * - the resource shall be deleted or transferred, and the object is not called so: a record alone takes nothing away.
 *
 * Example: the record has `team_1` for `teams.docs`; its title was changed, and a new team is called Docs now.
 */
export function recordContradictions(candidates: Candidates): readonly Diagnostic[] {
  const { kind, live, recognitions } = candidates;
  const entries = entriesOf(candidates);
  if (entries.length === 0) return [];
  const { pairs } = candidates;
  const free = live.filter((one) => !pairs.byLive.has(one));
  const known = new Set(entries.map((entry) => entry.live));
  const unknown = unknownResources(candidates, entries);
  const named = namedBy([...entries.map(({ resource }) => resource), ...unknown], free, recognitions);
  const strangers = new Map<LiveResource, DesiredResource>();
  for (const resource of unknown) {
    const [only, ...others] = named.get(resource) ?? [];
    if (only !== undefined && others.length === 0) strangers.set(only, resource);
  }
  return entries.flatMap(({ resource, live: recorded }) => {
    const names = named.get(resource) ?? [];
    if (names.includes(recorded)) return [];
    const other = names.length === 1 && names[0] !== undefined && !known.has(names[0]) ? names[0] : undefined;
    const stranger = strangers.get(recorded);
    const isDoubtful = other !== undefined || stranger !== undefined || leavesOrganization(kind, resource);
    return isDoubtful ? [contradictsRecord({ resource, recorded, other, stranger, kind })] : [];
  });
}

function entriesOf({ wanted, live, kind, recorded, pairs }: Candidates): readonly Entry[] {
  if (recorded === undefined) return [];
  const byId = new Map(live.map((one) => [one.id, one]));
  return wanted.flatMap((resource) => {
    const id = resource.id === undefined ? recordedIdOf(recorded, resource, kind.name) : undefined;
    const found = id === undefined ? undefined : byId.get(id);
    return found === undefined || pairs.byLive.has(found) ? [] : [{ resource, live: found }];
  });
}

/** Those that are neither pinned nor in the record. */
function unknownResources(
  { wanted, pairs }: Candidates,
  entries: readonly Entry[],
): readonly DesiredResource[] {
  const recorded = new Set(entries.map(({ resource }) => resource));
  return wanted.filter(
    (one) => one.id === undefined && !recorded.has(one) && !pairs.byAddress.has(one.address),
  );
}

/** DF3001: an address fits several live objects. */
export function severalCandidates(
  resource: DesiredResource,
  live: readonly LiveResource[],
  kind: Kind,
): Diagnostic {
  const list = live.map((one) => idAndName(one, kind, resource)).join(", ");
  return error("DF3001", `${resource.address} fits ${live.length} live objects: ${list}`, {
    source: resource.source,
    hint: `write the id of the right one into the manifest, for example id: ${live[0]?.id}`,
  });
}

/** Natural keys that find different objects. */
interface ContradictoryNames {
  readonly resource: DesiredResource;
  readonly kind: Kind;
  readonly found: LiveResource;
  /** The fields that find it. */
  readonly by: readonly string[];
  readonly others: readonly LiveResource[];
  /** The fields that find the others. */
  readonly otherwise: readonly string[];
}

/** DF3001: an address fits one live object by one name, and another one by another name. */
export function contradictoryNames(given: ContradictoryNames): Diagnostic {
  const { resource, kind, found, by, others, otherwise } = given;
  const { address } = resource;
  const list = others.map((one) => idAndName(one, kind, resource)).join(" or ");
  const message = `${address} is the live ${kind.name} ${idAndName(found, kind, resource)} by its ${by.join(" and ")}, and ${list} by its ${otherwise.join(" and ")}`;
  const lines = [found, ...others].map(({ id }) => `id: ${id}`).join(" or ");
  return error("DF3001", message, { source: resource.source, hint: `write ${lines} at ${address}` });
}

/** DF3001: a live object differs from a missing resource only in how its name is written. */
export function writtenOtherwise(resource: DesiredResource, live: LiveResource, kind: Kind): Diagnostic {
  const { address, source } = resource;
  const name = hidesName(kind, resource) ? "" : ` (${escaped(kind.label(live.answer))})`;
  const message = `${address} is not on the platform, but the ${kind.name} "${live.id}"${name} is, whose name differs only in case, blanks or Unicode form`;
  const hint = `write id: ${live.id} at ${address}, or declare that ${kind.name} with its id, too`;
  return error("DF3001", message, { source, hint });
}

/** A name in which what people cannot tell apart is an escape. */
function escaped(name: string): string {
  return JSON.stringify(name).replace(
    /[^ -~]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** DF3002: several addresses fit one live object. */
export function severalClaimants(
  resources: readonly DesiredResource[],
  live: LiveResource,
  kind: Kind,
): Diagnostic {
  const [first, ...others] = resources;
  const names = resources.map(({ address }) => address).join(" and ");
  const hiding = resources.find((resource) => hidesName(kind, resource));
  return error("DF3002", `${names} both match the live ${kind.name} ${idAndName(live, kind, hiding)}`, {
    ...(others[0] === undefined ? {} : { source: others[0].source }),
    hint: "pin each with id:, give them different names, or remove one",
    ...(first === undefined ? {} : { related: [{ message: "the other one", source: first.source }] }),
  });
}

/** A record that says another thing than a name. */
interface Contradiction {
  readonly resource: DesiredResource;
  /** The object that the record has for the resource. */
  readonly recorded: LiveResource;
  /** The object that has its name. */
  readonly other?: LiveResource | undefined;
  /** The resource that has the name of what is recorded. */
  readonly stranger?: DesiredResource | undefined;
  readonly kind: Kind;
}

/** DF3009: the record of the last apply and a name contradict each other. */
function contradictsRecord({ resource, recorded, other, stranger, kind }: Contradiction): Diagnostic {
  const name = (live: LiveResource): string => idAndName(live, kind, resource);
  const instead =
    other !== undefined
      ? `by its name, it is ${name(other)}`
      : stranger !== undefined
        ? `by its name that is ${stranger.address}`
        : "that is not its name any more";
  const otherLine =
    other !== undefined
      ? `, or id: ${other.id} when the name is right`
      : stranger !== undefined
        ? `, or write it at ${stranger.address}`
        : "";
  return error("DF3009", `the record says that ${resource.address} is ${name(recorded)}, but ${instead}`, {
    source: resource.source,
    hint: `write id: ${recorded.id} at ${resource.address} when the record is right${otherLine}`,
  });
}

/**
 * DF3003: a resource is pinned to an id that is not there. A resource that is absent or transferred may be gone
 * already.
 */
export function pinsNotFound(
  lost: readonly DesiredResource[],
  live: Live,
  kinds: KindIndex,
): readonly Diagnostic[] {
  return lost.flatMap((resource) => {
    const kind = kinds.get(resource.kind);
    // A person that the key names by id is waited for, as one that it names by email.
    const isExpected = leavesOrganization(kind, resource) || idOfKey(kind, resource.key) === resource.id;
    return isExpected ? [] : [pinNotFound(resource, kind, live)];
  });
}

function pinNotFound(resource: DesiredResource, kind: Kind, live: Live): Diagnostic {
  const { address, id, organization: here } = resource;
  const elsewhere = live.resources.find(
    (one) => one.id === id && one.kind === kind.name && one.organization !== here,
  )?.organization;
  const where = elsewhere === undefined ? "not on the platform" : `in the organization "${elsewhere}"`;
  const transfer = `or have it transferred: give what ${elsewhere} declares with transferTo: ${here} the same id`;
  const isTransferable = elsewhere !== undefined && isTreeKind(kind);
  return error("DF3003", `${address} is pinned to id "${id}", which is ${where}`, {
    source: resource.sources.id ?? resource.source,
    hint: `correct the id, ${isTransferable ? transfer : "or remove the line to let docform find it by its name"}`,
  });
}

/** A live resource for a message; without its name, when what declares it must not show it. */
function idAndName({ id, answer }: LiveResource, kind: Kind, resource: DesiredResource | undefined): string {
  return hidesName(kind, resource) ? `"${id}"` : `"${id}" (${kind.label(answer)})`;
}
