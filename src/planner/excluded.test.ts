import { describe, expect, test } from "vitest";
import type { Change, PlanDocument } from "../model/documents/plan-document.ts";
import { excludedChangesOf, remainingOf } from "./excluded.ts";

const planOf = (...changes: readonly Change[]) => ({ changes }) as unknown as PlanDocument;
const change = (action: Change["action"]): Change =>
  ({
    address: "acme/collections.t1",
    kind: "collection",
    action,
    fields: [{ path: "parent", after: "id:col_2" }],
  }) as Change;

describe("what a new plan does beyond the one that was reviewed", () => {
  test("is also what the reviewed one called impossible: it does nothing of that", () => {
    const [reviewed, again] = [planOf(change("blocked")), planOf(change("create"))];
    const excluded = excludedChangesOf(reviewed, again);
    expect(excluded.addresses).toEqual(["acme/collections.t1"]);
    expect(remainingOf(reviewed, again, excluded)).toMatchObject({ left: [], others: excluded.addresses });
  });

  test("is also the place of what the reviewed one only changes", () => {
    const reviewed = planOf(change("update"));
    const second = planOf(change("move"));
    const excluded = excludedChangesOf(reviewed, planOf());
    expect(remainingOf(reviewed, second, excluded)).toMatchObject({
      left: [],
      others: ["acme/collections.t1"],
    });
  });

  test.each(["create", "move"] as const)("is not the place of what the reviewed one is to %s", (action) => {
    const reviewed = planOf(change("update"), change(action));
    const excluded = excludedChangesOf(reviewed, planOf());
    expect(remainingOf(reviewed, planOf(change("move")), excluded)).toMatchObject({
      left: ["acme/collections.t1"],
      others: [],
    });
  });

  test("is nothing that the reviewed one does too", () => {
    const excluded = excludedChangesOf(planOf(change("create")), planOf(change("create")));
    expect(excluded.addresses).toEqual([]);
    expect(excluded.has(change("create"))).toBe(false);
  });
});
