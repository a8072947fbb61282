import type { Address } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import type { KindIndex } from "../../model/kind-index.ts";
import { written } from "../tree/tree-kind.ts";
import { type Recognition, referenceTarget } from "./identity.ts";

/** What pairing needs of a kind whose resources stand in each other. */
interface Pairing {
  readonly kind: Kind;
  readonly kinds: KindIndex;
  readonly recognitions: readonly Recognition[];
  readonly isWaiting: (resource: DesiredResource) => boolean;
  readonly pairBy: (
    wanted: readonly DesiredResource[],
    ways: readonly Recognition[],
  ) => readonly Diagnostic[];
}

/**
 * Pairs collections that stand in each other. The natural key "title in its collection" can be used only once that
 * collection is found. So outer ones are found first, by the title alone when nothing else fits; each round goes one deeper.
 */
export function outerFirst(
  wanted: readonly DesiredResource[],
  { kind, kinds, recognitions, isWaiting, pairBy }: Pairing,
): readonly Diagnostic[] {
  const precise = recognitions.slice(0, -1);
  const last = recognitions.slice(-1);
  const tried = new Set<Address>();
  const parentOf = (resource: DesiredResource): Address | undefined => {
    const name = written(kind, resource, "holder");
    return typeof name === "string"
      ? referenceTarget(resource.organization, kind.name, name, kinds).address
      : undefined;
  };
  for (;;) {
    const found = pairBy(wanted, precise);
    const waiting = wanted.filter((one) => isWaiting(one) && !tried.has(one.address));
    const open = new Set(waiting.map(({ address }) => address));
    const parents = new Set(waiting.map(parentOf));
    const outer = waiting.filter((one) => parents.has(one.address) && !open.has(parentOf(one) ?? ""));
    if (found.length > 0 || outer.length === 0) return [...found, ...pairBy(wanted, last)];
    const more = pairBy(outer, last);
    for (const { address } of outer) tried.add(address);
    if (more.length > 0) return more;
  }
}
