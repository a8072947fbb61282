import { createClient, readOnly } from "../client/client.ts";
import type { Transport } from "../client/transport.ts";
import type { StepDetails } from "../executor/execution.ts";
import { runSteps } from "../executor/run-steps.ts";
import { version } from "../io/version.ts";
import { kinds } from "../kinds/kinds.ts";
import type { Project } from "../manifest/load/load-project.ts";
import type { ApplyEvent } from "../model/apply-event.ts";
import type { Rehearsal } from "../model/documents/document-parts.ts";
import type { Change, PlanDocument, Step } from "../model/documents/plan-document.ts";
import { indexKinds, type KindIndex } from "../model/kind-index.ts";
import type { LiveResource } from "../model/live.ts";
import type { Plan } from "../planner/plan.ts";
import { transferTargets } from "../planner/tree/tree-kind.ts";
import { createPlatform, handleRaw, type Platform } from "../platform/platform.ts";
import { stateAsRead } from "../platform/seed/seed.ts";
import { toIso } from "../platform/store/time.ts";
import { type Connection, readerOf } from "../project/connect.ts";
import type { MadePlan } from "../project/make-plan.ts";
import { messageOf } from "../text/message-of.ts";
import { type Created, collectCreated } from "../undo/created-objects.ts";
import { liveSeed } from "./live-seed.ts";
import { scheduleOf } from "./schedule.ts";

/** The surroundings of a rehearsal. */
export interface RehearsalOptions {
  readonly concurrency: number;
  /** Of one call to the real platform. */
  readonly roundTripMilliseconds: number;
  /** The start time of the rehearsal's clock, in milliseconds since 1970. */
  readonly now: number;
  /** Makes the second plan, as apply does after a run. It gets the objects that the calls created. */
  readonly planAgain: (on: Connection, created: readonly Created[]) => Promise<Plan>;
}

/** A clock that stands still unless somebody sleeps: then the time has passed at once. */
interface VirtualClock {
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/**
 * Runs a plan on an embedded platform that is seeded with the live state, and plans again. Sensitive values
 * stay in memory. Never throws: a failure is part of the result.
 */
export async function rehearse(
  made: MadePlan,
  project: Project,
  options: RehearsalOptions,
): Promise<Rehearsal> {
  const { concurrency, roundTripMilliseconds } = options;
  const { steps } = made.document;
  const { longestChain, roundTrips } = scheduleOf(steps, concurrency);
  const expectedMilliseconds = roundTrips * roundTripMilliseconds;
  const figures = { concurrency, longestChain, roundTripMilliseconds, expectedMilliseconds };
  const failed: Rehearsal["failed"] = [];
  let calls = 0;
  try {
    const clock = virtualClock(options.now);
    const connection = connectTo(platformFor(made, project, clock), project, made, concurrency, clock);
    const emit = (event: ApplyEvent): void => {
      if (event.type === "step_started") calls++;
      failed.push(...failureOf(event));
    };
    const making = collectCreated(made.document.changes);
    const journal = {
      intent: async () => {},
      outcome: async (step: Step, _: unknown, { answer }: StepDetails) => making.hear(step, answer),
    };
    await runSteps(made, connection, { concurrency, now: clock.now, sleep: clock.sleep, emit, journal });
    const second = await options.planAgain(connection, making.created());
    const left = leftOf(made.document, second.document);
    return { converged: failed.length + left.length === 0, calls, ...figures, failed, left };
  } catch (problem) {
    return { converged: false, calls, ...figures, failed, left: [], problem: messageOf(problem) };
  }
}

function virtualClock(start: number): VirtualClock {
  let time = start;
  return {
    now: () => time,
    sleep: async (milliseconds) => {
      time += milliseconds;
    },
  };
}

function platformFor({ live, document }: MadePlan, { desired }: Project, { now }: VirtualClock): Platform {
  const index = indexKinds(kinds);
  const known = new Set([
    ...desired.organizations.map(({ id }) => id),
    // An organization that does not exist on the platform does not exist in the rehearsal either.
    ...(live.unknownOrganizations ?? []),
  ]);
  const targets = transferTargets(desired, index).filter((id) => !known.has(id));
  const organizations = [...desired.organizations, ...targets.map((id) => ({ id, alias: id }))];
  const read = { ...live, resources: live.resources.map((one) => restorable(index, one, toIso(now()))) };
  const seed = { now: toIso(now()), ...liveSeed(read, organizations, kinds) };
  return createPlatform({ state: stateAsRead(seed), clock: now, baseUrl: document.platform.baseUrl });
}

/**
 * A deleted object that the platform can restore, with a deletion time that the rehearsal can restore too.
 */
function restorable(kinds: KindIndex, one: LiveResource, at: string): LiveResource {
  const restore = one.deleted === true ? kinds.get(one.kind).tree?.restore : undefined;
  return restore === undefined ? one : { ...one, answer: { ...one.answer, [restore.deletedAt]: at } };
}

/** The real client on the platform in this process. */
function connectTo(
  platform: Platform,
  project: Project,
  { document }: MadePlan,
  concurrency: number,
  clock: VirtualClock,
): Connection {
  const { baseUrl } = document.platform;
  const [token = ""] = Object.keys(platform.state.tokens);
  const client = createClient({
    baseUrl,
    token,
    transport: transportTo(platform),
    clock,
    random: () => 0,
    concurrency,
    userAgent: `docform/${version} rehearsal`,
  });
  const roundTripMilliseconds = (): number => 0;
  const reader = readerOf(readOnly(client), project);
  return { baseUrl, client, reader, roundTripMilliseconds, close: async () => {} };
}

function transportTo(platform: Platform): Transport {
  return async ({ method, url, headers, body }) => {
    const { pathname, search } = new URL(url);
    const root = new URL(platform.baseUrl).pathname.replace(/\/$/, "");
    const path = pathname.slice(root.length) + search;
    const answer = handleRaw(platform, { method, url: path, headers, bodyText: body });
    return { status: answer.status, headers: answer.headers, body: answer.bodyText };
  };
}

function failureOf(event: ApplyEvent): Rehearsal["failed"] {
  if (event.type !== "step_failed" && event.type !== "step_unknown") return [];
  const { step, message } = event;
  const status = event.type === "step_failed" ? event.status : undefined;
  const { id, address, operation } = step;
  return [{ step: id, address, operation, ...(status === undefined ? {} : { status }), message }];
}

/**
 * The changes of the second plan that remain, and its new errors. After a plan of transfers only a transfer
 * counts, because the second plan holds the other changes.
 */
function leftOf(first: PlanDocument, second: PlanDocument): Rehearsal["left"] {
  if (first.phase === "transfers" && second.phase === undefined) return [];
  const blocked = new Set(first.changes.filter(isBlocked).map(({ address }) => address));
  return second.changes
    .filter((change) => !isBlocked(change) || !blocked.has(change.address))
    .map(({ address, action, fields = [], reason }) => ({
      address,
      action,
      ...(fields.length === 0 ? {} : { fields: fields.map(({ path }) => path) }),
      ...(reason === undefined ? {} : { reason }),
    }));
}

function isBlocked({ action }: Change): boolean {
  return action === "blocked";
}
