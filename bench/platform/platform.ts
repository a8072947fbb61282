// `npm run bench:platform`: requests a second of the embedded platform beside a bare node:http server that sends the
// same bytes. Rounds alternate, and the ratio is the median of the rounds: figures of a busy machine stay comparable.
import { type ChildProcess, fork, spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { started } from "../started.ts";
import { medianFigure } from "../verdicts.ts";
import { type Load, measure } from "./load.ts";

interface Case {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  /** Least share of the bare server's requests; left out where only the figure is of interest. */
  readonly least?: number;
}

const organization = "/v1/orgs/org_bench";
const cases: readonly Case[] = [
  { name: "GET a team", method: "GET", path: `${organization}/teams/team_7`, least: 0.35 },
  {
    name: "PATCH a team",
    method: "PATCH",
    path: `${organization}/teams/team_7`,
    body: '{"title":"Docs"}',
    least: 0.35,
  },
  { name: "PATCH a member", method: "PATCH", path: `${organization}/members/usr_7`, body: '{"role":"edit"}' },
  { name: "list of 1000 members", method: "GET", path: `${organization}/members?limit=1000`, least: 0.6 },
];

const [rounds, roundMs] = process.argv.includes("--quick") ? [3, 300] : [7, 1000];

const seed = {
  organizations: [
    {
      id: "org_bench",
      title: "Bench",
      members: Array.from({ length: 1000 }, (_, index) => ({
        id: `usr_${index}`,
        email: `person.${index}@bench.example`,
        name: `Person ${index}`,
        role: "edit",
        joinedAt: "2025-06-01T12:00:00.000Z",
      })),
      teams: Array.from({ length: 20 }, (_, team) => ({
        id: `team_${team}`,
        title: `Team ${team}`,
        members: Object.fromEntries(
          Array.from({ length: 50 }, (_, index) => [`usr_${team * 50 + index}`, "member"]),
        ),
      })),
      spaces: Array.from({ length: 50 }, (_, index) => ({ id: `sp_${index}`, title: `Space ${index}` })),
    },
  ],
};

interface Running {
  readonly port: number;
  readonly token: string;
}

async function startPlatform(child: ChildProcess): Promise<Running> {
  const { url, token } = await started(child);
  return { port: Number(new URL(url).port), token };
}

/** Starts a bare server that answers what the platform answers. */
async function startBare(child: ChildProcess, load: Load): Promise<number> {
  const { method, path, token, body } = load;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await fetch(`http://127.0.0.1:${load.port}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  const sent = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
  return new Promise((resolve) => {
    child.once("message", (message) => resolve((message as { port: number }).port));
    child.send({ status: answer.status, headers: sent, body: text });
  });
}

async function compare(one: Case, running: Running): Promise<boolean> {
  const { name, least, ...request } = one;
  const load = { ...request, ...running };
  const bare = fork(join("bench", "platform", "bare-server.mjs"), { execArgv: [] });
  try {
    const bareLoad = { ...load, port: await startBare(bare, load) };
    for (const each of [bareLoad, load]) await measure(each, roundMs);
    const figures: { bare: number; platform: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      figures.push({ bare: await measure(bareLoad, roundMs), platform: await measure(load, roundMs) });
    }
    const ratio = medianFigure(figures.map((each) => each.platform / each.bare));
    const ours = medianFigure(figures.map((each) => each.platform));
    const theirs = medianFigure(figures.map((each) => each.bare));
    const bound = least === undefined ? "" : ` (at least ${least}) ${ratio >= least ? "ok" : "TOO SLOW"}`;
    console.log(
      `${name.padEnd(22)} ${ours.toFixed(0).padStart(7)}/s   bare ${theirs.toFixed(0).padStart(7)}/s   ratio ${ratio.toFixed(2)}${bound}`,
    );
    return least === undefined || ratio >= least;
  } finally {
    bare.kill();
  }
}

/** Writes a second that are on disk when they are answered; the disk decides, so that there is no bound. */
async function reportDurableWrites(running: Running, dataFile: string): Promise<void> {
  const load = {
    method: "PATCH",
    path: `${organization}/teams/team_7`,
    body: '{"title":"Docs"}',
    ...running,
  };
  await measure(load, roundMs);
  const figures: number[] = [];
  for (let round = 0; round < rounds; round += 1) figures.push(await measure(load, roundMs));
  const kilobytes = Math.round(statSync(dataFile).size / 1024);
  console.log(
    `PATCH a team, --data   ${medianFigure(figures).toFixed(0).padStart(7)}/s   (a state of ${kilobytes} KiB)`,
  );
}

function serve(...argv: readonly string[]): ChildProcess {
  const command = ["dist/cli.cjs", "serve", "--port", "0", "--seed", seedFile, ...argv];
  return spawn(process.execPath, command, { stdio: ["ignore", "pipe", "ignore"] });
}

const folder = mkdtempSync(join(tmpdir(), "docform-bench-"));
const [seedFile, dataFile] = [join(folder, "seed.json"), join(folder, "data.json")];
writeFileSync(seedFile, JSON.stringify(seed));
const children = [serve(), serve("--data", dataFile)];
try {
  const [plain, durable] = await Promise.all(children.map(startPlatform));
  if (plain === undefined || durable === undefined) throw new Error("no platform");
  const results: boolean[] = [];
  for (const one of cases) results.push(await compare(one, plain));
  await reportDurableWrites(durable, dataFile);
  process.exitCode = results.every(Boolean) ? 0 : 1;
} finally {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true, force: true });
}
