import { type AccessForm, accessForms } from "../../explain/access-forms.ts";
import { type AccessRequest, readAccess } from "../../explain/read-access.ts";
import type { Io } from "../../io/io.ts";
import { type ExitCode, exitCode } from "../../model/stop.ts";
import type { ConnectionOptions } from "../../project/options.ts";

/** Options of `docform access`. */
export interface AccessOptions extends ConnectionOptions<AccessForm>, AccessRequest {}

/** `docform access`: who may open what, read from the platform. */
export async function showAccess(io: Io, options: AccessOptions): Promise<ExitCode> {
  const { person, of } = options;
  const request = { ...(person === undefined ? {} : { person }), ...(of === undefined ? {} : { of }) };
  const access = await readAccess(io, options, request);
  io.stdout.write(await accessForms[options.format](access));
  return exitCode.done;
}
