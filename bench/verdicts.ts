import { medianOf } from "../src/text/median.ts";

/** A figure beside the bound that it may not be above. */
export interface Verdict {
  readonly what: string;
  readonly figure: number;
  readonly bound: number;
  readonly holds: boolean;
}

/** A figure that is not a number, as nothing was measured, holds no bound. */
export function verdictOn(what: string, figure: number, bound: number): Verdict {
  return { what, figure, bound, holds: figure <= bound };
}

/** Prints each verdict on a line. */
export function printVerdicts(verdicts: readonly Verdict[]): void {
  for (const { what, figure, bound, holds } of verdicts)
    console.log(
      `${what.padEnd(44)} ${figure.toFixed(2).padStart(9)}   at most ${bound}   ${holds ? "ok" : "NOT ok"}`,
    );
}

/**
 * The median of what was measured in each round. Where nothing was, or not in every round, it is no number: as 0 it
 * would hold every bound.
 */
export function medianFigure(measured: readonly number[]): number {
  const isWhole = measured.length > 0 && !measured.some(Number.isNaN);
  return isWhole ? medianOf(measured) : Number.NaN;
}

/** A size, and what was measured at it. */
export type Point = readonly [size: number, measured: number];

/** Slope of the line through the points (log size, log measured) that is nearest to them, by least squares. */
export function slopeOf(points: readonly Point[]): number {
  const logs = points.map(([size, measured]) => [Math.log(size), Math.log(measured)] as const);
  const [x, y] = [meanOf(logs.map(([at]) => at)), meanOf(logs.map(([, value]) => value))];
  const covariance = meanOf(logs.map(([at, value]) => (at - x) * (value - y)));
  return covariance / meanOf(logs.map(([at]) => (at - x) ** 2));
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
