import type { Diagnostic } from "../../model/diagnostic.ts";
import { groupBy } from "../../model/group-by.ts";

/**
 * The diagnostics in their order, where a document for several organizations says the same of each: the first one alone,
 * with the number of the others.
 */
export function onceForMany(
  diagnostics: readonly Diagnostic[],
  organizations: Iterable<readonly [string, unknown]>,
): readonly Diagnostic[] {
  const aliases = [...organizations].map(([alias]) => alias);
  const byPlace = groupBy(diagnostics, ({ code, source }) => JSON.stringify([code, source ?? ""]));
  if (aliases.length < 2 || byPlace.size === diagnostics.length) return diagnostics;
  // An alias has no character that a pattern takes for more than itself.
  const anyAlias = new RegExp(`(?<![\\w-])(?:${aliases.join("|")})(?![\\w-])`, "g");
  const kept = new Map<Diagnostic, number>();
  for (const group of byPlace.values())
    for (const [first, ...others] of groupBy(group, ({ message }) => message.replace(anyAlias, "*")).values())
      if (first !== undefined) kept.set(first, others.length);
  return diagnostics.flatMap((one) => {
    const others = kept.get(one);
    if (others === undefined) return [];
    return [others === 0 ? one : { ...one, message: `${one.message} (the same in ${others} more)` }];
  });
}
