import { describe, expect, test } from "vitest";
import type { Desired } from "../../../src/model/desired.ts";
import type { Change, Step } from "../../../src/model/documents/plan-document.ts";
import { describeSteps, planFor, read, run, simulate } from "../harness/simulation.ts";
import { askedFor, seenOf } from "../oracles/site-oracle.ts";
import type { GroupItem, NavItem, SectionItem, SpaceItem, Tree } from "../worlds/site-tree.ts";
import { manifestOfSite, type SiteWorld, seedOfSite } from "../worlds/site-world.ts";

/** Reads `a G[b H[c]]`: small letters are sections, capitals are groups. */
function tree(text: string): Extract<Tree, { form: "nested" }> {
  const lists: NavItem[][] = [[]];
  for (const mark of text.replaceAll(/\s/g, "")) {
    const list = lists.at(-1) ?? [];
    if (mark === "]") lists.pop();
    else if (mark === "[") lists.push((list.at(-1) as GroupItem).items);
    else if (mark === mark.toUpperCase())
      list.push({ type: "group", key: mark, title: `Group ${mark}`, id: `grp_${mark}`, items: [] });
    else list.push(section(mark));
  }
  return { form: "nested", items: lists[0] ?? [] };
}

function section(key: string): SectionItem {
  const spaces = [{ type: "space", space: "sp0", id: `ss_${key}`, path: "start" } as const];
  return { type: "section", key, title: `Section ${key}`, id: `sec_${key}`, path: `path-${key}`, spaces };
}

/** Applies, and gives the plan and its number of calls; the site then is as asked, and nothing is left. */
async function applied(
  world: SiteWorld,
): Promise<{ readonly calls: number; readonly changes: readonly Change[]; readonly steps: readonly Step[] }> {
  const simulation = simulate({ organizations: [seedOfSite(world)] });
  const desired = await read({ "all.yaml": manifestOfSite(world) });
  const plan = await planFor(simulation, desired);
  await run(simulation, plan, { concurrency: 8 });
  const second = await planFor(simulation, desired);
  expect(describeSteps(second.document.steps)).toBe(describeSteps([]));
  expect(seenOf(simulation.platform, world)).toEqual(askedFor(world));
  const { steps, changes } = plan.document;
  return { calls: steps.length, changes, steps };
}

/** The structures before and after, with the number of calls between them. */
const structures: readonly (readonly [name: string, live: string, wanted: string, calls: number])[] = [
  ["a section stands between two groups that are new", "a b c", "A[a] b C[c]", 3],
  ["a section stands between two new groups in a group", "A[a b c]", "A[B[a] b C[c]]", 3],
  ["groups change their order around a section", "A[a] b C[c]", "C[c] b A[a]", 3],
  ["a group leaves the group that is dissolved", "A[B[b] a]", "B[b] a", 1],
  ["a group leaves the group that stays", "A[a B[b]]", "A[a] B[b]", 2],
  ["a group goes into another one", "A[a] B[b]", "A[a B[b]]", 2],
  ["a group changes places with the one that it is in", "A[B[a]]", "B[A[a]]", 2],
  ["a section comes between two groups, beside one that goes", "A[a] x B[b] c", "A[a] c B[b]", 2],
  ["a section comes between two groups, with none beside it", "A[a] B[b] c", "A[a] c B[b]", 2],
  ["a section comes before the only group", "A[a b]", "a A[b]", 2],
  ["a section leaves a group for the end, while no section is at the root", "A[a b]", "A[a] b", 3],
  ["a group that was empty is filled behind a section", "a A", "a A[b]", 5],
  ["groups change their order, and sections leave one of them", "C[a c] B A", "a c C A B[d]", 7],
  ["all groups are dissolved", "A[a B[b C[c]]]", "a b c", 3],
  ["sections behind a group that moves to the end are cheaper to leave", "A[a] b c d e", "b c d e A[a]", 2],
  ["sections swap their groups", "A[a] B[b]", "A[b] B[a]", 2],
  ["a new group comes before one that is rebuilt", "a A[b] c", "B[a] A[b] c", 4],
];

describe("reaches every structure:", () => {
  test.each(structures)("%s: %s → %s in %i calls", async (_, live, wanted, calls) => {
    expect((await applied({ live: tree(live), wanted: tree(wanted), publish: false })).calls).toBe(calls);
  });
});

test("what is created first by being nested deepest is not taken for the default", async () => {
  const world = { live: tree(""), wanted: tree("A[B[C[a] b]]"), first: 0, publish: false };
  await applied(world);
  await applied({ ...world, first: 1 });
});

test("a site that gains sections shows something all the time, and loses what was wrapped in one call", async () => {
  const space = (key: string): SpaceItem => ({ type: "space", space: key, id: `ss_${key}`, path: key });
  const live: Tree = { form: "flat", spaces: [space("sp1"), space("sp2")] };
  const { steps } = await applied({ live, wanted: tree("A[a] b"), publish: false });
  const deletes = steps.filter(({ operation }) => operation.startsWith("delete"));
  expect(deletes.map(({ operation }) => operation)).toEqual(["deleteSiteSection"]);
  const creates = steps.filter(({ operation }) => operation === "createSiteSection").map(({ id }) => id);
  expect(deletes[0]?.after).toEqual(expect.arrayContaining(creates));
});

test("a group that is rebuilt keeps what its manifest does not say, and is shown as moved", async () => {
  const live = tree("A[a] B[b]");
  Object.assign(live.items[0] ?? {}, { icon: "book" });
  const simulation = simulate({ organizations: [seedOfSite({ live })] });
  const wanted = tree("B[b] A[a]");
  const plan = await planFor(
    simulation,
    await read({ "a.yaml": manifestOfSite({ live, wanted, publish: false }) }),
  );
  expect(plan.document.changes).toMatchObject([
    {
      address: "acme/sites.hub.groups.A",
      action: "move",
      id: "grp_A",
      reason: expect.stringContaining("deleted and created again"),
    },
  ]);
  await run(simulation, plan, { concurrency: 1 });
  const groups = Object.values(
    simulation.platform.state.organizations.byId.org_acme!.sites.byId.site_hub!.groups,
  );
  expect(groups.find(({ title }) => title === "Group A")).toMatchObject({ icon: "book" });
});

test("a group that leaves a dissolved group is found by its id", async () => {
  const wanted = tree("B[b] a");
  Object.assign(wanted.items[0] ?? {}, { pinned: true, title: "Renamed" });
  expect((await applied({ live: tree("A[B[b] a]"), wanted, publish: false })).calls).toBe(2);
});

/** An undo pins all by id, and no manifest says so: what is rebuilt may get another id. */
function asUndone(desired: Desired): Desired {
  return { ...desired, resources: desired.resources.map((resource) => ({ ...resource, sources: {} })) };
}

test("nothing else of the same title becomes what is pinned by its id, and rebuilt", async () => {
  const [live, wanted] = [tree("b A[C[c]]"), tree("B[b] A[C[c]]")];
  Object.assign(wanted.items[0] ?? {}, { title: "Group C" });
  const planned = async () => {
    const manifest = manifestOfSite({ live, wanted, publish: false });
    const desired = asUndone(await read({ "a.yaml": manifest }));
    return planFor(simulate({ organizations: [seedOfSite({ live })] }), desired);
  };
  const isNew = { address: "acme/sites.hub.groups.B", action: "create" };
  expect((await planned()).document.changes).not.toContainEqual(expect.objectContaining(isNew));
  Object.assign((wanted.items[1] as GroupItem).items[0] ?? {}, { pinned: true });
  expect((await planned()).document.changes).toContainEqual(expect.objectContaining(isNew));
});

test("a path that another section keeps is blocked, not tried", async () => {
  const [live, wanted] = [tree("a b"), tree("a b")];
  delete (wanted.items[0] as SectionItem).path;
  Object.assign(wanted.items[1] ?? {}, { path: "path-a", pinned: true });
  const simulation = simulate({ organizations: [seedOfSite({ live })] });
  const { document } = await planFor(
    simulation,
    await read({ "a.yaml": manifestOfSite({ live, wanted, publish: false }) }),
  );
  expect(document.steps).toEqual([]);
  expect(document.changes).toMatchObject([
    {
      address: "acme/sites.hub.sections.b",
      action: "blocked",
      reason: 'acme/sites.hub.sections.a has the path "path-a", and keeps it; declare another path for it',
    },
  ]);
});

test("paths that wait for one that another section keeps are blocked, too", async () => {
  const [live, wanted] = [tree("a b c"), tree("a b c")];
  Object.assign(wanted.items[0] ?? {}, { path: "path-b", pinned: true });
  Object.assign(wanted.items[1] ?? {}, { path: "path-c", pinned: true });
  delete (wanted.items[2] as SectionItem).path;
  const simulation = simulate({ organizations: [seedOfSite({ live })] });
  const { document } = await planFor(
    simulation,
    await read({ "a.yaml": manifestOfSite({ live, wanted, publish: false }) }),
  );
  const [b, c] = ["acme/sites.hub.sections.b", "acme/sites.hub.sections.c"];
  expect(document.steps).toEqual([]);
  expect(document.changes).toMatchObject([
    {
      address: "acme/sites.hub.sections.a",
      action: "blocked",
      reason: `${b} has the path "path-b", and keeps it as long as ${c} keeps its own; declare another path for that`,
    },
    {
      address: b,
      action: "blocked",
      reason: `${c} has the path "path-c", and keeps it; declare another path for it`,
    },
  ]);
});

test("a section whose only space shall be absent is blocked, not tried", async () => {
  const [live, wanted] = [tree("a"), tree("a")];
  Object.assign((wanted.items[0] as SectionItem).spaces?.[0] ?? {}, { absent: true });
  const simulation = simulate({ organizations: [seedOfSite({ live })] });
  const { document } = await planFor(
    simulation,
    await read({ "a.yaml": manifestOfSite({ live, wanted, publish: false }) }),
  );
  expect(document.steps).toEqual([]);
  expect(document.changes).toMatchObject([
    {
      address: "acme/sites.hub.sections.a.spaces.sp0",
      action: "blocked",
      reason: expect.stringContaining("keeps at least one"),
    },
  ]);
});

test("what is in an absent section goes with it, whether it is there or not", async () => {
  const wanted = tree("a b c");
  for (const item of wanted.items.slice(1)) Object.assign(item, { absent: true });
  expect((await applied({ live: tree("a b"), wanted, publish: false })).calls).toBe(1);
});
