import type { Io } from "../../io/io.ts";
import { type ExitCode, exitCode } from "../../model/stop.ts";
import { withUnits } from "../../project/opened/open-units.ts";
import { type PlanOptions, planUnit, renderPlan } from "../../runs/plan-project.ts";
import { savePlan } from "../../runs/save-plan.ts";
import type { SeveralOptions } from "../../runs/units/each-unit.ts";

/** `docform plan`: shows the changes and the calls that would make them. It sends no write. */
export async function runPlan(io: Io, given: PlanOptions & SeveralOptions): Promise<ExitCode> {
  return withUnits(io, given, async (opened) => {
    if (opened.isSeveral)
      return (await import("../../runs/units/plan-units.ts")).planUnits(io, given, opened);
    const options = opened.optionsFor(given, opened.joined.unit);
    const document = await planUnit(io, options, opened.joined);
    if (options.out !== undefined) await savePlan(io, options.out, document);
    io.stdout.write(await renderPlan(io, options.format, document, options));
    return options.detailedExitcode === true && document.steps.length > 0 ? exitCode.changes : exitCode.done;
  });
}
