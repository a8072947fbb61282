import { expect, test } from "vitest";
import { docformWith, load } from "../../test/load-manifests.ts";
import { kinds } from "../kinds/kinds.ts";
import { indexKinds } from "../model/kind-index.ts";
import type { LiveResource } from "../model/live.ts";
import type { JsonObject } from "../text/json.ts";
import type { Reader } from "./read-live.ts";
import { readingWithKnown } from "./read-missing.ts";

const globex = { "docform.yaml": docformWith("  globex: { id: org_2 }") };

function readerOf(lists: string[]): Reader {
  const nothing = async () => undefined;
  const list = async (_: unknown, { organizationId }: JsonObject) => {
    lists.push(String(organizationId));
    return [];
  };
  return { one: async () => ({}), find: nothing, list, requests: () => lists.length };
}

const personIn = (organization: string): LiveResource => ({
  kind: "member",
  id: "user_ana",
  organization,
  answer: { id: "user_ana", user: { email: "ana@acme.example" } },
  memberships: {},
});

test.each([
  ["is read once more, though another organization has the same person", [personIn("globex")], ["org_1"]],
  ["is not read again where it has them", [personIn("acme"), personIn("globex")], []],
])("a list that lacks somebody who is known to be there %s", async (_, resources, again) => {
  const { desired } = await load({
    ...globex,
    "manifests/acme.yaml": "organization: acme\nmembers: { ana@acme.example: { role: admin } }\n",
    "manifests/globex.yaml": "organization: globex\nmembers: { ana@acme.example: { role: admin } }\n",
  });
  const known = new Map(
    desired.resources.map(({ address }) => [address, { kind: "member", id: "user_ana" }] as const),
  );
  const lists: string[] = [];
  const knowledge = { desired, kinds: indexKinds(kinds), known, left: [] };
  const everybody = [personIn("acme"), personIn("globex")];
  await readingWithKnown(
    knowledge,
    readerOf(lists),
  )(async () => ({
    resources: lists.length === 0 ? resources : everybody,
    requests: 0,
  }));
  expect(desired.resources).toHaveLength(2);
  expect(lists).toEqual(again);
});
