import type { Project } from "../../manifest/load/load-project.ts";
import { selectorText } from "../../model/labels.ts";
import { stop } from "../../model/stop.ts";
import type { OpenUnit } from "../../project/opened/open-units.ts";
import { commandsLike } from "../../render/command-to-copy.ts";
import type { SeveralOptions, UnitGate } from "../units/each-unit.ts";
import type { ApplyOptions } from "./apply-project.ts";
import { mostFailures, rolloutGate, wavesOf } from "./rollout.ts";

/** Units in the order in which they begin. */
interface InWaves {
  readonly units: readonly OpenUnit[];
  /** Left out where the project has no rollout. */
  readonly gate?: UnitGate;
  /** The command that goes on after a pause; left out where nothing comes after it. */
  readonly goOn?: string;
}

/** The units in the order of the waves of the project; as they are where it has no rollout. Throws `Stop` for a wrong pause. */
export function inWaves(
  units: readonly OpenUnit[],
  options: ApplyOptions & SeveralOptions,
  { rollout, labels }: Pick<Project, "rollout" | "labels">,
  isSaved: boolean,
): InWaves {
  const { pauseAfter } = options;
  const names = rollout?.waves.map(({ name }) => name) ?? [];
  if (pauseAfter !== undefined && !names.includes(pauseAfter)) {
    const hint = names.length === 0 ? "write rollout: into docform.yaml" : `there are: ${names.join(", ")}`;
    throw stop("DF5001", `--pause-after: there is no wave "${pauseAfter}"`, { hint });
  }
  if (pauseAfter !== undefined && isSaved)
    throw stop(
      "DF5001",
      "--pause-after takes no saved plans: those of the wave would be stale when it goes on",
    );
  if (rollout === undefined) return { units };
  const named = units.map(({ unit }) => unit);
  const waves = wavesOf(rollout, named, labels);
  const byName = new Map(units.map((unit) => [unit.unit.name, unit]));
  const goOn = commandsLike(options)("apply", ...wordsOf(options));
  const isLeft = waves.slice(names.indexOf(pauseAfter ?? "") + 1).some((wave) => wave.units.length > 0);
  return {
    units: waves.flatMap((wave) => wave.units.flatMap((name) => byName.get(name) ?? [])),
    gate: rolloutGate(waves, { mostFailures: mostFailures(rollout, units.length), pauseAfter, goOn }),
    ...(pauseAfter !== undefined && isLeft ? { goOn } : {}),
  };
}

/** Throws `Stop` for units of several waves: workers begin them all at once. */
export function refuseWaves(
  units: readonly OpenUnit[],
  { rollout, labels }: Pick<Project, "rollout" | "labels">,
): void {
  if (rollout === undefined) return;
  const named = units.map(({ unit }) => unit);
  const [first, ...others] = wavesOf(rollout, named, labels).filter((wave) => wave.units.length > 0);
  if (others.length === 0) return;
  const hint = "choose one after the other with --select, or apply without --engine";
  throw stop("DF5001", `workers begin all at once, and ${first?.name} is a wave of the rollout`, { hint });
}

/** The options that say what is applied, as words of a command line. */
function wordsOf({ yes, select = [], target = [], shard, expect = [] }: ApplyOptions & SeveralOptions) {
  return [
    ...(yes === true ? ["--yes"] : []),
    ...select.flatMap((one) => ["--select", selectorText([one])]),
    ...target.flatMap((one) => ["--target", one]),
    ...(shard === undefined ? [] : ["--shard", `${shard.index}/${shard.count}`]),
    ...expect.flatMap((one) => ["--expect", one]),
  ];
}
