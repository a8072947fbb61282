import { describe, expect, test } from "vitest";
import { connect, failureOf, team } from "../../test/support/network/client-fixture.ts";
import type { Script } from "../../test/support/network/scripted-server.ts";
import { operations } from "../contract/operations.ts";
import { toDiagnostic } from "./errors.ts";

const listing = { params: { organizationId: "acme" } };

interface ScriptedPage {
  readonly ids: readonly string[];
  readonly next?: string;
  readonly count?: number;
}

/** Serves pages by cursor; the first one under "". */
const serve =
  (pages: Readonly<Record<string, ScriptedPage>>): Script =>
  ({ url }, answer) => {
    const cursor = new URL(url, "http://x").searchParams.get("page") ?? "";
    const { ids = [], next, count } = pages[cursor] ?? {};
    answer.end(
      JSON.stringify({ items: ids.map(team), ...(next !== undefined && { next: { page: next } }), count }),
    );
  };

describe("all items of a list", () => {
  test("come in order, from pages of 1000, each cursor passed back as it came", async () => {
    const { client, server } = await connect(
      serve({ "": { ids: ["a", "b"], next: "p/2&x", count: 3 }, "p/2&x": { ids: ["c"], count: 3 } }),
    );
    const teams = await client.all("listTeams", { ...listing, query: { title: "t" } });
    expect(teams.map(({ id }) => id)).toEqual(["a", "b", "c"]);
    expect(server.seen.map(({ url }) => url)).toEqual([
      "/v1/orgs/acme/teams?limit=1000&title=t",
      "/v1/orgs/acme/teams?limit=1000&title=t&page=p%2F2%26x",
    ]);
  });

  test("may hold the same link twice, and come with what the list carries beside them", async () => {
    const link = { status: "ok", targetReference: { kind: "page", page: "p", space: "sp" } };
    const stats = { total: 2 };
    const { client } = await connect((_, answer) =>
      answer.end(JSON.stringify({ items: [link, link], count: 2, stats })),
    );
    const input = { params: { spaceId: "sp" } };
    expect(await client.sendWhole(operations.listSpaceLinks, input)).toEqual({
      items: [link, link],
      extra: { stats },
    });
  });

  test("that join others come once: the same membership twice is a page that shifted", async () => {
    const user = { object: "user", id: "u" };
    const membership = { organization: { object: "member", id: "u", user }, team: { role: "member" } };
    const other = { ...membership, team: { role: "owner" } };
    const { client } = await connect((_, answer) =>
      answer.end(JSON.stringify({ items: [membership, other] })),
    );
    const params = { organizationId: "acme", teamId: "t" };
    expect(await failureOf(client.all("listTeamMembers", { params }))).toMatchObject({ kind: "incomplete" });
  });

  test("need no count (A6)", async () => {
    const { client } = await connect(serve({ "": { ids: [], next: "2" }, 2: { ids: ["a"] } }));
    expect(await client.all("listTeams", listing)).toHaveLength(1);
  });

  test.each<[string, Record<string, ScriptedPage>]>([
    ["the cursor comes back to itself", { "": { ids: [], next: "2" }, 2: { ids: [], next: "2" } }],
    [
      "the cursors go in a circle",
      { "": { ids: [], next: "2" }, 2: { ids: [], next: "3" }, 3: { ids: [], next: "2" } },
    ],
    ["the cursor is empty", { "": { ids: ["a"], next: "" } }],
    ["fewer items come than are counted", { "": { ids: ["a"], count: 2 } }],
    ["more items come than are counted", { "": { ids: ["a", "b"], count: 1 } }],
    [
      "the count changes on the way",
      { "": { ids: ["a"], next: "2", count: 3 }, 2: { ids: ["b"], count: 2 } },
    ],
    ["an item comes on two pages", { "": { ids: ["a", "b"], next: "2" }, 2: { ids: ["b"] } }],
    ["an item comes twice on one page", { "": { ids: ["a", "a"] } }],
  ])("are incomplete when %s", async (_, pages) => {
    const { client } = await connect(serve(pages));
    const failure = await failureOf(client.all("listTeams", listing));
    expect(failure).toMatchObject({ kind: "incomplete", path: "/orgs/acme/teams", inDoubt: false });
    expect(toDiagnostic(failure)).toMatchObject({
      code: "DF3005",
      message: expect.stringContaining("listTeams"),
    });
  });

  test("are not given at all when a later page fails", async () => {
    const { client } = await connect(({ url }, answer) => {
      if (url.includes("page=")) answer.writeHead(403).end();
      else answer.end(JSON.stringify({ items: [team("a")], next: { page: "2" } }));
    });
    expect(await failureOf(client.all("listTeams", listing))).toMatchObject({ kind: "forbidden" });
  });
});

test("pages come one by one: a caller who stops asks for no more", async () => {
  const { client, server } = await connect(serve({ "": { ids: ["a"], next: "2" }, 2: { ids: ["b"] } }));
  for await (const page of client.pages("listTeams", { ...listing, query: { limit: 1 } })) {
    expect(page.items).toHaveLength(1);
    break;
  }
  expect(server.seen.map(({ url }) => url)).toEqual(["/v1/orgs/acme/teams?limit=1"]);
});
