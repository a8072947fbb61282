// `measure.ts yaml|plan FILE`: measures one thing in a fresh process, and prints it as JSON.
import { readFileSync } from "node:fs";
import { parseAllDocuments } from "yaml";
import { hash } from "../../src/io/hash.ts";
import { kindsOf } from "../../src/kinds/kinds-of.ts";
import { loadProject } from "../../src/manifest/load/load-project.ts";
import { memoryFiles } from "../../src/manifest/read/project-files.ts";
import { plan } from "../../src/planner/plan.ts";
import { readLive } from "../../src/refresh/read-live.ts";
import { renderPlanText } from "../../src/render/text/plan-text.ts";
import { type Fixture, preparedReader } from "./answers.ts";

const { all: kinds } = kindsOf("reference");

/** The figures of a process: milliseconds of CPU time, bytes, counts. */
export type Figures = Readonly<Record<string, number>>;

/** Milliseconds of CPU time (all threads, user and system) of each part so far. */
const parts: Record<string, number> = {};

async function timed<T>(part: string, run: () => T | Promise<T>): Promise<T> {
  const before = process.cpuUsage();
  const result = await run();
  const { user, system } = process.cpuUsage(before);
  parts[part] = (user + system) / 1000;
  return result;
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
  const { desired } = await timed("load", () => loadProject("/project", files, { env: {} }));
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

const [what, file = ""] = process.argv.slice(2);
const fixture = JSON.parse(readFileSync(file, "utf8")) as Fixture;
console.log(JSON.stringify(what === "yaml" ? await measureYaml(fixture) : await measurePlan(fixture)));
