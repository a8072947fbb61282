import type { Change, GuardVerdict } from "./plan-document.ts";
import type { Planning } from "./planning.ts";

/** What speaks against running a plan. A guard never hides anything of it. */
export function guardVerdicts(planning: Planning, changes: readonly Change[]): readonly GuardVerdict[] {
  return changes.flatMap(({ action, address }) => {
    const resource = planning.resourceAt(address);
    if (action !== "delete" || resource?.protect !== true) return [];
    return [
      {
        rule: "protect",
        address,
        held: true,
        message: `${address} is protected, and this plan deletes it`,
        allow: "take protect: true out of the manifest",
        source: resource.sources.protect ?? resource.source,
      },
    ];
  });
}
