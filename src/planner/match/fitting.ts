import type { DesiredResource } from "../../model/desired.ts";
import type { LiveResource } from "../../model/live.ts";
import type { Recognition } from "./identity.ts";

/** Live resources by each of their texts, once. */
export function indexByText(
  free: readonly LiveResource[],
  { ofLive }: Recognition,
): ReadonlyMap<string, readonly LiveResource[]> {
  const byText = new Map<string, LiveResource[]>();
  for (const live of free) {
    for (const text of ofLive(live)) {
      const known = byText.get(text);
      if (known === undefined) byText.set(text, [live]);
      else if (known.at(-1) !== live) known.push(live);
    }
  }
  return byText;
}

const none: readonly LiveResource[] = [];

/** The live resources that share one of some texts, once. */
export function fittingOf(
  texts: readonly string[],
  byText: ReadonlyMap<string, readonly LiveResource[]>,
): readonly LiveResource[] {
  if (texts.length === 1) return byText.get(texts[0] ?? "") ?? none;
  return [...new Set(texts.flatMap((one) => byText.get(one) ?? []))];
}

/** The one live resource that each fits by the first of some recognitions that fits any. */
export function onlyFits(
  waiting: readonly DesiredResource[],
  free: readonly LiveResource[],
  recognitions: readonly Recognition[],
): ReadonlyMap<DesiredResource, LiveResource> {
  const found = new Map<DesiredResource, LiveResource>();
  for (const recognition of recognitions) {
    const byText = indexByText(free, recognition);
    for (const resource of waiting) {
      const [live, ...others] = found.has(resource) ? [] : fittingOf(recognition.ofDesired(resource), byText);
      if (live !== undefined && others.length === 0) found.set(resource, live);
    }
  }
  return found;
}
