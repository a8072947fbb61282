import { expect, test } from "vitest";
import { planFor, read, simulate } from "../../../test/laws/harness/simulation.ts";
import type { LastApply, RecordedResource } from "../match/recorded-ids.ts";

const seed = {
  organizations: [
    {
      id: "org_acme",
      title: "Acme",
      teams: [
        { id: "team_docs", title: "Docs" },
        { id: "team_ops", title: "Ops" },
      ],
      collections: [{ id: "col_old", title: "Old" }],
      spaces: [{ id: "space_a", title: "A", collection: "col_old" }],
      sites: [{ id: "site_hub", title: "Hub", shareLinks: [{ id: "link_1", name: "Partners" }] }],
    },
  ],
};

const since = { at: "2026-01-01T00:00:00.000Z", run: "20260101-000000000-0a0b" };
const resource = (kind: string, id: string, more: Partial<RecordedResource> = {}): RecordedResource => ({
  kind,
  id,
  unverifiable: {},
  ...more,
});
const docs = { "acme/teams.docs": resource("team", "team_docs", { protected: since }) };
const partners = {
  "acme/sites.hub": resource("site", "site_hub"),
  "acme/sites.hub.shareLinks.partners": resource("share-link", "link_1", { protected: since }),
};

/** The record after an apply of these resources. */
function recordOf(resources: Readonly<Record<string, RecordedResource>>): LastApply {
  const fake = (): string => "0";
  return { resources: new Map(Object.entries(resources)), hash: fake, seal: fake };
}

const ops = { title: "Ops" };
const exact = { manage: { teams: "exact" } };
const held = (address: string, what: string): string =>
  `${address} has been protected since the run ${since.run} of ${since.at}, and this plan ${what}`;
const docsHeld = held("acme/teams.docs", "deletes it");

test.each([
  ["an undeclared team", docs, { ...exact, teams: { ops } }, [docsHeld]],
  ["a team that nothing deletes", docs, { teams: { ops } }, []],
  ["a team under another key", docs, { ...exact, teams: { ops, manuals: { title: "Docs" } } }, []],
  ["a team that is named by its id", docs, { ...exact, teams: { ops, x: { id: "team_docs" } } }, []],
  ["a team whose block deletes it", docs, { teams: { docs: { title: "Docs", absent: true } } }, []],
  ["a team whose key another one has", docs, { ...exact, teams: { docs: { id: "team_ops" } } }, [docsHeld]],
  [
    "a share link in a site that goes",
    partners,
    { sites: { hub: { title: "Hub", absent: true } } },
    [held("acme/sites.hub.shareLinks.partners", "deletes acme/sites.hub, which contains it")],
  ],
  [
    "a share link in an undeclared site",
    partners,
    { manage: { sites: "exact" }, sites: { other: { title: "Other" } } },
    [held("acme/sites.hub.shareLinks.partners", "deletes acme/sites.hub, which contains it")],
  ],
  [
    "a share link whose block is in the site that goes",
    partners,
    { sites: { hub: { title: "Hub", absent: true, shareLinks: { partners: { name: "Partners" } } } } },
    [],
  ],
  [
    "a space in a collection that goes",
    { "acme/spaces.a": resource("space", "space_a", { protected: since }) },
    { manage: { spaces: "exact" }, spaces: {}, collections: { old: { title: "Old", absent: true } } },
    [held("acme/spaces.a", "deletes it")],
  ],
  [
    "a team that is there no more",
    { "acme/teams.old": resource("team", "team_old", { protected: since }) },
    { ...exact, teams: { ops } },
    [],
  ],
])("the record protects: %s", async (_, resources, manifest, messages) => {
  const desired = await read({ "acme.yaml": { organization: "acme", ...manifest } });
  const { document } = await planFor(simulate(seed), desired, { lastApply: recordOf(resources) });
  const found = document.guards.filter(({ rule, held }) => rule === "protect" && held);
  expect(found.map(({ message }) => message)).toEqual(messages);
});
