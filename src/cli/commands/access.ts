import { type AccessForm, accessForms } from "../../explain/access-forms.ts";
import { type AccessRequest, readAccess } from "../../explain/read-access.ts";
import type { Io } from "../../io/io.ts";
import { type ExitCode, exitCode } from "../../model/stop.ts";
import type { ConnectionOptions } from "../../project/options.ts";

/** Options of `docform access`. */
export interface AccessOptions extends ConnectionOptions<AccessForm>, AccessRequest {}

/** `docform access`: entries and effective roles, read from the platform. */
export async function showAccess(io: Io, options: AccessOptions): Promise<ExitCode> {
  io.stdout.write(await accessForms[options.format](await readAccess(io, options)));
  return exitCode.done;
}
