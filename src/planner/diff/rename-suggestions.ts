import type { DesiredResource } from "../../model/desired.ts";
import { hidesName } from "../../model/display-name.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import type { Kind } from "../../model/kind.ts";
import { keyFields } from "../../model/kind-index.ts";
import { keyAt, type LiveResource, liveKey } from "../../model/live.ts";
import { compareText, type Json } from "../../text/json.ts";
import { nearMatch } from "../../text/near-match.ts";
import { liveValue, plainText } from "../match/identity.ts";
import { isInContainer } from "../match/places.ts";
import { updateOf } from "../state/draft.ts";
import type { Planning } from "../state/planning.ts";
import { sameContents } from "./same-contents.ts";

/** Lines that a hint proposes at most. */
const mostSuggestions = 3;
/** Names that are compared at most in one place: nobody reads more, and planning stays linear. */
const mostCandidates = 100;

/** An undeclared object that a declared resource may be, and its name for `previously:`. */
export interface RenameCandidate {
  readonly live: LiveResource;
  readonly name: string;
}

/**
 * Adds a hint to each missing resource with similar undeclared objects in its place: the `previously:` line that would
 * make it one of them. Nothing but the hint changes.
 */
export function withRenameSuggestions(planning: Planning, changes: readonly Change[]): readonly Change[] {
  const found = renameCandidates(planning, changes);
  return changes.map((change) => {
    const lines = (found.get(change) ?? []).map(({ name }) => previouslyLine(name));
    return lines.length === 0 ? change : { ...change, hint: lines.join(" or ") };
  });
}

/**
 * The undeclared objects that each missing resource may be. They are of its kind, in its place, and
 *
 * - have a near name, or a name whose words are among those of the other name; or
 * - have the same contents; or
 * - are alone there as recorded by an address that is not declared any more. Then key and title of the only missing
 *   resource may have changed together.
 */
export function renameCandidates(
  planning: Planning,
  changes: readonly Change[],
): ReadonlyMap<Change, readonly RenameCandidate[]> {
  const placeOf = placesBeside(planning);
  const missing = changes.flatMap((change) => {
    const resource = missingResource(planning, change);
    return resource === undefined ? [] : [{ change, resource, place: placeOf(resource) }];
  });
  const counts = new Map<Place, number>();
  for (const { place } of missing) counts.set(place, (counts.get(place) ?? 0) + 1);
  return new Map(
    missing.map(({ change, resource, place }) => {
      const isAlone = counts.get(place) === 1;
      return [change, suggestionsFor(planning, resource, place, isAlone)];
    }),
  );
}

function missingResource(planning: Planning, change: Change): DesiredResource | undefined {
  const resource = planning.resourceAt(change.address);
  const isMissing = change.action === "create" || change.action === "blocked";
  if (!isMissing || change.id !== undefined || resource === undefined || resource.absent) return undefined;
  return planning.formerOf(resource.address) === undefined ? resource : undefined;
}

/** The line that makes a resource the object with a name. */
export function previouslyLine(name: string): string {
  return `previously: ${asWritten(name)}`;
}

/** A name as a manifest has it: nothing in it is interpolated, since it is the platform's. */
function asWritten(name: string): string {
  return JSON.stringify(name.replaceAll("$", () => "$$"));
}

/**
 * The undeclared objects of one place, with the texts by which `previously` finds exactly one of them, by their field.
 */
interface Place {
  readonly undeclared: readonly LiveResource[];
  readonly names: ReadonlyMap<string, readonly RenameCandidate[]>;
}

/** Finds the place of a resource; each place is looked through once. */
function placesBeside(planning: Planning): (resource: DesiredResource) => Place {
  const known = new Map<string, Place>();
  return ({ organization, kind: name, parent, container }) => {
    const kind = planning.kinds.get(name);
    const inContainer = isInContainer(kind);
    const idOf = (address: string | undefined): string | undefined =>
      address === undefined ? undefined : (planning.matching.liveOf(address)?.id ?? "none");
    const [parentId, containerId] = [idOf(parent), inContainer ? idOf(container) : undefined];
    const key = [organization, name, parentId, containerId].join(" ");
    const undeclared = (): readonly LiveResource[] =>
      planning
        .liveIn(organization, name, parentId)
        .filter((live) => planning.matching.addressOf(live) === undefined)
        .filter(({ answer }) => !inContainer || kind.sequence?.containerOf(answer) === containerId);
    const found = known.get(key) ?? placeWith(kind, undeclared());
    known.set(key, found);
    return found;
  };
}

function placeWith(kind: Kind, undeclared: readonly LiveResource[]): Place {
  if (undeclared.length > mostCandidates) return { undeclared: [], names: new Map() };
  const texts = undeclared.flatMap((live) => [
    ...new Set(keyFields(kind).flatMap((key) => nonEmptyText(liveValue(kind, key, live)))),
  ]);
  const isSingle = (text: string): boolean => texts.indexOf(text) === texts.lastIndexOf(text);
  const renamable = keyFields(kind).filter((name) => canBeRenamed(kind, name));
  const names = renamable.map((field) => {
    const all = undeclared.flatMap((live) =>
      nonEmptyText(liveValue(kind, field, live)).map((name) => ({ live, name })),
    );
    return [field, all.filter(({ name }) => isSingle(name))] as const;
  });
  return { undeclared, names: new Map(names) };
}

function suggestionsFor(
  planning: Planning,
  resource: DesiredResource,
  { undeclared, names }: Place,
  isAlone: boolean,
): readonly RenameCandidate[] {
  const kind = planning.kinds.get(resource.kind);
  if (undeclared.length === 0 || hidesName(kind, resource)) return [];
  for (const [field, all] of names) {
    const wanted = resource.values[field];
    const near = typeof wanted === "string" ? nearest(wanted, all) : [];
    if (near.length > 0) return near;
  }
  const [all = []] = names.values();
  const isSame = sameContents(planning, resource);
  const same = all.filter(({ live }) => isSame(live));
  if (same.length > 0 || !isAlone) return same.slice(0, mostSuggestions);
  const recorded = new Set(
    [...(planning.lastApply?.resources ?? [])].flatMap(([address, entry]) =>
      planning.resourceAt(address) === undefined ? [keyAt({ address, ...entry })] : [],
    ),
  );
  const gone = all.filter(({ live }) => recorded.has(liveKey(live)));
  return gone.length === 1 ? gone : [];
}

/** Is it a plain text that a call can change, so that `previously` leads to an update? */
function canBeRenamed(kind: Kind, name: string): boolean {
  const field = kind.fields[name];
  if (field === undefined || field.refersTo !== undefined || field.fixed !== undefined) return false;
  return updateOf(kind, name) !== undefined;
}

function nonEmptyText(value: Json | undefined): readonly string[] {
  return typeof value === "string" && value !== "" ? [value] : [];
}

/**
 * The nearest names, the nearest first; then names that contain the name or are in it. The order is always the same.
 */
function nearest(word: string, all: readonly RenameCandidate[]): readonly RenameCandidate[] {
  const byName = new Map([...all].sort((a, b) => compareText(a.name, b.name)).map((one) => [one.name, one]));
  const found: RenameCandidate[] = [];
  while (found.length < mostSuggestions) {
    const near =
      nearMatch(word, byName.keys()) ?? [...byName.keys()].find((name) => containsWords(word, name));
    const one = byName.get(near ?? "");
    if (near === undefined || one === undefined) break;
    found.push(one);
    byName.delete(near);
  }
  return found;
}

/** Are the words of one name all in the other one? "Status" and "Status page" are such. */
function containsWords(a: string, b: string): boolean {
  const [left, right] = [nameWords(a), nameWords(b)];
  const [few, many] = left.size < right.size ? [left, right] : [right, left];
  return few.size > 0 && [...few].every((word) => many.has(word));
}

function nameWords(text: string): ReadonlySet<string> {
  return new Set(plainText(text).match(/[\p{L}\p{N}]+/gu) ?? []);
}
