import { expect, test } from "vitest";
import { manifest, project } from "../support/processes/cli-fixture.ts";

const structures: readonly (readonly [string, string])[] = [
  [
    "a section changes",
    "[{ section: first, path: first, title: Renamed }, { group: group, title: Group, sections: [{ section: second, path: second, title: Second }], groups: [{ group: inner, title: Inner, sections: [{ section: third, path: third, title: Third }] }] }, { section: fourth, path: fourth, title: Fourth }]",
  ],
  [
    "a section comes",
    "[{ section: first, path: first, title: First }, { group: group, title: Group, sections: [{ section: second, path: second, title: Second }], groups: [{ group: inner, title: Inner, sections: [{ section: third, path: third, title: Third }] }] }, { section: fourth, path: fourth, title: Fourth }, { section: fifth, title: Fifth, spaces: [{ space: 'id:sp_four' }] }]",
  ],
  [
    "a section goes into a group",
    "[{ section: first, path: first, title: First }, { group: group, title: Group, sections: [{ section: second, path: second, title: Second }, { section: fourth, path: fourth, title: Fourth }], groups: [{ group: inner, title: Inner, sections: [{ section: third, path: third, title: Third }] }] }]",
  ],
];

test.each(structures)(
  "spaces that no section declares stay in the navigation when %s",
  async (_, written) => {
    const body = `sites:\n  deep: { id: site_deep, structure: ${written} }\n`;
    const { docform } = await project(manifest(body));
    const { stdout } = await docform("plan --format json");
    const plan = JSON.parse(stdout) as {
      summary: { delete: number };
      navigation: { items: { address: string; kind: string; title: string; mark: string }[] }[];
    };
    expect(plan.summary.delete).toBe(0);
    const items = plan.navigation.flatMap((one) => one.items);
    expect(items.filter(({ mark }) => mark === "remove")).toEqual([]);
    const undeclared = items.filter(({ address }) => address.includes(".id:"));
    expect(undeclared.map(({ title, mark }) => `${title} ${mark}`).sort()).toEqual([
      "Four same",
      "One same",
      "Three same",
      "Two same",
    ]);
    const text = await docform("plan");
    expect(text.stdout).not.toContain("removed");
    const markdown = await docform("plan --format markdown");
    expect(markdown.stdout).not.toContain("removed");
  },
);

test("the rows before are those of the platform, in its order, with its titles", async () => {
  const written =
    "[{ section: fourth, path: fourth, title: Last }, { section: first, path: first, title: First }]";
  const { docform } = await project(manifest(`sites:\n  deep: { id: site_deep, structure: ${written} }\n`));
  const { stdout } = await docform("plan --format json");
  const { navigation } = JSON.parse(stdout) as {
    navigation: {
      items: { mark: string; address: string }[];
      before: { title: string; depth: number; address: string }[];
    }[];
  };
  const [{ items, before } = { items: [], before: [] }] = navigation;
  expect(before.map(({ title, depth }) => `${depth} ${title}`)).toEqual([
    "0 First",
    "1 One",
    "0 Group",
    "1 Second",
    "2 Two",
    "1 Inner",
    "2 Third",
    "3 Three",
    "0 Fourth",
    "1 Four",
  ]);
  const addresses = new Set(before.map(({ address }) => address));
  expect(items.filter(({ mark, address }) => mark !== "add" && !addresses.has(address))).toEqual([]);
});

test("what goes from a section whose spaces are declared is shown as removed", async () => {
  const written = "[{ section: first, path: first, title: First, spaces: [{ space: 'id:sp_two' }] }]";
  const { docform } = await project(manifest(`sites:\n  deep: { id: site_deep, structure: ${written} }\n`));
  const { stdout } = await docform("plan --format json");
  const plan = JSON.parse(stdout) as {
    changes: { address: string; action: string }[];
    navigation: { items: { address: string; mark: string }[] }[];
  };
  const removed = plan.navigation.flatMap(({ items }) => items).filter(({ mark }) => mark === "remove");
  const deleted = new Set(
    plan.changes.flatMap(({ action, address }) => (action === "delete" ? [address] : [])),
  );
  expect(removed.length).toBeGreaterThan(0);
  expect(removed.filter(({ address }) => !deleted.has(address))).toEqual([]);
});
