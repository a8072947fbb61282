import type { Diagnostic } from "../../model/diagnostic.ts";
import type { LiveResource } from "../../model/live.ts";
import { hidesName } from "../../model/shown-name.ts";
import type { Planning } from "../planning.ts";

/** What the record of the last apply says of who is who, and is not followed. */
export function recordWarnings(planning: Planning): readonly Diagnostic[] {
  return [...planning.matching.doubted].flatMap(([address, recorded]) => {
    const resource = planning.resourceAt(address);
    const found = planning.matching.liveOf(address);
    if (resource === undefined || found === recorded || planning.formerOf(address) !== undefined) return [];
    const kind = planning.kinds.get(resource.kind);
    const name = ({ id, answer }: LiveResource): string =>
      hidesName(kind, resource) ? `"${id}"` : `"${id}" (${kind.label(answer)})`;
    const instead =
      found === undefined ? "nothing on the platform has its name" : `by its name it is ${name(found)}`;
    return [
      {
        code: "DF3009",
        severity: "warning",
        message: `nothing shows that ${address} is ${name(recorded)}, as the record of the last apply says: ${instead}`,
        source: resource.source,
        hint: `if the record is right, pin it with id: ${recorded.id}`,
      },
    ];
  });
}
