import { type Diagnostic, error } from "../../model/diagnostic.ts";
import { backendNames } from "../../state/backends/backends.ts";
import type { Report } from "../read/report.ts";
import {
  type Entry,
  entryOf,
  type Ingredient,
  scalarsOf,
  scalarText,
  type Tree,
  toJson,
} from "../read/tree.ts";
import { checkValue } from "../schema/check-value.ts";
import { type StateSetting, stateSchema } from "../schema/project-file.ts";

/** The place of the state: an environment that writes one replaces that of the project whole. */
export function readState(
  written: Entry | undefined,
  interpolated: (value: Tree) => Tree | undefined,
  report: Report,
  isOfSeveral: boolean,
): StateSetting | undefined {
  if (written === undefined) return "local";
  const value = interpolated(written.value);
  const foreign = scalarsOf(value ?? written.value).filter(({ madeOf = [] }) => madeOf.some(isFromOutside));
  report.add(foreign.map(({ source }) => error("DF1007", stateIsPlain, { source, hint: stateHint })));
  if (foreign.length > 0) return undefined;
  const read = stateSchema.safeParse(value && toJson(value));
  // A value that is wrong as it is written is told with the whole file.
  if (!read.success && value !== undefined && stateSchema.safeParse(toJson(written.value)).success)
    report.add(checkValue(stateSchema, { name: "state", source: written.source, value }));
  if (!read.success || read.data === "local") return read.data;
  if (isOfSeveral && value !== undefined) report.add(sharedAddresses(value));
  if (Object.keys(read.data).length === 1) return read.data;
  const message = `state must be local, or name one of ${backendNames.slice(0, -1).join(", ")} and ${backendNames.at(-1)}`;
  report.add(error("DF1005", message, { source: written.source }));
  return undefined;
}

/** The addresses of a state server that are the same for all organizations: each has a state and a lock of its own. */
function sharedAddresses(state: Tree): readonly Diagnostic[] {
  const names = ["address", "lockAddress", "unlockAddress"];
  return names.flatMap((name) => {
    const value = entryOf(entryOf(state, "http")?.value, name)?.value;
    const text = scalarText(value) ?? "";
    if (value === undefined || text === "" || text.includes("{organization}")) return [];
    const message = `state.http.${name} is the same for all organizations of the project, and each has a state of its own`;
    return [
      error("DF1005", message, { source: value.source, hint: `write ${name}: ${text}-{organization}` }),
    ];
  });
}

/** Is it what the process or another file says? */
function isFromOutside({ type }: Ingredient): boolean {
  return type === "env" || type === "file";
}

// A value from there would go to the server that docform.yaml names.
const stateIsPlain = "state takes no ${env:…} and no ${file:…}";
const stateHint =
  "write the place itself; addresses and passwords come from the variables DOCFORM_STATE_URL, _USERNAME and _PASSWORD";
