import { expect, test } from "vitest";
import { isObject } from "../../src/text/json.ts";
import { inventoryOf } from "../support/platform/inventory.ts";
import { seedState } from "../support/platform/seed-state.ts";
import { wholeSeed } from "../support/platform/whole-seed.ts";

function stateWithAll() {
  const state = seedState(wholeSeed);
  const organization = state.organizations.byId.org_acme!;
  return { state, organization, site: organization.sites.byId.site_deep! };
}

/** The tables of something, and its rows by id, by name. */
function tablesOf(whole: object): readonly string[] {
  return Object.entries(whole).flatMap(([name, value]) => (rowsOf(value) === undefined ? [] : [name]));
}

/** The rows that are to be taken out of a table; undefined when it is none. */
function rowsOf(value: unknown): Record<string, unknown> | undefined {
  if (!isObject(value)) return undefined;
  if (isObject(value.byId)) return value.byId;
  const all = Object.values(value);
  return all.length > 0 && all.every((one) => isObject(one) && "id" in one) ? value : undefined;
}

/** The tables whose rows can all go and leave the inventory as it was. */
function unnoticed(part: "organization" | "site"): readonly string[] {
  return tablesOf(stateWithAll()[part]).filter((name) => {
    const { state, ...parts } = stateWithAll();
    const before = inventoryOf(state);
    const table = Object.entries(parts[part]).find(([key]) => key === name)?.[1];
    const all = rowsOf(table) ?? {};
    expect(Object.keys(all), `test/support/platform/whole-seed.ts has nothing in ${name}`).not.toEqual([]);
    for (const id of Object.keys(all)) delete all[id];
    if (isObject(table) && Array.isArray(table.order)) table.order.length = 0;
    return inventoryOf(state).join() === before.join();
  });
}

test("the inventory of a platform has every table of an organization and of a site that an apply fills", () => {
  expect(unnoticed("organization")).toEqual(["members", "linkInvites"]);
  expect(unnoticed("site")).toEqual([]);
  expect(tablesOf(stateWithAll().site)).toEqual(expect.arrayContaining(["sections", "shareLinks"]));
});
