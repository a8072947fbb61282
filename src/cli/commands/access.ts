import { type AccessForm, accessForms } from "../../explain/access-forms.ts";
import {
  type AccessRequest,
  type FoundAccess,
  readAccess,
  requireAccess,
} from "../../explain/read-access.ts";
import type { Io } from "../../io/io.ts";
import { organizationOf } from "../../model/address.ts";
import { type ExitCode, exitCode } from "../../model/stop.ts";
import { type OpenUnits, withUnits } from "../../project/opened/open-units.ts";
import { eachUnit, type SeveralOptions } from "../../runs/units/each-unit.ts";
import type { UnitEnd } from "../../runs/units/unit-end.ts";

/** Options of `docform access`. */
export interface AccessOptions extends SeveralOptions, AccessRequest {
  readonly format: AccessForm;
}

/** `docform access`: entries and effective roles, read from the platform. */
export async function showAccess(io: Io, options: AccessOptions): Promise<ExitCode> {
  const { of, target } = options;
  const isWhole = target === undefined && of?.includes("/") === true;
  const choice = isWhole ? { ...options, target: [organizationOf(of)] } : options;
  return withUnits(io, choice, async (opened) => {
    requireAccess(opened.joined.project);
    if (opened.isSeveral) return accessOfUnits(io, options, opened);
    const { access, lacking } = await readAccess(io, options, opened.joined);
    if (lacking !== undefined) throw lacking;
    io.stdout.write(await accessForms[options.format](access));
    return exitCode.done;
  });
}

/** The access of several units. What is asked for need not be in each, but in one of those that are read. */
async function accessOfUnits(io: Io, options: AccessOptions, opened: OpenUnits): Promise<ExitCode> {
  const { format: form } = options;
  const found: FoundAccess[] = [];
  const code = await eachUnit(io, options, opened, { form }, async (unitIo, own, unit): Promise<UnitEnd> => {
    const { access, lacking } = await readAccess(unitIo, own, unit);
    found.push({ access, ...(lacking === undefined ? {} : { lacking }) });
    const end = { code: exitCode.done, row: { state: "read" } } as const;
    const text = await accessForms[form](access);
    if (form === "json") return { ...end, document: { name: "access", json: text } };
    if (lacking !== undefined) return end;
    if (form !== "text") return { ...end, details: text };
    unitIo.stdout.write(text);
    return end;
  });
  const [first] = found.flatMap(({ lacking }) => lacking ?? []);
  if (first !== undefined && code === exitCode.done && found.every(({ lacking }) => lacking !== undefined))
    throw first;
  return code;
}
