import type { DesiredResource } from "../../model/desired.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import type { LiveResource } from "../../model/live.ts";
import { type Candidates, fitting, indexByText, namedBy, type Pairs } from "./candidates.ts";
import type { Recognition } from "./identity.ts";
import { contradictoryNames, severalCandidates } from "./match-problems.ts";

/**
 * Natural keys that contradict each other: one finds an object, and a later one finds only others. Example: two sections
 * whose paths are exchanged. The path of each finds the other one, and the title finds the section itself.
 *
 * A later key with no other field than this one always finds the same object, so it is not asked.
 */
export function keyContradictions(
  { naturalKey: own }: Recognition,
  { recognitions, kind }: Pick<Candidates, "recognitions" | "kind">,
  free: readonly LiveResource[],
): (resource: DesiredResource, found: LiveResource) => readonly Diagnostic[] {
  if (own === undefined) return () => [];
  const at = recognitions.findIndex(({ naturalKey }) => naturalKey === own);
  const later = recognitions.slice(at + 1).flatMap((recognition) => {
    const more = recognition.naturalKey?.filter((name) => !own.includes(name)) ?? [];
    return more.length === 0 ? [] : [{ recognition, more, byText: indexByText(free, recognition) }];
  });
  return (resource, found) =>
    later.flatMap(({ recognition, more, byText }) => {
      const others = fitting(recognition.ofDesired(resource), byText);
      if (others.length === 0 || others.includes(found)) return [];
      return [contradictoryNames({ resource, kind, found, by: own, others, otherwise: more })];
    });
}

/**
 * Resources whose old name finds one object, and whose natural key finds another one: two candidates. Example: two teams that
 * exchange their titles. Nothing tells whether they are renamed already.
 */
export function namedOtherwise(
  waiting: readonly DesiredResource[],
  free: readonly LiveResource[],
  recognitions: readonly Recognition[],
  kind: Kind,
  { byAddress }: Pairs,
): readonly Diagnostic[] {
  const found = waiting.filter(({ address }) => byAddress.has(address));
  const named = namedBy(found, free, recognitions);
  return found.flatMap((resource) => {
    const old = byAddress.get(resource.address);
    const [only, ...others] = named.get(resource) ?? [];
    const isOther = old !== undefined && only !== undefined && others.length === 0 && only !== old;
    return isOther ? [severalCandidates(resource, [old, only], kind)] : [];
  });
}
