import fc from "fast-check";
import { randomFrom } from "../laws/random.ts";
import { type World, world } from "../laws/world.ts";
import { type FaultName, faultNames } from "./draw-fault.ts";
import { chance, pickFrom } from "./pick.ts";
import type { Mishaps, Moment } from "./process.ts";

/** Everything that a seed decides, besides the numbers that are drawn while it runs. */
export interface Scenario {
  readonly seed: number;
  readonly world: World;
  /** Do the manifests hold a certificate that nobody may see? */
  readonly hasCertificate: boolean;
  readonly concurrency: number;
  /** Milliseconds of one way, at least and at most. */
  readonly latency: readonly [least: number, most: number];
  readonly pageSize: number | undefined;
  /** Requests a second that the platform takes. */
  readonly rate: number | undefined;
  readonly faults: FaultPlan;
  /** Runs of apply before the faults stop. */
  readonly runs: readonly RunPlan[];
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
  const [drawn] = fc.sample(world, { seed, numRuns: 1 });
  if (drawn === undefined) throw new Error("there is no world");
  const least = pickFrom([0, 5, 20], random);
  return {
    seed,
    world: drawn,
    hasCertificate: chance(0.04, random),
    concurrency: pickFrom([1, 2, 4, 8, 8, 16], random),
    latency: [least, least + pickFrom([0, 10, 100, 3000], random)],
    pageSize: pickFrom([undefined, undefined, undefined, 1, 2, 3], random),
    rate: chance(0.1, random) ? pickFrom([2, 5, 20], random) : undefined,
    faults: drawFaults(random),
    runs: Array.from({ length: pickFrom([1, 1, 2, 2, 3], random) }, () => drawRun(random)),
  };
}

function drawFaults(random: () => number): FaultPlan {
  const isMany = chance(0.3, random);
  const names = isMany ? faultNames : [pickFrom(faultNames, random), pickFrom(faultNames, random)];
  const often = (most: number): number => (chance(0.25, random) ? 0 : most * random() ** 2);
  const from = chance(0.3, random) ? Math.floor(random() * 60) : 0;
  const length = chance(0.3, random) ? Math.floor(random() * 10) : 10_000;
  return {
    names,
    ofReads: often(isMany ? 0.3 : 0.5),
    ofChanges: often(1),
    between: [from, from + length],
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
  const interrupts = chance(0.15, random)
    ? Array.from({ length: pickFrom([1, 1, 2], random) }, () => drawMoment(random))
    : undefined;
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

/** Mostly around the calls that change something and the writes to the disk, since little else can go wrong elsewhere. */
function drawMoment(random: () => number): Moment {
  const label = pickFrom(["", "arrive change", "answered change", "disk", "answered", "sleep"], random);
  return { label, nth: 1 + Math.floor(random() ** 2 * (label === "" ? 150 : 25)) };
}
