import { type Io, timeOf } from "../io/io.ts";
import { type ExitCode, exitCode } from "../model/stop.ts";
import { type OpenUnit, type OpenUnits, withUnits } from "../project/opened/open-units.ts";
import { commandsLike } from "../render/command-to-copy.ts";
import { renderDriftMarkdown } from "../render/markdown/drift-markdown.ts";
import { mostCommentBytes } from "../render/markdown/markdown-text.ts";
import { terminalText } from "../render/safe-text.ts";
import {
  driftCode,
  driftUnit,
  type FindingOptions,
  type FoundDrift,
  renderDrift,
} from "../runs/drift-project.ts";
import { driftRow } from "../runs/units/drift-units.ts";
import { eachUnit, type SeveralOptions } from "../runs/units/each-unit.ts";
import type { ServiceOptions } from "../service/given-pipeline.ts";
import { closeIssue, putIssue, stickyIssue } from "../service/sticky.ts";
import { notify } from "./notify/notify-drift.ts";
import { type CiRun, inPipeline, ofUnit } from "./pipeline-run.ts";
import { proposeDrift } from "./propose-drift.ts";
import { summarizeJob, tellOutputs } from "./reports.ts";
import {
  driftCounts,
  driftEndText,
  driftIssueText,
  driftLabel,
  driftTitle,
  historyIn,
  historyWith,
  overText,
} from "./texts/drift-issue.ts";
import { markOfScope } from "./texts/marked-text.ts";
import { driftOutputs } from "./texts/outputs.ts";

/** Options of `docform ci drift`. */
export interface CiDriftOptions extends FindingOptions, SeveralOptions, ServiceOptions {
  readonly propose?: boolean;
  readonly notify?: boolean;
}

/** `docform ci drift`: shows drift, and keeps one issue about it; of several organizations, one for each. */
export async function ciDrift(io: Io, options: CiDriftOptions): Promise<ExitCode> {
  const setting = { ...options, reads: true, done: "the drift is shown above" };
  return inPipeline(io, setting, (run) =>
    withUnits(run.io, options, async (opened) => {
      if (opened.isSeveral) return driftOfUnits(run, options, opened);
      const { joined: unit } = opened;
      const found = await driftAndTell(run, opened.optionsFor(options, unit.unit), unit);
      await tellOutputs(run, driftOutputs(found.drift));
      return driftCode(found);
    }),
  );
}

async function driftOfUnits(run: CiRun, options: CiDriftOptions, opened: OpenUnits): Promise<ExitCode> {
  let changes = 0;
  const form = { form: "text" } as const;
  const code = await eachUnit(run.io, options, opened, form, async (unitIo, own, unit) => {
    const found = await driftAndTell(ofUnit(run, unitIo, unit), own, unit);
    changes += found.drift.drifted.length + found.drift.missing.length;
    return { code: driftCode(found), row: driftRow(found, own) };
  });
  await tellOutputs(run, { changes: String(changes) });
  return code;
}

/** Shows the drift of a unit, and keeps its issue, unless a run is underway. */
async function driftAndTell(run: CiRun, options: CiDriftOptions, unit: OpenUnit): Promise<FoundDrift> {
  const found = await driftUnit(run.io, options, unit);
  run.io.stdout.write(await renderDrift(run.io, "text", options, found));
  if (found.isUnderway) return found;
  if (options.notify === true) await notify(run.io, options, found);
  await tellIssue(run, options, found, driftCode(found));
  if (options.propose === true) await proposeDrift(run, options, unit, found);
  return found;
}

/** Opens, updates or closes the issue. */
async function tellIssue(
  run: CiRun,
  options: CiDriftOptions,
  found: FoundDrift,
  code: ExitCode,
): Promise<void> {
  const { io, pipeline, scope } = run;
  if (pipeline === undefined) return;
  const { link, commit } = pipeline;
  const view = {
    ...found,
    command: commandsLike(options),
    environment: options.env,
    commit: commit.slice(0, 7),
  };
  const render = (limit: number): string => renderDriftMarkdown(found.drift, { ...view, limit });
  await run.beside("its summary could not be written", () => summarizeJob(run, render(mostCommentBytes)));
  await run.beside("its issue could not be written", async () => {
    const service = await run.service(pipeline);
    const now = timeOf(io);
    const { edit: open } = stickyIssue(await service.ownIssues(), markOfScope("drift", scope));
    const history = historyIn(open?.text ?? "");
    if (code === exitCode.done) {
      if (open === undefined) return;
      // First what can be done twice: when it fails, the next run closes the issue, and comments once.
      await closeIssue(service, overText(open.text, now));
      await service.commentIssue(open.number, driftEndText(now, history[0]?.since, link));
      io.stdout.write(`Closed: ${terminalText(open.link)}\n`);
      return;
    }
    const text = driftIssueText({ scope, history: historyWith(history, found.drift, now), link, render });
    const issue = await putIssue(service, { title: driftTitle(scope), text, label: driftLabel });
    const verb = open === undefined ? "Opened" : "Updated";
    io.stdout.write(`${verb}: ${terminalText(issue.link)} (${driftCounts(found.drift)})\n`);
  });
}
