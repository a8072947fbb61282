import type { Desired } from "../../../src/model/desired.ts";
import { manifestsOf, seedOf, type World } from "../worlds/world.ts";
import { read, type Simulation, simulate } from "./simulation.ts";

type Options = readonly [chance?: Parameters<typeof simulate>[1], through?: Parameters<typeof simulate>[2]];

/** The platform of a world as it is, in its edition. */
export function platformOf(drawn: World, ...[chance, through]: Options): Simulation {
  return simulate(seedOf(drawn), chance, through, drawn.edition);
}

/** The manifests of a world, read in its edition. */
export function wantedOf(drawn: World): Promise<Desired> {
  return read(manifestsOf(drawn), drawn.edition);
}
