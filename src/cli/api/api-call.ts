import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import type { Client } from "../../client/client.ts";
import { fillPath, queryText } from "../../client/url.ts";
import { mutates, type Operation } from "../../contract/operation.ts";
import type { Io } from "../../io/io.ts";
import { readNamed } from "../../io/read-named.ts";
import { loadProjectFile } from "../../manifest/load/load-project.ts";
import { diskFiles, pathExists, projectFile } from "../../manifest/read/project-files.ts";
import { hasErrors } from "../../model/diagnostic.ts";
import { whyFileFailed } from "../../model/file-problem.ts";
import { type ExitCode, Stop, stop } from "../../model/stop.ts";
import { platformAddress } from "../../project/address.ts";
import { openClient } from "../../project/connect.ts";
import type { AccessOptions } from "../../project/options.ts";
import { canAsk } from "../../project/output.ts";
import { renderJson } from "../../render/json/json-text.ts";
import { terminalText } from "../../render/safe-text.ts";
import type { Json } from "../../text/json.ts";
import { messageOf } from "../../text/message-of.ts";
import type { CallInput } from "./api-input.ts";

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
  const files = diskFiles(folder, io.disk);
  const project = (await pathExists(files, projectFile))
    ? await loadProjectFile(folder, files, io, options.env, options.var)
    : undefined;
  if (project === undefined && options.env !== undefined)
    throw stop(
      "DF1010",
      `there is no docform.yaml in ${folder} that could have the environment "${options.env}"`,
    );
  if (project !== undefined && hasErrors(project.diagnostics)) throw new Stop(project.diagnostics, project);
  return openClient(
    io,
    { ...options, concurrency: 1, signal },
    platformAddress(io, options.env, project?.baseUrl),
  );
}

/**
 * Shows a call that changes something and asks for a yes, unless `--yes` is given. Returns the exit code of a
 * refusal. Throws `Stop` when nobody can be asked.
 */
export async function confirmCall(
  io: Io,
  operation: Operation,
  input: CallInput,
  options: { readonly yes?: boolean; readonly input: boolean },
  baseUrl: string,
): Promise<ExitCode | undefined> {
  if (options.yes === true || !mutates(operation)) return undefined;
  if (!canAsk(io, options.input)) {
    const message = `${operation.name} changes the platform, and there is no terminal to ask for confirmation`;
    throw stop("DF5002", message, { hint: "run it again with --yes" });
  }
  const { askToGoOn } = await import("../../runs/terminal/confirm.ts");
  io.stderr.write(requestText(operation, input, baseUrl));
  return askToGoOn("Send it?", "Nothing was sent.", { input: io.stdin(), output: io.stderr });
}

function requestText(operation: Operation, { params, query, body }: CallInput, baseUrl: string): string {
  const filled = fillPath(operation, params);
  const path = "path" in filled ? filled.path : operation.path;
  const line = `${operation.method} ${baseUrl}/v1${path}${queryText(query)}`;
  const content = body === undefined ? "" : renderJson(body);
  return `${operation.name}: ${operation.summary}\n${terminalText(line)}\n${content}`;
}

/** The JSON of `--body`: a file, or stdin for `-`. Throws `Stop` when it cannot be read, or is not JSON. */
export async function readJsonBody(io: Io, file: string): Promise<Json> {
  const name = file === "-" ? "stdin" : file;
  const content = await (file === "-" ? text(io.stdin()) : readNamed(io, file)).catch((problem: Error) => {
    throw stop("DF5004", `cannot read the body from ${name}: ${whyFileFailed(problem)}`);
  });
  try {
    return JSON.parse(content.replace(/^\uFEFF/, "")) as Json;
  } catch (problem) {
    throw stop("DF5001", `the body in ${name} is not JSON: ${messageOf(problem)}`, {
      hint: "write it as a JSON object",
    });
  }
}
