import type { Io } from "../../io/io.ts";
import type { Project } from "../../manifest/load/load-project.ts";
import { selectorText } from "../../model/labels.ts";
import { type ExitCode, exitCode, stop } from "../../model/stop.ts";
import type { OpenUnit, OpenUnits } from "../../project/opened/open-units.ts";
import { commandsLike } from "../../render/command-to-copy.ts";
import { terminalText } from "../../render/safe-text.ts";
import { eachUnit, type SeveralOptions, type UnitsSetting, type UnitWork } from "../units/each-unit.ts";
import type { ApplyOptions } from "./apply-project.ts";
import { mostFailures, type RolloutGate, rolloutGate, wavesOf } from "./rollout.ts";

/** The units of a rollout. */
export interface InWaves {
  /** In the order in which they begin; one of all units where the project has no rollout. */
  readonly waves: readonly (readonly OpenUnit[])[];
  /** Left out where the project has no rollout. */
  readonly gate?: RolloutGate;
  /** The words after a pause; left out where nothing comes after it. */
  readonly paused?: string;
}

/** The options that say how a rollout goes on. */
export interface RolloutOptions extends SeveralOptions, Pick<ApplyOptions, "pauseAfter" | "yes" | "expect"> {
  /** Workers do it. */
  readonly engine?: "postgres";
}

/** The units in the waves of the project. Throws `Stop` for a wrong pause. */
export function inWaves(
  units: readonly OpenUnit[],
  options: RolloutOptions,
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
  if (rollout === undefined) return { waves: [units] };
  const named = units.map(({ unit }) => unit);
  const waves = wavesOf(rollout, named, labels);
  const byName = new Map(units.map((unit) => [unit.unit.name, unit]));
  const goOn = commandsLike(options)("apply", ...wordsOf(options));
  const isLeft = waves.slice(names.indexOf(pauseAfter ?? "") + 1).some((wave) => wave.units.length > 0);
  return {
    waves: waves.map((wave) => wave.units.flatMap((name) => byName.get(name) ?? [])),
    gate: rolloutGate(waves, { mostFailures: mostFailures(rollout, units.length), pauseAfter, goOn }),
    ...(pauseAfter !== undefined && isLeft
      ? { paused: `Paused after the wave ${pauseAfter}. To go on: ${goOn}` }
      : {}),
  };
}

/** Works on units in their waves; see `eachUnit`. After a pause it says how to go on. */
export async function eachInWaves<T extends SeveralOptions>(
  io: Io,
  options: T,
  opened: OpenUnits,
  { waves, gate, paused }: InWaves,
  setting: UnitsSetting,
  work: UnitWork<T>,
): Promise<ExitCode> {
  const gated = { ...setting, ...(gate === undefined ? {} : { gate }) };
  const code = await eachUnit(io, options, { ...opened, units: waves.flat() }, gated, work);
  if (paused !== undefined && code === exitCode.done && setting.form === "text")
    io.stdout.write(`\n${terminalText(paused)}\n`);
  return code;
}

/** The options that say what is applied, as words of a command line. */
function wordsOf({ engine, yes, select = [], target = [], shard, expect = [] }: RolloutOptions) {
  return [
    ...(engine === undefined ? [] : ["--engine", engine]),
    ...(yes === true ? ["--yes"] : []),
    ...select.flatMap((one) => ["--select", selectorText([one])]),
    ...target.flatMap((one) => ["--target", one]),
    ...(shard === undefined ? [] : ["--shard", `${shard.index}/${shard.count}`]),
    ...expect.flatMap((one) => ["--expect", one]),
  ];
}
