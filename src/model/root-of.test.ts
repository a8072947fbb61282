import { expect, test } from "vitest";
import { rootOf } from "./address.ts";

test.each([
  ["acme/sites.hub.sections.guides", "acme/sites.hub"],
  ["acme/sites.hub", "acme/sites.hub"],
  ["acme/settings", "acme/settings"],
  ["acme/members.li@acme.example", "acme/members.li@acme.example"],
  ["acme/members.li.wei@acme.example", "acme/members.li.wei@acme.example"],
  ["acme/members.teams.members.li@acme.example", "acme/members.teams.members.li@acme.example"],
  ["acme/teams.devrel.members.ghost", "acme/teams.devrel"],
  ["acme/teams.devrel.members.ghost@acme.example", "acme/teams.devrel"],
  ["acme/teams.devrel.members.g.host@acme.example", "acme/teams.devrel"],
])("the outermost resource of %s is %s", (address, root) => {
  expect(rootOf(address)).toBe(root);
});
