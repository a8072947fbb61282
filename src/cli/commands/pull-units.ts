import type { Io } from "../../io/io.ts";
import type { Project } from "../../manifest/load/load-project.ts";
import { type ExitCode, exitCode } from "../../model/stop.ts";
import type { OpenUnits } from "../../project/opened/open-units.ts";
import { oneByOne, type PullOptions, projectToPull } from "../../pull/pull-project.ts";
import { commandsLike } from "../../render/command-to-copy.ts";
import { guarded } from "../../runs/apply/guarded-run.ts";
import { eachUnit, type SeveralOptions } from "../../runs/units/each-unit.ts";
import type { UnitEnd } from "../../runs/units/unit-end.ts";
import { type PullBegun, pullUnit } from "./pull-unit.ts";

interface PullOfSeveral {
  readonly begun: PullBegun;
  /** The project as it is before anything is written. */
  readonly project: Project;
  readonly isStopping: () => boolean;
}

/** Pulls several units. They are read at the same time, and written one after the other: a file may be of several. */
export async function pullUnits(
  io: Io,
  options: PullOptions & SeveralOptions,
  opened: OpenUnits,
  { begun, project, isStopping }: PullOfSeveral,
): Promise<ExitCode> {
  const inTurn = oneByOne(project, (values) =>
    projectToPull({ ...io, env: { ...io.env, ...values } }, options),
  );
  return eachUnit(io, options, opened, { form: "text", isStopping }, async (unitIo, own, unit) => {
    const given = { unit, project, begun, inTurn };
    const { code, pulled } = await guarded(unitIo, own, begun.command, (guard) =>
      pullUnit(unitIo, own, given, guard),
    );
    const { files, missing } = pulled;
    const written = pulled.isWritten ? "written" : "changes";
    const state = code === exitCode.failed ? "failed" : files.length === 0 ? "no changes" : written;
    const isLeft = missing.length > 0 && own.prune !== true;
    const next = isLeft ? commandsLike(own)("pull", "--declared", "--prune", ...missing) : undefined;
    const row: UnitEnd["row"] = {
      state,
      changes: files.length,
      ...(next === undefined ? {} : { next }),
    };
    return { code, row };
  });
}
