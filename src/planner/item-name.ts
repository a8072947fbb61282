import { type LiveResource, liveKey } from "../model/live.ts";
import type { Planning } from "./planning.ts";

/** The name of a live item in orders and trees: the address of what declares it, else `#` and its key. */
export function itemName({ matching }: Pick<Planning, "matching">, live: LiveResource): string {
  return matching.addressOf(live) ?? nameOfKey(liveKey(live));
}

/** The name of what nothing declares, by its key. */
export function nameOfKey(key: string): string {
  return `#${key}`;
}

/** The id in the name of what nothing declares: what comes after its organization and kind. */
export function idInName(name: string): string {
  return name.split(" ").slice(2).join(" ");
}

/** The live resource that a name stands for. */
export function liveItem(
  { matching, liveByKey }: Pick<Planning, "matching" | "liveByKey">,
  name: string,
): LiveResource | undefined {
  return name.startsWith("#") ? liveByKey(name.slice(1)) : matching.liveOf(name);
}
