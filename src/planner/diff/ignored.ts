import type { DesiredResource } from "../../model/desired.ts";
import type { Planning } from "../planning.ts";

/**
 * Is a field left as the platform has it? Only of what is there: a new one gets what is declared, and is left alone from
 * then on. So a field that its create cannot do without may be ignored too. What is built anew is there to people.
 */
export function isIgnored(
  planning: Pick<Planning, "matching" | "kinds" | "formerOf">,
  resource: DesiredResource,
  name: string,
): boolean {
  if (!resource.ignore.includes(name)) return false;
  if (planning.matching.liveOf(resource.address) !== undefined) return true;
  const isOrdered = planning.kinds.get(resource.kind).sequence !== undefined;
  return isOrdered && planning.formerOf(resource.address) !== undefined;
}
