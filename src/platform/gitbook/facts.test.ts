import { expect, test } from "vitest";
import { smallSeed, testPlatform } from "../../../test/support/platform/test-platform.ts";
import type { Json } from "../../text/json.ts";

const org = "/orgs/org_acme";
const site = `${org}/sites/site_deep`;
const entryOf = (owner: string) => `${owner}/permissions/users/usr_li`;

type Fact = readonly [words: string, method: string, path: string, body: Json | undefined, answer: object];

/** Facts about the published API that its document does not hold by itself, or that docform relies on. */
const facts: readonly Fact[] = [
  [
    "a site without a type gets the one that costs most",
    "POST",
    `${org}/sites`,
    { title: "New" },
    { status: 201, body: { type: "ultimate" } },
  ],
  ["the type of a site cannot be changed", "PATCH", site, { type: "basic" }, { status: 400 }],
  ["a team is given its title", "PATCH", `${org}/teams/team_docs`, {}, { status: 400 }],
  [
    "a site space points to another space, and keeps its path",
    "PATCH",
    `${org}/sites/site_flat/site-spaces/ss_1`,
    { spaceId: "sp_four" },
    { status: 200, body: { id: "ss_1", path: "one", space: { id: "sp_four" } } },
  ],
  [
    "a site space has no default of its own",
    "PATCH",
    `${org}/sites/site_flat/site-spaces/ss_1`,
    { default: true },
    { status: 400 },
  ],
  [
    "an update of a site space gives it no title",
    "PATCH",
    `${org}/sites/site_flat/site-spaces/ss_1`,
    { title: "Other" },
    { status: 400 },
  ],
  [
    "an entry of a space may be without a role",
    "PATCH",
    entryOf("/spaces/sp_one"),
    { role: null },
    { status: 204 },
  ],
  ["an entry of a site is changed to a role", "PATCH", entryOf(site), { role: null }, { status: 400 }],
  ["a member is removed", "DELETE", `${org}/members/usr_li`, undefined, { status: 205 }],
  ["nobody is removed", "DELETE", `${org}/members/usr_none`, undefined, { status: 204 }],
  [
    "a space is not transferred by itself",
    "POST",
    "/spaces/sp_one/transfer",
    { organization: "org_globex" },
    { status: 404 },
  ],
  [
    "effective roles are listed by role",
    "GET",
    "/spaces/sp_one/permissions/aggregate?role=comment",
    undefined,
    { status: 200, body: { items: [{ permission: "comment", user: { id: "usr_li" } }] } },
  ],
];

test.each(facts)("%s", (_, method, path, body, answer) => {
  const { call } = testPlatform(smallSeed, "gitbook");
  for (const owner of ["/spaces/sp_one", site])
    call("POST", `${owner}/permissions`, { role: "comment", users: ["usr_li"] });
  expect(call(method, path, body)).toMatchObject(answer);
});
