import type { Desired } from "../model/desired.ts";
import type { OldLinks } from "../model/documents/document-parts.ts";
import type { Live } from "../model/live.ts";
import type { Plan } from "../planner/plan.ts";
import { oldPaths, urlPath } from "./lost-paths.ts";
import { type PlanView, sitesIn } from "./planned-structure.ts";

/** The paths of published sites that a plan changes; none in an edition whose platform promises nothing of former paths. */
export function oldLinksIn(view: PlanView): readonly OldLinks[] {
  return sitesIn(view).flatMap(({ address, before, after }) => {
    const paths = oldPaths(before, after);
    if (paths.length === 0) return [];
    return [
      {
        site: address,
        paths: paths.map(({ path, now, to }) => ({
          path: urlPath(path),
          now,
          ...(to === undefined ? {} : { to: urlPath(to) }),
        })),
      },
    ];
  });
}

/** Plans, and adds the old links that the plan changes to its document. */
export function withOldLinks(planOn: (desired: Desired) => Plan, desired: Desired, live: Live): Plan {
  const made = planOn(desired);
  const oldLinks = oldLinksIn({ ...made, desired, live });
  return oldLinks.length === 0 ? made : { ...made, document: { ...made.document, oldLinks: [...oldLinks] } };
}
