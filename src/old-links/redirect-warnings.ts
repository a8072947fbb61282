import { pathIn, urlPath } from "./lost-paths.ts";
import type { KnownRedirect } from "./new-redirects.ts";
import type { SiteInPlan } from "./planned-structure.ts";
import { contentAt, everyItem, type Path, pathOf } from "./structure.ts";

/**
 * Why declared redirects do not do what they say: content answers at the source (d), the destination goes in this plan, or
 * another redirect leads on from it, perhaps round for ever.
 */
export function redirectWarnings(
  { before, after }: SiteInPlan,
  declared: readonly KnownRedirect[],
): string[] {
  const nextOf = (one: KnownRedirect): KnownRedirect | undefined => {
    const path = targetIn(after, one);
    return path === undefined || isContent(after, path)
      ? undefined
      : declared.find((other) => fits(other, path));
  };
  return declared.flatMap((one) => {
    const { source, to } = one;
    if (!source.endsWith("*") && isContent(after, pathIn(source)))
      return [`the redirect of ${source} never answers: the site shows content there; remove it`];
    const isThere = (items: typeof before): boolean => everyItem(items).some(({ key }) => key === to);
    if (to !== undefined && isThere(before) && !isThere(after))
      return [
        `the redirect of ${source} leads to something that this plan deletes; give it another destination`,
      ];
    const chain = chainFrom(one, nextOf);
    const last = chain.at(-1);
    if (last === undefined) return [];
    const way = chain.map((next) => next.source).join(", then ");
    return last === one
      ? [`the redirect of ${source} leads round for ever: by ${way}`]
      : [`the redirect of ${source} leads to ${way}, which leads on; write the last destination`];
  });
}

/** The redirects that lead on, one after the other; one that comes again ends it. */
function chainFrom(
  first: KnownRedirect,
  nextOf: (one: KnownRedirect) => KnownRedirect | undefined,
): readonly KnownRedirect[] {
  const chain: KnownRedirect[] = [];
  for (let next = nextOf(first); next !== undefined && !chain.includes(next); next = nextOf(next))
    chain.push(next);
  return chain;
}

function isContent(site: SiteInPlan["after"], path: Path): boolean {
  return contentAt(site, path)?.rest.length === 0;
}

/** The path of a destination in the site, as it is after the plan. */
function targetIn(after: SiteInPlan["after"], { to, at }: KnownRedirect): Path | undefined {
  const item = everyItem(after).find(({ key }) => key === to);
  return at ?? (item && pathOf(after, item));
}

function fits({ source }: KnownRedirect, path: Path): boolean {
  const [wanted, asked] = [source.toLowerCase(), urlPath(path).toLowerCase()];
  return wanted.endsWith("*")
    ? asked.startsWith(wanted.slice(0, -1)) && asked.length >= wanted.length
    : wanted === asked;
}
