import { ApiError, type ApiErrorKind } from "../../client/errors.ts";
import { Stop } from "../../model/stop.ts";
import type { OpenUnit } from "../../project/opened/open-units.ts";
import { BackendError } from "../../state/backend.ts";
import { Interrupted } from "../interrupts.ts";

const passing: readonly ApiErrorKind[] = ["fault", "unreachable", "lost", "rate-limited"];

/**
 * May a problem be over a while later, with nothing changed? A lock that is held, a platform or a place of state that does
 * not answer, and an interrupt of this process.
 */
export function mayPass(problem: unknown): boolean {
  if (problem instanceof Interrupted) return true;
  if (problem instanceof ApiError) return passing.includes(problem.kind);
  if (problem instanceof BackendError) return problem.mayPass;
  return problem instanceof Stop && problem.diagnostics.some(({ code }) => code === "DF5033");
}

/** A unit, of which somebody hears when a line of its journal could not be written, and may be a while later. */
export function hearingOfAbsence(unit: OpenUnit, hear: () => void): OpenUnit {
  const heard = (problem: unknown): never => {
    if (mayPass(problem)) hear();
    throw problem;
  };
  const openState = async (): ReturnType<OpenUnit["openState"]> => {
    const place = await unit.openState();
    const begin: typeof place.runs.begin = async (...given) => {
      const log = await place.runs.begin(...given);
      return { ...log, append: (text) => log.append(text).catch(heard) };
    };
    return { ...place, runs: { ...place.runs, begin } };
  };
  return { ...unit, openState };
}
