import { expect, test } from "vitest";
import { connect, failureOf, team } from "../../test/client-fixture.ts";
import type { Script } from "../../test/scripted-server.ts";
import { createStillness } from "./stillness.ts";

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
  ["grows", grow, 1, 4],
  ["shrinks", shrink, 1, 2],
  ["grows twice", grow, 2, 5],
])("a list that %s while it is read is read again, and given whole", async (_, happen, times, length) => {
  const { client, clock } = await connect(shifting(happen, times));
  expect(await client.all("listTeams", { params })).toHaveLength(length);
  expect(clock.slept).toEqual([250, 1000].slice(0, times));
});

test("a list that never stands still is incomplete, after three readings", async () => {
  const { client, server } = await connect(shifting(grow, Number.POSITIVE_INFINITY));
  expect(await failureOf(client.all("listTeams", { params }))).toMatchObject({ kind: "incomplete" });
  expect(server.seen.filter(({ url }) => !url.includes("page="))).toHaveLength(3);
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

test("cursors that lead nowhere are not followed again", async () => {
  const { client, server } = await connect((_, answer) =>
    answer.end(JSON.stringify({ items: [team("a")], next: { page: "" } })),
  );
  expect(await failureOf(client.all("listTeams", { params }))).toMatchObject({ kind: "incomplete" });
  expect(server.seen).toHaveLength(1);
});

test("a list is read again no later than the deadline", async () => {
  const { client, server } = await connect(shifting(grow, 9), { deadline: 100 });
  expect(await failureOf(client.all("listTeams", { params }))).toMatchObject({ kind: "incomplete" });
  expect(server.seen.filter(({ url }) => !url.includes("page="))).toHaveLength(1);
});

test("whoever creates in a list all the time can read it: its creates wait for the second reading", async () => {
  const teams = ["a", "b", "c"];
  let isOver = false;
  const { client, server } = await connect(({ method, url, body }, answer) => {
    const from = Number(new URL(url, "http://x").searchParams.get("page") ?? 0);
    if (method === "PUT") teams.push((JSON.parse(body) as { readonly title: string }).title);
    const items = teams.slice(from, from + 1).map(team);
    const next = from + 1 < teams.length ? { next: { page: String(from + 1) } } : {};
    const list = JSON.stringify({ items, count: teams.length, ...next });
    answer.writeHead(method === "PUT" ? 201 : 200).end(method === "PUT" ? JSON.stringify(team("x")) : list);
  });
  const creating = (async () => {
    for (let number = 0; !isOver && number < 2000; number++)
      await client.call("createTeam", { params, body: { title: `t${number}` } });
  })();
  const listed = await client.all("listTeams", { params }).finally(() => {
    isOver = true;
  });
  await creating;
  expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
  expect(server.seen.filter(({ method, url }) => method === "GET" && !url.includes("page="))).toHaveLength(2);
});

test("changes wait while it is held still, and it is held only when none is on its way", async () => {
  const { change, hold } = createStillness();
  const told: string[] = [];
  const tell = (text: string) => async (): Promise<void> => {
    told.push(`${text} begins`);
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    told.push(`${text} ends`);
  };
  const first = change(tell("first"));
  await Promise.all([first, hold(tell("reading")), change(tell("second"))]);
  expect(told).toEqual([
    "first begins",
    "first ends",
    "reading begins",
    "reading ends",
    "second begins",
    "second ends",
  ]);
});
