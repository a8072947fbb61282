import { expect, test } from "vitest";
import { kindsOf } from "../../src/kinds/kinds-of.ts";
import { plan } from "../../src/planner/plan.ts";
import { readLive } from "../../src/refresh/read-live.ts";
import type { Json } from "../../src/text/json.ts";
import { hash, mask, read, simulate } from "../laws/harness/simulation.ts";

const { all: kinds } = kindsOf("reference");

const seed = {
  organizations: [
    {
      id: "org_acme",
      title: "Acme",
      collections: [{ id: "col_a", title: "A" }],
      spaces: [{ id: "sp_b", title: "B" }],
    },
  ],
};

const answers: readonly {
  readonly said: string;
  readonly permissions: Json | undefined;
  readonly held: boolean;
}[] = [
  { said: "an explicit false", permissions: { admin: false, createContent: false }, held: true },
  { said: "true", permissions: { admin: true, createContent: true }, held: false },
  { said: "nothing of it", permissions: { view: true }, held: false },
  { said: "null", permissions: { admin: null, createContent: null }, held: false },
  { said: "a text", permissions: { admin: "false", createContent: "no" }, held: false },
  { said: "no permissions at all", permissions: undefined, held: false },
];

test.each(answers)("only an explicit false holds a step: $said", async ({ permissions, held }) => {
  const desired = await read({
    "all.yaml": {
      organization: "acme",
      collections: { a: { title: "A", description: "More" }, c: { title: "C" } },
      spaces: { b: { title: "B", emoji: "1f680" }, copy: { title: "Copy", duplicateFrom: "b" } },
    },
  });
  const live = await readLive(desired, kinds, simulate(seed).reader);
  const resources = live.resources.map((one) => {
    const { permissions: _, ...answer } = one.answer;
    return { ...one, answer: permissions === undefined ? answer : { ...answer, permissions } };
  });
  const { document } = plan({
    desired,
    live: { ...live, resources },
    kinds,
    baseUrl: "https://docform.example",
    version: "0",
    hash,
    mask,
  });
  const steps = ["createCollection", "duplicateSpace", "updateCollection", "updateSpace"];
  expect([...new Set(document.steps.map(({ operation }) => operation))].sort()).toEqual(steps);
  const named = document.guards.map(
    ({ rule, message }) => `${rule} ${/which (\w+) needs/.exec(message)?.[1]}`,
  );
  expect(named.sort()).toEqual(held ? steps.map((name) => `permissions ${name}`) : []);
});
