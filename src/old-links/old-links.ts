import type { Desired } from "../model/desired.ts";
import type { OldLinks } from "../model/documents/document-parts.ts";
import type { Live } from "../model/live.ts";
import type { Plan } from "../planner/plan.ts";
import type { PlanInput } from "../planner/plan-input.ts";
import { type OldPath, oldPaths, urlPath } from "./lost-paths.ts";
import { type NewRedirect, newRedirects } from "./new-redirects.ts";
import { type PlanView, type SiteInPlan, sitesIn } from "./planned-structure.ts";
import { redirectWarnings } from "./redirect-warnings.ts";
import {
  keptResources,
  keyOfSource,
  ledTo,
  manifestLine,
  redirectsOf,
  type SiteRedirects,
  written,
} from "./site-redirects.ts";

/** A site whose paths a plan may change, with the redirects that keep them. */
interface Found {
  readonly site: SiteInPlan;
  readonly paths: readonly OldPath[];
  readonly redirects?: SiteRedirects | undefined;
  readonly found: readonly NewRedirect[];
}

/** The published sites of a plan. */
function foundIn(view: PlanView): readonly Found[] {
  return sitesIn(view).map((site) => {
    const paths = oldPaths(site.before, site.after);
    const redirects = redirectsOf(view, site);
    const found = redirects === undefined ? [] : newRedirects({ ...site, known: redirects.known }, paths);
    return { site, paths, redirects, found };
  });
}

/** The old links that a plan changes, for its document. */
export function oldLinksIn(view: PlanView): readonly OldLinks[] {
  return oldLinksOf(foundIn(view));
}

function oldLinksOf(all: readonly Found[]): readonly OldLinks[] {
  return all.flatMap((one) => {
    const lines =
      one.redirects === undefined || one.redirects.keeps ? [] : proposedLines(one.redirects, one.found);
    const paths = one.paths.map((path) => toldOf(one, path));
    const warnings = redirectWarnings(one.site, one.redirects?.declared ?? []);
    if (paths.length + warnings.length === 0) return [];
    return [
      {
        site: one.site.address,
        paths,
        ...(lines.length === 0 ? {} : { redirects: lines }),
        ...(warnings.length === 0 ? {} : { warnings }),
      },
    ];
  });
}

function toldOf({ redirects, found }: Found, { path, now, to }: OldPath): OldLinks["paths"][number] {
  const source = urlPath(path);
  if (to !== undefined) return { path: source, now, to: urlPath(to) };
  const known = redirects?.known.map((one) => ({ source: one.source, key: one.to })) ?? [];
  const planned =
    redirects?.keeps === true ? found.map((one) => ({ source: one.source, key: one.to.key })) : [];
  const from = (now === "nothing" ? source : `${source}/*`).toLowerCase();
  const led = redirects && path.length > 0 ? ledTo(redirects, [...planned, ...known], from) : undefined;
  return { path: source, now, ...(led === undefined ? {} : { to: led }) };
}

function proposedLines(redirects: SiteRedirects, found: readonly NewRedirect[]): string[] {
  const keys = new Set<string>();
  return found.map((one) => {
    const key = keyOfSource(one.source, (name) => keys.has(name));
    keys.add(key);
    return manifestLine(key, written(redirects, one));
  });
}

/**
 * Plans, and adds the old links that the plan changes to its document. Where a site keeps its old paths, the redirects that
 * a first plan shows to be missing are declared, and a second one holds them too, also where it is for some targets alone.
 */
export function withOldLinks(
  planOn: (wanted: Pick<PlanInput, "desired" | "alongTargets">) => Plan,
  desired: Desired,
  live: Live,
): Plan {
  const first = planOn({ desired });
  const all = foundIn({ ...first, desired, live });
  const kept = all.flatMap(({ redirects, found }) =>
    redirects?.keeps === true ? keptResources(redirects, found) : [],
  );
  const oldLinks = oldLinksOf(all);
  const withKept = {
    desired: { ...desired, resources: [...desired.resources, ...kept] },
    alongTargets: kept.map(({ address }) => address),
  };
  const made = kept.length === 0 ? first : planOn(withKept);
  return oldLinks.length === 0 ? made : { ...made, document: { ...made.document, oldLinks: [...oldLinks] } };
}
