import type { Rollout } from "../../manifest/load/rollout.ts";
import { isSelected, type Labels } from "../../model/labels.ts";
import { type ExitCode, exitCode } from "../../model/stop.ts";
import { counted } from "../../render/words.ts";
import type { UnitGate } from "../units/each-unit.ts";
import { runAgain, type UnitEnd } from "../units/unit-end.ts";

/** A wave, and the names of the units in it. */
export interface UnitsInWave {
  readonly name: string;
  readonly units: readonly string[];
}

/** A unit as a rollout knows it. */
interface NamedUnit {
  readonly name: string;
  readonly aliases: readonly string[];
}

/**
 * The waves of a rollout with their units, in order. An organization is in the first wave that fits; a unit of several is
 * in the last one of theirs, since a transfer changes both.
 */
export function wavesOf(
  { waves }: Rollout,
  units: readonly NamedUnit[],
  labels: ReadonlyMap<string, Labels>,
): readonly UnitsInWave[] {
  const waveOf = (alias: string): number =>
    waves.findIndex(({ selector }) => isSelected(selector, labels.get(alias) ?? new Map()));
  const placed = units.map(({ name, aliases }) => ({ name, at: Math.max(...aliases.map(waveOf)) }));
  return waves.map(({ name }, index) => ({
    name,
    units: placed.filter(({ at }) => at === index).map((one) => one.name),
  }));
}

/** Failures after which no other unit begins. */
export function mostFailures({ stopAfter }: Rollout, units: number): number {
  if (stopAfter === undefined) return Number.POSITIVE_INFINITY;
  return "count" in stopAfter ? stopAfter.count : Math.ceil((stopAfter.percent * units) / 100);
}

/** The points at which a rollout stops. */
interface Limits {
  readonly mostFailures: number;
  /** The wave after which no other begins. */
  readonly pauseAfter?: string | undefined;
  /** The command that goes on after the pause. */
  readonly goOn: string;
}

/** The gate of a rollout. */
export interface RolloutGate extends UnitGate {
  /** So many have failed that no other begins. */
  readonly hasStopped: () => boolean;
}

/**
 * The gate of a rollout: a wave begins when each unit of the waves before it ended with exit code 0, so its second plan was
 * empty. People who have not joined yet are waiting, which is no failure.
 */
export function rolloutGate(waves: readonly UnitsInWave[], limits: Limits): RolloutGate {
  const all = waves.map(({ name, units }) => openWave(name, units));
  const last = waves.findIndex(({ name }) => name === limits.pauseAfter);
  const waveOf = new Map(waves.flatMap(({ units }, at) => units.map((unit) => [unit, at] as const)));
  const refused = new Set<string>();
  let failures = 0;
  const hasStopped = (): boolean => failures >= limits.mostFailures;
  const whyRefused = (at: number): UnitEnd | undefined => {
    if (hasStopped())
      return notBegun(exitCode.failed, `${counted(failures, "organization")} failed: ${later}`);
    const failed = all.slice(0, at).find(({ hasFailed }) => hasFailed());
    if (failed !== undefined) return notBegun(exitCode.failed, `wave ${failed.name} failed: ${later}`);
    return last >= 0 && at > last ? notBegun(exitCode.done, limits.goOn) : undefined;
  };
  return {
    enter: async (unit) => {
      const at = waveOf.get(unit) ?? 0;
      await Promise.all(all.slice(0, at).map(({ ended }) => ended));
      const why = whyRefused(at);
      if (why !== undefined) refused.add(unit);
      return why;
    },
    leave: (unit, code) => {
      if (code !== exitCode.done && !refused.has(unit)) failures += 1;
      all[waveOf.get(unit) ?? 0]?.leave(unit, code);
    },
    hasStopped,
  };
}

/** The way out of a unit before which others failed. */
const later = `solve that, then ${runAgain}`;

function notBegun(code: ExitCode, next: string): UnitEnd {
  return { code, row: { state: "not begun", next } };
}

function openWave(name: string, units: readonly string[]) {
  const left = new Set(units);
  let end = (): void => {};
  let isFailed = false;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  if (left.size === 0) end();
  const leave = (unit: string, code: ExitCode): void => {
    if (!left.delete(unit)) return;
    isFailed ||= code !== exitCode.done;
    if (left.size === 0) end();
  };
  return { name, ended, hasFailed: () => isFailed, leave };
}
