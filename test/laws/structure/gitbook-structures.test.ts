import { expect, test } from "vitest";
import { readingOnce } from "../../../src/refresh/cached-reader.ts";
import { holds } from "../harness/law.ts";
import { describeSteps, planFor, read, run, type Simulation, simulate } from "../harness/simulation.ts";
import { planWhereAllMoves } from "../oracles/movable-structure.ts";
import { askedFor, seenOf } from "../oracles/site-oracle.ts";
import { ghost, given, type NavItem, type Tree } from "../worlds/site-tree.ts";
import { manifestOfSite, type SiteWorld, seedOfSite, siteWorld } from "../worlds/site-world.ts";
import { type Layout, sectionsIn } from "../worlds/structure-model.ts";
import { siteOf, structureWorld } from "../worlds/structure-world.ts";

/** A platform of the edition gitbook with a site, and the plan for it. */
async function planned(site: SiteWorld, change: <T>(value: T) => T = (value) => value) {
  const seed = { organizations: [change(seedOfSite(site))] };
  const simulation = simulate(seed, undefined, undefined, "gitbook");
  const manifest = change(manifestOfSite(site));
  // Nobody can change the type of a site, and the platform gives this one to those of a seed.
  const sites = { hub: { ...(manifest.sites.hub as object), type: "basic" } };
  const desired = await read({ "all.yaml": { ...manifest, sites } }, "gitbook");
  const planAgain = (platform: Simulation) =>
    planFor({ ...platform, reader: readingOnce(platform.reader) }, desired);
  return { simulation, planAgain, plan: await planAgain(simulation) };
}

/** The structure of a site as it is in the state of a platform. */
function layoutOf({ platform }: Simulation): Layout {
  const site = platform.state.organizations.byId.org_acme?.sites.byId.site_hub;
  const shown = (ids: readonly string[]): string =>
    ids
      .map((id) => {
        const group = site?.groups[id];
        if (group !== undefined) return `${group.title.slice(-1)}[${shown(group.children)}]`;
        return (site?.sections[id] ?? site?.links?.[id])?.title.slice(-1) ?? "?";
      })
      .join("");
  return shown(site?.children ?? []);
}

/** Some sections as external links, in a seed or a manifest. */
function withLinks<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, one) => {
    if (!/^Section [bd]$/.test(one?.title ?? one?.section ?? "")) return one;
    const { section, title, id } = one;
    return given({ link: section, title, id, url: `https://${(title ?? section).slice(-1)}.example` });
  });
}

/** How many groups are in each other at most. */
function deepest(tree: Tree): number {
  const depthOf = (item: NavItem): number =>
    item.type === "group" ? 1 + Math.max(0, ...item.items.map(depthOf)) : 0;
  return tree.form === "flat" ? 0 : Math.max(0, ...tree.items.map(depthOf));
}

test("in the edition gitbook, a structure takes the fewest calls, and a run that breaks off is finished by the next plan", async () => {
  await holds(structureWorld({ sections: 3, groups: 3, depth: 2 }), async ({ live, wanted }) => {
    const { simulation, planAgain, plan } = await planned(siteOf({ live, wanted }));
    const { document } = plan;
    const told = `${live} to ${wanted}: ${describeSteps(document.steps)}`;
    const gone = sectionsIn(live).filter((section) => !wanted.includes(section)).length;
    expect(document.steps.length, told).toBe(planWhereAllMoves(live, wanted).length + gone);
    const steps = document.steps.slice(0, Math.ceil(document.steps.length / 2));
    await run(simulation, { ...plan, document: { ...document, steps } }, { concurrency: 1 });
    await run(simulation, await planAgain(simulation), { concurrency: 8 });
    expect(layoutOf(simulation), told).toBe(wanted);
    expect((await planAgain(simulation)).document.steps, told).toEqual([]);
  });
});

const hasSection = (layout: Layout): boolean => /[ac]/.test(layout);

/** Plans and applies a structure with links: the site then is as asked, and nothing is left. */
async function converges({
  live,
  wanted,
}: {
  readonly live: Layout;
  readonly wanted: Layout;
}): Promise<void> {
  const { simulation, planAgain, plan } = await planned(siteOf({ live, wanted }), withLinks);
  const { steps } = plan.document;
  const told = `${live} to ${wanted}: ${describeSteps(steps)}`;
  const gone = sectionsIn(live).filter((section) => !wanted.includes(section)).length;
  const isGroupNew = [...wanted].some((item) => /[A-Z]/.test(item) && !live.includes(item));
  // The first section comes before each link, and perhaps moves then.
  if (hasSection(live) && !isGroupNew)
    expect(steps.length, told).toBe(planWhereAllMoves(live, wanted).length + gone);
  await run(simulation, plan, { concurrency: 8 });
  expect(layoutOf(simulation), told).toBe(wanted);
  expect((await planAgain(simulation)).document.steps, told).toEqual([]);
}

test("in the edition gitbook, links among sections and groups converge, with the fewest calls where no group is new", async () => {
  const worlds = structureWorld({ sections: 4, groups: 3, depth: 2 });
  await holds(
    worlds.filter(({ wanted }) => hasSection(wanted)),
    converges,
  );
});

test.each([
  ["", "bC[A[c]]"],
  ["", "C[A[bc]]"],
  ["", "bC[A[dc]]a"],
  ["B[a]", "bC[A[a]]"],
])(
  "in the edition gitbook, a link is made behind a section in a new group: %j to %j",
  async (live, wanted) => {
    await converges({ live, wanted });
  },
);

test("in the edition gitbook, any site with spaces, sections and groups converges", async () => {
  // In this edition a declared space is created, which the oracle does not know.
  const sites = siteWorld(1).filter(
    (site) => !JSON.stringify(site).includes(ghost) && deepest(site.wanted) <= 2,
  );
  await holds(sites, async (site) => {
    const { simulation, planAgain, plan } = await planned(site);
    await run(simulation, plan, { concurrency: 8 });
    expect(seenOf(simulation.platform, site), describeSteps(plan.document.steps)).toEqual(askedFor(site));
    expect((await planAgain(simulation)).document.steps).toEqual([]);
  });
});

test("in the edition gitbook, the structure of a site is read by one call", async () => {
  const { simulation } = await planned(siteOf({ live: "aA[b]", wanted: "A[ab]" }));
  expect(simulation.reads.filter((path) => path.includes("/sites/"))).toEqual([
    "/v1/orgs/org_acme/sites/site_hub/structure",
  ]);
});

test("in the edition gitbook, a section that gets a title and goes into a group takes one call", async () => {
  const { live, wanted, publish } = siteOf({ live: "aA[b]", wanted: "A[ba]" });
  const renamed = JSON.parse(JSON.stringify(wanted).replace('"Section a"', '"Section z"'));
  const pinned = JSON.parse(JSON.stringify(renamed).replace('"id":"sec_a"', '"id":"sec_a","pinned":true'));
  const { plan } = await planned({ live, wanted: pinned, publish } as SiteWorld);
  expect(plan.document.steps.map(({ operation, body }) => [operation, body])).toEqual([
    ["updateSiteSection", { title: "Section z", siteSectionGroupId: "grp_A" }],
  ]);
});

test("in the edition gitbook, each call of a structure says why it waits for another", async () => {
  const { plan } = await planned(siteOf({ live: "A[a]B[]bC[]", wanted: "bC[aB[]]" }));
  const told = plan.document.steps.map(({ operation, afterReasons = {} }) => [operation, afterReasons]);
  expect(told).toEqual([
    ["updateSiteSection", {}],
    ["updateSiteSectionGroup", { s1: ["list"] }],
    ["deleteSiteSectionGroup", { s1: ["release"], s2: ["list"] }],
  ]);
});

test("in the edition gitbook, a new group is created with the sections that come first in it", async () => {
  const { plan } = await planned(siteOf({ live: "aB[b]", wanted: "B[]N[bca]" }));
  const [section, group, ...rest] = plan.document.steps;
  expect(section?.operation).toBe("createSiteSection");
  expect(group?.body).toEqual({
    draft: false,
    title: "Group N",
    sections: ["sec_b", { $from: section?.id, pointer: "/id" }, "sec_a"],
  });
  expect(rest).toEqual([]);
});
