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

describe("what a new plan does besides the one that was reviewed", () => {
  test("is also what the reviewed one called impossible: it does nothing of that", () => {
    const [reviewed, anew] = [planOf(change("blocked")), planOf(change("create"))];
    const besides = excludedChangesOf(reviewed, anew);
    expect(besides.addresses).toEqual(["acme/collections.t1"]);
    expect(remainingOf(reviewed, anew, besides)).toMatchObject({ left: [], others: besides.addresses });
  });

  test("is also the place of what the reviewed one only changes", () => {
    const reviewed = planOf(change("update"));
    const second = planOf(change("move"));
    const besides = excludedChangesOf(reviewed, planOf());
    expect(remainingOf(reviewed, second, besides)).toMatchObject({
      left: [],
      others: ["acme/collections.t1"],
    });
  });

  test.each(["create", "move"] as const)("is not the place of what the reviewed one is to %s", (action) => {
    const reviewed = planOf(change("update"), change(action));
    const besides = excludedChangesOf(reviewed, planOf());
    expect(remainingOf(reviewed, planOf(change("move")), besides)).toMatchObject({
      left: ["acme/collections.t1"],
      others: [],
    });
  });

  test("is nothing that the reviewed one does too", () => {
    const besides = excludedChangesOf(planOf(change("create")), planOf(change("create")));
    expect(besides.addresses).toEqual([]);
    expect(besides.has(change("create"))).toBe(false);
  });
});
