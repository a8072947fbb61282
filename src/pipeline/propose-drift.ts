import { resolve } from "node:path";
import { hash } from "../io/hash.ts";
import type { DriftDocument } from "../model/documents/drift-document.ts";
import { stop } from "../model/stop.ts";
import type { OpenUnit } from "../project/opened/open-units.ts";
import type { ConnectionOptions } from "../project/options.ts";
import { pullProject } from "../pull/pull-project.ts";
import type { PulledTexts } from "../pull/pull-texts.ts";
import { terminalText } from "../render/safe-text.ts";
import { counted } from "../render/words.ts";
import type { FoundDrift } from "../runs/drift-project.ts";
import type { Pipeline } from "../service/pipeline.ts";
import type { Proposal, ProposalPlace } from "../service/service.ts";
import { closeProposal, putProposal } from "../service/sticky.ts";
import { type CiRun, pathFrom } from "./pipeline-run.ts";
import {
  adoptedIn,
  proposalBranch,
  proposalMark,
  proposalText,
  proposalTitle,
  withdrawnText,
} from "./texts/proposal.ts";

/**
 * Proposes a pull request that writes into the manifests what was changed by hand. One that nothing is left of is
 * closed.
 */
export async function proposeDrift(
  run: CiRun,
  options: ConnectionOptions,
  unit: OpenUnit,
  { drift }: FoundDrift,
): Promise<void> {
  const { io, pipeline } = run;
  const say = (text: string): void => {
    io.stdout.write(`${text}\n`);
  };
  if (pipeline === undefined)
    return say(
      "Nothing is proposed: docform runs in no pipeline; docform drift --accept ADDRESS writes the manifests here.",
    );
  await run.beside("its proposal could not be written", async () => {
    const place = proposalPlace(run, pipeline);
    const service = await run.service(pipeline);
    const proposal = await proposalFor(run, options, unit, { drift, place });
    if ("none" in proposal) {
      say(`Nothing is proposed: ${proposal.none}.`);
      const closed = await closeProposal(service, place, withdrawnText(proposal.none));
      if (closed !== undefined) say(`Closed: ${terminalText(closed.link)}`);
      return;
    }
    const { link, state } = await putProposal(service, proposal);
    const declined = "Nothing is proposed: somebody closed the same proposal. To adopt the changes, reopen";
    say(`${state === "open" ? "Proposed:" : declined} ${terminalText(link)}`);
  });
}

/** A proposal, or why there is none. */
async function proposalFor(
  run: CiRun,
  options: ConnectionOptions,
  unit: OpenUnit,
  { drift, place }: { readonly drift: DriftDocument; readonly place: ProposalPlace },
): Promise<Proposal | { readonly none: string }> {
  const { pipeline, scope } = run;
  const { addresses, others, isPruned } = adoptedIn(drift);
  if (addresses.length === 0) return { none: whyNone(others) };
  const pulled = await pulledTexts(run, options, unit, {
    targets: addresses,
    prune: isPruned,
  });
  const files = filesOf(run, options, pulled);
  if (Object.keys(files).length === 0) return { none: "no manifest can take the changes" };
  const mark = proposalMark(scope, files, hash);
  const leftOut = [...pulled.leftOut, ...others];
  const text = proposalText({ mark, addresses, leftOut, link: pipeline?.link });
  return { ...place, title: proposalTitle(scope), text, files };
}

function whyNone(others: readonly { readonly why: string }[]): string {
  const [first] = others;
  return first === undefined
    ? "nothing was changed on the platform by hand"
    : `of ${counted(others.length, "difference")}, none is known to be made by hand (${first.why})`;
}

/** Where the proposal of a scope is. Throws `Stop` when the run is of another branch than the default one. */
function proposalPlace({ scope }: CiRun, { defaultBranch, branch, commit }: Pipeline): ProposalPlace {
  const base = defaultBranch ?? branch;
  if (base === undefined || branch !== base)
    throw stop("DF5061", "a proposal is made from the default branch, and the pipeline is of another one", {
      hint: "run docform ci drift --propose on a schedule of the default branch",
    });
  return { branch: proposalBranch(scope, hash), base, commit };
}

/** The manifests as they would be. Nothing is written here. */
async function pulledTexts(
  { io }: CiRun,
  options: ConnectionOptions,
  { unit: { aliases }, project, connect, openState }: OpenUnit,
  { targets, prune }: { readonly targets: readonly string[]; readonly prune: boolean },
): Promise<PulledTexts> {
  const connection = await connect();
  const state = await openState();
  try {
    const pulling = { ...options, declared: true, dryRun: true, prune };
    return await pullProject(io, { project, aliases, connection, state }, targets, pulling, io.disk);
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
