import { expect, test } from "vitest";
import type { GuardSettings } from "../../src/planner/guards/guard.ts";
import { planFor, read, simulate } from "../laws/harness/simulation.ts";

const seed = {
  organizations: [
    {
      id: "org_acme",
      title: "Acme",
      members: [
        { id: "usr_ana", email: "ana@acme.example", role: "admin" },
        { id: "usr_li", email: "li@acme.example", role: "edit" },
        { id: "usr_old", email: "old@acme.example", role: "admin", disabled: true },
      ],
    },
  ],
};

const demoted = { "ana@acme.example": { role: "edit" } };

/** Rules that hold a plan. */
async function heldBy(members: object, settings: Partial<GuardSettings>): Promise<readonly string[]> {
  const desired = await read({ "acme.yaml": { organization: "acme", members } });
  const guards = { minAdmins: 0, requiredAdmins: [], exposure: "show", ...settings } as const;
  const { document } = await planFor(simulate(seed), desired, { guards });
  return document.guards.flatMap(({ rule, held, message }) => (held ? [`${rule}: ${message}`] : []));
}

const cases: readonly (readonly [string, object, Partial<GuardSettings>, readonly string[]])[] = [
  [
    "who is disabled does not count as an admin who is left",
    demoted,
    { minAdmins: 1 },
    ["min-admins: no admins remain in acme, and guards.minAdmins is 1"],
  ],
  [
    "who is disabled may lose the role, though there are fewer than must be left",
    { "old@acme.example": { role: "edit" } },
    { minAdmins: 2 },
    [],
  ],
  [
    "a required admin is named by id too",
    demoted,
    { requiredAdmins: ["usr_ana"] },
    ['required-admins: usr_ana is one of guards.requiredAdmins, and this plan takes "admin" away'],
  ],
  [
    "a required admin whom nobody is holds what takes the role from anybody",
    demoted,
    { requiredAdmins: ["ana@acme.exampel"] },
    [
      'required-admins: guards.requiredAdmins names ana@acme.exampel, but no member has that email or id; this plan removes the role "admin" from somebody',
    ],
  ],
  [
    "a required admin whom nobody is holds nothing else",
    { "li@acme.example": { role: "admin" } },
    { requiredAdmins: ["ana@acme.exampel"] },
    [],
  ],
];

test.each(cases)("%s", async (_, members, settings, held) => {
  expect(await heldBy(members, settings)).toEqual(held);
});
