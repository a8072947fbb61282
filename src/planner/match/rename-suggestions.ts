import type { DesiredResource } from "../../model/desired.ts";
import { hidesName } from "../../model/display-name.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import type { Kind } from "../../model/kind.ts";
import { apiName, keyFields } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import { compareText, type Json } from "../../text/json.ts";
import { nearMatch } from "../../text/near-match.ts";
import type { Possible } from "../diff/created-by.ts";
import { takesField } from "../draft.ts";
import { isAsWritten, liveValue } from "./identity.ts";

/** Lines that a hint proposes at most. */
const mostSuggestions = 3;
/** Names that are compared at most in one place: nobody reads more, and planning stays linear. */
const mostCandidates = 100;

/**
 * Adds a hint to what is declared and missing, where something similar that nobody declares is in the same
 * place: the `previously:` line that would make it the same thing. Nothing but the hint changes.
 */
export function withRenameSuggestions(planning: Possible, changes: readonly Change[]): readonly Change[] {
  const placeFor = placesOf(planning);
  return changes.map((change) => {
    const resource = planning.resourceAt(change.address);
    const isMissing = change.action === "create" || change.action === "blocked";
    if (!isMissing || change.id !== undefined || resource === undefined || resource.absent) return change;
    if (planning.formerOf(resource.address) !== undefined) return change;
    const kind = planning.kinds.get(resource.kind);
    const names = suggestionsFor(kind, resource, placeFor(resource));
    const lines = names.map((name) => `previously: ${asWritten(name)}`);
    return lines.length === 0 ? change : { ...change, hint: lines.join(" or ") };
  });
}

/** A name as a manifest has it: nothing in it is interpolated, since it is the platform's. */
function asWritten(name: string): string {
  return JSON.stringify(name.replaceAll("$", () => "$$"));
}

/** What nobody declares in one place. */
interface Place {
  readonly candidates: readonly LiveResource[];
  /** Texts by which `previously` finds exactly one of the candidates, by the field that holds them. */
  readonly names: ReadonlyMap<string, readonly string[]>;
}

/** Finds the place of a resource; each is looked through once. */
function placesOf(planning: Possible): (resource: DesiredResource) => Place | undefined {
  const known = new Map<string, Place>();
  return ({ organization, kind: name, parent, container }) => {
    const kind = planning.kinds.get(name);
    // What never changes its container is looked for only there.
    const stays = kind.sequence !== undefined && kind.sequence.append === undefined;
    const holders = [parent, stays ? container : undefined];
    const ids = holders.map((address) =>
      address === undefined ? undefined : planning.matching.liveOf(address)?.id,
    );
    if (holders.some((address, index) => address !== undefined && ids[index] === undefined)) return undefined;
    const key = [organization, name, ...ids].join(" ");
    const found = known.get(key) ?? placeOf(kind, undeclaredIn(planning, organization, kind, ids, stays));
    known.set(key, found);
    return found;
  };
}

function undeclaredIn(
  planning: Possible,
  organization: string,
  kind: Kind,
  [parent, container]: readonly (string | undefined)[],
  stays: boolean,
): readonly LiveResource[] {
  return planning
    .liveIn(organization, kind.name, parent)
    .filter((live) => planning.matching.addressOf(live) === undefined)
    .filter(({ answer }) => !stays || kind.sequence?.containerOf(answer) === container);
}

function placeOf(kind: Kind, all: readonly LiveResource[]): Place {
  const candidates = all.length > mostCandidates ? [] : all;
  const texts = candidates.flatMap((live) => [
    ...new Set(keyFields(kind).flatMap((key) => textOf(liveValue(kind, key, live)))),
  ]);
  const isSingle = (text: string): boolean => texts.indexOf(text) === texts.lastIndexOf(text);
  const names = keyFields(kind)
    .filter((name) => canBeRenamed(kind, name))
    .map(
      (name) =>
        [name, candidates.flatMap((live) => textOf(liveValue(kind, name, live))).filter(isSingle)] as const,
    );
  return { candidates, names: new Map(names) };
}

function suggestionsFor(kind: Kind, resource: DesiredResource, place: Place | undefined): readonly string[] {
  if (place === undefined || hidesName(kind, resource)) return [];
  for (const [name, values] of place.names) {
    const wanted = resource.values[name];
    const near = typeof wanted === "string" ? nearest(wanted, values) : [];
    if (near.length > 0) return near;
  }
  const [only, ...others] = place.candidates;
  if (only === undefined || others.length > 0 || !isOtherwiseEqual(kind, resource, only)) return [];
  return [...place.names.values()].flat().slice(0, 1);
}

/** Is it a plain text that a call can change, so that `previously` leads to an update? */
function canBeRenamed(kind: Kind, name: string): boolean {
  const field = kind.fields[name];
  if (field === undefined || field.refersTo !== undefined || field.fixed !== undefined) return false;
  return (kind.operations.update ?? []).some((operation) => takesField(operation, apiName(name, field)));
}

function textOf(value: Json | undefined): readonly string[] {
  return typeof value === "string" && value !== "" ? [value] : [];
}

/** The nearest names, the nearest first; of equally near ones the first by name, whatever the order of lists. */
function nearest(word: string, names: readonly string[]): readonly string[] {
  const left = new Set([...names].sort(compareText));
  const found: string[] = [];
  while (found.length < mostSuggestions) {
    const near = nearMatch(word, left);
    if (near === undefined) break;
    found.push(near);
    left.delete(near);
  }
  return found;
}

/** Are all fields that are written the same, apart from its names, and is there at least one? */
function isOtherwiseEqual(kind: Kind, resource: DesiredResource, live: LiveResource): boolean {
  const keys = new Set(keyFields(kind));
  const written = Object.entries(kind.fields).filter(
    ([name, field]) =>
      !keys.has(name) && resource.values[name] !== undefined && field.membership === undefined,
  );
  return (
    written.length > 0 &&
    written.every(([name, field]) => {
      const wanted = resource.values[name] ?? null;
      if (field.refersTo !== undefined || field.defaultChild !== undefined) return false;
      return isAsWritten(field, liveValue(kind, name, live), wanted);
    })
  );
}
