import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, startDatabase } from "../backends/database.ts";
import { bareRepository, cloneIn, fileAllowed } from "../backends/git-server.ts";
import { newFolder, sleep } from "../backends/places.ts";
import { type StateServer, startStateServer } from "../backends/state-server.ts";
import { startProxy } from "../support/network/proxy.ts";
import { folderWith, mutations, quietly } from "../support/processes/cli-fixture.ts";
import { severalProject } from "./several-project.ts";

type Variables = Readonly<Record<string, string>>;

/** The settings of a place that clones share, and the remote of each clone. */
interface Shared {
  readonly state: string;
  readonly env: Variables;
  readonly origin?: string;
}

let database: Database;
const stateServers = new Map<string, Promise<StateServer>>();

/** A server with a state below each name. */
const states = createServer(async (request, response) => {
  const { url = "", method = "GET", headers } = request;
  const path = `/${url.split(/[/?]/)[1]}`;
  const server = stateServers.get(path) ?? startStateServer({ as: "GitLab", path });
  stateServers.set(path, server);
  const body = method === "GET" ? {} : { body: await text(request) };
  const type = { "content-type": headers["content-type"] ?? "application/json" };
  const answer = await fetch(`${(await server).url}${url}`, { method, headers: type, ...body });
  response.writeHead(answer.status).end(await answer.text());
});

beforeAll(async () => {
  database = await startDatabase();
  await new Promise<void>((listening) => states.listen(0, "127.0.0.1", listening));
});

afterAll(async () => {
  states.close();
  for (const server of stateServers.values()) await (await server).close();
  await database.close();
});

const places: Readonly<Record<string, () => Shared>> = {
  git: () => ({
    state: "{ git: {} }",
    env: fileAllowed,
    origin: `file://${bareRepository(join(newFolder(), "state.git"))}`,
  }),
  http: () => {
    const { port } = states.address() as AddressInfo;
    return { state: `{ http: { address: "http://127.0.0.1:${port}/{organization}" } }`, env: {} };
  },
  postgres: () => ({ state: "{ postgres: {} }", env: { DOCFORM_STATE_URL: database.url } }),
};

describe.each(Object.keys(places))("several organizations with their state in %s", (name) => {
  test("begin alone, apply side by side, are undone by run, move, and end alone", async () => {
    const { platform } = await severalProject(2);
    const { state, env, origin } = (places[name] as () => Shared)();
    let meet = async (): Promise<void> => {};
    const proxy = await startProxy(platform.url, {
      before: async ({ method }) => {
        if (method === "PATCH") await meet();
        return undefined;
      },
    });
    /** A fresh clone: its organizations, and the titles that their teams are to have. */
    const clone = (titles: Variables) => {
      const listed = Object.keys(titles).map((alias) => `${alias}: { id: org_${alias} }`);
      const manifests = Object.entries(titles).map(([alias, title]) => [
        `manifests/${alias}.yaml`,
        `organization: ${alias}\nteams: { docs: { id: team_${alias}, title: ${title} } }\n`,
      ]);
      const cwd = folderWith({
        "docform.yaml": `organizations: { ${listed.join(", ")} }\nstate: ${state}\n`,
        ...Object.fromEntries(manifests),
      });
      if (origin !== undefined) cloneIn(cwd, origin);
      const all = { ...platform.env, ...env, DOCFORM_BASE_URL: proxy.url };
      const docform = (line: string) => quietly(line, { cwd, env: all, sleep });
      const runs = async () =>
        (await docform("runs")).stdout
          .trim()
          .split("\n")
          .map((line) => line.split(" ")[0]);
      return { cwd, docform, runs };
    };

    const alone = clone({ o001: "First" });
    expect(await alone.docform("apply --yes")).toMatchObject({ code: 0 });
    const first = clone({ o001: "Second", o002: "Second" });
    const grown = await first.docform("apply --yes");
    expect(grown.stdout, grown.stderr).toContain("2 organizations: 2 applied");
    // A server of Terraform's protocol has one address for each organization from the beginning.
    expect(await first.runs()).toHaveLength(3);

    const other = clone({ o001: "Third", o002: "Third" });
    const waiting: (() => void)[] = [];
    meet = () =>
      new Promise((go) => {
        waiting.push(go);
        if (waiting.length === 2) for (const each of waiting) each();
      });
    mutations(platform);
    const beside = await Promise.all([
      other.docform("apply --yes --target o001"),
      clone({ o001: "Third", o002: "Third" }).docform("apply --yes --target o002"),
    ]);
    meet = async () => {};
    for (const { code, stderr } of beside) expect(code, stderr).toBe(0);
    expect(mutations(platform)).toHaveLength(2);

    const runs = await other.runs();
    expect(runs).toHaveLength(5);
    const shown = await Promise.all(runs.slice(0, 2).map((run) => other.docform(`runs show ${run}`)));
    const ofFirst = runs[shown.findIndex(({ stdout }) => stdout.includes("org_o001"))];
    const undone = await other.docform(`undo --yes ${ofFirst}`);
    expect(undone, undone.stderr).toMatchObject({ code: 0 });
    expect(mutations(platform)).toEqual(["PATCH /v1/orgs/org_o001/teams/team_o001 200"]);

    expect((await other.docform("drift --record")).code).toBe(2);
    const status = JSON.parse((await other.docform("status --format json")).stdout);
    expect(status.counts).toEqual({ drifted: 1, applied: 1 });

    const moved = await first.docform("state migrate --to local");
    expect(moved, moved.stderr).toMatchObject({ code: 0 });
    const own = (id: string) => join(first.cwd, ".docform/organizations", id);
    for (const id of ["org_o001", "org_o002"]) {
      const { platforms } = JSON.parse(readFileSync(join(own(id), "record.json"), "utf8"));
      expect(Object.values(platforms).flatMap((known) => Object.keys(known as object))).toEqual([id]);
    }
    expect(readdirSync(join(own("org_o001"), "runs")).length).toBeGreaterThanOrEqual(4);

    const left = clone({ o001: "Second" });
    expect((await left.runs()).length).toBeGreaterThanOrEqual(4);
    expect((await left.docform("plan")).stdout).toContain("No changes");
    writeFileSync(
      join(left.cwd, "manifests/o001.yaml"),
      "organization: o001\nteams: { docs: { title: Fourth } }\n",
    );
    expect((await left.docform("apply --yes")).stdout).toContain("1 done");
    expect(await clone({ o001: "Fourth", o002: "Third" }).runs()).toHaveLength(7);
  });
});

test("a database whose user may make no tables lets go of a command of one organization", async () => {
  const { Client } = (await import("pg")).default;
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query("CREATE ROLE reader LOGIN PASSWORD 'secret'");
  const { platform } = await severalProject(1);
  const cwd = folderWith({
    "docform.yaml": "organizations: { o001: { id: org_o001 } }\nstate: { postgres: { schema: other } }\n",
    "manifests/o001.yaml": "organization: o001\nteams: { docs: { title: Docs } }\n",
  });
  const env = { ...platform.env, DOCFORM_STATE_URL: database.url.replace("docform:", "reader:") };
  for (const line of ["plan", "status"]) {
    const { code, stdout, stderr } = await quietly(line, { cwd, env, sleep });
    expect([code, stdout + stderr]).toEqual([1, expect.stringContaining("must be able to make the schema")]);
  }
  const connected = async () =>
    (await client.query("SELECT FROM pg_stat_activity WHERE usename = 'reader'")).rowCount;
  await expect.poll(connected).toBe(0);
  await client.end();
});
