import { expect, test } from "vitest";
import { smallSeed, testPlatform } from "../../../test/support/platform/test-platform.ts";

const owners = ["/spaces/sp_one", "/collections/col_guides", "/orgs/org_acme/sites/site_deep"];
const start = () => testPlatform(smallSeed, "gitbook");

interface Shown {
  readonly items: readonly {
    readonly permission: string | null;
    readonly user?: { readonly email: string };
    readonly team?: { readonly id: string };
  }[];
}

const entriesIn = (body: unknown): readonly string[] =>
  (body as Shown).items.map(({ permission, user, team }) => `${user?.email ?? team?.id} ${permission}`);

test.each(owners)("entries of %s are given, changed, listed and taken away", (owner) => {
  const platform = start();
  const path = `${owner}/permissions`;
  const li = "usr_li";
  expect(platform.call("POST", path, { role: "edit", users: [li, "usr_bo"] }).status).toBe(204);
  expect(platform.call("POST", path, { role: "read", teams: ["team_docs"] }).status).toBe(204);
  expect(platform.call("PATCH", `${path}/users/${li}`, { role: "admin" }).status).toBe(204);
  expect(entriesIn(platform.call("GET", `${path}/users`).body)).toEqual([
    "li@acme.example admin",
    "bo@acme.example edit",
  ]);
  expect(entriesIn(platform.call("GET", `${path}/teams`).body)).toEqual(["team_docs read"]);
  expect(platform.call("DELETE", `${path}/users/${li}`).status).toBe(205);
  expect(platform.call("DELETE", `${path}/users/${li}`).status).toBe(204);
  expect(platform.call("PATCH", `${path}/users/${li}`, { role: "read" }).status).toBe(404);
  expect(platform.call("POST", path, { role: "read", teams: ["team_none"] }).status).toBe(404);
});

test("the nearest owner with an entry or a level decides, and admins stand outside", () => {
  const platform = start();
  const effective = () => entriesIn(platform.call("GET", "/spaces/sp_one/permissions/aggregate").body);
  expect(effective()).toEqual(["ana@acme.example admin", "li@acme.example edit"]);
  platform.call("PATCH", "/spaces/sp_one", { defaultLevel: null });
  expect(effective()).toEqual(["ana@acme.example admin"]);
  platform.call("POST", "/spaces/sp_one/permissions", { role: "comment", users: ["usr_bo"] });
  expect(effective()).toEqual(["ana@acme.example admin", "bo@acme.example comment"]);
});

test("a site follows its spaces until somebody touches its access", () => {
  const platform = start();
  const site = "/orgs/org_acme/sites/site_flat";
  const effective = () => entriesIn(platform.call("GET", `${site}/permissions/aggregate`).body);
  for (const space of ["sp_one", "sp_two"])
    platform.call("POST", `/spaces/${space}/permissions`, { role: "read", users: ["usr_bo"] });
  expect(effective()).toContain("bo@acme.example read");
  platform.call("POST", `${site}/permissions`, { role: "edit", users: ["usr_li"] });
  expect(effective()).not.toContain("bo@acme.example read");
});
