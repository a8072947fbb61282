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
import { liveValue } from "./identity.ts";

/** Lines that a hint proposes at most. */
const mostSuggestions = 3;
/** Names that are compared at most in one place: nobody reads more, and planning stays linear. */
const mostCandidates = 100;

/**
 * Adds a hint to what is declared and missing, where something similar that nobody declares is in the same
 * place: the `previously:` line that would make it the same thing. Nothing but the hint changes.
 */
export function withRenameSuggestions(planning: Possible, changes: readonly Change[]): readonly Change[] {
  const namesFor = namesBeside(planning);
  return changes.map((change) => {
    const resource = planning.resourceAt(change.address);
    const isMissing = change.action === "create" || change.action === "blocked";
    if (!isMissing || change.id !== undefined || resource === undefined || resource.absent) return change;
    if (planning.formerOf(resource.address) !== undefined) return change;
    const kind = planning.kinds.get(resource.kind);
    const names = suggestionsFor(kind, resource, namesFor(resource));
    const lines = names.map((name) => `previously: ${asWritten(name)}`);
    return lines.length === 0 ? change : { ...change, hint: lines.join(" or ") };
  });
}

/** A name as a manifest has it: nothing in it is interpolated, since it is the platform's. */
function asWritten(name: string): string {
  return JSON.stringify(name.replaceAll("$", () => "$$"));
}

/** Texts by which `previously` finds exactly one object that nobody declares, by the field that holds them. */
type Names = ReadonlyMap<string, readonly string[]>;

/** Finds the names in the place of a resource; each place is looked through once. */
function namesBeside(planning: Possible): (resource: DesiredResource) => Names {
  const known = new Map<string, Names>();
  return ({ organization, kind: name, parent, container }) => {
    const kind = planning.kinds.get(name);
    // What never changes its container is looked for only there.
    const inContainer = kind.sequence !== undefined && kind.sequence.append === undefined;
    const idOf = (address: string | undefined): string | undefined =>
      address === undefined ? undefined : (planning.matching.liveOf(address)?.id ?? "none");
    const [parentId, containerId] = [idOf(parent), inContainer ? idOf(container) : undefined];
    const key = [organization, name, parentId, containerId].join(" ");
    const undeclared = (): readonly LiveResource[] =>
      planning
        .liveIn(organization, name, parentId)
        .filter((live) => planning.matching.addressOf(live) === undefined)
        .filter(({ answer }) => !inContainer || kind.sequence?.containerOf(answer) === containerId);
    const found = known.get(key) ?? namesOf(kind, undeclared());
    known.set(key, found);
    return found;
  };
}

function namesOf(kind: Kind, candidates: readonly LiveResource[]): Names {
  if (candidates.length > mostCandidates) return new Map();
  const texts = candidates.flatMap((live) => [
    ...new Set(keyFields(kind).flatMap((key) => textOf(liveValue(kind, key, live)))),
  ]);
  const isSingle = (text: string): boolean => texts.indexOf(text) === texts.lastIndexOf(text);
  const renamable = keyFields(kind).filter((name) => canBeRenamed(kind, name));
  return new Map(
    renamable.map((name) => [
      name,
      candidates.flatMap((live) => textOf(liveValue(kind, name, live))).filter(isSingle),
    ]),
  );
}

function suggestionsFor(kind: Kind, resource: DesiredResource, names: Names): readonly string[] {
  if (hidesName(kind, resource)) return [];
  for (const [name, values] of names) {
    const wanted = resource.values[name];
    const near = typeof wanted === "string" ? nearest(wanted, values) : [];
    if (near.length > 0) return near;
  }
  return [];
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
