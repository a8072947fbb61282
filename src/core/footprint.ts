import { liveValue } from "./identity.ts";
import { canonicalJson } from "./json.ts";
import type { LiveResource } from "./live.ts";
import { liveAt } from "./live-at.ts";
import type { PlanDocument, Step } from "./plan-document.ts";
import type { Planning } from "./planning.ts";

/** Fingerprints of the live objects that the steps rest on; null for what was not there. */
export function footprintOf(
  planning: Planning,
  steps: readonly Step[],
  hash: (text: string) => string,
): PlanDocument["footprint"] {
  const addresses = [...new Set(steps.map(({ address }) => address))].sort();
  return Object.fromEntries(
    addresses.map((address) => {
      const live = liveAt(planning, address);
      return [address, live === undefined ? null : hash(fingerprint(planning, live))];
    }),
  );
}

/** Everything of a live object that a manifest can speak of. */
function fingerprint(planning: Planning, live: LiveResource): string {
  const kind = planning.kinds.get(live.kind);
  const values = Object.keys(kind.fields).map((name) => [name, liveValue(kind, name, live)]);
  return canonicalJson({ id: live.id, values, memberships: live.memberships });
}
