import { expect, test } from "vitest";
import { planWith, step } from "../../test/support/plans/plan-fixture.ts";
import type { Change } from "../model/documents/plan-document.ts";
import { leftFieldsOf } from "./left-fields.ts";

test("a place that somebody else disturbed is said to be moved by the next apply", () => {
  const address = "acme/sites.hub.sections.start";
  const change: Change = {
    address,
    kind: "section",
    action: "move",
    fields: [{ path: "position", before: 4, after: 4 }],
  };
  const plan = planWith({ changes: [change], steps: [step("s1", address, "moveSiteSection")] });
  expect(leftFieldsOf(plan, plan, [address], new Map([["s1", "done"]]))).toEqual([
    {
      address,
      field: "position",
      wanted: 4,
      live: 4,
      why: "something else was put before it, or moved, since; the next apply moves it",
    },
  ]);
});
