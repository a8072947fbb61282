import { resolve } from "node:path";
import { adoptedIn, proposalBranch, proposalText, proposalTitle } from "../../ci/proposal.ts";
import { stop } from "../../model/stop.ts";
import { connect } from "../../project/connect.ts";
import type { ConnectionOptions } from "../../project/options.ts";
import { openState } from "../../project/state.ts";
import { projectToPull, pullProject } from "../../pull/pull-project.ts";
import type { PulledTexts } from "../../pull/pull-texts.ts";
import { terminalText } from "../../render/safe-text.ts";
import type { Proposal } from "../../service/service.ts";
import type { FoundDrift } from "../commands/drift.ts";
import { type CiRun, pathFrom } from "./pipeline-run.ts";

/** Proposes a pull request that writes into the manifests what was changed by hand. */
export async function proposeDrift(
  run: CiRun,
  options: ConnectionOptions,
  { drift }: FoundDrift,
): Promise<void> {
  const { io, pipeline, scope } = run;
  const { addresses, isPruned } = adoptedIn(drift);
  const say = (why: string): void => {
    io.stdout.write(`Nothing is proposed: ${why}.\n`);
  };
  if (addresses.length === 0) return say("nothing was changed on the platform by hand");
  if (pipeline === undefined)
    return say("docform runs in no pipeline; docform drift --accept ADDRESS writes the manifests here");
  await run.beside("its proposal could not be made", async () => {
    const pulled = await pulledTexts(run, options, addresses, isPruned);
    const files = filesOf(run, options, pulled);
    if (Object.keys(files).length === 0) return say("no manifest can take the changes");
    const base = pipeline.defaultBranch ?? pipeline.branch;
    if (base === undefined) throw stop("DF5061", "the pipeline does not say which branch is the default one");
    const proposal: Proposal = {
      branch: proposalBranch(scope),
      base,
      title: proposalTitle(scope),
      text: proposalText(addresses, pulled.leftOut, pipeline.link),
      files,
    };
    const { link } = await (await run.service(pipeline)).propose(proposal);
    io.stdout.write(`Proposed: ${terminalText(link)}\n`);
  });
}

/** The manifests as they would be. Nothing is written here. */
async function pulledTexts(
  { io }: CiRun,
  options: ConnectionOptions,
  addresses: readonly string[],
  prune: boolean,
): Promise<PulledTexts> {
  const project = await projectToPull(io, options);
  const connection = await connect(io, options, project);
  const state = await openState(io, options, project);
  try {
    const pulling = { ...options, declared: true, dryRun: true, prune };
    return await pullProject(io, { project, connection, state }, addresses, pulling, io.disk);
  } finally {
    await connection.close();
    await state.close();
  }
}

/** The files by their path in the repository. Throws `Stop` for one outside of it. */
function filesOf(
  { io, root }: CiRun,
  { directory }: ConnectionOptions,
  { files }: PulledTexts,
): Proposal["files"] {
  const entries = files.map(({ path, text }) => {
    const inRoot = pathFrom(root, resolve(io.cwd, directory, path));
    if (inRoot.startsWith("..") || resolve(root, inRoot) !== resolve(io.cwd, directory, path))
      throw stop("DF5065", `${path} is outside of the repository`, {
        hint: "start docform inside of the repository",
      });
    return [inRoot, text] as const;
  });
  return Object.fromEntries(entries);
}
