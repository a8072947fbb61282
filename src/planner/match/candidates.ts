import type { Address } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { Kind } from "../../model/kind.ts";
import type { LiveResource } from "../../model/live.ts";
import type { Recognition } from "./identity.ts";
import type { RecordedIds } from "./recorded-ids.ts";

/** The pairs that are found so far. */
export interface Pairs {
  readonly byAddress: Map<Address, LiveResource>;
  readonly byLive: Map<LiveResource, Address>;
}

/** The resources of one kind in one place, and the live ones that they may be. */
export interface Candidates {
  readonly wanted: readonly DesiredResource[];
  readonly live: readonly LiveResource[];
  readonly kind: Kind;
  readonly recognitions: readonly Recognition[];
  readonly recorded: RecordedIds | undefined;
  readonly pairs: Pairs;
}

/** The live resources that each resource may be, by the first of its natural keys that finds any. */
export function namedBy(
  wanted: readonly DesiredResource[],
  live: readonly LiveResource[],
  recognitions: readonly Recognition[],
): ReadonlyMap<DesiredResource, readonly LiveResource[]> {
  const named = new Map<DesiredResource, readonly LiveResource[]>();
  for (const recognition of recognitions) {
    if (recognition.naturalKey === undefined) continue;
    const byText = indexByText(live, recognition);
    for (const resource of wanted) {
      if (named.has(resource)) continue;
      const fits = fitting(recognition.ofDesired(resource), byText);
      if (fits.length > 0) named.set(resource, fits);
    }
  }
  return named;
}

/** Live resources by each of their texts, once. */
export function indexByText(
  live: readonly LiveResource[],
  { ofLive }: Recognition,
): ReadonlyMap<string, readonly LiveResource[]> {
  const byText = new Map<string, LiveResource[]>();
  for (const one of live) {
    for (const text of ofLive(one)) {
      const known = byText.get(text);
      if (known === undefined) byText.set(text, [one]);
      else if (known.at(-1) !== one) known.push(one);
    }
  }
  return byText;
}

export const none: readonly LiveResource[] = [];

/** The live resources that share one of some texts, once. */
export function fitting(
  texts: readonly string[],
  byText: ReadonlyMap<string, readonly LiveResource[]>,
): readonly LiveResource[] {
  if (texts.length === 1) return byText.get(texts[0] ?? "") ?? none;
  return [...new Set(texts.flatMap((one) => byText.get(one) ?? none))];
}
