import type { Io } from "../io/io.ts";
import { untraced } from "../io/tracing/span.ts";
import type { OpenUnit } from "../project/opened/open-units.ts";

/** Does the work of a command on a unit, as a span of it. `endOf` gives the word or the exit code of its end. */
export function unitSpan<T>(
  { span = untraced }: Pick<Io, "span">,
  command: string,
  { unit }: OpenUnit,
  act: () => Promise<T>,
  endOf: (result: T) => string | number,
): Promise<T> {
  return span("unit", { "docform.command": command, "docform.organization": unit.name }, async (tell) => {
    const result = await act();
    tell({ "docform.end": endOf(result) });
    return result;
  });
}
