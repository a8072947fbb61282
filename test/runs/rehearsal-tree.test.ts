import { expect, test } from "vitest";
import { collectionOperations } from "../../src/contract/parts/collections.ts";
import { spaceOperations } from "../../src/contract/parts/spaces.ts";
import { collectionKind } from "../../src/kinds/collection/collection.ts";
import { spaceKind } from "../../src/kinds/space/space.ts";
import type { Kind } from "../../src/model/kind.ts";
import type { Live } from "../../src/model/live.ts";
import { stateAsRead } from "../../src/platform/seed/seed.ts";
import { liveSeed } from "../../src/rehearsal/live-seed.ts";
import type { JsonObject } from "../../src/text/json.ts";
import { type Simulation, simulate, simulateState } from "../laws/harness/simulation.ts";

async function treeOn({ reader }: Simulation): Promise<Live> {
  const params = { organizationId: "org_acme" };
  const read = (kind: string) => (answer: JsonObject) => ({
    kind,
    id: String(answer.id),
    organization: "acme",
    answer,
    memberships: {},
  });
  const [spaces, collections] = [
    await reader.list(spaceOperations.listSpaces, params),
    await reader.list(collectionOperations.listCollections, params),
  ];
  return {
    resources: [...spaces.map(read("space")), ...collections.map(read("collection"))],
    requests: 2,
  };
}

const inOrder = ({ resources }: Live) =>
  resources.map(({ id, answer: { parent, title } }) => ({ id, parent, title }));
const loaded = (live: Live, kinds: readonly Kind[]): Simulation =>
  simulateState(stateAsRead(liveSeed(live, [{ alias: "acme", id: "org_acme" }], kinds)));

const spaces = (collections: Readonly<Record<string, string | undefined>>) =>
  Object.entries(collections).map(([id, parent]) => ({
    id,
    title: `Space ${id}`,
    ...(parent === undefined ? {} : { collection: parent }),
  }));

const trees: readonly (readonly [string, object])[] = [
  ["spaces alone", { spaces: spaces({ a: undefined, b: undefined }) }],
  [
    "spaces before, between and behind collections",
    {
      collections: [
        { id: "c1", title: "One" },
        { id: "c2", title: "Two" },
      ],
      spaces: spaces({ a: undefined, b: "c1", c: "c2", d: undefined, e: undefined }),
      order: ["a", "c2", "d", "c1", "e"],
    },
  ],
  [
    "collections in collections, in an order of their own",
    {
      collections: [
        {
          id: "c1",
          title: "One",
          collections: [
            { id: "c3", title: "Three", collections: [{ id: "c4", title: "Four" }] },
            { id: "c5", title: "Five" },
          ],
          order: ["b", "c5", "a", "c3"],
        },
        { id: "c2", title: "Two" },
      ],
      spaces: spaces({ a: "c1", b: "c1", c: "c4", d: "c5", e: undefined }),
    },
  ],
  [
    "collections in which nothing stands",
    {
      collections: ["c1", "c2", "c3"].map((id) => ({
        id,
        title: id,
        collections: [{ id: `in-${id}`, title: id }],
      })),
      spaces: spaces({ a: "c2", b: undefined }),
      order: ["b", "c3", "c2", "c1"],
    },
  ],
];

test.each(trees)("the tree of an organization comes back as read: %s", async (_, tree) => {
  const seed = { organizations: [{ id: "org_acme", title: "Acme", ...tree }] };
  const live = await treeOn(simulate(seed));
  const again = await treeOn(loaded(live, [spaceKind, collectionKind]));
  expect(inOrder(again)).toEqual(inOrder(live));
});

test("spaces are in collections that were not read", async () => {
  const [, , [, tree] = []] = trees;
  const live = await treeOn(simulate({ organizations: [{ id: "org_acme", title: "Acme", ...tree }] }));
  const known = { ...live, resources: live.resources.filter(({ kind }) => kind === "space") };
  const again = await treeOn(loaded(known, [spaceKind, collectionKind]));
  const parents = (one: Live) =>
    one.resources.flatMap(({ kind, id, answer }) => (kind === "space" ? [`${id} in ${answer.parent}`] : []));
  expect(parents(again).sort()).toEqual(parents(live).sort());
});
