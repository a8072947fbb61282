import type { Address } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import type { KindIndex } from "../../model/kind-index.ts";
import { written } from "../tree/tree-kind.ts";
import { type Recognition, referenceTarget } from "./identity.ts";

/** What pairing needs of a kind and its resources. */
export interface Pairing {
  readonly kind: Kind;
  readonly kinds: KindIndex;
  readonly isWaiting: (resource: DesiredResource) => boolean;
  /** Pairs by some ways; for whom it is early, the record is not asked yet. */
  readonly pairBy: (
    all: readonly DesiredResource[],
    ways: readonly Recognition[],
    isEarly?: (resource: DesiredResource) => boolean,
  ) => readonly Diagnostic[];
}

/**
 * Pairs what stands in each other: the place in a holder is a part of the key that can be used only once the
 * holder is found. So holders that others name are found first, by the last key too; each round goes one deeper.
 */
export function pairOuterFirst(
  wanted: readonly DesiredResource[],
  recognitions: readonly Recognition[],
  { kind, kinds, isWaiting, pairBy }: Pairing,
): readonly Diagnostic[] {
  const precise = recognitions.slice(0, -1);
  const last = recognitions.slice(-1);
  const atLast = recognitions.filter((one) => one.isRecorded === true || last.includes(one));
  const tried = new Set<Address>();
  const holderOf = (resource: DesiredResource): Address | undefined => {
    const name = written(kind, resource, "holder");
    return typeof name === "string"
      ? referenceTarget(resource.organization, kind.name, name, kinds).address
      : undefined;
  };
  for (;;) {
    const unfound = new Set(wanted.filter(isWaiting).map(({ address }) => address));
    const found = pairBy(wanted, precise, (one) => unfound.has(holderOf(one) ?? ""));
    const waiting = wanted.filter((one) => isWaiting(one) && !tried.has(one.address));
    const open = new Set(waiting.map(({ address }) => address));
    const named = new Set(waiting.map(holderOf));
    const heads = waiting.filter((one) => named.has(one.address) && !open.has(holderOf(one) ?? ""));
    if (found.length > 0 || heads.length === 0) return [...found, ...pairBy(wanted, atLast)];
    const more = pairBy(heads, last);
    for (const { address } of heads) tried.add(address);
    if (more.length > 0) return more;
  }
}
