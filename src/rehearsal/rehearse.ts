import type { Project } from "../manifest/load/load-project.ts";
import type { Rehearsal } from "../model/documents/document-parts.ts";
import type { KindIndex } from "../model/kind-index.ts";
import type { LiveResource } from "../model/live.ts";
import { callNameOf } from "../planner/calls-of-steps.ts";
import { transferTargets } from "../planner/match/tree-kind.ts";
import type { MadePlan } from "../planner/plan.ts";
import { createPlatform, type Platform } from "../platform/platform.ts";
import { stateAsRead } from "../platform/seed/seed.ts";
import { toIso } from "../platform/store/time.ts";
import { messageOf } from "../text/message-of.ts";
import { connectEmbedded, type VirtualClock, virtualClock } from "./embedded-connection.ts";
import { liveSeed } from "./live-seed.ts";
import { type PlanAgain, runAndPlanAgain } from "./run-and-plan-again.ts";
import { scheduleOf } from "./schedule.ts";

/** The surroundings of a rehearsal. */
export interface RehearsalOptions {
  readonly concurrency: number;
  /** Of one call to the real platform. */
  readonly roundTripMilliseconds: number;
  /** The start time of the rehearsal's clock, in milliseconds since 1970. */
  readonly now: number;
  readonly planAgain: PlanAgain;
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
  const calls = new Set<string>();
  try {
    const clock = virtualClock(options.now);
    const platform = platformFor(made, project, clock);
    const [token = ""] = Object.keys(platform.state.tokens);
    const connection = connectEmbedded(platform, project, { token, concurrency, clock });
    const { left } = await runAndPlanAgain(made, connection, {
      concurrency,
      clock,
      planAgain: options.planAgain,
      onStep: (step) => calls.add(callNameOf(step)),
      failed,
    });
    return { converged: failed.length + left.length === 0, calls: calls.size, ...figures, failed, left };
  } catch (problem) {
    return { converged: false, calls: calls.size, ...figures, failed, left: [], problem: messageOf(problem) };
  }
}

function platformFor(
  { live, document, kinds }: MadePlan,
  { desired, edition }: Project,
  { now }: VirtualClock,
): Platform {
  const known = new Set([
    ...desired.organizations.map(({ id }) => id),
    // An organization that does not exist on the platform does not exist in the rehearsal either.
    ...(live.unknownOrganizations ?? []),
  ]);
  const targets = transferTargets(desired, kinds).filter((id) => !known.has(id));
  const organizations = [...desired.organizations, ...targets.map((id) => ({ id, alias: id }))];
  const read = { ...live, resources: live.resources.map((one) => restorable(kinds, one, toIso(now()))) };
  const seed = { now: toIso(now()), ...liveSeed(read, organizations, kinds.all) };
  const { baseUrl } = document.platform;
  return createPlatform({ state: stateAsRead(seed), clock: now, baseUrl, edition });
}

/**
 * A deleted object that the platform can restore, with a deletion time that the rehearsal can restore too.
 */
function restorable(kinds: KindIndex, one: LiveResource, at: string): LiveResource {
  const restore = one.deleted === true ? kinds.get(one.kind).tree?.restore : undefined;
  return restore === undefined ? one : { ...one, answer: { ...one.answer, [restore.deletedAt]: at } };
}
