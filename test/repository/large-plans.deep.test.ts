import { describe, expect, test } from "vitest";
import { siteSectionOperations } from "../../src/contract/parts/site-sections.ts";
import { kinds } from "../../src/kinds/kinds.ts";
import type { PlanDocument } from "../../src/model/documents/plan-document.ts";
import type { LiveResource } from "../../src/model/live.ts";
import { orderDrafts } from "../../src/planner/order/step-order.ts";
import { plan } from "../../src/planner/plan.ts";
import type { StepDraft } from "../../src/planner/state/draft.ts";
import { load } from "../support/projects/load-manifests.ts";

/** A section of the site, as it is or as it shall be: its title and its path. */
type Section = readonly [title: string, path: string, id?: string];

function liveSection([title, path]: Section, index: number): LiveResource[] {
  const [id, showing] = [`sec_${index}`, `show_${index}`];
  const siteSpace = {
    id: showing,
    title: "Page",
    path: "page",
    section: id,
    space: { id: "sp_1" },
    default: true,
  };
  const base = { organization: "acme", parentId: "site_1", memberships: {} };
  const answer = { id, title, path, default: index === 0, siteSpaces: [siteSpace] };
  return [
    { ...base, kind: "section", id, answer },
    { ...base, kind: "site-space", id: showing, answer: siteSpace },
  ];
}

/** The plan for one site from some sections to others. */
async function planOf(current: readonly Section[], wanted: readonly Section[]): Promise<PlanDocument> {
  const items = wanted.map(
    ([title, path, id], index) =>
      `      - { section: s-${index},${id === undefined ? "" : ` id: ${id},`} title: ${title}, path: ${path}, spaces: [{ space: page, path: page }] }\n`,
  );
  const text = `organization: acme\nspaces: { page: { id: sp_1 } }\nsites:\n  docs:\n    title: Docs\n    structure:\n${items.join("")}`;
  const { desired, diagnostics } = await load({ "manifests/a.yaml": text });
  expect(diagnostics).toEqual([]);
  const root = { organization: "acme", memberships: {} };
  const resources: LiveResource[] = [
    { ...root, kind: "space", id: "sp_1", answer: { id: "sp_1", title: "Page" } },
    { ...root, kind: "site", id: "site_1", answer: { id: "site_1", title: "Docs" } },
    ...current.flatMap(liveSection),
  ];
  const input = { desired, live: { resources, requests: 0 }, kinds, baseUrl: "", version: "0" };
  return plan({ ...input, hash: () => "", mask: () => "" }).document;
}

const many = (count: number, section: (index: number) => Section): Section[] =>
  Array.from({ length: count }, (_, index) => section(index));

describe("a large plan costs what it holds:", () => {
  test("thousands of paths that each wait for the next one to be given up", async () => {
    const count = 3_000;
    const { steps, diagnostics } = await planOf(
      many(count, (index) => [`Title ${index}`, `path-${index}`]),
      many(count, (index) => [`Title ${index}`, `path-${index + 1}`, `sec_${index}`]),
    );
    expect(diagnostics).toEqual([]);
    expect(steps).toHaveLength(count);
    expect(steps[0]?.body).toEqual({ path: `path-${count}` });
    expect(steps.slice(1).every(({ after }, index) => after.join() === steps[index]?.id)).toBe(true);
  });

  test("a chain of paths as long as any plan is put in order without a stack", () => {
    const count = 100_000;
    const slot = (index: number): string => `section acme/sites.docs path-${index}`;
    const drafts = Array.from(
      { length: count },
      (_, index): StepDraft => ({
        key: `call ${index}`,
        address: `acme/sites.docs.sections.s-${index}`,
        operation: siteSectionOperations.updateSiteSection,
        params: {},
        after: [],
        frees: [slot(index)],
        claims: [{ slot: slot(index + 1), field: "path", value: `path-${index + 1}`, maxLength: 100 }],
      }),
    );
    const { steps, diagnostics } = orderDrafts(drafts, () => "");
    expect(diagnostics).toEqual([]);
    expect(steps.map(({ address }) => address)).toEqual(drafts.map(({ address }) => address).reverse());
  });

  test("thousands of deletes beside thousands of creates do not wait for each other one by one", async () => {
    const count = 2_000;
    const { steps, summary } = await planOf(
      many(count, (index) => [`Old ${index}`, `old-${index}`]),
      many(count, (index) => [`New ${index}`, `new-${index}`]),
    );
    expect(summary).toMatchObject({ create: 2 * count, delete: count });
    const edges = steps.reduce((sum, { after }) => sum + after.length, 0);
    expect(edges).toBeLessThan(4 * steps.length);
    const lastCreate = steps.filter(({ operation }) => operation === "createSiteSection").at(-1)?.id ?? "";
    const deletes = steps.filter(({ method }) => method === "DELETE");
    expect(deletes.every(({ after }) => after.includes(lastCreate))).toBe(true);
  });
});
