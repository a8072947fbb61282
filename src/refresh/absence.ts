import { pathParameters } from "../contract/operation.ts";
import type { Desired, DesiredResource } from "../model/desired.ts";
import { type Diagnostic, error } from "../model/diagnostic.ts";
import { groupBy } from "../model/group-by.ts";
import type { Kind } from "../model/kind.ts";
import type { KindIndex } from "../model/kind-index.ts";
import { type Live, type LiveResource, liveKey } from "../model/live.ts";
import { type LastApply, recordedIdOf, recordedIds } from "../planner/match/recorded-ids.ts";
import { atPointer } from "../text/json.ts";
import type { Reader } from "./reader.ts";

/** The ids that somebody knows of a declared resource: its manifest, or the record. */
export type KnownIds = (resource: DesiredResource) => readonly string[];

/** The objects that the record, and perhaps manifests, know. With `pins`, an `id:` counts: a plan has an error of its own (DF3003). */
export function knownIds(last: LastApply | undefined, { pins }: { readonly pins: boolean }): KnownIds {
  const recorded = recordedIds(last);
  return (resource) => {
    const own = recorded === undefined ? undefined : recordedIdOf(recorded, resource, resource.kind);
    // An undo reads objects of which the journal has no id.
    return [...new Set([(pins ? resource.id : "") ?? "", own ?? ""])].filter((one) => one !== "");
  };
}

/** A known object that no list shows. */
interface Missing {
  readonly resource: DesiredResource;
  readonly kind: Kind;
  readonly id: string;
  /** The parent whose list it is in. */
  readonly parent?: LiveResource;
}

interface Reading {
  readonly desired: Desired;
  readonly kinds: KindIndex;
  readonly live: Live;
  readonly reader: Pick<Reader, "find">;
  readonly known: KnownIds;
}

/**
 * The lists that lack something that is there. Absence is believed only when the record agrees: what a list lacks and
 * somebody knows is read by its id. In a site nothing is read by its id, so there the other lists tell.
 */
export async function shortLists(reading: Reading): Promise<readonly Diagnostic[]> {
  const missing = missingIn(reading);
  if (missing.length === 0) return [];
  const found = new Set<Missing>();
  const asked = missing.map(async (one) => {
    if (await isThere(reading, one)) found.add(one);
  });
  await Promise.all(asked);
  const lists = groupBy(
    missing,
    ({ resource, kind }) => `${kind.name} ${resource.parent ?? resource.organization}`,
  );
  return [...lists.values()].flatMap((all) => {
    const there = all.filter((one) => found.has(one));
    if (there.length > 0) return [shortList(there, "is there")];
    return isMostLost(reading, all) ? [shortList(all, "cannot be read by itself")] : [];
  });
}

/** The objects that the lists lack which were read: the list in a parent is read where the parent exists. */
function missingIn(reading: Reading): readonly Missing[] {
  const { desired, kinds, live, known } = reading;
  const shown = new Map(live.resources.map((one) => [liveKey(one), one]));
  const owners = new Map(desired.resources.map((resource) => [resource.address, resource]));
  const liveAt = ({ organization, kind, id }: Parameters<typeof liveKey>[0]) =>
    shown.get(liveKey({ organization, kind, id }));
  const parentOf = (resource: DesiredResource): LiveResource | undefined => {
    const owner = owners.get(resource.parent ?? "");
    if (owner === undefined || owner.absent) return undefined;
    const { organization, kind } = owner;
    return known(owner).flatMap((id) => liveAt({ organization, kind, id }) ?? [])[0];
  };
  return desired.resources.flatMap((resource) => {
    const kind = kinds.get(resource.kind);
    const { organization } = resource;
    const lost = known(resource).filter((id) => liveAt({ organization, kind: kind.name, id }) === undefined);
    if (lost.length === 0) return [];
    const parent = parentOf(resource);
    if (kind.parent !== undefined && parent === undefined) return [];
    return lost.map((id) => ({ resource, kind, id, ...(parent === undefined ? {} : { parent }) }));
  });
}

async function isThere(reading: Reading, missing: Missing): Promise<boolean> {
  const { find } = missing.kind.operations;
  if (find === undefined) return isHeldElsewhere(reading, missing) || isCounted(reading, missing);
  const { resource, kind, id } = missing;
  const home = reading.desired.organizations.find(({ alias }) => alias === resource.organization)?.id ?? "";
  const params = Object.fromEntries(
    pathParameters(find).map((name) => [name, name === kind.idParam ? pathId(missing) : home]),
  );
  const answer = await reading.reader.find(find, params);
  if (answer === undefined || answer.id !== id) return false;
  const isDeleted = answer[kind.tree?.restore?.deletedAt ?? ""] !== undefined;
  // Somebody may have transferred it.
  return !isDeleted && (answer.organization === undefined || answer.organization === home);
}

/** The segment of a path for an object: its id, or the key that it is kept under. */
function pathId({ resource, kind, id }: Missing): string {
  if (kind.idPointer === undefined || kind.keyField === undefined) return id;
  return String(resource.values[kind.keyField] ?? resource.key);
}

/** Does another list show something whose parent it is? */
function isHeldElsewhere({ kinds, live }: Reading, { resource, kind, id }: Missing): boolean {
  const isIn = (one: LiveResource): boolean => {
    const { sequence } = kinds.get(one.kind);
    return sequence?.containers.includes(kind.name) === true && sequence.containerOf(one.answer) === id;
  };
  return live.resources.some((one) => one.organization === resource.organization && isIn(one));
}

/** Does its parent say that more are there than the list shows? */
function isCounted({ live }: Reading, { kind, parent }: Missing): boolean {
  if (kind.countedAt === undefined || parent === undefined) return false;
  const count = atPointer(parent.answer, kind.countedAt);
  const shown = live.resources.filter((one) => one.kind === kind.name && one.parentId === parent.id);
  return typeof count === "number" && count > shown.length;
}

/** Known objects of a list from which on the loss of most of them is no accident. */
const fewest = 3;

/** Does a list lack most of what is known of it, when nothing else can tell whether that is there? */
function isMostLost({ desired, known }: Reading, missing: readonly Missing[]): boolean {
  const [first] = missing;
  if (first === undefined || first.kind.operations.find !== undefined) return false;
  if (first.kind.shape !== "collection") return false;
  const { kind, parent } = first.resource;
  const all = desired.resources.filter((one) => one.kind === kind && one.parent === parent);
  const count = all.filter((one) => known(one).length > 0).length;
  return count >= fewest && missing.length * 2 > count;
}

/** Addresses that a message names before it counts. */
const mostNames = 5;

function shortList(all: readonly Missing[], fact: string): Diagnostic {
  const named = all.slice(0, mostNames).map(({ resource, id }) => `${resource.address} (${id})`);
  const more = all.length > mostNames ? ` and ${all.length - mostNames} more` : "";
  const calls = all.slice(0, 1).map(({ kind: { operations } }) => operations.read);
  const call = calls.map(({ name, method, path }) => ` (${name}: ${method} ${path})`).join("");
  const message = `the list is not whole: it lacks ${named.join(", ")}${more}, which ${fact}${call}`;
  const again = "run again later: from such a list, nothing is created, and nothing is called absent";
  const forget = `when it is gone, forget it with docform state rm ${all[0]?.resource.address}`;
  return error("DF3005", message, { hint: fact === "is there" ? again : `${again}; ${forget}` });
}
