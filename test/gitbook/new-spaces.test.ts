import { expect, test } from "vitest";
import { peopleProject } from "../support/gitbook/people-project.ts";

const titles = (spaces: Readonly<Record<string, { readonly title: string }>>) =>
  Object.values(spaces).map(({ title }) => title);

const cases: readonly (readonly [string, string, readonly string[]])[] = [
  [
    "is created empty, at the end of the root",
    "spaces: { new: { title: New, emoji: 1f680, language: fr } }\n",
    ["createSpace"],
  ],
  [
    "gets its level by a call of its own",
    "spaces: { new: { title: New, defaultLevel: read } }\n",
    ["createSpace", "updateSpace"],
  ],
  [
    "is created in a collection that is new too",
    "collections: { guides: { title: Guides } }\nspaces: { new: { title: New, collection: guides } }\n",
    ["createCollection", "createSpace"],
  ],
  [
    "takes one move where the order puts it before what is there",
    "spaces: { one: { title: One }, two: { title: Two }, new: { title: New } }\norder: [space: new, space: one, space: two]\n",
    ["createSpace", "moveSpace"],
  ],
  [
    "takes none where the order puts it last",
    "spaces: { one: { title: One }, two: { title: Two }, new: { title: New } }\norder: [space: one, space: two, space: new]\n",
    ["createSpace"],
  ],
  [
    "is made before the section that shows it",
    "spaces: { new: { title: New } }\nsites: { docs: { title: Docs, type: basic, structure: [{ space: new }] } }\n",
    ["createSpace", "createSite"],
  ],
];

test.each(cases)("a declared space that is not there %s", async (_, body, calls) => {
  const { docform, platform } = await peopleProject(body);
  const applied = await docform("apply --yes");
  expect({ code: applied.code, stderr: applied.stderr }).toMatchObject({ code: 0 });
  const sent = platform.takeRequests().filter(({ mutates }) => mutates);
  expect(sent.map(({ operation }) => operation)).toEqual(calls);
  expect(titles(platform.state.spaces)).toContain("New");
  expect((await docform("plan --detailed-exitcode")).code).toBe(0);
});

test("a template that is none fails with the words of the platform, and siblings go on", async () => {
  const { docform, platform } = await peopleProject(
    "spaces: { new: { title: New, template: none }, other: { title: Other, template: blank } }\n",
  );
  const { code, stdout, stderr } = await docform("apply --yes");
  expect(code).toBe(5);
  expect(stdout + stderr).toContain("there is no template");
  expect(titles(platform.state.spaces)).toEqual(["One", "Two", "Other"]);
});

test("undo deletes what was created, and a deleted one is restored when it is declared again", async () => {
  const { docform, platform, declare } = await peopleProject("spaces: { new: { title: New } }\n");
  await docform("apply --yes");
  expect((await docform("undo --yes")).code).toBe(0);
  const [made] = Object.values(platform.state.spaces).filter(({ title }) => title === "New");
  expect(made?.deletedAt).toBeDefined();
  declare(`spaces: { new: { id: ${made?.id}, title: New } }\n`);
  platform.takeRequests();
  expect((await docform("apply --yes")).code).toBe(0);
  const sent = platform.takeRequests().filter(({ mutates }) => mutates);
  expect(sent.map(({ operation }) => operation)).toEqual(["restoreSpace"]);
});

test("a create whose answer is lost makes one space", async () => {
  const faults = [{ fault: "reset-after-commit", operation: "createSpace", calls: 1 }];
  const { docform, platform } = await peopleProject("spaces: { new: { title: New } }\n", { faults });
  expect((await docform("apply --yes")).code).toBe(0);
  expect(titles(platform.state.spaces)).toEqual(["One", "Two", "New"]);
});
