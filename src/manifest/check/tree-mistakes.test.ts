import { expect, test } from "vitest";
import { docform, load, mistakesIn } from "../../../test/support/projects/load-manifests.ts";

type Case = readonly [promise: string, body: string, mistakes: readonly string[]];

const orders: readonly Case[] = [
  [
    "an order mixes spaces and collections, and says where they stand",
    "order: [{ collection: guides }, { space: 'id:sp_1' }]\ncollections: { guides: { title: Guides, order: [{ space: intro }] } }\nspaces: { intro: { title: Intro } }",
    [],
  ],
  ["an order that is no list", "order: guides", ["DF1005 2:8 order must be a list of the resources in it"]],
  ["an item that is no item", "order: [guides]", ["DF1005 2:9 an item of an order names one thing"]],
  [
    "an item of an unknown kind",
    "order: [{ spcae: intro }]\nspaces: { intro: { title: Intro } }",
    ["DF1005 2:9 an item of an order names one thing"],
  ],
  [
    "an item with fields belongs under its kind",
    "order: [{ space: intro, title: Intro }]\nspaces: { intro: { title: Intro } }",
    ["DF1005 2:9 an item of an order names one thing"],
  ],
  [
    "what an order names and nobody declares",
    "order: [{ space: intor }]\nspaces: { intro: { title: Intro } }",
    ['DF2001 2:18 there is no space "intor" | did you mean "intro"?'],
  ],
  [
    "what shall be absent has no place",
    "order: [{ space: intro }]\nspaces: { intro: { title: Intro, absent: true } }",
    ['DF2001 2:18 the space "intro" is declared absent'],
  ],
  [
    "one thing in two orders, by its key and by its id",
    "order: [{ space: intro }]\ncollections: { guides: { title: Guides, order: [{ space: 'id:sp_1' }] } }\nspaces: { intro: { title: Intro, id: sp_1 } }",
    ['DF2010 3:58 the space "id:sp_1" is in an order already'],
  ],
  [
    "an order, and a collection that disagrees",
    "order: [{ space: intro }]\ncollections: { guides: { title: Guides } }\nspaces: { intro: { title: Intro, collection: guides } }",
    ['DF2010 2:18 the space "intro" is in the order of the root, and its collection is another'],
  ],
  [
    "an order, and a collection that agrees, by key or id",
    "collections: { guides: { title: Guides, id: col_1, order: [{ space: a }, { space: b }] } }\nspaces: { a: { title: Aa, collection: guides }, b: { title: Bb, collection: 'id:col_1' } }",
    [],
  ],
  [
    "a second order of the root",
    "order: []\n---\norganization: acme\norder: []",
    ["DF2010 5:1 a second order of the root of acme"],
  ],
];

const places: readonly Case[] = [
  [
    "a collection that nobody declares",
    "collections: { guides: { title: Guides } }\nspaces: { intro: { title: Intro, collection: guide } }",
    ['DF2001 3:46 there is no collection "guide" | the nearest is "guides" (manifests/a.yaml:2)'],
  ],
  [
    "collections in a circle, whether their parents or orders say so",
    "collections:\n  a: { title: Aa, parent: b }\n  b: { title: Bb, parent: c }\n  c: { title: Cc }\n  d: { title: Dd, order: [{ collection: c }] }\n  e: { title: Ee, parent: e }\n  f: { title: Ff, order: [{ collection: d }], parent: a }",
    [
      "DF2010 3:19 collections.a contains itself: collections.a → collections.b → collections.c → collections.d → collections.f → collections.a",
      "DF2010 7:19 collections.e contains itself: collections.e → collections.e",
    ],
  ],
  [
    "spaces that are copies of each other",
    "spaces: { a: { title: Aa, duplicateFrom: b }, b: { title: Bb, duplicateFrom: a } }",
    ["DF2010 2:27 spaces.a is a copy of itself: spaces.a → spaces.b → spaces.a"],
  ],
  [
    "a copy of what goes, or nothing, is no mistake",
    "spaces: { a: { title: Aa, duplicateFrom: b, collection: null }, b: { title: Bb, absent: true } }",
    [],
  ],
  [
    "an organization that docform.yaml does not list",
    "spaces: { a: { title: Aa, transferTo: globx }, b: { title: Bb, transferTo: 'id:org_x' } }",
    ['DF2003 2:39 docform.yaml has no organization "globx"'],
  ],
  [
    "the organization that it is in",
    "spaces: { a: { title: Aa, transferTo: acme } }",
    ["DF1005 2:39 transferTo names the organization that it is in"],
  ],
  [
    "to go twice",
    "spaces: { a: { title: Aa, transferTo: 'id:org_x', absent: true } }",
    ["DF1005 2:39 transferTo and absent: true cannot both be"],
  ],
  [
    "a collection that is transferred holds nothing here",
    "collections: { guides: { title: Guides, transferTo: 'id:org_x' } }\nspaces: { a: { title: Aa, collection: guides } }",
    ['DF2001 3:39 the collection "guides" is transferred to another organization'],
  ],
];

test.each([...orders, ...places])("%s", async (_, body, mistakes) => {
  expect(await mistakesIn(body)).toEqual(mistakes);
});

test.each([
  ["with one title", "title: Guides", "title: Guides", 1],
  ["with one id", "title: Guides, id: sp_1", "title: Manuals, id: sp_1", 1],
  ["of two objects", "title: Guides", "title: Manuals", 0],
])("two declarations %s that transfer to each other", async (_, here, there, mistakes) => {
  const { diagnostics } = await load({
    "docform.yaml": `${docform}  globex: { id: org_2 }\n`,
    "manifests/a.yaml": `organization: acme\nspaces: { a: { ${here}, transferTo: globex } }\n`,
    "manifests/b.yaml": `organization: globex\nspaces: { x: { ${there}, transferTo: "id:org_1" } }\n`,
  });
  const text =
    "acme/spaces.a is transferred back to its organization: acme/spaces.a → globex/spaces.x → acme/spaces.a";
  expect(diagnostics).toEqual(
    Array.from({ length: mistakes }, () => expect.objectContaining({ code: "DF2010", message: text })),
  );
});
