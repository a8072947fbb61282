import fc from "fast-check";
import { randomFrom } from "../laws/random.ts";
import { type World, world } from "../laws/world.ts";
import { type FaultName, faultNames } from "./draw-fault.ts";
import { chance, pickFrom } from "./pick.ts";
import type { Mishaps, Moment } from "./process.ts";
import { type Project, projectOf } from "./project.ts";

/** Everything that is decided before a story begins, besides the numbers that are drawn while it goes on. */
export interface Scenario {
  readonly name: string;
  /** How to have it again. */
  readonly replay: string;
  /** Of those numbers. */
  readonly seed: number;
  readonly project: Project;
  /** The random world that the project was made of, if it was. */
  readonly world?: World;
  readonly concurrency: number;
  /** Milliseconds of one way, at least and at most. */
  readonly latency: readonly [least: number, most: number];
  readonly pageSize: number | undefined;
  /** Requests a second that the platform takes. */
  readonly rate: number | undefined;
  readonly faults: FaultPlan | ExactFault;
  /** Runs of apply before the faults stop. */
  readonly runs: readonly RunPlan[];
  /** Is the last run taken back in the end? */
  readonly undoes: boolean;
}

/** Which faults happen, and how often. */
export interface FaultPlan {
  readonly names: readonly FaultName[];
  /** Of a request that reads, and of one that changes something. */
  readonly ofReads: number;
  readonly ofChanges: number;
  /** Numbers of the requests that they can happen to, from and to. */
  readonly between: readonly [from: number, to: number];
}

/** One fault at one call. */
export interface ExactFault {
  readonly name: FaultName;
  readonly of: "reads" | "changes";
  readonly nth: number;
}

/** One run of apply. */
export interface RunPlan {
  readonly mishaps: Mishaps;
  /** Is it told to let deletes pass? */
  readonly allowsDeletes: boolean;
  readonly rehearses: boolean;
}

/** Draws what a seed is about. */
export function drawScenario(seed: number): Scenario {
  const random = randomFrom(seed * 2 + 1);
  const newTeams = pickFrom([0, 0, 3, 6], random);
  const [drawn] = fc.sample(world, { seed, numRuns: 1 });
  if (drawn === undefined) throw new Error("there is no world");
  const hasCertificate = chance(0.04, random);
  const least = pickFrom([0, 5, 20], random);
  return {
    name: `seed ${seed}`,
    replay: `npm run simulate -- --seeds 1 --start ${seed}`,
    seed,
    world: drawn,
    project: projectOf(drawn, { hasCertificate, newTeams }),
    concurrency: pickFrom([1, 2, 4, 8, 8, 16], random),
    latency: [least, least + pickFrom([0, 10, 100, 3000], random)],
    pageSize: pickFrom([undefined, undefined, undefined, 1, 2, 3], random),
    rate: chance(0.1, random) ? pickFrom([2, 5, 20], random) : undefined,
    faults: drawFaults(random),
    runs: Array.from({ length: pickFrom([1, 1, 2, 2, 3], random) }, () => drawRun(random)),
    undoes: chance(0.15, random),
  };
}

function drawFaults(random: () => number): FaultPlan {
  const names = chance(0.4, random)
    ? faultNames
    : Array.from({ length: pickFrom([1, 1, 2, 3], random) }, () => pickFrom(faultNames, random));
  const sort = pickFrom(["changes", "changes", "changes", "reads", "both", "none"] as const, random);
  const isWindow = chance(0.2, random);
  const from = isWindow ? Math.floor(random() * 60) : 0;
  return {
    names,
    // What fails at the first read is over soon, so that less often.
    ofReads: sort === "reads" ? random() * 0.4 : sort === "both" ? random() * 0.1 : 0,
    ofChanges: sort === "changes" || sort === "both" ? 0.05 + random() * 0.6 : 0,
    between: [from, from + (isWindow ? 1 + Math.floor(random() * 10) : 100_000)],
  };
}

function drawRun(random: () => number): RunPlan {
  return {
    mishaps: drawMishaps(random),
    allowsDeletes: !chance(0.05, random),
    rehearses: chance(0.03, random),
  };
}

function drawMishaps(random: () => number): Mishaps {
  const crash = chance(0.45, random) && { ...drawMoment(random), losesPower: chance(0.3, random) };
  const interrupts = chance(0.15, random) ? drawInterrupts(random) : undefined;
  const disk = chance(0.08, random) && {
    nth: 1 + Math.floor(random() ** 2 * 20),
    code: pickFrom(["ENOSPC", "ENOSPC", "EACCES"] as const, random),
  };
  const edits = chance(0.2, random)
    ? Array.from({ length: pickFrom([1, 1, 2, 4], random) }, () => drawMoment(random))
    : undefined;
  return {
    ...(crash === false ? {} : { crash }),
    ...(interrupts === undefined ? {} : { interrupts }),
    ...(disk === false ? {} : { disk }),
    ...(edits === undefined ? {} : { edits }),
  };
}

/** The second interrupt comes soon after the first, if at all. */
function drawInterrupts(random: () => number): readonly Moment[] {
  const first = drawMoment(random);
  const second = { label: first.label, nth: first.nth + 1 + Math.floor(random() * 4) };
  return chance(0.5, random) ? [first, second] : [first];
}

/** Mostly around the calls that change something and the writes to the disk, since little else can go wrong elsewhere. */
function drawMoment(random: () => number): Moment {
  const label = pickFrom(["", "arrive change", "answered change", "disk", "answered", "sleep"], random);
  return { label, nth: 1 + Math.floor(random() ** 2 * (label === "" ? 150 : 25)) };
}
