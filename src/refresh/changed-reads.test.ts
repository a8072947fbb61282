import { expect, test } from "vitest";
import { type OperationName, operations } from "../contract/operations.ts";
import { kinds } from "../kinds/kinds.ts";
import type { Json, JsonObject } from "../text/json.ts";
import { mayHaveChanged } from "./changed-reads.ts";

const site = { organizationId: "acme", siteId: "hub" };
const team = { organizationId: "acme", teamId: "docs" };

const reads: readonly (readonly [OperationName, JsonObject])[] = [
  ["listSites", { organizationId: "acme" }],
  ["listSiteSections", site],
  ["listSiteSectionGroups", site],
  ["listSiteSpaces", site],
  ["listShareLinks", site],
  ["getAdaptiveSchema", site],
  ["listTeamMembers", team],
  ["listSiteSections", { ...site, siteId: "other" }],
];

const order = ["listSiteSections", "listSiteSectionGroups", "listSiteSpaces"];
const inSite = [...order, "listShareLinks", "getAdaptiveSchema"];
const everything = reads.map(([name]) => name);

const section = { ...site, sectionId: "guides" };
const space = { ...site, siteSpaceId: { $from: "s1", pointer: "/id" } };
const renamed = { title: "Guides" };
const withDefault = { defaultSiteSpace: "start" };

test.each<readonly [string, OperationName, JsonObject, Json, readonly string[]]>([
  ["a role: no list inside anything", "updateMember", { organizationId: "acme", userId: "li" }, null, []],
  ["a title of a section: its own list", "updateSiteSection", section, renamed, ["listSiteSections"]],
  [
    "a default space of a section: its order, which shows it",
    "updateSiteSection",
    section,
    withDefault,
    order,
  ],
  ["a move: its own list", "moveSiteSpace", space, {}, ["listSiteSpaces"]],
  ["a new section: its order", "createSiteSection", site, {}, order],
  [
    "a share link that goes: its own list",
    "deleteShareLink",
    { ...site, shareLinkId: "x" },
    null,
    ["listShareLinks"],
  ],
  ["a site: all that is in it", "updateSite", site, {}, inSite],
  ["people of a team: their list", "updateTeamMembers", team, {}, ["listTeamMembers"]],
  ["a space that goes may have been shown anywhere", "deleteSpace", { spaceId: "start" }, null, everything],
  [
    "a collection that goes elsewhere may take anything along",
    "transferCollection",
    { collectionId: "c" },
    {},
    everything,
  ],
])(
  "the check after a run reads again what a call may have changed, and the lists of organizations: %s",
  (...row) => {
    const [, operation, params, body, expected] = row;
    const isChanged = mayHaveChanged([{ operation, params, body }], [], kinds);
    const again = reads.filter(([name, read]) => isChanged(operations[name], read)).map(([name]) => name);
    expect(again).toEqual(expected === everything ? everything : ["listSites", ...expected]);
  },
);

test("all that is in something new is read, too", () => {
  const isChanged = mayHaveChanged([], [{ id: "hub" }], kinds);
  expect(isChanged(operations.listShareLinks, site)).toBe(true);
  expect(isChanged(operations.listTeamMembers, team)).toBe(false);
});
