import { expect, test } from "vitest";
import { describeSteps, planFor, planner, read, run, simulate } from "../harness/simulation.ts";

interface Known {
  readonly name: string;
  readonly targets: readonly string[];
  /** Collections and spaces that are live; a string is the collection that a space is in. */
  readonly collections: readonly string[];
  /** Ids in the order in which they stand at the root, where collections do not come first. */
  readonly order?: readonly string[];
  readonly spaces: Readonly<Record<string, string | undefined>>;
  readonly manifest: object;
  /** The effect of the part, and nothing else. */
  readonly calls: readonly string[];
}

const known: readonly Known[] = [
  {
    name: "a new collection whose order names a space that comes from elsewhere",
    targets: ["collections.guides", "spaces.page"],
    collections: [],
    spaces: { intro: undefined },
    manifest: {
      order: [{ collection: "guides" }, { space: "page" }],
      collections: { guides: { title: "guides", order: [{ space: "id:sp_intro" }] } },
      spaces: { page: { title: "page", duplicateFrom: "id:sp_intro" } },
    },
    calls: [
      "createCollection collections.guides",
      "duplicateSpace spaces.page",
      "updateSpace spaces.page",
      "moveSpace spaces.id:sp_intro",
    ],
  },
  {
    name: "an empty collection that moves, and will hold two new spaces",
    targets: ["collections.guides"],
    collections: ["guides"],
    spaces: { intro: undefined },
    manifest: {
      order: [{ space: "intro" }, { collection: "guides" }],
      collections: { guides: { title: "guides" } },
      spaces: {
        intro: { title: "intro" },
        one: { title: "one", duplicateFrom: "intro", collection: "guides" },
        two: { title: "two", duplicateFrom: "intro", collection: "guides" },
      },
    },
    calls: [
      "moveCollection collections.guides",
      "duplicateSpace spaces.one",
      "updateSpace spaces.one",
      "moveSpace spaces.one",
      "duplicateSpace spaces.two",
      "updateSpace spaces.two",
      "moveSpace spaces.two",
    ],
  },
  {
    name: "a collection whose only space leaves with the part, while another one comes",
    targets: ["collections.guides", "spaces.old"],
    collections: ["guides"],
    spaces: { old: "guides", next: undefined, page: undefined },
    manifest: {
      order: [{ collection: "guides" }, { space: "page" }, { space: "old" }],
      collections: { guides: { title: "guides" } },
      spaces: {
        page: { title: "page" },
        old: { title: "old" },
        next: { title: "next", collection: "guides" },
      },
    },
    calls: ["moveSpace spaces.next", "moveSpace spaces.old"],
  },
  {
    name: "a collection that stays empty, and the part makes another one for something in that",
    targets: ["collections.empty", "collections.inner"],
    collections: ["home", "empty"],
    spaces: { start: "home", page: undefined, intro: undefined },
    manifest: {
      order: [{ collection: "home" }, { space: "page" }, { collection: "empty" }, { collection: "guides" }],
      collections: {
        home: { title: "home" },
        empty: { title: "empty" },
        guides: { title: "guides" },
        inner: { title: "inner", parent: "guides" },
      },
      spaces: { page: { title: "page" }, intro: { title: "intro", collection: "guides" } },
    },
    calls: [
      "createCollection collections.guides",
      "createCollection collections.inner",
      "moveSpace spaces.intro",
    ],
  },
  {
    name: "a collection that stays empty and where it is, before a space that comes and one that moves",
    targets: ["collections.empty", "spaces.next"],
    order: ["sp_page", "col_guides", "col_home", "col_empty"],
    collections: ["guides", "home", "empty", "other"],
    spaces: { page: undefined, intro: "guides", start: "home", next: "other" },
    manifest: {
      order: [
        { space: "page" },
        { collection: "home" },
        { collection: "empty" },
        { space: "next" },
        { collection: "guides" },
      ],
      collections: { home: { title: "home" }, empty: { title: "empty" }, guides: { title: "guides" } },
      spaces: { page: { title: "page" }, next: { title: "next" } },
    },
    calls: ["moveSpace spaces.next", "moveCollection collections.guides"],
  },
  {
    name: "a collection that stays empty, beside one whose only space leaves with the part",
    targets: ["collections.empty", "spaces.old"],
    order: ["col_home", "col_guides", "sp_page", "col_empty"],
    collections: ["home", "guides", "empty"],
    spaces: { start: "home", next: "home", old: "guides", page: undefined },
    manifest: {
      order: [{ collection: "home" }, { collection: "guides" }, { space: "page" }, { collection: "empty" }],
      collections: { home: { title: "home" }, guides: { title: "guides" }, empty: { title: "empty" } },
      spaces: {
        page: { title: "page" },
        old: { title: "old", collection: "home" },
        next: { title: "next", collection: "guides" },
      },
    },
    calls: ["moveSpace spaces.old", "moveSpace spaces.next"],
  },
  {
    name: "a collection that stays empty, beside one that no longer shows what is before it",
    targets: ["collections.empty", "spaces.old"],
    order: ["col_guides", "col_home", "sp_page", "col_empty"],
    collections: ["guides", "home", "empty", "other"],
    spaces: { old: "home", intro: "other", next: "other", page: undefined },
    manifest: {
      order: [{ collection: "guides" }, { collection: "home" }, { space: "page" }, { collection: "empty" }],
      collections: { home: { title: "home" }, guides: { title: "guides" }, empty: { title: "empty" } },
      spaces: {
        page: { title: "page" },
        old: { title: "old", collection: "id:col_other" },
        intro: { title: "intro", collection: "guides" },
      },
    },
    calls: ["moveSpace spaces.old", "moveSpace spaces.intro", "moveCollection collections.guides"],
  },
  {
    name: "a new collection that stays empty, before one that moves",
    targets: ["collections.empty"],
    collections: ["guides"],
    spaces: { intro: undefined, page: undefined },
    manifest: {
      order: [{ space: "page" }, { collection: "empty" }, { collection: "guides" }],
      collections: { guides: { title: "guides" }, empty: { title: "empty" } },
      spaces: { page: { title: "page" }, intro: { title: "intro", collection: "guides" } },
    },
    calls: [
      "createCollection collections.empty",
      "moveCollection collections.guides",
      "moveSpace spaces.intro",
    ],
  },
  {
    name: "a collection that only what is deleted shows, which stays in what comes into it",
    targets: ["collections.guides", "collections.inner"],
    collections: ["guides", "inner"],
    spaces: { page: undefined, old: "inner" },
    manifest: {
      order: [{ space: "page" }, { collection: "guides" }],
      collections: { guides: { title: "guides" }, inner: { title: "inner", parent: "guides" } },
      spaces: { page: { title: "page" }, old: { title: "old", absent: true } },
    },
    calls: ["moveCollection collections.inner"],
  },
  {
    name: "a new space before a collection whose first space the part brings, but that has yet to move",
    targets: ["spaces.next", "spaces.intro"],
    collections: ["guides"],
    spaces: { page: undefined, intro: undefined },
    manifest: {
      order: [
        { collection: "empty" },
        { space: "next" },
        { collection: "last" },
        { collection: "guides" },
        { space: "page" },
      ],
      collections: { empty: { title: "empty" }, last: { title: "last" }, guides: { title: "guides" } },
      spaces: {
        page: { title: "page" },
        next: { title: "next", duplicateFrom: "page" },
        intro: { title: "intro", collection: "guides" },
      },
    },
    calls: [
      "createCollection collections.empty",
      "duplicateSpace spaces.next",
      "updateSpace spaces.next",
      "createCollection collections.last",
      "moveCollection collections.guides",
      "moveSpace spaces.intro",
      "moveSpace spaces.page",
    ],
  },
  {
    name: "a collection that moves takes along what comes into it",
    targets: ["collections.guides"],
    collections: ["guides"],
    spaces: { intro: "guides", page: undefined, next: undefined },
    manifest: {
      order: [{ space: "page" }, { collection: "guides" }],
      collections: { guides: { title: "guides" } },
      spaces: { page: { title: "page" }, next: { title: "next", collection: "guides" } },
    },
    calls: ["moveCollection collections.guides", "moveSpace spaces.next"],
  },
];

test.each(known)("a part for targets leaves nothing to do for them: $name", async (one) => {
  const { targets, order = [] } = one;
  const collections = one.collections.map((title) => ({ id: `col_${title}`, title }));
  const spaces = Object.entries(one.spaces).map(([title, container]) => ({
    id: `sp_${title}`,
    title,
    ...(container === undefined ? {} : { collection: `col_${container}` }),
  }));
  const simulation = simulate({
    organizations: [{ id: "org_acme", title: "Acme", collections, spaces, order }],
  });
  const desired = await read({ "acme.yaml": { organization: "acme", ...one.manifest } });
  const part = (await planner(simulation, desired))({ targets });
  const { steps } = part.document;
  await run(simulation, part, { concurrency: 4 });
  const second = await planFor(simulation, desired, { targets });
  expect(describeSteps(second.document.steps), describeSteps(steps)).toBe(describeSteps([]));
  const calls = steps.map(({ operation, address }) => `${operation} ${address.replace("acme/", "")}`);
  expect(calls.sort()).toEqual([...one.calls].sort());
});
