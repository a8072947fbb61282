import type { Io } from "../../io/io.ts";
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
import { isOpen, readToken } from "../../project/token.ts";
import { renderDoctorText } from "../../render/text/doctor-text.ts";
import { counted } from "../../render/words.ts";
import { shellWord } from "../../text/shell-word.ts";
import { failedBy } from "./check-results.ts";
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
    await checkToken(io, options),
    ...(await checkPlatform(io, options, project)),
    ...(await checkState(io, options, project)),
    ...(await checkPipeline(surroundings, options)),
  ];
  const healthy = checks.every(({ status }) => status !== "fail");
  const document: DoctorDocument = { formatVersion: doctorFormatVersion, healthy, checks };
  printResult(io, options, document, renderDoctorText);
  return healthy ? exitCode.done : exitCode.error;
}

/** In a job that only reads, there is the token that only reads. */
function withReader(io: Io): Io {
  const { DOCFORM_TOKEN: writes = "", DOCFORM_READ_TOKEN: reads = "" } = io.env;
  return writes.trim() === "" && reads !== "" ? { ...io, env: { ...io.env, DOCFORM_TOKEN: reads } } : io;
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

async function checkToken(io: Io, options: ConnectionOptions<ResultForm>): Promise<Check> {
  const name = "token";
  const { tokenFile } = options;
  const isReader = io.env.DOCFORM_TOKEN === io.env.DOCFORM_READ_TOKEN;
  const variable = isReader ? "DOCFORM_READ_TOKEN" : "DOCFORM_TOKEN";
  try {
    const token = await readToken(io, options);
    if (token === "") {
      const fix = "set DOCFORM_TOKEN in the environment, or name a file with --token-file";
      return { name, status: "fail", message: "there is no access token", fix };
    }
    if (tokenFile !== undefined && (await isOpen(io, tokenFile))) {
      const fix = `make it yours alone: chmod 600 ${shellWord(tokenFile)}`;
      return { name, status: "warn", message: `${tokenFile} can be read by others on this machine`, fix };
    }
    return { name, status: "ok", message: `from ${tokenFile ?? variable}` };
  } catch (problem) {
    return failedBy(name, problem);
  }
}
