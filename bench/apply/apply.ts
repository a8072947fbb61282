// `npm run bench:apply [-- --quick]`: how fast the steps of a plan run, beside the least time that they can take.
//
// Measured is the run of the steps: the executor and the client of docform, without planning. The steps are
// updates of teams that do not depend on each other. `requests` are all that were sent meanwhile: the calls of the
// steps, what the executor reads to check them, and repeats.
//   virtual  the platform in this process, 100 ms away in virtual time: what docform itself adds to the round trips.
//            Bound: 1.02 x ceil(requests / concurrency) x 100 ms.
//   sockets  `docform serve --latency 25` in a process of its own: HTTP and both processes' work are in the figure. The
//            best of some rounds, since other work on the machine only ever adds; in each, the same calls are also sent
//            without docform (`bare`), and some of them one after the other: what one of them takes is the round trip,
//            25 ms and what HTTP and a timer add to them.
//            Bound: 1.10 x ceil(requests / concurrency) x the least round trip of the rounds.
//   limited  `docform serve --rate 20`: no step is given up, at most 5 % of the requests are answered 429, and the time
//            is at most 1.05 x requests / rate.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../src/client/clock.ts";
import type { Transport } from "../../src/client/transport.ts";
import { undiciTransport } from "../../src/client/transport.ts";
import { createPlatform } from "../../src/platform/platform.ts";
import { directTransport } from "../../test/support/network/direct-transport.ts";
import { virtualTime } from "../../test/support/network/virtual-time.ts";
import { seedState } from "../../test/support/platform/seed-state.ts";
import { started } from "../started.ts";
import { type Figures, measureBare, measureUpdates, type Run } from "./measure.ts";
import { seedOf } from "./updates.ts";

const isQuick = process.argv.includes("--quick");
const virtualLatency = 100;
const socketLatency = 25;
const loneUpdates = 100;
const rate = 20;
const [socketRounds, socketUpdates, limitedUpdates] = isQuick ? [2, 200, 100] : [5, 1000, 400];

/** The steps on a platform in this process, in virtual time. */
function inVirtualTime(updates: number, concurrency: number): Promise<Figures> {
  const time = virtualTime(1_767_225_600_000);
  const platform = createPlatform({ state: seedState(seedOf(updates)), clock: time.now });
  const [token = ""] = Object.keys(platform.state.tokens);
  const send = directTransport(platform);
  const transport: Transport = async (request) => {
    await time.sleep(virtualLatency / 2);
    const answer = await send(request);
    await time.sleep(virtualLatency / 2);
    return answer;
  };
  const baseUrl = "https://platform.example";
  return time.run(measureUpdates({ updates, concurrency, baseUrl, token, clock: time, transport }));
}

/** The steps over real sockets, on a fresh platform in a process of its own. */
async function overSockets(
  updates: number,
  argv: readonly string[],
  measure: (run: Run) => Promise<Figures> = measureUpdates,
  concurrency = 8,
): Promise<Figures> {
  const seed = join(folder, "seed.json");
  writeFileSync(seed, JSON.stringify(seedOf(updates)));
  const command = ["dist/cli.cjs", "serve", "--port", "0", "--seed", seed, ...argv];
  const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "ignore"] });
  const transport = undiciTransport({ connections: concurrency });
  try {
    const { url: baseUrl, token } = await started(child);
    return await measure({ updates, concurrency, baseUrl, token, clock: systemClock, transport });
  } finally {
    await transport.close();
    child.kill();
  }
}

/** Prints a figure beside its bound; does it hold? */
function verdict(what: string, figures: Figures, least: number, factor: number): boolean {
  const { requests, refused, milliseconds, notDone } = figures;
  const bound = least * factor;
  const share = refused / requests;
  const holds = milliseconds <= bound && notDone === 0 && share <= 0.05;
  console.log(
    [
      what.padEnd(28),
      `${String(requests).padStart(5)} requests`,
      `${milliseconds.toFixed(0).padStart(7)} ms`,
      `bound ${bound.toFixed(0).padStart(7)} ms (${factor.toFixed(2)} x ${least.toFixed(0)})`,
      `ratio ${(milliseconds / least).toFixed(3)}`,
      `429: ${(share * 100).toFixed(1)} %`,
      `not done: ${notDone}`,
      holds ? "ok" : "DOES NOT HOLD",
    ].join("   "),
  );
  return holds;
}

function leastOf({ requests }: Figures, concurrency: number, latency: number): number {
  return Math.ceil(requests / concurrency) * latency;
}

function loadText(): string {
  return `load ${(loadavg()[0] ?? 0).toFixed(1)} on ${cpus().length} cores`;
}

/** The fastest run with docform, without, and without and one call at a time, of rounds that alternate. */
async function bestOfRounds(argv: readonly string[]): Promise<readonly [Figures, Figures, Figures]> {
  const [ours, bare, lone]: [Figures[], Figures[], Figures[]] = [[], [], []];
  for (let round = 0; round < socketRounds; round += 1) {
    ours.push(await overSockets(socketUpdates, argv));
    bare.push(await overSockets(socketUpdates, argv, measureBare));
    lone.push(await overSockets(loneUpdates, argv, measureBare, 1));
  }
  return [fastest(ours), fastest(bare), fastest(lone)];
}

function fastest(all: readonly Figures[]): Figures {
  return all.reduce((best, one) => (one.milliseconds < best.milliseconds ? one : best));
}

const folder = mkdtempSync(join(tmpdir(), "docform-bench-"));
try {
  console.log(loadText());
  const results: boolean[] = [];
  for (const concurrency of [1, 8, 16]) {
    const figures = await inVirtualTime(1000, concurrency);
    const least = leastOf(figures, concurrency, virtualLatency);
    results.push(verdict(`virtual, concurrency ${concurrency}`, figures, least, 1.02));
  }
  const [ours, bare, lone] = await bestOfRounds(["--latency", String(socketLatency)]);
  const roundTrip = lone.milliseconds / lone.requests;
  console.log(`sockets: a round trip takes ${roundTrip.toFixed(2)} ms`);
  results.push(verdict("sockets, concurrency 8", ours, leastOf(ours, 8, roundTrip), 1.1));
  verdict("  bare, for comparison", bare, leastOf(bare, 8, roundTrip), 1.1);
  const limited = await overSockets(limitedUpdates, ["--rate", String(rate)]);
  results.push(verdict(`limited to ${rate}/s`, limited, (limited.requests / rate) * 1000, 1.05));
  console.log(loadText());
  process.exitCode = results.every(Boolean) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
