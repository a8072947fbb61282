import { manifestsOf, type World } from "../worlds/world.ts";
import { shuffled, withShuffledKeys } from "./random.ts";

/** The manifests in several files, their keys in any order. */
export function laidOut(drawn: World, random: () => number): Readonly<Record<string, unknown>> {
  const files = Object.values(manifestsOf(drawn)).flatMap(({ organization, manage, ...kinds }) =>
    Object.entries(kinds).map(([kind, resources]) =>
      withShuffledKeys({ organization, ...manageOf(manage, kind), [kind]: resources }, random),
    ),
  );
  const named = shuffled(files, random).map((file, index) => [
    `${Math.floor(random() * 1000)}-${index}.yaml`,
    file,
  ]);
  return Object.fromEntries(named);
}

function manageOf(manage: unknown, kind: string): object {
  const mode = (manage as Readonly<Record<string, string>> | undefined)?.[kind];
  return mode === undefined ? {} : { manage: { [kind]: mode } };
}
