import type { Address } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import { groupBy } from "../../model/group-by.ts";
import type { Kind } from "../../model/kind.ts";
import { keyFields } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import { shallLeave } from "../tree/tree-kind.ts";
import { liveValue, type Recognition } from "./identity.ts";
import type { RecordedIds } from "./last-apply.ts";

/** Resources that stand beside each other, what they may be, and what the last apply knew. */
export interface KeyScope {
  readonly wanted: readonly DesiredResource[];
  readonly candidates: readonly LiveResource[];
  readonly kind: Kind;
  readonly recorded: RecordedIds;
  readonly isDeclared: (address: Address) => boolean;
}

/** What the record has for a key that a resource had before. */
export interface FormerKey {
  readonly resource: DesiredResource;
  /** The address with that key. */
  readonly address: Address;
  readonly live: LiveResource;
}

/**
 * What `previously` says by keys, which only the record of the last apply knows. A resource that is recorded itself
 * needs none, and what shall leave has none: a record takes nothing away.
 */
export function formerKeysIn(scope: KeyScope): readonly FormerKey[] {
  const { kind, recorded } = scope;
  const named = scope.wanted.filter(
    (one) =>
      mayHaveKeys(one) && recorded.idOf(one.address, kind.name) === undefined && !shallLeave(kind, one),
  );
  if (named.length === 0) return [];
  const byId = new Map(scope.candidates.map((live) => [live.id, live]));
  const names = namesIn(scope);
  return named.flatMap((resource) =>
    oldKeysOf(resource).flatMap(({ text, address }): FormerKey[] => {
      const live = byId.get(recorded.idOf(address, kind.name) ?? "");
      // Beside a key that is still declared, what is the name of something live is meant as a name.
      const isName = scope.isDeclared(address) && names.has(text);
      return live === undefined || isName ? [] : [{ resource, address, live }];
    }),
  );
}

/** Recognises what an apply knew by a former key, where it has sealed that. */
export function byFormerKey(known: readonly FormerKey[], recorded: RecordedIds): Recognition {
  const sealed = groupBy(
    known.filter(({ address }) => recorded.isSealed(address)),
    ({ resource }) => resource.address,
  );
  return {
    ofDesired: ({ address }) => (sealed.get(address) ?? []).map(({ live }) => live.id),
    ofLive: ({ id }) => [id],
  };
}

/**
 * Those whose old keys are each other's present ones: before the keys are exchanged and afterwards, manifests, platform
 * and record look the same.
 */
export function keyCircles(scope: KeyScope): readonly (readonly DesiredResource[])[] {
  const { wanted, kind, recorded } = scope;
  const named = wanted.filter(
    (one) => mayHaveKeys(one) && recorded.idOf(one.address, kind.name) !== undefined,
  );
  if (named.length < 2) return [];
  const names = namesIn(scope);
  const byAddress = new Map(named.map((one) => [one.address, one]));
  const ownersOf = (one: DesiredResource): readonly DesiredResource[] =>
    oldKeysOf(one).flatMap(({ text, address }) => (names.has(text) ? [] : (byAddress.get(address) ?? [])));
  const seen = new Set<DesiredResource>();
  return named.flatMap((start) => {
    const path: DesiredResource[] = [];
    let at: DesiredResource | undefined = start;
    while (at !== undefined && !seen.has(at)) {
      seen.add(at);
      path.push(at);
      at = ownersOf(at)[0];
    }
    return at !== undefined && path.includes(at) ? [path.slice(path.indexOf(at))] : [];
  });
}

function mayHaveKeys({ id, previously }: DesiredResource): boolean {
  return id === undefined && previously.length > 0;
}

/** The other keys that a resource may have had, and the addresses that it had by them. */
function oldKeysOf({ address, key, previously }: DesiredResource) {
  const beside = address.slice(0, address.length - key.length);
  return previously.filter((text) => text !== key).map((text) => ({ text, address: `${beside}${text}` }));
}

/** All that something live in the scope can be called. */
function namesIn({ candidates, kind }: KeyScope): ReadonlySet<unknown> {
  const fields = keyFields(kind);
  return new Set(candidates.flatMap((live) => fields.map((name) => liveValue(kind, name, live))));
}
