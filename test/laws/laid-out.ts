import { shuffled, withShuffledKeys } from "./random.ts";
import { manifestOf, type World } from "./world.ts";

/** The manifest in several files, its keys in any order. */
export function laidOut(drawn: World, random: () => number): Readonly<Record<string, unknown>> {
  const { organization, manage, ...kinds } = manifestOf(drawn);
  const files = shuffled(Object.entries(kinds), random).map(([kind, resources], index) => [
    `${Math.floor(random() * 1000)}-${index}.yaml`,
    withShuffledKeys({ organization, ...manageOf(manage, kind), [kind]: resources }, random),
  ]);
  return Object.fromEntries(files);
}

function manageOf(manage: unknown, kind: string): object {
  const mode = (manage as Readonly<Record<string, string>>)[kind];
  return mode === undefined ? {} : { manage: { [kind]: mode } };
}
