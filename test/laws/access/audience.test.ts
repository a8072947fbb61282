import fc from "fast-check";
import { expect } from "vitest";
import type { Step } from "../../../src/model/documents/plan-document.ts";
import { isObject, type Json } from "../../../src/text/json.ts";
import { law } from "../harness/law.ts";
import { describeSteps, planFor, read, run, simulate } from "../harness/simulation.ts";
import { manifestOfSite, type SiteWorld, seedOfSite, siteWorld } from "../worlds/site-world.ts";

/** From the widest audience to the narrowest ones, which are no wider than each other (2.1). */
const visibilities = ["public", "unlisted", "share-link", "visitor-auth"] as const;
const rank = (visibility: (typeof visibilities)[number]): number =>
  Math.min(visibilities.indexOf(visibility), 2);

interface Link {
  readonly live?: boolean;
  readonly wanted?: boolean;
}

const link: fc.Arbitrary<Link> = fc.record(
  { live: fc.boolean(), wanted: fc.boolean() },
  { requiredKeys: [] },
);

/** A site with its structure, share links and visibility, as they are and as they shall be. */
const drawn = fc.record({
  site: fc.oneof(siteWorld(0), siteWorld(2)),
  before: fc.constantFrom(...visibilities),
  after: fc.constantFrom(...visibilities),
  links: fc.array(link, { maxLength: 3 }),
});

type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never;

function seedOf({ site, before, links }: Drawn): object {
  const seed = seedOfSite(site);
  const shareLinks = links.flatMap(({ live }, at) =>
    live === undefined ? [] : [{ name: `Link ${at}`, active: live }],
  );
  const sites = seed.sites.map((one) =>
    "id" in one && one.id === "site_hub" ? { ...one, visibility: before, shareLinks } : one,
  );
  return { organizations: [{ ...seed, sites }] };
}

function manifestOf({ site, after, links }: Drawn & { site: SiteWorld }): object {
  const manifest = manifestOfSite(site);
  const wanted = links.flatMap(({ wanted: active }, at) =>
    active === undefined ? [] : [[`link${at}`, { name: `Link ${at}`, active }]],
  );
  const more = { visibility: after, manage: { shareLinks: "exact" }, shareLinks: Object.fromEntries(wanted) };
  return { ...manifest, sites: { hub: { ...(manifest.sites.hub as object), ...more } } };
}

/** All that a step comes after, at any distance. */
function earlierThan(steps: readonly Step[], step: Step): ReadonlySet<string> {
  const byId = new Map(steps.map((one) => [one.id, one]));
  const seen = new Set<string>();
  const left = [...step.after];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    left.push(...(byId.get(id)?.after ?? []));
  }
  return seen;
}

const has = (body: Json | undefined, field: string): boolean => isObject(body) && Object.hasOwn(body, field);

const isOnSite = ({ address }: Step): boolean => address.startsWith("acme/sites.hub.");

/** A group that is dissolved at once shows nothing new, and takes nothing off. */
const isTemporary = ({ body, params }: Step): boolean =>
  (isObject(body) && body.title === "Moving (docform)") || isObject(params.siteSectionGroupId);

const brings = (step: Step): boolean =>
  isOnSite(step) &&
  !isTemporary(step) &&
  (["createSiteSection", "createSiteSectionGroup", "createSiteSpace", "createShareLink"].includes(
    step.operation,
  ) ||
    (step.operation === "updateSiteSpace" && has(step.body, "spaceId")));

const takesOff = (step: Step): boolean => isOnSite(step) && !isTemporary(step) && step.method === "DELETE";

law(
  "law 4: what is new on a site waits for the call that closes it to some, and what opens it waits for what goes",
  drawn,
  async (world) => {
    const simulation = simulate(seedOf(world));
    const desired = await read({ "acme.yaml": manifestOf(world) });
    const plan = await planFor(simulation, desired);
    const { steps } = plan.document;
    const site = steps.find(({ operation, body }) => {
      return operation === "updateSite" && has(body, "visibility");
    });
    if (site !== undefined) {
      const beforeSite = earlierThan(steps, site);
      const isNarrowed = rank(world.after) > rank(world.before);
      const isWidened = rank(world.after) < rank(world.before);
      for (const step of steps) {
        const told = `${step.id} and ${site.id} of ${describeSteps(steps)}`;
        const waits = earlierThan(steps, step).has(site.id);
        const isWaitedFor = beforeSite.has(step.id);
        // The new default of the site comes before it, and the old default goes after it.
        const mayGiveWay = has(site.body, "defaultSiteSpace") || has(site.body, "defaultSiteSection");
        if (isNarrowed && brings(step)) expect(waits || (mayGiveWay && isWaitedFor), told).toBe(true);
        if (isWidened && takesOff(step)) expect(isWaitedFor || (mayGiveWay && waits), told).toBe(true);
      }
    }
    await run(simulation, plan, { concurrency: 4 });
    expect((await planFor(simulation, desired)).document.steps).toEqual([]);
  },
  0.25,
);
