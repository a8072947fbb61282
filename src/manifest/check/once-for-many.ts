import type { Diagnostic } from "../../model/diagnostic.ts";
import { groupBy } from "../../model/group-by.ts";
import { type Heads, organizationsAt } from "../compose/organizations-head.ts";
import { projectFile } from "../read/project-files.ts";

/**
 * The diagnostics in their order, where a document for several organizations, or a default, says the same of each: the
 * first one alone, with the number of the others.
 */
export function onceForMany(
  diagnostics: readonly Diagnostic[],
  aliases: ReadonlySet<string>,
  heads: Heads,
): readonly Diagnostic[] {
  const withoutAlias = ({ message }: Diagnostic): string =>
    message.replace(/[A-Za-z0-9][\w-]*/g, (word) => (aliases.has(word) ? "*" : word));
  const isShared = ({ source }: Diagnostic): boolean =>
    source !== undefined && (source.file === projectFile || organizationsAt(heads, source) !== undefined);
  const shared = groupBy(diagnostics.filter(isShared), (one) =>
    JSON.stringify([one.code, one.source, withoutAlias(one)]),
  );
  const others = new Map([...shared.values()].map(([first, ...more]) => [first, more.length]));
  return diagnostics.flatMap((one) => {
    const more = others.get(one);
    if (more === undefined) return isShared(one) ? [] : [one];
    return [more === 0 ? one : { ...one, message: `${one.message} (the same in ${more} more)` }];
  });
}
