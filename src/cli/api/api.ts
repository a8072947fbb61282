import { type Client, readOnly } from "../../client/client.ts";
import { ApiError, toDiagnostic } from "../../client/errors.ts";
import type { Edition } from "../../contract/edition.ts";
import { mutates, type Operation } from "../../contract/operation.ts";
import type { Io } from "../../io/io.ts";
import { type Diagnostic, error } from "../../model/diagnostic.ts";
import { type ExitCode, exitCode, Stop } from "../../model/stop.ts";
import { type EditionOptions, editionHere } from "../../project/edition.ts";
import type { AccessOptions } from "../../project/options.ts";
import { renderJson } from "../../render/json/json-text.ts";
import { watchInterrupts } from "../../runs/interrupts.ts";
import type { Json } from "../../text/json.ts";
import { type CallInput, readInput } from "./api-input.ts";
import {
  findTarget,
  matchingOperations,
  operationData,
  renderOperations,
  type Target,
} from "./api-operations.ts";

/** Options of `docform api`. */
export interface ApiOptions extends AccessOptions, EditionOptions {
  readonly yes?: boolean;
  /** File of the body; `-` is stdin. */
  readonly body?: string;
  readonly paginate?: boolean;
  readonly showSecrets?: boolean;
  readonly list?: boolean;
  readonly help?: boolean;
}

/** `docform api`: any operation of the contract. Stdout holds the answer and nothing else. */
export async function api(
  io: Io,
  words: readonly string[],
  options: ApiOptions,
  command: { readonly usage: string; readonly isFormatGiven: boolean },
): Promise<ExitCode> {
  const edition = await editionHere(io, options);
  if (options.list === true)
    return listOperations(io, words, edition, command.isFormatGiven ? options.format : "table");
  if (words.length === 0 && options.help === true) {
    io.stdout.write(command.usage);
    return exitCode.done;
  }
  const target = findTarget(words, edition);
  if (options.help === true) {
    const { operationHelp } = await import("./api-help.ts");
    io.stdout.write(operationHelp(target.operation));
    return exitCode.done;
  }
  return call(io, target, options);
}

async function listOperations(
  io: Io,
  words: readonly string[],
  edition: Edition,
  format: string,
): Promise<ExitCode> {
  const found = matchingOperations(words, edition);
  io.stdout.write(
    format === "table" ? renderOperations(found, edition) : await written(operationData(found), format),
  );
  return exitCode.done;
}

/** One call: its input is right, and it is confirmed, before anything is sent. */
async function call(io: Io, target: Target, options: ApiOptions): Promise<ExitCode> {
  const { operation } = target;
  const { confirmCall, connectApi, readJsonBody } = await import("./api-call.ts");
  const body = options.body === undefined ? undefined : await readJsonBody(io, options.body);
  const read = readInput(operation, { ...target, body });
  const problems = [
    ...pagingProblems(operation, options, read),
    ...("problems" in read ? read.problems : []),
  ];
  if ("problems" in read || problems.length > 0) throw new Stop(problems);
  const interrupts = watchInterrupts(io);
  const connection = await connectApi(io, options, interrupts.signal);
  try {
    if (operation.warning !== undefined) io.stderr.write(`Warning: ${operation.warning}\n`);
    const asked = confirmCall(io, operation, read.input, options, connection.baseUrl);
    const refusal = await interrupts.guard(asked);
    if (refusal !== undefined) return refusal;
    const answer = await send(connection.client, operation, read.input, options);
    if (operation.secrets !== undefined && options.showSecrets !== true)
      io.stderr.write(`Left out of the answer: ${secretsText(operation)}. --show-secrets shows it.\n`);
    if (answer === undefined) io.stderr.write(`${operation.name}: done; the answer is empty.\n`);
    else io.stdout.write(await written(answer, options.format));
    return exitCode.done;
  } catch (problem) {
    return failed(problem, interrupts.signal);
  } finally {
    interrupts.end();
    await connection.close();
  }
}

function pagingProblems(
  operation: Operation,
  { paginate }: ApiOptions,
  read: ReturnType<typeof readInput>,
): readonly Diagnostic[] {
  if (paginate !== true) return [];
  if (operation.list === undefined)
    return [error("DF5001", `${operation.name} is not a list`, { hint: "leave --paginate out" })];
  if (!("input" in read) || read.input.query.page === undefined) return [];
  return [error("DF5001", "--paginate reads all pages, from the first", { hint: "leave page out" })];
}

/** The secrets of the answers of an operation, as people write a field. */
function secretsText({ secrets = [] }: Operation): string {
  return secrets.map((pointer) => pointer.slice(1).replaceAll("/", ".")).join(", ");
}

/** Sends the call. It opens the client that may write only when the operation changes something. */
async function send(
  client: Client,
  operation: Operation,
  input: CallInput,
  { paginate, showSecrets = false }: ApiOptions,
): Promise<Json | undefined> {
  const args = { ...input, showsSecrets: showSecrets };
  if (mutates(operation)) return client.send(operation, args);
  const reader = readOnly(client);
  if (paginate !== true) return reader.send(operation, args);
  const { items, extra } = await reader.sendWhole(operation, input);
  return { ...extra, count: items.length, items };
}

async function written(answer: Json, format: string): Promise<string> {
  if (format !== "yaml") return renderJson(answer);
  const { toYaml } = await import("../../manifest/write/to-yaml.ts");
  return toYaml(answer);
}

function failed(problem: unknown, signal: AbortSignal): ExitCode {
  if (!(problem instanceof ApiError)) throw problem;
  const diagnostic = toDiagnostic(problem);
  const hint = "It may have been done: look at the platform before you send it again.";
  const shown = problem.inDoubt ? { ...diagnostic, hint } : diagnostic;
  throw new Stop([shown], undefined, signal.aborted ? exitCode.interrupted : exitCode.error);
}
