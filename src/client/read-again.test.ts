import { expect, test } from "vitest";
import { connect, failureOf, team } from "../../test/support/network/client-fixture.ts";
import type { Script } from "../../test/support/network/scripted-server.ts";

const params = { organizationId: "acme" };

/** A platform of two teams a page, where something happens after the first page of each of the first readings. */
function shifting(happen: (teams: string[]) => void, times: number): Script {
  const teams = ["a", "b", "c"];
  let left = times;
  return ({ method, url, body }, answer) => {
    if (method === "PUT") {
      const { title } = JSON.parse(body) as { readonly title: string };
      teams.push(title);
      answer.writeHead(201).end(JSON.stringify(team(title)));
      return;
    }
    const from = Number(new URL(url, "http://x").searchParams.get("page") ?? 0);
    const items = teams.slice(from, from + 2).map(team);
    const next = from + 2 < teams.length ? { next: { page: String(from + 2) } } : {};
    answer.end(JSON.stringify({ items, count: teams.length, ...next }));
    if (from === 0 && left-- > 0) happen(teams);
  };
}

const grow = (teams: string[]): void => void teams.push(`new ${teams.length}`);
const shrink = (teams: string[]): void => void teams.shift();

test.each([
  ["grows", grow, 4],
  ["shrinks", shrink, 2],
])("a list that %s while it is read is read once more, and given whole", async (_, happen, length) => {
  const { client } = await connect(shifting(happen, 1));
  expect(await client.all("listTeams", { params })).toHaveLength(length);
});

test("a list that the client itself keeps changing is read again while it changes nothing", async () => {
  let [begun, sent] = [0, 0];
  const script = shifting(() => {
    // While each reading is between its pages, one of the client's own calls changes the list.
    begun += 1;
    own.push(client.call("createTeam", { params, body: { title: `own ${begun}` } }));
  }, Number.POSITIVE_INFINITY);
  const own: Promise<unknown>[] = [];
  const { client } = await connect((seen, answer, number) => {
    if (seen.method === "PUT") sent += 1;
    if (seen.method === "PUT" || !seen.url.includes("page=")) return script(seen, answer, number);
    // The second page comes when what was sent before is there.
    setTimeout(() => script(seen, answer, number), 30);
  });
  const teams = await client.all("listTeams", { params });
  await Promise.all(own);
  expect(teams.map(({ id }) => id)).toEqual(["a", "b", "c", "own 1"]);
  expect([begun, sent]).toEqual([2, 2]);
});

test("a list whose cursor is refused, as its item is gone, is read once more", async () => {
  let refused = 0;
  const { client } = await connect(({ url }, answer) => {
    if (!url.includes("page=")) answer.end(JSON.stringify({ items: [team("a")], next: { page: "a" } }));
    else if (refused++ === 0)
      answer.writeHead(400).end(JSON.stringify({ error: { message: "no such page" } }));
    else answer.end(JSON.stringify({ items: [team("b")] }));
  });
  expect(await client.all("listTeams", { params })).toHaveLength(2);
});

test("a list that never stands still is incomplete, after two readings", async () => {
  const { client, server } = await connect(shifting(grow, Number.POSITIVE_INFINITY));
  expect(await failureOf(client.all("listTeams", { params }))).toMatchObject({ kind: "incomplete" });
  expect(server.seen.filter(({ url }) => !url.includes("page="))).toHaveLength(2);
});

test("a list is not read to its end when a later page counts otherwise: it cannot fit together any more", async () => {
  const sizes = [5, 6, 6, 6, 6, 6];
  let at = 0;
  const { client, server } = await connect(({ url }, answer) => {
    const from = Number(new URL(url, "http://x").searchParams.get("page") ?? 0);
    const count = sizes[at++] ?? 6;
    const next = from + 1 < count ? { next: { page: String(from + 1) } } : {};
    answer.end(JSON.stringify({ items: [team(`t${from}`)], count, ...next }));
  });
  expect(await client.all("listTeams", { params })).toHaveLength(6);
  expect(server.seen).toHaveLength(2 + 6);
});

test("cursors that lead nowhere are followed twice", async () => {
  const { client, server } = await connect((_, answer) =>
    answer.end(JSON.stringify({ items: [team("a")], next: { page: "" } })),
  );
  expect(await failureOf(client.all("listTeams", { params }))).toMatchObject({ kind: "incomplete" });
  expect(server.seen).toHaveLength(2);
});
