import { resolve } from "node:path";
import type { Io } from "../../io/io.ts";
import { ownFiles } from "../../io/own-files.ts";
import type { UnitRow } from "../../model/documents/organizations-document.ts";
import type { PlanDocument } from "../../model/documents/plan-document.ts";
import { type ExitCode, exitCode, stop } from "../../model/stop.ts";
import type { OpenUnits } from "../../project/opened/open-units.ts";
import { accessChanges } from "../../render/plan/access-items.ts";
import { applyCommand } from "../../render/plan/plan-summary.ts";
import { listed } from "../../render/words.ts";
import { type PlanOptions, planUnit, renderPlan } from "../plan-project.ts";
import { planJson, savePlan } from "../save-plan.ts";
import { eachUnit, refuseForm, type SeveralOptions } from "./each-unit.ts";
import type { UnitEnd } from "./unit-end.ts";

/** Plans several units, each by itself. With `--out`, each that has something to do gets a file of a folder. */
export async function planUnits(
  io: Io,
  options: PlanOptions & SeveralOptions,
  opened: OpenUnits,
): Promise<ExitCode> {
  refuseForm(options, opened.units);
  const { format, out } = options;
  if (out !== undefined) await emptyFolder(io, out);
  const form = format === "html" ? "text" : format;
  return eachUnit(io, options, opened, { form }, async (unitIo, own, unit) => {
    const document = await planUnit(unitIo, own, unit);
    if (out !== undefined && document.changes.length + document.steps.length > 0)
      await savePlan(io, resolve(io.cwd, out, `${unit.unit.name}.json`), document);
    if (form === "text") unitIo.stdout.write(await renderPlan(unitIo, form, document, own));
    const hasSteps = document.steps.length > 0;
    const code = options.detailedExitcode === true && hasSteps ? exitCode.changes : exitCode.done;
    const told: Partial<UnitEnd> = {
      ...(form === "json" ? { document: { name: "plan", json: planJson(document) } } : {}),
      ...(form === "markdown" && document.changes.length > 0
        ? { details: await renderPlan(unitIo, form, document, own) }
        : {}),
    };
    return { code, row: planRow(document, own), ...told };
  });
}

/** The row of a plan in the table of several. */
export function planRow(document: PlanDocument, given: PlanOptions<string>): UnitEnd["row"] {
  const { create, update, delete: deletes, move, restore, adopt } = document.summary;
  const access = accessChanges(document);
  const next = document.steps.length === 0 ? undefined : applyCommand(document, { given });
  return {
    state: stateOf(document),
    changes: create + update + deletes + move + restore + adopt,
    deletes,
    ...(access.length === 0 ? {} : { access: [...access] }),
    ...(next === undefined ? {} : { next }),
  };
}

function stateOf({ summary, steps, changes }: PlanDocument): UnitRow["state"] {
  if (summary.held > 0) return "held";
  if (summary.blocked > 0) return "blocked";
  return steps.length + changes.length > 0 ? "changes" : "no changes";
}

/** Makes the folder for the plans. Throws `Stop` when it has files: an older plan would be applied with the new ones. */
async function emptyFolder(io: Io, out: string): Promise<void> {
  const disk = ownFiles(io.disk, io.cwd);
  const folder = resolve(io.cwd, out);
  if ((await disk.entry(folder))?.type === "file") {
    const hint = "name a folder, or choose one organization with --target";
    throw stop("DF5001", `--out ${out} is a file, and these are several organizations`, { hint });
  }
  const names = await disk.names(folder).catch(() => []);
  if (names.length > 0) {
    const message = `the folder ${out} is not empty: it holds ${listed([...names].sort().slice(0, 5))}`;
    throw stop("DF5004", message, { hint: "apply takes all of a folder: remove them, or name a new one" });
  }
  await disk.makeFolder(folder, "ordinary");
}
