import { expect, test } from "vitest";
import { planFor, read, simulate } from "../../../test/laws/harness/simulation.ts";

const members = [
  { id: "usr_ana", email: "ana@acme.example", role: "admin" },
  { id: "usr_li", email: "li@acme.example", sso: true },
  { id: "usr_max", email: "max@acme.example" },
];

test.each([
  ["listed", [], ["li", "max"]],
  ["exact", ["max"], ["li"]],
  ["exact-with-sso", ["li", "max"], []],
])("%s deletes %j, and names as left alone %j; li signs in by SSO", async (manage, deleted, left) => {
  const simulation = simulate({ organizations: [{ id: "org_acme", title: "Acme", members }] });
  const acme = { organization: "acme", manage: { members: manage }, members: { "ana@acme.example": {} } };
  const { document } = await planFor(simulation, await read({ "acme.yaml": acme }));
  const ids = (names: readonly string[]): readonly string[] => names.map((name) => `usr_${name}`);
  expect(document.changes.map(({ action }) => action)).toEqual(deleted.map(() => "delete"));
  expect(document.changes.map(({ id }) => id)).toEqual(ids(deleted));
  expect(document.unmanaged.map(({ id }) => id)).toEqual(ids(left));
});
