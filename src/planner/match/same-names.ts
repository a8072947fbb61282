import type { DesiredResource } from "../../model/desired.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { KindIndex } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import { equalJson } from "../../text/json.ts";
import { type Candidates, fitting, indexByText, none } from "./candidates.ts";
import { naturalKeysFor, plainText } from "./identity.ts";
import { severalClaimants, writtenOtherwise } from "./match-problems.ts";
import { leavesOrganization } from "./tree-kind.ts";

/**
 * An error for each resource that would be created beside a live object of the same name:
 *
 * - an undeclared object has the name but for case, outer blanks or Unicode form. Example: "ops" beside the live "Ops";
 * - another resource is that object by its id, and keeps the name. Example: `{ title: Alpha }` and `{ title: Alpha, id:
 *   team_a }`.
 */
export function sameNames(
  { wanted, live, kind, pairs }: Candidates,
  kinds: KindIndex,
  isExcluded: (resource: DesiredResource, live: LiveResource) => boolean,
): readonly Diagnostic[] {
  const { byAddress, byLive } = pairs;
  const isMissing = ({ id, absent, address }: DesiredResource): boolean =>
    id === undefined && !absent && !byAddress.has(address);
  const missing = kind.operations.create === undefined ? [] : wanted.filter(isMissing);
  if (missing.length === 0) return [];
  const free = live.filter((one) => !byLive.has(one) && one.deleted !== true);
  const alike = naturalKeysFor(kind, kinds, byAddress, plainText).map((key) => ({
    key,
    byText: indexByText(free, key),
  }));
  const claimantsOf = claimants({ wanted, live, kind, pairs }, kinds);
  return missing.flatMap((resource) => {
    const others = alike.flatMap(({ key, byText }) => fitting(key.ofDesired(resource), byText));
    const other = others.find((one) => !isExcluded(resource, one));
    if (other !== undefined) return [writtenOtherwise(resource, other, kind)];
    return claimantsOf(resource).map(([owner, one]) => severalClaimants([owner, resource], one, kind));
  });
}

/** The resources that are a live object by something else than its name, and keep the whole name that another one has. */
function claimants(
  { wanted, live, kind, pairs }: Pick<Candidates, "wanted" | "live" | "kind" | "pairs">,
  kinds: KindIndex,
): (resource: DesiredResource) => readonly (readonly [DesiredResource, LiveResource])[] {
  const [key] = naturalKeysFor(kind, kinds, pairs.byAddress);
  if (key === undefined) return () => [];
  const byText = indexByText(
    live.filter((one) => pairs.byLive.has(one)),
    key,
  );
  const byAddress = new Map(wanted.map((one) => [one.address, one]));
  const names = key.naturalKey ?? [];
  return (resource) => {
    const texts = key.ofDesired(resource);
    const found = texts.length === 0 ? none : fitting(texts, byText);
    return found.flatMap((one) => {
      const owner = byAddress.get(pairs.byLive.get(one) ?? "");
      if (owner === undefined || leavesOrganization(kind, owner)) return [];
      const isKept = names.every((name) => {
        const value = owner.values[name];
        return value === undefined || equalJson(value, resource.values[name] ?? null);
      });
      return isKept ? [[owner, one] as const] : [];
    });
  };
}
