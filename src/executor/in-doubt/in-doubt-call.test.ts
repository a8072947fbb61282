import { expect, test } from "vitest";
import { kinds } from "../../kinds/kinds.ts";
import type { Step } from "../../model/documents/plan-document.ts";
import type { Reader } from "../../refresh/reader.ts";
import type { JsonObject } from "../../text/json.ts";
import { inDoubtCalls } from "./in-doubt-call.ts";

const create: Step = {
  id: "s2",
  address: "acme/teams.second",
  operation: "createTeam",
  method: "PUT",
  path: "/orgs/{organizationId}/teams",
  params: { organizationId: "org_acme" },
  body: { title: "Docs" },
  after: [],
};

/** A platform whose list of teams is as given at each read. */
function listing(...answers: readonly (readonly JsonObject[])[]): Reader {
  const left = [...answers];
  return { list: async () => left.shift() ?? [] } as unknown as Reader;
}

const docs = { id: "team_a", title: "Docs" };

test.each([
  ["the new object that the list shows", new Set<string>(), { is: "done", answer: docs }],
  [
    "never the object of another step of the run, which a list that lags shows late",
    new Set(["team_a"]),
    { is: "not done", message: "the list shows nothing new that it can have made" },
  ],
])("a lost create is resolved to %s", async (_, ofThisRun, expected) => {
  const reader = listing([], [docs]);
  const call = inDoubtCalls(kinds, { organizations: { acme: "org_acme" } }, reader, reader)(create);
  await call?.readBefore();
  expect(await call?.resolve(ofThisRun)).toEqual(expected);
});
