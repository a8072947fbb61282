import { resolve } from "node:path";
import type { Client } from "../../client/client.ts";
import type { Io } from "../../io/io.ts";
import { loadAddress } from "../../manifest/load/load-project.ts";
import { diskFiles } from "../../manifest/read/disk-files.ts";
import { error, hasErrors } from "../../model/diagnostic.ts";
import { openClient } from "../project/connect.ts";
import type { AccessOptions } from "../project/options.ts";
import { Stop } from "../project/stop.ts";

/**
 * A client for the platform of the project in the folder, or, where there is none, for `DOCFORM_BASE_URL`. The
 * manifests are not read. Throws `Stop` when the address or the token is missing or unusable.
 */
export async function connectApi(
  io: Io,
  options: AccessOptions,
  signal: AbortSignal,
): Promise<{ readonly client: Client; readonly baseUrl: string; readonly close: () => Promise<void> }> {
  const folder = resolve(io.cwd, options.directory);
  const project = await loadAddress(folder, diskFiles(folder, io.disk), io.env, options.env, options.var);
  if (project === undefined && options.env !== undefined)
    throw new Stop([
      error(
        "DF1010",
        `there is no docform.yaml in ${folder} that could have the environment "${options.env}"`,
      ),
    ]);
  if (project !== undefined && hasErrors(project.diagnostics)) throw new Stop(project.diagnostics, project);
  return openClient(io, { ...options, concurrency: 1, signal }, project?.baseUrl);
}
