import { expect, test } from "vitest";
import { kindsOf } from "../../src/kinds/kinds-of.ts";
import type { Live } from "../../src/model/live.ts";
import type { Journal } from "../../src/state/journal.ts";
import { undoOf } from "../../src/undo/undo.ts";

/** An undo of many deletes and updates, and how often it has looked at what it is made from. */
function lookedAt(count: number): number {
  let looks = 0;
  const counting = <T extends object>(one: T): T =>
    new Proxy(one, {
      get: (target, name) => {
        looks++;
        return Reflect.get(target, name);
      },
    });
  const ids = Array.from({ length: count }, (_, index) => `${index}`);
  const address = (id: string): string => `acme/teams.t${id}`;
  const image = (id: string) => ({
    ...{ organization: "acme", address: address(id), kind: "team", id },
    values: { title: `Team ${id}`, members: {} },
  });
  const site = { organization: "acme", address: "acme/sites.hub", kind: "site", id: "hub", values: {} };
  const link = (id: string) => ({
    ...{ organization: "acme", address: `acme/sites.hub.shareLinks.l${id}`, kind: "share-link", id },
    parent: "hub",
    values: { name: id, active: true },
  });
  const change = (id: string, kind: string, place: string): Journal["header"]["changes"][number] => ({
    address: place,
    kind,
    id,
    action: "delete",
  });
  const header: Journal["header"] = {
    ...{
      type: "run",
      formatVersion: 1,
      run: "run",
      command: "apply",
      at: "",
      docform: "0",
      digest: "",
      calls: 0,
    },
    platform: { baseUrl: "https://api.example" },
    organizations: { acme: "org_acme" },
    changes: ids
      .flatMap((id) => [change(id, "team", address(id)), change(id, "share-link", link(id).address)])
      .concat(ids.map((id) => ({ ...change(id, "team", `acme/teams.new${id}`), action: "create" })))
      .map(counting),
  };
  const call = (id: string) => ({ step: id, address: `acme/teams.new${id}`, operation: "createTeam" });
  const journal: Journal = {
    header,
    images: [site, ...ids.map(image), ...ids.map(link)].map((one) => counting({ type: "before", ...one })),
    there: [],
    intents: new Map(ids.map((id) => [id, counting({ type: "intent", at: "", ...call(id), params: {} })])),
    outcomes: new Map(
      ids.map((id) => [
        id,
        counting({ type: "outcome", at: "", ...call(id), outcome: "done", id: `new${id}` }),
      ]),
    ),
    lastAt: "",
  };
  const live: Live = {
    requests: 0,
    resources: ["hub", ...ids.map((id) => `new${id}`)].map((id) =>
      counting({
        ...{ kind: id === "hub" ? "site" : "team", id, organization: "acme" },
        answer: { id, title: "Team 1" },
        memberships: {},
      }),
    ),
  };
  const run = {
    kinds: kindsOf("reference"),
    journal,
    file: "run.jsonl",
    manifests: { organizations: [], resources: [] },
  };
  expect(undoOf(run, live).desired.resources).toHaveLength(3 * count + 1);
  return looks;
}

test("an undo of twice as much looks twice as often at what it is made from", () => {
  expect(lookedAt(200) / lookedAt(100)).toBeLessThan(2.2);
});
