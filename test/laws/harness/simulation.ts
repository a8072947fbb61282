import { createHash } from "node:crypto";
import { type Client, createClient, type ReadClient, readOnly } from "../../../src/client/client.ts";
import type { Transport } from "../../../src/client/transport.ts";
import type { Edition } from "../../../src/contract/edition.ts";
import { operationsIn } from "../../../src/contract/operations.ts";
import { execute } from "../../../src/executor/execute.ts";
import { callsOf } from "../../../src/executor/run-steps.ts";
import { kindsOf } from "../../../src/kinds/kinds-of.ts";
import { loadProject } from "../../../src/manifest/load/load-project.ts";
import { memoryFiles } from "../../../src/manifest/read/project-files.ts";
import type { ApplyEvent, StepOutcome } from "../../../src/model/apply-event.ts";
import type { Desired } from "../../../src/model/desired.ts";
import type { Step } from "../../../src/model/documents/plan-document.ts";
import type { KindIndex } from "../../../src/model/kind-index.ts";
import type { Live } from "../../../src/model/live.ts";
import type { LastApply } from "../../../src/planner/match/recorded-ids.ts";
import { type MadePlan, type Plan, plan } from "../../../src/planner/plan.ts";
import type { PlanInput } from "../../../src/planner/plan-input.ts";
import { createPlatform, type Platform } from "../../../src/platform/platform.ts";
import { stateAsRead } from "../../../src/platform/seed/seed.ts";
import type { State } from "../../../src/platform/store/state.ts";
import { findOne } from "../../../src/project/connect.ts";
import { readLive } from "../../../src/refresh/read-live.ts";
import type { Reader } from "../../../src/refresh/reader.ts";
import { withUnreadAccess } from "../../../src/refresh/unread-access.ts";
import type { Json, JsonObject } from "../../../src/text/json.ts";
import { checkAnswerIn, checkRandom } from "../../support/gitbook/check-published.ts";
import { directTransport } from "../../support/network/direct-transport.ts";
import { seedState } from "../../support/platform/seed-state.ts";
import { isThorough } from "./law.ts";
import { shuffled } from "./random.ts";

/** A platform in this process, with the real client on it and no sockets between. */
export interface Simulation {
  /** Addresses that were read so far: `/v1/orgs/…`, each as often as it was asked for. */
  readonly reads: readonly string[];
  readonly platform: Platform;
  /** The kinds of its edition. */
  readonly kinds: KindIndex;
  readonly client: Client;
  readonly reader: Reader;
  /** Requests other than GET so far: `POST /v1/orgs/…`. */
  readonly mutations: readonly string[];
  /** Lets the time of the platform pass, at once. */
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** Delays answers and shuffles lists that have no order; neither when it is left out. */
export type Chance = (() => number) | undefined;

/** The layers between the client and the platform. */
type Through = (transport: Transport) => Transport;

/** Starts a platform from a seed. Where a case is thorough, seeds are held against their schema, and answers against the contract. */
export function simulate(seed: unknown, chance?: Chance, through?: Through, edition?: Edition): Simulation {
  return simulateState(isThorough() ? seedState(seed) : stateAsRead(seed), chance, through, edition);
}

/** Starts a platform with a state; it owns it from now on. */
export function simulateState(
  state: State,
  chance?: Chance,
  through: Through = (transport) => transport,
  edition: Edition = "reference",
): Simulation {
  let time = 1_767_225_600_000;
  const sleep = async (milliseconds: number): Promise<void> => {
    time += milliseconds;
  };
  const platform = createPlatform({
    state,
    edition,
    clock: () => time,
    // Answers of the published API have more fields than the contract has (G6).
    checkAnswer: isThorough() ? (edition === "gitbook" ? checkRandom : checkAnswerIn(edition)) : undefined,
  });
  const mutations: string[] = [];
  const reads: string[] = [];
  const client = createClient({
    baseUrl: "https://docform.example",
    token: "docform-admin",
    operations: operationsIn(edition),
    transport: through(transportTo(platform, { mutations, reads }, chance)),
    clock: { now: () => 0, monotonic: () => 0, sleep: async () => {} },
    random: () => 0,
    concurrency: 64,
    userAgent: "docform/laws",
  });
  const reader = readerOf(readOnly(client), chance);
  return { platform, kinds: kindsOf(edition), client, reader, mutations, reads, sleep };
}

interface Seen {
  readonly mutations: string[];
  readonly reads: string[];
}

function transportTo(platform: Platform, { mutations, reads }: Seen, chance: Chance): Transport {
  const send = directTransport(platform);
  return async (request) => {
    const { method } = request;
    const { pathname } = new URL(request.url);
    if (method === "GET") reads.push(pathname);
    else mutations.push(`${method} ${pathname}`);
    await pause(chance);
    const answer = await send(request);
    await pause(chance);
    return answer;
  };
}

async function pause(chance: Chance): Promise<void> {
  for (let turns = chance === undefined ? 0 : Math.floor(chance() * 20); turns > 0; turns--)
    await Promise.resolve();
}

/** Lists whose order means something; all others may come in any order. */
const ordered = [
  "listSiteSections",
  "listSiteSpaces",
  "listSiteSectionGroups",
  "listSpaces",
  "listCollections",
];

function readerOf(client: ReadClient, chance: Chance): Reader {
  const texts = (params: JsonObject) =>
    Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
  return {
    requests: () => client.requests,
    one: async (operation, params) => (await client.send(operation, { params: texts(params) })) as JsonObject,
    find: (operation, params) => findOne(client, operation, params),
    list: async (operation, params) => {
      const items = (await client.sendAll(operation, { params: texts(params) })) as readonly JsonObject[];
      return chance === undefined || ordered.includes(operation.name) ? items : shuffled(items, chance);
    },
  };
}

/** Reads manifests, each a file by its name; a mistake in them is a fault of the test. */
export async function read(
  manifests: Readonly<Record<string, unknown>>,
  edition: Edition = "reference",
): Promise<Desired> {
  const project = {
    platform: { baseUrl: "https://docform.example", ...(edition === "reference" ? {} : { api: edition }) },
    organizations: { acme: { id: "org_acme" }, globex: { id: "org_globex" } },
  };
  const files = Object.entries(manifests).map(([name, content]) => [`manifests/${name}`, content] as const);
  const texts = Object.fromEntries(
    [["docform.yaml", project] as const, ...files].map(([name, content]) => [
      name,
      JSON.stringify(content, undefined, 1),
    ]),
  );
  const { desired, diagnostics } = await loadProject("/project", memoryFiles(texts), { env: {} });
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(errors.map(({ code, message }) => `${code} ${message}`).join("\n"));
  return desired;
}

/** The targets of a plan, and the options of its guards. */
export type Scope = Pick<
  PlanInput,
  "guards" | "policies" | "allowed" | "targets" | "targetsMayBeGone" | "lastApply"
>;

/** A platform as it is planned for: of the reference, when nothing says which edition. */
type Planned = Pick<Simulation, "reader"> & Partial<Pick<Simulation, "kinds">>;

/** Plans; a diagnostic that stops the plan is a fault of the test. */
export async function planFor(simulation: Planned, desired: Desired, scope: Scope = {}): Promise<MadePlan> {
  return (await planner(simulation, desired, scope.lastApply))(scope);
}

/** Reads the platform once, to plan from that as often as wanted. */
export async function planner(
  simulation: Planned,
  desired: Desired,
  lastApply?: LastApply,
): Promise<(scope: Scope) => MadePlan> {
  const { kinds = kindsOf("reference"), reader } = simulation;
  const live = await readLive(desired, kinds.all, reader, lastApply);
  return (scope) => planFrom(desired, live, kinds, scope);
}

/** Reads once as a command does: also what guards of access need, when the first plan changes any. */
export async function judge(
  { kinds, reader }: Simulation,
  desired: Desired,
): Promise<(scope: Scope) => MadePlan> {
  const live = await readLive(desired, kinds.all, reader);
  const { document } = planFrom(desired, live, kinds, {});
  const more = (await withUnreadAccess(live, document, desired, kinds, reader)) ?? live;
  return (scope) => planFrom(desired, more, kinds, scope);
}

function planFrom(desired: Desired, live: Live, kinds: KindIndex, scope: Scope): MadePlan {
  const made = plan({
    desired,
    live,
    kinds: kinds.all,
    baseUrl: "https://docform.example",
    version: "0.0.0",
    hash,
    mask,
    ...scope,
  });
  const errors = made.document.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(errors.map(({ code, message }) => `${code} ${message}`).join("\n"));
  return { ...made, live };
}

export function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** A quick stand-in for the slow hash of hidden values. */
export function mask(value: Json, place: string): string {
  return hash(`${place} ${JSON.stringify(value)}`);
}

/** How the steps of a plan are run. */
export interface Running {
  readonly concurrency: number;
  /** The order in which steps are offered; they wait for what they come after all the same. */
  readonly steps?: readonly Step[];
}

/** Runs a plan. Throws, with the call and the platform's answer, unless every step is done. */
export async function run(
  simulation: Simulation,
  { document, secrets }: Plan,
  running: Running,
): Promise<void> {
  const events: ApplyEvent[] = [];
  const outcomes = await execute(running.steps ?? document.steps, {
    ...callsOf(simulation, secrets),
    sleep: simulation.sleep,
    concurrency: running.concurrency,
    monotonic: () => 0,
    emit: (event) => events.push(event),
  });
  if ([...outcomes.values()].every((outcome: StepOutcome) => outcome === "done")) return;
  throw new Error(`${events.flatMap(describe).join("\n")}\nafter ${describeSteps(document.steps)}`);
}

function describe(event: ApplyEvent): readonly string[] {
  if (event.type !== "step_failed" && event.type !== "step_unknown") return [];
  return [`${event.step.id} ${event.step.operation} ${event.step.address}: ${event.message}`];
}

/** The calls of a plan, one a line. */
export function describeSteps(steps: readonly Step[]): string {
  const lines = steps.map(({ id, operation, address, body, after }) => {
    const short = address.replace("acme/sites.hub.", "").replace("acme/", "");
    return `${id} [${after.join(" ")}] ${operation} ${short} ${JSON.stringify(body ?? {})}`;
  });
  return `${steps.length} calls\n${lines.join("\n")}`;
}
