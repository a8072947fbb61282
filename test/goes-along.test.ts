import { expect, test } from "vitest";
import type { Reader } from "../src/refresh/read-live.ts";
import { entryFor, recordWith } from "./laws/recorded.ts";
import { planFor, read, run, type Scope, type Simulation, simulate } from "./laws/simulation.ts";

/** A collection that is to be transferred, with a space in it, and one that stands deeper. */
const platform = (): Simulation =>
  simulate({
    organizations: [
      {
        id: "org_acme",
        title: "Acme",
        collections: [
          {
            id: "col_0",
            title: "Guides",
            order: ["sp_1", "col_1"],
            collections: [{ id: "col_1", title: "More", order: ["sp_2"] }],
          },
        ],
        spaces: [
          { id: "sp_1", title: "Intro", collection: "col_0" },
          { id: "sp_2", title: "Deep", collection: "col_1" },
        ],
      },
      { id: "org_globex", title: "Globex", spaces: [{ id: "sp_there", title: "There" }] },
    ],
  });

const exact = { collections: "exact", spaces: "exact" };

/** Acme, which gives its collection away and declares nothing of what is in it; and what globex declares. */
const manifests = (globex: object, acme: object = {}) => ({
  "acme.yaml": {
    organization: "acme",
    manage: exact,
    collections: { guides: { title: "Guides", transferTo: "globex" } },
    spaces: {},
    ...acme,
  },
  "globex.yaml": { organization: "globex", collections: {}, spaces: {}, ...globex },
});

/** Plans, makes the calls, and gives them; afterwards there is nothing left to do. */
async function apply(simulation: Simulation, parts: ReturnType<typeof manifests>, scope: Scope = {}) {
  const desired = await read(parts);
  const made = await planFor(simulation, desired, scope);
  await run(simulation, made, { concurrency: 1 });
  const second = await planFor(simulation, desired, scope);
  expect(second.document.steps).toEqual([]);
  return made.document.steps.map(({ operation, params }) => {
    const id = Object.values(params).at(-1);
    return `${operation} ${typeof id === "object" ? (Object(id).value ?? "new") : id}`;
  });
}

/** What a plan says of each address that it blocks. */
async function blocked(parts: ReturnType<typeof manifests>) {
  const { document } = await planFor(platform(), await read(parts));
  expect(document.steps).toEqual([]);
  return document.changes.map(({ address, action, reason }) => [address, action, reason]);
}

test.each([
  ["its title", { spaces: { intro: { title: "Intro" } } }, []],
  ["its id", { spaces: { intro: { id: "sp_1", title: "New" } } }, ["updateSpace sp_1"]],
  ["an old name", { spaces: { intro: { title: "New", previously: ["Intro"] } } }, ["updateSpace sp_1"]],
  ["its title, deeper", { spaces: { deep: { title: "Deep", collection: null } } }, ["moveSpace sp_2"]],
  ["an order", { order: [{ space: "id:sp_1" }] }, ["moveSpace sp_1"]],
  [
    "what stands in it",
    { spaces: { there: { title: "There", collection: "id:col_1" } } },
    ["moveSpace sp_there"],
  ],
  [
    "a copy of it",
    { spaces: { copy: { title: "Copy", duplicateFrom: "id:sp_2" } } },
    ["duplicateSpace sp_2", "updateSpace new"],
  ],
  ["nothing", {}, []],
])(
  "what nobody here declares goes along, though all is exact; there it is known by %s",
  async (_, globex, calls) => {
    const simulation = platform();
    expect(await apply(simulation, manifests(globex))).toEqual(["transferCollection col_0", ...calls]);
    const { spaces } = simulation.platform.state;
    for (const id of ["sp_1", "sp_2"]) expect(spaces[id]).toMatchObject({ organization: "org_globex" });
  },
);

test("the record says of an address there that it is what goes along: that is not deleted on its way", async () => {
  const simulation = platform();
  const parts = manifests({ spaces: { there: { title: "There" } } });
  const { live } = await planFor(simulation, await read(parts));
  const [told, other] = ["sp_1", "sp_there"].map((id) => live.resources.find((one) => one.id === id)!);
  const lastApply = recordWith([
    ["globex/spaces.there", entryFor("globex/spaces.there", told!)],
    ["acme/spaces.there", entryFor("acme/spaces.there", other!)],
  ]);
  const calls = ["transferCollection col_0", "updateSpace sp_1"];
  expect(await apply(simulation, parts, { lastApply })).toEqual(calls);
});

test("what goes along goes with the collection around it, and what is declared in that too, by one call", async () => {
  const deep = { title: "Deep" };
  const acme = { spaces: { deep: { ...deep, transferTo: "globex" } } };
  const calls = await apply(platform(), manifests({ spaces: { deep } }, acme));
  expect(calls).toEqual(["transferCollection col_0"]);
});

test("what cannot go yet stays with what it stands in, and is not deleted while it waits", async () => {
  const stays = { spaces: { deep: { title: "Deep" } } };
  const waits = "it cannot come from the other organization: its transfer is blocked there";
  for (const intro of [{ title: "Intro" }, { id: "sp_1", title: "New" }])
    expect(await blocked(manifests({ spaces: { intro } }, stays))).toEqual([
      ["acme/collections.guides", "blocked", expect.stringContaining("this is to stay: acme/spaces.deep")],
      ["globex/spaces.intro", "blocked", waits],
    ]);
});

test.each([
  ["", []],
  [", before what an order there names behind it", [{ space: "deep" }, { space: "there" }]],
])("what is declared in what goes along has a call of its own while that cannot go%s", async (_, order) => {
  const acme = {
    manage: {},
    spaces: { deep: { title: "Deep", transferTo: "globex" }, intro: { title: "Intro" } },
  };
  const spaces = { deep: { title: "Deep" }, there: { title: "There" } };
  const parts = manifests({ order, spaces }, acme);
  const { document } = await planFor(platform(), await read(parts));
  expect(document.changes[0]).toMatchObject({
    address: "acme/collections.guides",
    action: "blocked",
    reason: expect.stringContaining("this is to stay: acme/spaces.intro"),
  });
  const moved = order.length === 0 ? [] : ["moveSpace sp_there"];
  expect(await apply(platform(), parts)).toEqual(["transferSpace sp_2", ...moved]);
});

test.each([
  ["", []],
  [", before what an order there names behind it", [{ space: "deep" }, { space: "there" }]],
])("what is declared to go comes out of what both would delete%s", async (_, order) => {
  const acme = { spaces: { deep: { title: "Deep", transferTo: "globex" }, intro: intro("globex") } };
  const spaces = { deep: { title: "Deep" }, intro: intro(), there: { title: "There" } };
  const globex = { manage: exact, order, collections: { guides: { title: "Guides" } }, spaces };
  const moved = order.length === 0 ? [] : ["moveSpace sp_there"];
  expect(await apply(platform(), manifests(globex, acme))).toEqual([
    "transferSpace sp_2",
    ...moved,
    "deleteCollection col_1",
    "transferCollection col_0",
  ]);

  function intro(transferTo?: string): object {
    return { title: "Intro", ...(transferTo === undefined ? {} : { transferTo }) };
  }
});

test.each([
  ["behind it", ["guides", "deep"], ["moveSpace sp_2"]],
  ["before it", ["deep", "guides"], []],
  ["before what comes out of it", ["deep", "intro", "guides"], ["moveSpace sp_1"]],
  ["behind what comes out of it", ["guides", "intro", "deep"], ["moveSpace sp_1"]],
])(
  "what comes by its own out of something else that comes does so first, also where an order wants it %s",
  async (_, order, moves) => {
    const [transfer, deep, intro] = [{ transferTo: "globex" }, { title: "Deep" }, { title: "Intro" }];
    const isOut = order.includes("intro");
    const acme = {
      manage: {},
      collections: { guides: { title: "Guides", ...transfer }, more: { title: "More", absent: true } },
      spaces: { deep: { ...deep, ...transfer }, ...(isOut ? { intro: { ...intro, ...transfer } } : {}) },
    };
    const globex = {
      order: order.map((name) => ({ [name === "guides" ? "collection" : "space"]: name })),
      collections: { guides: { title: "Guides" } },
      spaces: { deep, ...(isOut ? { intro } : {}) },
    };
    const out = ["transferSpace sp_2", "deleteCollection col_1", "transferCollection col_0"];
    expect(await apply(platform(), manifests(globex, acme))).toEqual([...out, ...moves]);
  },
);

test("what is declared nowhere, and both manage exactly, is deleted before the rest goes", async () => {
  const collections = { guides: { title: "Guides" } };
  const globex = { manage: exact, collections, spaces: { there: { title: "There" } } };
  expect(await apply(platform(), manifests(globex))).toEqual([
    "deleteCollection col_1",
    "deleteSpace sp_1",
    "transferCollection col_0",
  ]);
});

test.each([
  [
    "a space",
    { manage: { spaces: "exact" } },
    {},
    'spaces exactly and does not declare what goes along, so that would be deleted there: space "Intro" (sp_1)',
  ],
  [
    "what holds a space that is declared there",
    { manage: { collections: "exact" } },
    exact,
    'collections exactly and does not declare what goes along, so that would be deleted there: collection "More" (col_1)',
  ],
])(
  "what would go along and be deleted there by the next plan blocks the transfer: %s",
  async (_, there, manage, reason) => {
    const spaces = {
      there: { title: "There" },
      ...("spaces" in there.manage ? {} : { deep: { title: "Deep" } }),
    };
    const globex = { ...there, collections: { guides: { title: "Guides" } }, spaces };
    const changes = await blocked(manifests(globex, { manage }));
    expect(changes[0]).toEqual(["acme/collections.guides", "blocked", `globex manages ${reason}`]);
    expect(changes.every(([, action]) => action === "blocked")).toBe(true);
  },
);

test("what an order here names stays here: another organization does not get it", async () => {
  const simulation = platform();
  const calls = await apply(
    simulation,
    manifests({ spaces: { intro: { title: "Intro" } } }, { order: [{ space: "id:sp_1" }] }),
  );
  expect(calls).toEqual(["moveSpace sp_1", "transferCollection col_0"]);
  expect(simulation.platform.state.spaces.sp_1).toMatchObject({ organization: "org_acme" });
});

test("what stands in something that stays here goes by a call of its own", async () => {
  const order = [{ collection: "id:col_1" }];
  const acme = { order, spaces: { deep: { title: "Deep", transferTo: "globex" } } };
  const globex = { spaces: { deep: { title: "Deeper", id: "sp_2" } } };
  const calls = await apply(platform(), manifests(globex, acme));
  const expected = [
    "moveCollection col_1",
    "transferCollection col_0",
    "transferSpace sp_2",
    "updateSpace sp_2",
  ];
  expect([...calls].sort()).toEqual(expected);
  expect(calls.indexOf("transferSpace sp_2")).toBeLessThan(calls.indexOf("updateSpace sp_2"));

  const there = { manage: { spaces: "exact" }, spaces: { intro: { id: "sp_1" }, there: { title: "There" } } };
  const { document } = await planFor(platform(), await read(manifests(there, acme)));
  expect(document.changes.find(({ address }) => address === "acme/spaces.deep")).toMatchObject({
    action: "blocked",
    reason: "globex manages spaces exactly and does not declare it, so it would be deleted there",
  });
});

test("what stands in a collection does not go along with a space of the same id", async () => {
  const simulation = simulate({
    organizations: [
      {
        id: "org_acme",
        title: "Acme",
        collections: [{ id: "col_0", title: "Guides", order: ["sp_1"] }],
        spaces: [
          { id: "sp_0", title: "Intro" },
          { id: "sp_1", title: "Deep", collection: "col_0" },
        ],
      },
      { id: "org_globex", title: "Globex" },
    ],
  });
  const going = { spaces: { intro: { title: "Intro", transferTo: "globex" } } };
  const desired = await read({
    "acme.yaml": { organization: "acme", ...going },
    "globex.yaml": { organization: "globex", spaces: { intro: { title: "Intro" }, deep: { title: "Deep" } } },
  });
  const { reader } = simulation;
  const called = <T>(answer: T): T => JSON.parse(JSON.stringify(answer).replaceAll("sp_0", "col_0"));
  const list: Reader["list"] = async (...asked) => called(await reader.list(...asked));
  const { document } = await planFor({ ...simulation, reader: { ...reader, list } }, desired);
  expect(document.steps.map(({ operation }) => operation)).toEqual(["transferSpace"]);
  expect(document.changes.map(({ address, action }) => [address, action])).toContainEqual([
    "globex/spaces.deep",
    "blocked",
  ]);
});

test("an order gives its place to what it names by its kind and id, not to another kind of that id", async () => {
  const globex = { spaces: { intro: { title: "Intro" }, deep: { title: "Deep" } } };
  const desired = await read(manifests(globex, { order: [{ collection: "id:sp_1" }], manage: {} }));
  const { document } = await planFor(platform(), desired);
  expect(document.changes.filter(({ action }) => action === "blocked")).toEqual([]);
  expect(document.steps.map(({ operation }) => operation)).toEqual(["transferCollection"]);
});
