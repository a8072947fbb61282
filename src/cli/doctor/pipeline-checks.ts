import { join, resolve } from "node:path";
import { findRepository } from "../../io/git-repository.ts";
import type { Io } from "../../io/io.ts";
import { pinOf } from "../../io/pinned-variable.ts";
import type { Check } from "../../model/documents/doctor-document.ts";
import type { CommonOptions } from "../../project/options.ts";
import { listed } from "../../render/words.ts";
import { openService, pipelineHere } from "../../service/open-service.ts";
import type { Pipeline } from "../../service/pipeline.ts";
import type { MergeRules } from "../../service/service.ts";
import { failedBy } from "./check-results.ts";

/** In a pipeline: what its guide asks people to set by hand, as far as its token may see that. Nothing outside of one. */
export async function checkPipeline(io: Io, options: CommonOptions): Promise<readonly Check[]> {
  const pipeline = await pipelineHere(io).catch((problem: unknown) => failedBy("pipeline", problem));
  if (pipeline === undefined) return [];
  if ("status" in pipeline) return [pipeline];
  return [
    checkPins(io, options),
    checkTokens(io, pipeline),
    await checkOwners(io, options),
    await checkMerge(io, pipeline),
  ];
}

function checkPins(io: Io, { env }: CommonOptions): Check {
  const name = "pins";
  const missing = ["DOCFORM_BASE_URL", "DOCFORM_STATE"].filter((one) => pinOf(io, one, env).pinned === "");
  if (missing.length === 0) return { name, status: "ok", message: "the address and the state are pinned" };
  const message = `${listed(missing)} ${missing.length === 1 ? "is" : "are"} not set: a pull request may lead tokens elsewhere`;
  return { name, status: "warn", message, fix: "set it as a variable outside of the repository" };
}

/** A pull request runs what its author wrote. */
function checkTokens({ env }: Io, { event, pull }: Pipeline): Check {
  const name = "tokens";
  const isPull = event === "pull request" || event === "merge group";
  const writes = (env.DOCFORM_TOKEN ?? "").trim() !== "";
  if (isPull && writes && pull?.isFork !== true) {
    const message = "DOCFORM_TOKEN is in the job of a pull request, which runs what its author wrote";
    return { name, status: "warn", message, fix: "give this job DOCFORM_READ_TOKEN, which only reads" };
  }
  return { name, status: "ok", message: "this job has no token that it should not have" };
}

const ownersFiles = [".github", ".gitlab", "docs", "."].map((folder) => join(folder, "CODEOWNERS"));

async function checkOwners({ disk, cwd }: Io, { directory }: CommonOptions): Promise<Check> {
  const name = "owners";
  const top = (await findRepository(disk, resolve(cwd, directory)))?.top ?? cwd;
  const found = await Promise.all(
    ownersFiles.map((file) => disk.status(join(top, file)).catch(() => undefined)),
  );
  if (found.some((one) => one?.type === "file"))
    return { name, status: "ok", message: "CODEOWNERS is there" };
  const message = "there is no CODEOWNERS: anybody may approve a change of docform.yaml and of this pipeline";
  return { name, status: "warn", message, fix: "name who approves them, as the guide of the service says" };
}

async function checkMerge(io: Io, pipeline: Pipeline): Promise<Check> {
  const name = "merge";
  const { defaultBranch } = pipeline;
  if (defaultBranch === undefined)
    return { name, status: "skipped", message: "this pipeline does not say which branch is the default one" };
  try {
    const service = await openService(io, pipeline);
    try {
      return mergeCheck(name, defaultBranch, await service.mergeRules(defaultBranch));
    } finally {
      await service.close();
    }
  } catch (problem) {
    return { name, status: "skipped", message: failedBy(name, problem).message };
  }
}

function mergeCheck(name: string, branch: string, { needsCheck, needsNewest }: MergeRules): Check {
  if (!needsCheck) {
    const message = `no check is required for a merge into ${branch}: a plan that is held stops nobody`;
    return { name, status: "warn", message, fix: "require the check that runs docform ci plan" };
  }
  if (needsNewest === false) {
    const message = `a branch that is behind ${branch} may be merged: its plan takes back what others merged`;
    return { name, status: "warn", message, fix: "require branches that are up to date" };
  }
  return { name, status: "ok", message: `a merge into ${branch} needs a check that passed` };
}
