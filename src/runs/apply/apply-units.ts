import type { Io } from "../../io/io.ts";
import type { ApplySummary } from "../../model/apply-event.ts";
import type { UnitRow } from "../../model/documents/organizations-document.ts";
import type { PlanDocument } from "../../model/documents/plan-document.ts";
import { type ExitCode, exitCode, stop } from "../../model/stop.ts";
import type { OpenUnit, OpenUnits } from "../../project/opened/open-units.ts";
import { canAsk } from "../../project/output.ts";
import { commandsLike } from "../../render/command-to-copy.ts";
import type { Interrupts } from "../interrupts.ts";
import { wayOutOf } from "../report-problem.ts";
import type { SeveralOptions, UnitWork } from "../units/each-unit.ts";
import { hearingOfAbsence, mayPass } from "../units/may-pass.ts";
import { planRow } from "../units/plan-units.ts";
import type { UnitEnd } from "../units/unit-end.ts";
import { type ApplyOptions, type ApplyWatch, applyUnit } from "./apply-project.ts";
import { endingWithVerdict } from "./ending.ts";
import { eachInWaves, inWaves } from "./in-waves.ts";

/**
 * Applies several units, each with its own plan, lock, journal and record. Where somebody is to say yes, they come one after
 * the other. After an interrupt, no other begins.
 */
export async function applyUnits(
  io: Io,
  options: ApplyOptions & SeveralOptions,
  opened: OpenUnits,
  plans: readonly PlanDocument[] | undefined,
  interrupts: Interrupts,
): Promise<ExitCode> {
  const chosen = plans === undefined ? opened.units : planned(opened.units, plans);
  const waves = inWaves(chosen, options, opened.joined.project, plans !== undefined);
  const asks = options.yes !== true && canAsk(io, options.input);
  const form = options.format === "json" ? "lines" : "text";
  interrupts.begin();
  const how = { form, asks, isStopping: interrupts.isStopping } as const;
  return eachInWaves(io, options, opened, waves, how, applyingUnit(plans));
}

/** Applies one of several units. */
export function applyingUnit(
  plans: readonly PlanDocument[] | undefined,
): UnitWork<ApplyOptions & SeveralOptions> {
  return async (unitIo, own, unit) => {
    const seen: Seen = {};
    const saved = plans?.find((plan) => isOf(plan, unit));
    const heard = hearingOfAbsence(unit, () => {
      seen.isCutOff = true;
    });
    const code = await endingWithVerdict(unitIo, own, (watch) =>
      applyUnit(unitIo, own, { unit: heard, saved, isOneOfSeveral: true }, watching(watch, seen)).catch(
        (problem: unknown) => {
          seen.problem = problem;
          throw problem;
        },
      ),
    );
    return { code, row: applyRow(code, seen, own), mayPass: mayPass(seen.problem) || wasCutOff(seen, own) };
  };
}

/**
 * Was a run cut off: the place of the state was away, or an answer was lost, with nothing that the platform refused? The
 * next plan goes on. Of a reviewed plan that is another one, unless all calls are done.
 */
function wasCutOff({ summary, isCutOff = false }: Seen, { expect }: ApplyOptions): boolean {
  if (summary === undefined || summary.notRun !== undefined) return false;
  const { failed, unknown, stale, skipped, unrecorded = [] } = summary;
  if (expect !== undefined && failed + unknown + stale + skipped > 0) return false;
  return isCutOff || unrecorded.length > 0 || (failed + stale === 0 && unknown > 0);
}

/** The facts of the apply of a unit. */
interface Seen {
  document?: PlanDocument;
  summary?: ApplySummary;
  problem?: unknown;
  /** The place of the state did not take a line of the journal. */
  isCutOff?: boolean;
}

function watching(watch: ApplyWatch, seen: Seen): ApplyWatch {
  return {
    begun: watch.begun,
    check: async (document) => {
      seen.document = document;
    },
    ended: (summary) => {
      seen.summary = summary;
      watch.ended(summary);
    },
  };
}

function isOf({ organizations }: PlanDocument, { unit }: OpenUnit): boolean {
  const planned = Object.keys(organizations);
  return planned.length === unit.aliases.length && unit.aliases.every((alias) => planned.includes(alias));
}

/** The units of saved plans. Throws `Stop` for a plan of no unit, or two of one: nothing is sent then. */
function planned(units: readonly OpenUnit[], plans: readonly PlanDocument[]): readonly OpenUnit[] {
  for (const plan of plans) {
    const name = Object.keys(plan.organizations).join("+");
    const [own] = units.filter((unit) => isOf(plan, unit));
    const hint = "make new ones with docform plan --out FOLDER, and review those";
    if (own === undefined)
      throw stop("DF5003", `a plan is for ${name}, which is planned otherwise here`, { hint });
    if (plans.filter((one) => isOf(one, own)).length > 1)
      throw stop("DF5003", `there are two plans for ${name}`, { hint });
  }
  return units;
}

const states = new Map<ExitCode, UnitRow["state"]>([
  [exitCode.interrupted, "interrupted"],
  [exitCode.held, "held"],
  [exitCode.stale, "stale"],
  [exitCode.failed, "failed"],
]);

/** The row of an apply in the table of several. */
export function applyRow(
  code: ExitCode,
  { document, summary, problem }: Seen,
  options: ApplyOptions,
): UnitEnd["row"] {
  const hint = wayOutOf(problem);
  if (document === undefined) {
    // Of a commit that is older than the applied one, nothing is planned.
    if (code === exitCode.done) return { state: "not begun", next: "nothing: a newer commit was applied" };
    return { state: states.get(code) ?? "not read", ...(hint === undefined ? {} : { next: hint }) };
  }
  const { next, state, ...counts } = planRow(document, options);
  const isIdle = document.steps.length === 0;
  const done = isIdle ? "no changes" : "applied";
  const word =
    code === exitCode.done ? done : state === "blocked" ? "blocked" : (states.get(code) ?? "failed");
  const isSaid = code === exitCode.done || code === exitCode.interrupted;
  const show = summary?.run && commandsLike(options)("runs", "show", summary.run);
  const way = isSaid ? undefined : (hint ?? show ?? next);
  return { ...counts, state: word, ...(way === undefined ? {} : { next: way }) };
}
