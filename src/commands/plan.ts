import { resolve } from "node:path";
import { withChecksum } from "../core/plan-digest.ts";
import type { PlanDocument } from "../core/plan-document.ts";
import type { Io } from "../io.ts";
import { renderPlanJson } from "../render/plan-json.ts";
import { renderPlanMarkdown } from "../render/plan-markdown.ts";
import { renderPlanText } from "../render/plan-text.ts";
import { type Connection, connect } from "./connect.ts";
import { type ExitCode, exitCode } from "./exit-code.ts";
import { hash, makePlan, scopeAfter } from "./make-plan.ts";
import { type CommonOptions, type ScopeOptions, scopeOf } from "./options.ts";
import { styleFor } from "./output.ts";
import { openProject } from "./project.ts";
import { withRehearsal } from "./with-rehearsal.ts";
import { writeWhole } from "./write-whole.ts";

/** Options of `docform plan`. */
export interface PlanOptions extends CommonOptions, ScopeOptions {
  readonly out?: string;
  readonly detailedExitcode?: boolean;
  readonly unmanaged?: boolean;
  readonly rehearse?: boolean;
  readonly concurrency: number;
}

/** `docform plan`: what would change, and the calls that would do it. Sends nothing that changes anything. */
export async function runPlan(io: Io, options: PlanOptions): Promise<ExitCode> {
  const project = await openProject(io, options);
  const connection = await connect(io, options, project);
  try {
    const scope = scopeOf(options);
    const made = await makePlan(project, connection, scope);
    const after = scopeAfter(scope, made.document);
    const planned = (on: Connection) => makePlan(project, on, after);
    const document =
      options.rehearse === true
        ? await withRehearsal(io, options, project, connection, made, planned)
        : made.document;
    if (options.out !== undefined) await savePlan(io, resolve(io.cwd, options.out), document);
    io.stdout.write(renderPlan(document, io, options));
    return options.detailedExitcode === true && document.steps.length > 0 ? exitCode.changes : exitCode.done;
  } finally {
    await connection.close();
  }
}

async function savePlan(io: Io, file: string, document: PlanDocument): Promise<void> {
  const createdAt = new Date(io.now()).toISOString();
  await writeWhole(file, renderPlanJson(withChecksum({ ...document, createdAt }, hash)));
}

/** The plan in the form that was asked for. */
export function renderPlan(
  document: PlanDocument,
  io: Io,
  options: CommonOptions & { unmanaged?: boolean },
): string {
  const commit = io.env.GITHUB_SHA ?? io.env.CI_COMMIT_SHA;
  const context = {
    ...(options.env === undefined ? {} : { environment: options.env }),
    ...(commit === undefined ? {} : { commit: commit.slice(0, 7) }),
  };
  if (options.format === "json") return renderPlanJson(withChecksum(document, hash));
  if (options.format === "markdown") return renderPlanMarkdown(document, context);
  const unmanaged = options.unmanaged === true;
  return renderPlanText(document, { ...context, style: styleFor(io.stdout, io.env), unmanaged });
}
