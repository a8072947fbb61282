import { expect } from "vitest";
import { liveKey } from "../../../src/model/live.ts";
import { oldPaths } from "../../../src/old-links/lost-paths.ts";
import { type KnownRedirect, type NewRedirect, newRedirects } from "../../../src/old-links/new-redirects.ts";
import { sitesIn } from "../../../src/old-links/planned-structure.ts";
import { handleRaw, type Platform } from "../../../src/platform/platform.ts";
import type { RedirectState, SiteState } from "../../../src/platform/store/site-state.ts";
import { add, emptyTable, get, rows } from "../../../src/platform/store/table.ts";
import { law } from "../harness/law.ts";
import { planFor, read, run, type Simulation, simulate } from "../harness/simulation.ts";
import {
  addressesOf,
  manifestOfPublished,
  type Published,
  restructurings,
  seedOfPublished,
} from "../worlds/published-world.ts";

const base = "/published/acme.docform.example/docs";

/** Follows an address below the site: the statuses of all answers, at most 12. */
function follow(platform: Platform, address: string): readonly number[] {
  let url = base + address;
  const statuses: number[] = [];
  while (statuses.length < 12) {
    const { status, headers } = handleRaw(platform, { method: "GET", url, headers: {} });
    statuses.push(status);
    if (headers.location === undefined) break;
    url = headers.location.slice(headers.location.indexOf("/published/"));
  }
  return statuses;
}

const last = (statuses: readonly number[]): number | undefined => statuses.at(-1);

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
);

/** Restructures the site, and follows what answered before. False where names contradict each other, so that nothing is planned. */
async function restructure(simulation: Simulation, before: Published, wanted: Published): Promise<boolean> {
  const { platform } = simulation;
  const site = get(get(platform.state.organizations, "org_acme").sites, "site_docs");
  const answered = addressesOf(before).filter((address) => last(follow(platform, address)) === 200);
  const old = answered.filter((address) => follow(platform, address).length === 1);
  const desired = await read({ "all.yaml": manifestOfPublished(wanted, site, {}) }, "gitbook");
  const made = await planFor(simulation, desired).catch((error: Error) => {
    if (!error.message.startsWith("DF3001")) throw error;
  });
  if (made === undefined) return false;
  const earlier = site.formerPaths ?? [];
  const [planned] = sitesIn({ ...made, desired });
  if (planned === undefined) throw new Error("the site is not in the plan");
  const known = rows(site.redirects ?? emptyTable<RedirectState>()).map(knownOf);
  const paths = oldPaths(planned.before, planned.after);
  const redirects = newRedirects({ ...planned, known }, paths);
  await run(simulation, made, { concurrency: 4 });
  // Nothing tells docform which paths the platform knows from before.
  const all = site.formerPaths ?? [];
  site.formerPaths = all.filter((one) => !earlier.includes(one));
  const { redirects: kept } = site;
  site.redirects = emptyTable();
  const bare = new Map(answered.map((address) => [address, follow(platform, address)]));
  Object.assign(site, { formerPaths: all, redirects: kept });
  const after = await planFor(simulation, desired);
  expect(after.document.steps).toEqual([]);
  const story = JSON.stringify({ before, wanted, redirects, paths });
  for (const one of redirects) put(site, one, (address) => after.liveByAddress().get(address)?.id);
  for (const address of old) {
    const isRoot = paths.some(({ path, now }) => path.length === 0 && now === "other");
    const isBelowRoot = isRoot && pagesAtRoot(before).includes(address);
    const statuses = follow(platform, address);
    if (!isBelowRoot) expect([address, statuses.at(-1)], story).toEqual([address, 200]);
    expect(statuses.length, `${address} ${story}`).toBeLessThanOrEqual(3);
  }
  for (const { source } of redirects) {
    const start = source.replace(/\*$/, "");
    const needed = [...bare].filter(([address, statuses]) => {
      const isMet = source.endsWith("*") ? address.startsWith(start) : address === start;
      return isMet && last(statuses) !== 200;
    });
    if (!known.some((one) => one.source === source))
      expect(needed.length, `${source} ${story}`).toBeGreaterThan(0);
    for (const address of [start, `${start}/none`, `${start}/none/none`])
      expect(follow(platform, address).length, `${address} ${story}`).toBeLessThan(12);
  }
  return true;
}

/** The addresses of the pages of the first space of a site, which no redirect can have as its source. */
function pagesAtRoot([first]: Published): readonly string[] {
  return first === undefined ? [] : addressesOf([{ ...first, spaces: first.spaces.slice(0, 1) }]);
}

function knownOf({ source, destination, captureWildcard }: RedirectState): KnownRedirect {
  const to =
    destination.kind === "site-section"
      ? liveKey({ organization: "acme", kind: "section", id: destination.siteSectionId })
      : destination.kind === "site-space"
        ? liveKey({ organization: "acme", kind: "site-space", id: destination.siteSpaceId })
        : undefined;
  return { source, to, captures: captureWildcard, isKept: true };
}

function put(
  site: SiteState,
  { source, to, captures }: NewRedirect,
  idAt: (address: string) => string | undefined,
): void {
  site.redirects ??= emptyTable();
  const id = to.id ?? idAt(to.key);
  if (id === undefined) throw new Error(`nothing is at ${to.key}`);
  const destination: RedirectState["destination"] =
    to.kind === "section"
      ? { kind: "site-section", siteSectionId: id }
      : { kind: "site-space", siteSpaceId: id };
  const row = { source, draft: false, captureWildcard: captures, permanent: false, destination };
  const known = rows(site.redirects).find((one) => one.source === source);
  if (known !== undefined) Object.assign(known, row);
  else add(site.redirects, { id: `redirect ${source}`, createdAt: "2026-01-05T09:00:00Z", ...row });
}
