// `npm run bench:state [-- --quick]`: how many round trips `docform plan` takes longer with its state in a shared place
// than with one in the project folder. Platform and place are 100 ms away. Each round runs every case once, in a fresh
// clone of `examples/acme`; figures are medians of the differences in a round.
// Bound: one round trip.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDatabase } from "../../test/backends/database.ts";
import { bareRepository, serveGit } from "../../test/backends/git-server.ts";
import { startStateServer } from "../../test/backends/state-server.ts";
import { started } from "../started.ts";
import { medianFigure, printVerdicts, verdictOn } from "../verdicts.ts";

const roundTrip = 100;
const rounds = process.argv.includes("--quick") ? 5 : 15;
const root = mkdtempSync(join(tmpdir(), "docform-bench-state-"));

/** A place of state: what docform.yaml says, and the environment. */
interface Case {
  readonly name: string;
  readonly state: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The port of a way to a server on which everything takes half a round trip. */
async function farFrom(url: string): Promise<number> {
  const { port } = new URL(url);
  const server = createServer((near) => {
    const far = connect(Number(port), "127.0.0.1");
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
  server.unref();
  return (server.address() as AddressInfo).port;
}

/** A fresh clone of the example that keeps its state in a place. */
function clone({ state }: Case): string {
  const folder = mkdtempSync(join(root, "clone-"));
  cpSync("examples/acme", folder, { recursive: true });
  const file = join(folder, "docform.yaml");
  writeFileSync(file, `${readFileSync(file, "utf8")}\nstate: ${state}\n`);
  execFileSync("git", ["init", "--quiet", folder]);
  return folder;
}

/** Milliseconds that a command takes. */
function timed(one: Case, line: string, env: Readonly<Record<string, string>>): Promise<number> {
  const [cwd, start] = [clone(one), performance.now()];
  const child = spawn(process.execPath, [join(process.cwd(), "dist/cli.cjs"), ...line.split(" ")], {
    cwd,
    env: { PATH: process.env.PATH ?? "", HOME: cwd, ...env, ...one.env },
    stdio: "ignore",
  });
  return new Promise((resolve, reject) => {
    child.once("close", (code) => {
      if (code === 0 || code === 3) resolve(performance.now() - start);
      else reject(new Error(`docform ${line} with its state in ${one.name} ended with ${code}`));
    });
  });
}

async function casesOf(
  database: { readonly url: string },
  server: { readonly url: string },
  git: { readonly url: string },
): Promise<readonly Case[]> {
  const url = new URL(database.url);
  url.port = String(await farFrom(database.url));
  const [serverPort, gitPort] = [await farFrom(server.url), await farFrom(git.url)];
  return [
    { name: "local", state: "local" },
    { name: "http", state: `{ http: { address: "http://127.0.0.1:${serverPort}/state" } }` },
    { name: "postgres", state: "{ postgres: {} }", env: { DOCFORM_STATE_URL: url.href } },
    { name: "git", state: `{ git: { remote: "http://127.0.0.1:${gitPort}/state.git" } }` },
  ];
}

async function measure(cases: readonly Case[], env: Readonly<Record<string, string>>): Promise<boolean> {
  const more = new Map<string, number[]>(cases.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    let local = 0;
    for (const one of cases) {
      const took = await timed(one, "plan", env);
      if (one.name === "local") local = took;
      more.get(one.name)?.push((one.name === "local" ? took : took - local) / roundTrip);
    }
  }
  console.log(
    `plan with its state in the project folder: ${medianFigure(more.get("local") ?? []).toFixed(1)} round trips`,
  );
  const verdicts = cases
    .slice(1)
    .map(({ name }) => verdictOn(`${name}: round trips more`, medianFigure(more.get(name) ?? []), 1));
  printVerdicts(verdicts);
  return verdicts.every(({ holds }) => holds);
}

const [database, server] = [await startDatabase(), await startStateServer({ as: "Gitea" })];
bareRepository(join(root, "state.git"));
const git = await serveGit(root);
const args = [
  "dist/cli.cjs",
  "serve",
  "--seed",
  "examples/acme/live.yaml",
  "--port",
  "0",
  "--latency",
  String(roundTrip),
];
const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
const platform = await started(child);
let holds = false;
try {
  const env = { DOCFORM_BASE_URL: platform.url, DOCFORM_TOKEN: platform.token };
  const cases = await casesOf(database, server, git);
  // Each place has a record and a run, as after an apply.
  for (const one of cases.slice(1)) await timed(one, "apply --yes --allow-exposure --no-rehearse", env);
  holds = await measure(cases, env);
} finally {
  child.kill();
  await Promise.all([database.close(), server.close(), git.close()]);
  rmSync(root, { recursive: true, force: true });
  // A database that stops takes the exit code with it.
  process.exit(holds ? 0 : 1);
}
