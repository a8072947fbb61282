import type { Io } from "../../io/io.ts";
import type { ExitCode } from "../../model/stop.ts";
import type { OpenUnits } from "../../project/opened/open-units.ts";
import { commandsLike } from "../../render/command-to-copy.ts";
import { renderJson } from "../../render/json/json-text.ts";
import type { DriftForm } from "../drift-forms.ts";
import { driftCode, driftUnit, type FindingOptions, type FoundDrift, renderDrift } from "../drift-project.ts";
import { eachUnit, refuseForm, type SeveralOptions, type UnitWork } from "./each-unit.ts";
import type { UnitEnd, UnitForm } from "./unit-end.ts";

/** Hears of the drift of each unit. */
export type HearsDrift = (io: Io, options: SeveralOptions, drift: FoundDrift) => Promise<void>;

/** The drift of several units, each by itself; `found` hears of each. */
export async function driftUnits(
  io: Io,
  options: SeveralOptions & FindingOptions & { readonly format: DriftForm },
  opened: OpenUnits,
  found: HearsDrift,
): Promise<ExitCode> {
  refuseForm(options, opened.units);
  const form = options.format as UnitForm & DriftForm;
  return eachUnit(io, options, opened, { form }, findingDrift(form, found));
}

/** Finds the drift of one of several units. */
export function findingDrift(
  form: UnitForm & DriftForm,
  found: HearsDrift,
): UnitWork<SeveralOptions & FindingOptions> {
  return async (unitIo, own, unit) => {
    const drift = await driftUnit(unitIo, own, unit);
    const code = driftCode(drift);
    if (form === "text") unitIo.stdout.write(await renderDrift(unitIo, form, own, drift));
    await found(unitIo, own, drift);
    const told: Partial<UnitEnd> = {
      ...(form === "json" ? { document: { name: "drift", json: renderJson(drift.drift) } } : {}),
      ...(form === "markdown" && code !== 0 ? { details: await renderDrift(unitIo, form, own, drift) } : {}),
    };
    return { code, row: driftRow(drift, own), ...told };
  };
}

/** The row of drift in the table of several. */
export function driftRow({ drift }: FoundDrift, options: SeveralOptions): UnitEnd["row"] {
  const differing = [...drift.drifted, ...drift.missing];
  const access = differing.filter(({ impact }) => impact === "high").map(({ address }) => address);
  return {
    state: differing.length > 0 ? "changes" : "no changes",
    changes: differing.length,
    ...(access.length === 0 ? {} : { access }),
    ...(differing.length === 0 ? {} : { next: commandsLike(options)("plan") }),
  };
}
