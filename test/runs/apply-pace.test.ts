import { expect, test } from "vitest";
import { createClient, readOnly } from "../../src/client/client.ts";
import type { Transport } from "../../src/client/transport.ts";
import { runSteps } from "../../src/executor/run-steps.ts";
import { createPlatform } from "../../src/platform/platform.ts";
import { readerOf } from "../../src/project/connect.ts";
import { openProject } from "../../src/project/project.ts";
import { recentReads } from "../../src/refresh/cached-reader.ts";
import { makePlan } from "../../src/runs/make-plan.ts";
import { directTransport } from "../support/network/direct-transport.ts";
import { virtualTime } from "../support/network/virtual-time.ts";
import { seedState } from "../support/platform/seed-state.ts";
import { folderWith, manifest, settings } from "../support/processes/cli-fixture.ts";
import { ioOf } from "../support/processes/run-docform.ts";

const roundTrip = 100;
const concurrency = 8;
const updates = 1000;
const baseUrl = "http://127.0.0.1:1";

const members = [
  { id: "usr_ana", email: "ana@acme.example", role: "admin" },
  { id: "usr_li", email: "li@acme.example", role: "edit" },
];
const teams = Array.from({ length: updates }, (_, at) => ({
  id: `team_${at}`,
  title: `Team ${at}`,
  members: { "ana@acme.example": "owner" },
}));

function platformTransport(sleep: (milliseconds: number) => Promise<void>): Transport {
  const state = seedState({
    tokens: { admin: { user: "ana@acme.example", rights: "admin" } },
    organizations: [{ id: "org_acme", title: "Acme", members, teams }],
  });
  const platform = createPlatform({ state, clock: () => 0, baseUrl });
  const send = directTransport(platform);
  return async (request) => {
    await sleep(roundTrip);
    return send(request);
  };
}

/** Plans the teams, waits, and runs the steps: how long that takes, and the requests that are no step. */
async function applied(lines: readonly string[], ago: number) {
  const folder = folderWith({ "docform.yaml": settings, ...manifest(`teams:\n${lines.join("")}`) });
  const env = { DOCFORM_BASE_URL: baseUrl, DOCFORM_TOKEN: "admin" };
  const options = { directory: ".", format: "text", input: false, logLevel: "info" } as const;
  const project = await openProject(ioOf({ cwd: folder, env }), options);
  const clock = virtualTime(0);
  const transport = platformTransport(clock.sleep);
  const client = createClient({
    baseUrl,
    token: "admin",
    userAgent: "docform/test",
    clock,
    random: () => 0.5,
    transport,
  });
  const recent = recentReads(readerOf(readOnly(client), project), clock.now);
  const connection = {
    baseUrl,
    client,
    reader: recent,
    roundTripMilliseconds: () => roundTrip,
    close: async () => {},
  };
  const plan = await clock.run(makePlan(project, connection));
  expect(plan.document.steps.length).toBe(lines.length);
  await clock.run(clock.sleep(ago));
  const [requests, started] = [client.requests, clock.now()];
  const { monotonic, sleep } = clock;
  const outcomes = await clock.run(
    runSteps(plan, connection, { concurrency, monotonic, sleep, emit: () => {}, recent }),
  );
  expect(new Set(outcomes.values())).toEqual(new Set(["done"]));
  return { took: clock.now() - started, reads: client.requests - requests - lines.length };
}

test.each([0, 60_000])(
  "1,000 independent updates take 1.02 of what 8 at a time take, each looked at just before, planned %s ms ago",
  async (ago) => {
    const lines = teams.map(({ id }, at) => `  t${at}: { id: ${id}, title: New ${at} }\n`);
    const { took, reads } = await applied(lines, ago);
    expect(took).toBeLessThanOrEqual(1.02 * Math.ceil(updates / concurrency) * roundTrip);
    expect(reads).toBeLessThanOrEqual(7);
  },
);

test("what is in lists of its own is read ahead, each list once: the updates wait for the first read only", async () => {
  const some = teams.slice(0, 200);
  const people = "{ ana@acme.example: owner, li@acme.example: member }";
  const lines = some.map(
    ({ id, title }, at) => `  t${at}: { id: ${id}, title: ${title}, members: ${people} }\n`,
  );
  const { took, reads } = await applied(lines, 60_000);
  expect(took).toBeLessThanOrEqual((some.length / concurrency + 2) * roundTrip);
  // The list of teams is read again while the run goes on.
  expect(reads).toBeLessThanOrEqual(some.length + 3);
});
