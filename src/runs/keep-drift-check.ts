import { type Io, timeOf } from "../io/io.ts";
import { organizationOf } from "../model/address.ts";
import type { DriftDocument } from "../model/documents/drift-document.ts";
import { whyFileFailed } from "../model/file-problem.ts";
import { hintOf } from "../model/stop.ts";
import type { OpenUnit } from "../project/opened/open-units.ts";
import { warn } from "../project/output.ts";
import { type DriftCheck, withDriftChecks } from "../state/drift-checks.ts";
import { recordText } from "../state/record.ts";
import { Interrupted } from "./interrupts.ts";
import { type LockOptions, lockProject } from "./project-lock.ts";
import { storedRecord } from "./stored-record.ts";

/**
 * Keeps in the record that drift was looked for, and how much was found, for the organizations that the record has. A check that cannot
 * be kept is a warning. Throws `Interrupted` after an interrupt.
 */
export async function keepDriftCheck(
  io: Io,
  options: LockOptions,
  { project, openState }: Pick<OpenUnit, "project" | "openState">,
  baseUrl: string,
  { drifted, missing }: Pick<DriftDocument, "drifted" | "missing">,
): Promise<void> {
  const aliases = [...drifted, ...missing].map(({ address }) => organizationOf(address));
  const at = timeOf(io);
  const checks = project.desired.organizations.map(({ alias, id }): readonly [string, DriftCheck] => [
    id,
    { at, differing: aliases.filter((one) => one === alias).length },
  ]);
  // An interrupt ends waiting for the lock; one that is held is let go of first.
  const interrupt = new AbortController();
  const end = io.onInterrupt(() => interrupt.abort());
  try {
    const state = await openState();
    try {
      const lock = await lockProject(io, options, state, "drift", interrupt.signal);
      try {
        lock.demand();
        const stored = await storedRecord(state);
        const next = stored && withDriftChecks(stored.record, baseUrl, new Map(checks));
        if (stored !== undefined && next !== undefined)
          await state.record.write(recordText(next), stored.version);
      } finally {
        await lock.release();
      }
    } finally {
      await state.close();
    }
  } catch (problem) {
    const message = `this look for drift could not be kept: ${whyFileFailed(problem)}`;
    warn(io, options, [{ code: "DF5020", severity: "warning", message, ...hintOf(problem) }]);
  } finally {
    end();
  }
  if (interrupt.signal.aborted) throw new Interrupted();
}
