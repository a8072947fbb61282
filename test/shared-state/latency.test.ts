import { afterAll, beforeAll, expect, test } from "vitest";
import { createServer, connect, type AddressInfo } from "node:net";
import { join } from "node:path";
import { startDatabase } from "../backends/database.ts";
import { bareRepository, serveGit } from "../backends/git-server.ts";
import { newFolder } from "../backends/places.ts";
import { startStateServer } from "../backends/state-server.ts";
import { buildTimeout, builtDocform } from "../support/built-docform.ts";
import { runIn, setStage, type SharedPlace } from "./stage.ts";

/** Milliseconds of a round trip. */
const roundTrip = 100;

/** A way to a server on which every byte takes half a round trip. */
async function farFrom(port: number): Promise<{ readonly port: number; readonly close: () => void }> {
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    const later = (act: () => void): void => void setTimeout(act, roundTrip / 2);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on("data", (bytes) => later(() => to.write(bytes)));
      from.on("end", () => later(() => to.end()));
      from.on("error", () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

beforeAll(async () => {
  await builtDocform();
}, buildTimeout);

async function planTime(state: string, env: Readonly<Record<string, string>>): Promise<number> {
  const place: SharedPlace = { fresh: async () => ({ state, env }), close: async () => {} };
  const stage = await setStage(place, roundTrip);
  const clone = stage.clone();
  const first = await runIn(stage, clone, "apply --yes");
  expect(first.code, first.said).toBe(0);
  const times: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const plan = await runIn(stage, stage.clone(), "plan");
    expect(plan.code, plan.said).toBe(0);
    times.push(plan.milliseconds);
  }
  await stage.close();
  return times.sort((a, b) => a - b)[1] ?? 0;
}

test("times", { timeout: 300_000 }, async () => {
  const closing: (() => unknown)[] = [];
  const database = await startDatabase();
  const far = await farFrom(Number(new URL(database.url).port));
  const url = new URL(database.url);
  url.port = String(far.port);
  const server = await startStateServer({ lockedStatus: 423, emptyStatus: 404 });
  const farServer = await farFrom(Number(new URL(server.url).port));
  const root = newFolder();
  bareRepository(join(root, "state.git"));
  const git = await serveGit(root);
  const farGit = await farFrom(Number(new URL(git.url).port));
  closing.push(database.close, far.close, server.close, farServer.close, git.close, farGit.close);
  const local = await planTime("local", {});
  const http = await planTime(`{ http: { address: "http://127.0.0.1:${farServer.port}/state" } }`, {});
  const postgres = await planTime("{ postgres: {} }", { DOCFORM_STATE_URL: url.href });
  const overGit = await planTime(`{ git: { remote: "http://127.0.0.1:${farGit.port}/state.git" } }`, {});
  console.log({ local, http, postgres, overGit });
  for (const close of closing) await close();
});

afterAll(() => {});
