import fc from "fast-check";
import type { Edition } from "../../src/contract/edition.ts";
import { randomFrom } from "../laws/harness/random.ts";
import { gitbookWorld } from "../laws/worlds/gitbook-world.ts";
import { type World, world } from "../laws/worlds/world.ts";
import { type FaultName, faultNames, happensTo } from "./draw-fault.ts";
import type { Mishaps, Moment } from "./machine/process.ts";
import { chance, pickFrom } from "./pick.ts";
import { hasTransfers, type Project, projectOf } from "./project.ts";
import { drawStateFault, type StateFault } from "./state/state-faults.ts";

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
  /** At most two, with what happens to the runs themselves counted in. */
  readonly faults: readonly ExactFault[];
  /** The faults of a state server, where there is one; these count among the two. */
  readonly state?: { readonly faults: readonly StateFault[] };
  /** Runs of apply before the faults stop. */
  readonly runs: readonly RunPlan[];
  /** Is the last run taken back in the end? */
  readonly undoes: boolean;
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
  /** Does somebody else change something just after it, before the next one? */
  readonly isEditedAfter: boolean;
  /** Is it told to let deletes pass? */
  readonly allowsDeletes: boolean;
  readonly rehearses: boolean;
  /** Is the next run in a fresh clone of the project, without the folder .docform? */
  readonly losesClone?: boolean;
}

/** The most that goes wrong in one story, besides one crash or power cut. */
const mostTroubles = 2;

/** Draws what a seed is about: at most two faults, one edit by somebody else, and one crash or power cut. */
export function drawScenario(seed: number, edition: Edition = "reference"): Scenario {
  const random = randomFrom(seed * 2 + 1);
  const newTeams = pickFrom([0, 0, 3, 6], random);
  const [drawn] = fc.sample(edition === "reference" ? world : gitbookWorld, { seed, numRuns: 1 });
  if (drawn === undefined) throw new Error("there is no world");
  const hasCertificate = chance(0.04, random);
  const own = randomFrom(seed * 2 + 1_000_000_000);
  const hasState = chance(1 / 3, own) && !hasTransfers(drawn);
  const gitbook =
    edition === "gitbook"
      ? {
          newSpaces: pickFrom([0, 0, 2, 4], own),
          newPeople: pickFrom([0, 0, 1, 3], own),
          newRedirects: pickFrom([0, 0, 2, 5], own),
          hasLooks: chance(0.3, own),
        }
      : undefined;
  const least = pickFrom([0, 5, 20], random);
  const troubles = Array.from(
    { length: pickFrom([0, 1, mostTroubles, mostTroubles, mostTroubles], random) },
    () => drawTrouble(random),
  ).map((drawn) => (hasState && chance(0.6, own) ? drawStateFault(own) : drawn));
  return {
    name: `seed ${seed}`,
    replay: `npm run simulate -- --seeds 1 --start ${seed}${edition === "reference" ? "" : ` --api ${edition}`}`,
    seed,
    world: drawn,
    project: projectOf(drawn, {
      hasCertificate,
      newTeams,
      hasState,
      ...(gitbook === undefined ? {} : { gitbook }),
    }),
    concurrency: pickFrom([1, 2, 4, 8, 8, 16], random),
    latency: [least, least + pickFrom([0, 10, 100, 3000], random)],
    pageSize: pickFrom([undefined, undefined, undefined, 1, 2, 3], random),
    rate: chance(0.1, random) ? pickFrom([2, 5, 20], random) : undefined,
    faults: troubles.flatMap((one) => ("nth" in one && one.of !== "state" ? [one] : [])),
    ...(hasState
      ? { state: { faults: troubles.flatMap((one) => ("nth" in one && one.of === "state" ? [one] : [])) } }
      : {}),
    runs: drawRuns(
      troubles.flatMap((one) => ("nth" in one ? [] : [one])),
      random,
    ).map((run) => (hasState ? onServer(run, own) : run)),
    undoes: chance(0.15, random),
  };
}

/** One thing that goes wrong: with a request, or with a run itself. */
function drawTrouble(random: () => number): ExactFault | Mishaps {
  const sort = pickFrom(["changes", "changes", "changes", "changes", "reads", "run"] as const, random);
  if (sort === "run")
    return chance(0.65, random) ? { interrupts: drawInterrupts(random) } : drawFullDisk(random);
  const name = pickFrom(
    faultNames.filter((one) => happensTo(one, sort)),
    random,
  );
  return { name, of: sort, nth: 1 + Math.floor(random() ** 2 * (sort === "reads" ? 40 : 15)) };
}

function drawFullDisk(random: () => number): Mishaps {
  const code = pickFrom(["ENOSPC", "ENOSPC", "EACCES"] as const, random);
  return { disk: { nth: 1 + Math.floor(random() ** 2 * 20), code } };
}

/** The runs, with what happens to them spread over them. */
function drawRuns(mishaps: readonly Mishaps[], random: () => number): readonly RunPlan[] {
  const count = pickFrom([1, 1, 2], random);
  const any = (): number => Math.floor(random() * count);
  const crash = chance(0.45, random) && { ...drawMoment(random), losesPower: chance(0.3, random) };
  const crashed = crash === false ? [] : [{ at: any(), what: { crash } }];
  const others = mishaps.map((what) => ({ at: any(), what }));
  const edited = chance(0.35, random) ? any() : undefined;
  return Array.from({ length: count }, (_, index) => ({
    mishaps: Object.assign(
      {},
      ...[...crashed, ...others].flatMap(({ at, what }) => (at === index ? [what] : [])),
    ),
    isEditedAfter: index === edited,
    allowsDeletes: !chance(0.05, random),
    rehearses: chance(0.03, random),
  }));
}

/**
 * A run whose state is on a server: it may be stopped while it speaks to that, and the next one may be on another
 * machine.
 */
function onServer(run: RunPlan, random: () => number): RunPlan {
  const { crash, interrupts } = run.mishaps;
  const losesClone = chance(0.4, random);
  if (chance(0.6, random)) return { ...run, losesClone };
  const nth = 1 + Math.floor(random() ** 1.5 * 20);
  const moved = interrupts?.map((_, at) => ({ label: "state", nth: nth + at * 2 }));
  const mishaps = {
    ...run.mishaps,
    ...(crash === undefined ? {} : { crash: { ...crash, label: "state", nth } }),
    ...(moved === undefined ? {} : { interrupts: moved }),
  };
  return { ...run, losesClone, mishaps };
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
