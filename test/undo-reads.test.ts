import { expect, test } from "vitest";
import { kinds } from "../src/kinds/kinds.ts";
import { indexKinds } from "../src/model/kind-index.ts";
import { undoOf } from "../src/undo/undo.ts";
import type { UndoInput } from "../src/undo/undo-input.ts";

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
  const change = (id: string, kind: string, place: string) =>
    ({ address: place, kind, id, action: "delete" }) as const;
  const input: UndoInput = {
    changes: ids
      .flatMap((id) => [change(id, "team", address(id)), change(id, "share-link", link(id).address)])
      .map(counting),
    images: [site, ...ids.map(image), ...ids.map(link)].map(counting),
    created: ids.map((id) => counting({ address: `acme/teams.new${id}`, kind: "team", id: `new${id}` })),

    there: [{ organization: "acme", kind: "team", ids }],
    organizations: { acme: "org_acme" },
    kinds: indexKinds(kinds),
    live: {
      requests: 0,
      resources: ["hub", ...ids.map((id) => `new${id}`)].map((id) =>
        counting({
          ...{ kind: id === "hub" ? "site" : "team", id, organization: "acme" },
          answer: { id, title: "Team 1" },
          memberships: {},
        }),
      ),
    },
    sourceOf: () => ({ file: "run.jsonl", line: 1, column: 1 }),
    declaredAt: () => undefined,
  };
  expect(undoOf(input).desired.resources).toHaveLength(3 * count + 1);
  return looks;
}

test("an undo of twice as much looks twice as often at what it is made from", () => {
  expect(lookedAt(200) / lookedAt(100)).toBeLessThan(2.2);
});
