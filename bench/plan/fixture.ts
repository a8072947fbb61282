// `fixture.ts SIZE VARIANT FILE`: writes a project and all answers that planning it reads, taken from the embedded
// platform by the real client. A process of its own, so that the platform is in no figure.
import { writeFileSync } from "node:fs";
import { createClient, type ReadClient, readOnly } from "../../src/client/client.ts";
import { kindsOf } from "../../src/kinds/kinds-of.ts";
import { loadProject } from "../../src/manifest/load/load-project.ts";
import { memoryFiles } from "../../src/manifest/read/project-files.ts";
import { createPlatform } from "../../src/platform/platform.ts";
import { readLive } from "../../src/refresh/read-live.ts";
import { directTransport } from "../../test/support/network/direct-transport.ts";
import { seedState } from "../../test/support/platform/seed-state.ts";
import { answerKey, type Fixture } from "./answers.ts";
import { benchProject, type Variant } from "./project.ts";

const { all: kinds } = kindsOf("reference");

const [size = "1000", variant = "equal", file = "fixture.json"] = process.argv.slice(2);
const { files, units, seed } = benchProject(Number(size), variant as Variant);

/** The real client on a platform with some of the units. */
function clientOf(some: readonly number[]): ReadClient {
  const platform = createPlatform({ state: seedState(seed(some)), clock: () => 1_767_225_600_000 });
  return readOnly(
    createClient({
      baseUrl: "https://docform.example",
      token: "docform-admin",
      transport: directTransport(platform),
      clock: { now: () => 0, monotonic: () => 0, sleep: async () => {} },
      random: () => 0,
      concurrency: 64,
      userAgent: "docform/bench",
    }),
  );
}

const whole = clientOf(units);
const parts = new Map<number, ReadClient>();

/** The contents of a team or site of one unit are read from a platform of few units: the whole one would be slow. */
function clientFor(params: object): ReadClient {
  const { teamId = "", siteId = "" } = params as Readonly<Record<string, string>>;
  const unit = /_(\d+)/.exec(teamId || siteId)?.[1];
  if (unit === undefined) return whole;
  const part = Math.floor(Number(unit) / unitsInPart);
  const client = parts.get(part) ?? clientOf(unitsOf(part));
  parts.set(part, client);
  return client;
}

const unitsInPart = 20;

/** The first unit is in each: others name its team. */
function unitsOf(part: number): readonly number[] {
  return [...new Set([0, ...units.slice(part * unitsInPart, (part + 1) * unitsInPart)])];
}
const answers: Record<string, unknown> = {};
const { desired, diagnostics } = await loadProject("/project", memoryFiles(files), { env: {} });
if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics.slice(0, 3), undefined, 2));
const texts = (params: object) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
await readLive(desired, kinds, {
  requests: () => 0,
  one: async (operation, params) => {
    const answer = await clientFor(params).send(operation, { params: texts(params) });
    answers[answerKey(operation, params)] = answer;
    return answer as never;
  },
  find: async (operation) => {
    throw new Error(`nothing here reads by ${operation.name}`);
  },
  list: async (operation, params) => {
    const items = await clientFor(params).sendAll(operation, { params: texts(params) });
    answers[answerKey(operation, params)] = items;
    return items as never;
  },
});
const fixture: Fixture = { resources: desired.resources.length, files, answers };
writeFileSync(file, JSON.stringify(fixture));
