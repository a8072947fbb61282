import { expect } from "vitest";
import type { Desired } from "../../../src/model/desired.ts";
import { withOldLinks } from "../../../src/old-links/old-links.ts";
import { type Plan, plan } from "../../../src/planner/plan.ts";
import { handleRaw, type Platform } from "../../../src/platform/platform.ts";
import type { SiteState } from "../../../src/platform/store/site-state.ts";
import { emptyTable, get, rows } from "../../../src/platform/store/table.ts";
import { readLive } from "../../../src/refresh/read-live.ts";
import { law } from "../harness/law.ts";
import { hash, mask, read, run, type Simulation, simulate } from "../harness/simulation.ts";
import {
  addressesOf,
  manifestOfPublished,
  type Published,
  restructurings,
  seedOfPublished,
} from "../worlds/published-world.ts";

law(
  "old links: every address of a restructured site goes on to answer",
  restructurings,
  async ([first = [], ...more]) => {
    const simulation = simulate(seedOfPublished(first), undefined, undefined, "gitbook");
    let before = first;
    for (const wanted of more) {
      if (!(await restructure(simulation, before, wanted))) return;
      before = wanted;
    }
  },
  // Each case follows all addresses of a site, several times.
  0.1,
);

const base = "/published/acme.docform.example/docs";
const mostHops = 2;
/** Answers after which a visitor is led round. */
const mostAnswers = 12;

/** Follows an address below the site: the statuses of all answers. */
function follow(platform: Platform, address: string): readonly number[] {
  let url = base + address;
  const statuses: number[] = [];
  while (statuses.length < mostAnswers) {
    const { status, headers } = handleRaw(platform, { method: "GET", url, headers: {} });
    statuses.push(status);
    if (headers.location === undefined) break;
    url = headers.location.slice(headers.location.indexOf("/published/"));
  }
  return statuses;
}

const answers = (platform: Platform, address: string): boolean => follow(platform, address).at(-1) === 200;

function siteOf({ platform }: Simulation) {
  const site = get(get(platform.state.organizations, "org_acme").sites, "site_docs");
  site.redirects ??= emptyTable();
  return site as SiteState & Required<Pick<SiteState, "redirects">>;
}

async function planOf({ kinds, reader }: Simulation, desired: Desired): Promise<Plan> {
  const live = await readLive(desired, kinds.all, reader);
  const given = { live, kinds: kinds.all, baseUrl: "https://docform.example", version: "0.0.0", hash, mask };
  return withOldLinks((wanted) => plan({ ...given, ...wanted }), desired, live);
}

/** Restructures the site, and follows what answered before. False where names contradict each other: nothing is planned. */
async function restructure(simulation: Simulation, before: Published, wanted: Published): Promise<boolean> {
  const { platform } = simulation;
  const site = siteOf(simulation);
  const old = addressesOf(before).filter((address) => follow(platform, address).join() === "200");
  const manifest = manifestOfPublished(wanted, site, { keepOldPaths: true });
  const desired = await read({ "all.yaml": manifest }, "gitbook");
  const made = await planOf(simulation, desired);
  const errors = made.document.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) {
    expect(errors.map(({ code }) => code)).toContain("DF3001");
    return false;
  }
  const [earlier, sources] = [site.formerPaths ?? [], rows(site.redirects).map(({ source }) => source)];
  await run(simulation, made, { concurrency: 4 });
  const links = made.document.oldLinks?.[0];
  const story = JSON.stringify({ before, wanted, links, redirects: rows(site.redirects) });
  const after = await planOf(simulation, desired);
  expect(after.document.steps, story).toEqual([]);
  const isRootGiven = links?.paths.some(({ path, now }) => path === "/" && now === "other") === true;
  for (const address of old) {
    const statuses = follow(platform, address);
    // A redirect needs a first part in its source.
    if (!(isRootGiven && pagesAtRoot(before).includes(address)))
      expect([address, statuses.at(-1)], story).toEqual([address, 200]);
    expect(statuses.length, `${address} ${story}`).toBeLessThanOrEqual(mostHops + 1);
  }
  const added = rows(site.redirects).filter(({ source }) => !sources.includes(source));
  const bare = withoutRedirects(simulation, earlier, () =>
    old.filter((address) => !answers(platform, address)),
  );
  for (const { source } of added) expectNeeded(source, bare, story);
  for (const { source } of rows(site.redirects))
    for (const below of ["", "/none", "/none/none"])
      expect(follow(platform, source.replace(/\/\*$/, "") + below).length, story).toBeLessThan(mostAnswers);
  return true;
}

/** Without the redirect, some address that it catches does not answer. */
function expectNeeded(source: string, bare: readonly string[], story: string): void {
  const isMet = (address: string): boolean =>
    source.endsWith("*") ? address.startsWith(source.slice(0, -1)) : address === source;
  expect(bare.some(isMet), `${source} ${story}`).toBe(true);
}

/** Asks the platform as it is by itself. Nothing tells docform which paths it knows from earlier changes. */
function withoutRedirects<T>(simulation: Simulation, earlier: readonly unknown[], ask: () => T): T {
  const site = siteOf(simulation);
  const { redirects, formerPaths = [] } = site;
  Object.assign(site, {
    redirects: emptyTable(),
    formerPaths: formerPaths.filter((one) => !earlier.includes(one)),
  });
  const told = ask();
  Object.assign(site, { redirects, formerPaths });
  return told;
}

/** The addresses of the pages of the first space of a site. */
function pagesAtRoot([first]: Published): readonly string[] {
  return first === undefined ? [] : addressesOf([{ ...first, spaces: first.spaces.slice(0, 1) }]);
}
