// `measure.ts yaml|plan FILE`, `measure.ts apply STEPS`: measures one thing in a fresh process, and prints it as JSON.
import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { parseAllDocuments } from "yaml";
import { execute } from "../../src/executor/execute.ts";
import { compileAtFirstCall } from "../../src/io/baseline-code.ts";
import { hash } from "../../src/io/hash.ts";
import { kinds } from "../../src/kinds/kinds.ts";
import { loadProject } from "../../src/manifest/load/load-project.ts";
import { memoryFiles } from "../../src/manifest/read/memory-files.ts";
import type { Step } from "../../src/model/documents/plan-document.ts";
import { plan } from "../../src/planner/plan.ts";
import { readLive } from "../../src/refresh/read-live.ts";
import { renderPlanText } from "../../src/render/text/plan-text.ts";
import { type Fixture, preparedReader } from "./answers.ts";

/** What a process says of itself: milliseconds of CPU time, bytes, counts. */
export type Figures = Readonly<Record<string, number>>;

/** Milliseconds of CPU time (all threads, user and system) of each part so far; `…Main`: of the main thread. */
const parts: Record<string, number> = {};

async function timed<T>(part: string, run: () => T | Promise<T>): Promise<T> {
  const [before, mainBefore] = [process.cpuUsage(), mainThreadMs()];
  const result = await run();
  const mainAfter = mainThreadMs();
  const { user, system } = process.cpuUsage(before);
  parts[part] = (user + system) / 1000;
  if (mainBefore !== undefined && mainAfter !== undefined) parts[`${part}Main`] = mainAfter - mainBefore;
  return result;
}

/** CPU time of the main thread so far, which only Linux tells: what one waits for where a second core is idle. */
function mainThreadMs(): number | undefined {
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ");
    return Number(nanoseconds) / 1e6;
  } catch {
    return undefined;
  }
}

async function measureYaml({ files }: Fixture): Promise<Figures> {
  const texts = Object.values(files);
  await timed("yaml", () => {
    for (const text of texts) parseAllDocuments(text, { uniqueKeys: false });
  });
  return parts;
}

async function measurePlan(fixture: Fixture): Promise<Figures> {
  const files = memoryFiles(fixture.files);
  const { desired } = await timed("load", () => loadProject("/project", files, {}, kinds));
  const live = await timed("read", () => readLive(desired, kinds, preparedReader(fixture)));
  const { document } = await timed("plan", () =>
    plan({ desired, live, kinds, baseUrl: "https://docform.example", version: "0.0.0", hash, mask: hashed }),
  );
  const text = await timed("render", () => renderPlanText(document));
  const { blocked, calls } = document.summary;
  if (document.diagnostics.length > 0 || blocked > 0) throw new Error(text.slice(0, 2000));
  return {
    ...parts,
    resources: desired.resources.length,
    changes: document.changes.length,
    calls,
    bytes: process.resourceUsage().maxRSS * 1024,
  };
}

/** Not the slow hash of docform: that one is slow on purpose. */
function hashed(value: unknown, place: string): string {
  return hash(`${place} ${JSON.stringify(value)}`);
}

/** Chains of ten steps, each taking the id of the one before it; calls are answered at once. */
async function measureApply(count: number): Promise<Figures> {
  const steps = Array.from({ length: count }, (_, at): Step => {
    const before = at % 10 === 0 ? [] : [`s${at}`];
    return {
      id: `s${at + 1}`,
      address: `acme/teams.team-${at}`,
      operation: "createTeam",
      method: "POST",
      path: "/orgs/{organizationId}/teams",
      params: { organizationId: "org_acme" },
      body: {
        title: `Team ${at}`,
        ...(before[0] === undefined ? {} : { of: { $from: before[0], pointer: "/id" } }),
      },
      after: before,
    };
  });
  const outcomes = await timed("apply", () =>
    execute(steps, {
      send: async (step) => ({ answer: { id: step.id } }),
      readList: async () => [],
      readOne: async () => ({ answer: {} }),
      sleep: async () => {},
      secrets: new Map(),
      concurrency: 8,
      now: () => 0,
      emit: () => {},
    }),
  );
  return { ...parts, done: [...outcomes.values()].filter((outcome) => outcome === "done").length };
}

// As the command line does.
compileAtFirstCall(process.versions.node, setFlagsFromString);
const [what, argument = ""] = process.argv.slice(2);
const fixture = (): Fixture => JSON.parse(readFileSync(argument, "utf8")) as Fixture;
const figures =
  what === "apply"
    ? await measureApply(Number(argument))
    : what === "yaml"
      ? await measureYaml(fixture())
      : await measurePlan(fixture());
console.log(JSON.stringify(figures));
