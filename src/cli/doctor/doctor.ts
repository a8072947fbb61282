import type { Io } from "../../io/io.ts";
import { hasOwnTokens, readingEnvironment } from "../../io/token-variables.ts";
import { oldestNode } from "../../io/version.ts";
import type { Project } from "../../manifest/load/load-project.ts";
import {
  type Check,
  type DoctorDocument,
  doctorFormatVersion,
} from "../../model/documents/doctor-document.ts";
import { type ExitCode, exitCode } from "../../model/stop.ts";
import type { ConnectionOptions } from "../../project/options.ts";
import { printResult } from "../../project/output.ts";
import { readProject } from "../../project/project.ts";
import type { ResultForm } from "../../project/result-forms.ts";
import { isOpen, type Token, tokenFor, tokenOwners } from "../../project/token/token.ts";
import { renderDoctorText } from "../../render/text/doctor-text.ts";
import { counted } from "../../render/words.ts";
import { shellWord } from "../../text/shell-word.ts";
import { failedBy } from "./check-results.ts";
import { checkEach } from "./each-organization.ts";
import { checkPipeline } from "./pipeline-checks.ts";
import { checkPlatform } from "./platform-checks.ts";
import { checkCommand } from "./repository-checks.ts";
import { checkState } from "./state-checks.ts";

/** `docform doctor`: checks the set-up and prints a hint for each problem. It changes nothing. */
export async function doctor(surroundings: Io, given: ConnectionOptions<ResultForm>): Promise<ExitCode> {
  // Warnings of other commands are lines of this report, so they are not logged as well.
  const options: ConnectionOptions<ResultForm> = { ...given, logLevel: "error" };
  const io = withReader(surroundings);
  const project = await readProject(io, options);
  const checks = [
    checkNode(io),
    ...(await checkCommand(io, options)),
    checkProject(project),
    await checkToken(io, options, project),
    ...(await checkEach(project, options, (own, forIt) => checkPlatform(io, forIt, own))),
    ...(await checkEach(project, options, (own, forIt) => checkState(io, forIt, own))),
    ...(await checkPipeline(surroundings, options)),
  ];
  const healthy = checks.every(({ status }) => status !== "fail");
  const document: DoctorDocument = { formatVersion: doctorFormatVersion, healthy, checks };
  printResult(io, options, document, renderDoctorText);
  return healthy ? exitCode.done : exitCode.error;
}

/** In a job that only reads, there is the token that only reads. */
function withReader(io: Io): Io {
  const isWriter = (io.env.DOCFORM_TOKEN ?? "").trim() !== "" || hasOwnTokens(io.env);
  return isWriter ? io : { ...io, env: readingEnvironment(io.env).env };
}

function checkNode({ machine }: Io): Check {
  const name = "node";
  const isEnough = machine.node.localeCompare(oldestNode, "en", { numeric: true }) >= 0;
  if (isEnough) return { name, status: "ok", message: `Node ${machine.node}` };
  const message = `Node ${machine.node} is too old`;
  return { name, status: "fail", message, fix: `install Node ${oldestNode} or newer` };
}

function checkProject({ diagnostics, desired, files }: Project): Check {
  const name = "project";
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const [first] = errors;
  if (first !== undefined) {
    const place = first.source === undefined ? "" : ` (${first.source.file}:${first.source.line})`;
    const more = errors.length > 1 ? `, and ${counted(errors.length - 1, "more error")}` : "";
    const fix = first.code === "DF1010" ? (first.hint ?? "docform init") : "docform validate shows all of it";
    return { name, status: "fail", message: `${first.message}${place}${more}`, fix };
  }
  const message = `${counted(desired.resources.length, "resource")} in ${counted(files.length, "file")}`;
  return { name, status: "ok", message };
}

async function checkToken(io: Io, options: ConnectionOptions<ResultForm>, project: Project): Promise<Check> {
  const name = "token";
  const { tokenFile } = options;
  try {
    const tokens = await tokensFor(io, options, project);
    const lacking = tokens.find(({ text }) => text === "");
    if (lacking !== undefined) {
      const fix = "set DOCFORM_TOKEN in the environment, or name a file with --token-file";
      const whose = lacking.alias === undefined ? "" : ` for ${lacking.alias}`;
      return { name, status: "fail", message: `there is no access token${whose}`, fix };
    }
    if (tokenFile !== undefined && (await isOpen(io, tokenFile))) {
      const fix = `make it yours alone: chmod 600 ${shellWord(tokenFile)}`;
      return { name, status: "warn", message: `${tokenFile} can be read by others on this machine`, fix };
    }
    const places = [...new Set(tokens.map(({ from }) => from))];
    return { name, status: "ok", message: `from ${places.join(", ")}` };
  } catch (problem) {
    return failedBy(name, problem);
  }
}

/** The token of each organization; the one for all, when no organization has its own. */
async function tokensFor(
  io: Io,
  options: ConnectionOptions<ResultForm>,
  project: Project,
): Promise<readonly (Token & { readonly alias?: string })[]> {
  const isReader = io.env.DOCFORM_TOKEN === io.env.DOCFORM_READ_TOKEN;
  const named = (token: Token): Token =>
    isReader && token.from === "DOCFORM_TOKEN" ? { ...token, from: "DOCFORM_READ_TOKEN" } : token;
  if (options.tokenFile !== undefined || !hasOwnTokens(io.env)) return [named(await tokenFor(io, options))];
  return Promise.all(
    tokenOwners(project).map(async (owner) => ({
      ...named(await tokenFor(io, options, [owner])),
      alias: owner.alias,
    })),
  );
}
