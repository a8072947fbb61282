import type { Address } from "./address.ts";
import type { LiveResource } from "./live.ts";
import type { Planning } from "./planning.ts";

/** The live resource of an address: of what is declared there, or of an `id:…` at its end. */
export function liveAt(planning: Planning, address: Address): LiveResource | undefined {
  const id = address.slice(address.lastIndexOf("id:") + 3);
  return planning.matching.liveOf(address) ?? planning.liveById(id);
}
