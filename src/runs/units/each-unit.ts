import type { Io } from "../../io/io.ts";
import { shown } from "../../io/shown.ts";
import type { UnitRow } from "../../model/documents/organizations-document.ts";
import { type ExitCode, exitCode, Stop, stop } from "../../model/stop.ts";
import type { OpenUnit, OpenUnits, UnitOptions } from "../../project/opened/open-units.ts";
import { fitted, styleFor, withAdvice } from "../../project/output.ts";
import { terminalText } from "../../render/safe-text.ts";
import { renderUnitTable } from "../../render/units/unit-table.ts";
import { Interrupted } from "../interrupts.ts";
import { diagnosticsOf, reportProblem, wayOutOf } from "../report-problem.ts";
import { mayPass } from "./may-pass.ts";
import { runAgain, type UnitEnd, type UnitForm } from "./unit-end.ts";
import { unitOutput } from "./unit-io.ts";
import { unitWriter } from "./unit-writer.ts";
import { worstCode } from "./worst-code.ts";

/** Options of commands that work on several units. */
export interface SeveralOptions extends UnitOptions {
  /** Units at the same time, at most. */
  readonly parallel?: number;
}

/** Units at the same time, unless somebody says otherwise: they share one window of requests. */
const usualParallel = 4;

/** Works on one unit; what it writes is shown below a heading. Throws what keeps it from being done. */
export type UnitWork<T extends UnitOptions> = (io: Io, options: T, unit: OpenUnit) => Promise<UnitEnd>;

/** How units are worked on, and in which form their results are written. */
export interface UnitsSetting {
  readonly form: UnitForm;
  /** Somebody is asked: units come one after the other, and write at once. */
  readonly asks?: boolean;
  /** No other unit begins. */
  readonly isStopping?: () => boolean;
  /** Lets units begin in waves. */
  readonly gate?: UnitGate;
  /** Hears of the rows of all at the end. */
  readonly ended?: (rows: readonly UnitRow[]) => Promise<void>;
}

/** Lets units begin, and hears how they ended. */
export interface UnitGate {
  /** Waits until a unit may begin; gives its end when it may not. */
  readonly enter: (unit: string) => Promise<UnitEnd | undefined>;
  readonly leave: (unit: string, code: ExitCode) => void;
}

/**
 * Runs a command for each of several units, some at the same time. One that fails stops no other. Results are written in
 * the order of names, as soon as those before them are; at the end a table. The exit code is the worst of all.
 */
export async function eachUnit<T extends SeveralOptions>(
  io: Io,
  options: T,
  { units, optionsFor }: OpenUnits,
  setting: UnitsSetting,
  work: UnitWork<T>,
): Promise<ExitCode> {
  const { form, asks = false, isStopping = () => false, gate, ended } = setting;
  const writer = unitWriter(io, form);
  const rows: UnitRow[] = [];
  const codes: ExitCode[] = [];
  // An option that names nothing is an error before anything is written.
  const given = units.map((unit) => [unit, optionsFor(options, unit.unit)] as const);
  const workOn = async ([unit, own]: (typeof given)[number]): Promise<() => void> => {
    const { name } = unit.unit;
    const heading = `\n${styleFor(io.stdout, io.env).bold(`== ${terminalText(name)} ==`)}\n`;
    const refused = await gate?.enter(name);
    const output = unitOutput(io, { name, heading, form, isDirect: asks && refused === undefined });
    const begun = io.monotonic();
    const end =
      isStopping() || codes.includes(exitCode.interrupted)
        ? notBegun
        : (refused ??
          (await work(output.io, own, unit).catch((problem) => endOfFailed(output.io, form, problem))));
    codes.push(end.code);
    gate?.leave(name, end.code);
    const milliseconds = Math.round(io.monotonic() - begun);
    return () => {
      const next = end.row.state === "interrupted" ? { next: runAgain } : {};
      const row = {
        organization: name,
        ...next,
        ...shown(io, end.row),
        calls: unit.requests(),
        milliseconds,
      };
      output.flush();
      writer.write(row, end);
      rows.push(row);
    };
  };
  writer.begin();
  await inOrder(given, asks ? 1 : (options.parallel ?? usualParallel), workOn);
  writer.end(rows);
  if (form === "text") io.stdout.write(fitted(io.stdout, renderUnitTable(rows, styleFor(io.stdout, io.env))));
  await ended?.(rows);
  return worstCode(codes);
}

const notBegun: UnitEnd = { code: exitCode.interrupted, row: { state: "interrupted" } };

/** Works on items, so many at the same time, and does what each work returns in the order of the items. */
async function inOrder<T>(
  items: readonly T[],
  parallel: number,
  work: (item: T) => Promise<() => void>,
): Promise<void> {
  const ended = new Map<number, () => void>();
  const queue = items.entries();
  let written = 0;
  const worker = async (): Promise<void> => {
    for (const [at, item] of queue) {
      ended.set(at, await work(item));
      for (let write = ended.get(written); write !== undefined; write = ended.get(written)) {
        ended.delete(written++);
        write();
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}

/** The end of a unit that a problem ended. People read of it below its heading. */
export function endOfFailed(io: Io, form: UnitForm, problem: unknown): UnitEnd {
  const told = problem instanceof Interrupted ? [] : diagnosticsOf(problem);
  const diagnostics = withAdvice(shown(io, told));
  const isShown = form !== "json" && form !== "markdown";
  const code = isShown ? reportProblem(io, form === "lines" ? "lines" : "text", problem) : codeOf(problem);
  const hint = wayOutOf(problem);
  const row = { state: stateOf(code), ...(hint === undefined ? {} : { next: hint }) };
  return { code, row, diagnostics, mayPass: mayPass(problem) };
}

function codeOf(problem: unknown): ExitCode {
  if (problem instanceof Interrupted) return exitCode.interrupted;
  return problem instanceof Stop ? problem.code : exitCode.error;
}

const states = new Map<ExitCode, UnitRow["state"]>([
  [exitCode.interrupted, "interrupted"],
  [exitCode.stale, "stale"],
  [exitCode.held, "held"],
  [exitCode.failed, "failed"],
]);

function stateOf(code: ExitCode): UnitRow["state"] {
  return states.get(code) ?? "not read";
}

/** Throws `Stop` for a form of the result that there is for one organization alone. */
export function refuseForm(options: { readonly format: string }, units: OpenUnits["units"]): void {
  if (["text", "json", "markdown"].includes(options.format)) return;
  const hint = `choose one: --target ${units[0]?.unit.name ?? "ALIAS"}`;
  throw stop("DF5001", `--format ${options.format} is for one organization, and these are ${units.length}`, {
    hint,
  });
}
