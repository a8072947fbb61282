import { expect, test } from "vitest";
import { operations } from "../../contract/operations.ts";
import { prerequisites, type StepDraft } from "../state/draft.ts";
import { orderDrafts } from "./step-order.ts";

const hash = (text: string): string => text;

const draft = (address: string, after: readonly string[]): StepDraft => ({
  key: address,
  address: `acme/teams.${address}`,
  operation: operations.updateTeam,
  params: { organizationId: "org_acme", teamId: `team_${address}` },
  after: prerequisites(after, "list"),
});

test("steps come after what they wait for, and else in the order of the plan", () => {
  const { steps, diagnostics } = orderDrafts([draft("a", ["c"]), draft("b", []), draft("c", ["b"])], hash);
  expect(steps.map(({ address }) => address)).toEqual(["acme/teams.b", "acme/teams.c", "acme/teams.a"]);
  expect(diagnostics).toEqual([]);
});

test("steps that wait for each other are named", () => {
  const { steps, diagnostics } = orderDrafts([draft("a", ["b"]), draft("b", ["a"]), draft("c", [])], hash);
  expect(steps).toEqual([]);
  expect(diagnostics).toMatchObject([
    {
      code: "DF3007",
      message: "the steps for acme/teams.a, acme/teams.b wait for each other",
      hint: expect.stringContaining("--target acme/teams.a"),
    },
  ]);
});
