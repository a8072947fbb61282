import { columnsOf, commitOf, type Io, timeOf } from "../io/io.ts";
import { shown } from "../io/shown.ts";
import type { Project } from "../manifest/load/load-project.ts";
import type { PlanDocument } from "../model/documents/plan-document.ts";
import type { MadePlan } from "../planner/plan.ts";
import type { Connection } from "../project/connect.ts";
import type { OpenUnit } from "../project/opened/open-units.ts";
import type { CommonOptions, ConnectionOptions } from "../project/options.ts";
import { fitted, styleFor } from "../project/output.ts";
import { withRehearsal } from "../rehearsal/with-rehearsal.ts";
import type { GivenOptions } from "../render/command-to-copy.ts";
import { makePlan, type PlanRequest, readingUnit, scopeAfter } from "./make-plan.ts";
import { withSteps } from "./open-record.ts";
import { type PlanForm, planForms } from "./plan-forms.ts";
import { type ScopeOptions, scopeOf } from "./scope-options.ts";
import { unitSpan } from "./unit-span.ts";

/** Options of `docform plan`. */
export interface PlanOptions<Form extends string = PlanForm> extends ConnectionOptions<Form>, ScopeOptions {
  readonly out?: string;
  readonly detailedExitcode?: boolean;
  readonly unmanaged?: boolean;
  readonly full?: boolean;
  readonly rehearse?: boolean;
  readonly run?: readonly string[];
  readonly resend?: readonly string[];
  readonly prune?: readonly string[];
  /** Invite also people of whom nobody knows whether they are invited. */
  readonly invite?: boolean | undefined;
  /** A command for pipelines has it of labels, which may be for another project. */
  readonly pruneMayBeGone?: boolean;
}

/** Makes the plan of a unit for a command line that only reads; `finish` makes the document of it. */
export async function planUnit(
  io: Io,
  options: PlanOptions<string>,
  unit: OpenUnit,
  finish: (made: MadePlan, project: Project) => PlanDocument = ({ document }) => document,
): Promise<PlanDocument> {
  const act = (): Promise<PlanDocument> =>
    readingUnit(io, options, unit, async ({ connection, scope, record }) => {
      const { project, policies } = await unit.withPolicies();
      const inviting = { now: timeOf(io), isForced: options.invite === true };
      const request = { ...scopeOf(options), ...requestedCalls(options), record, policies, inviting };
      const made = await makePlan(project, connection, request);
      const planAgain = async (on: Connection) => {
        const applied = { desired: project.desired, plan: made, sent: made.document.steps };
        const kept = withSteps(io, await record, scope, applied);
        const after = { record: kept, inviting: { ...inviting, isForced: false } };
        return makePlan(project, on, { ...scopeAfter(scopeOf(options), made.document), ...after });
      };
      const planned =
        options.rehearse === true
          ? await withRehearsal(io, options, project, connection, made, planAgain)
          : finish(made, project);
      return options.env === undefined ? planned : { ...planned, environment: options.env };
    });
  return unitSpan(io, "plan", unit, act, ({ steps }) => (steps.length > 0 ? "changes" : "no changes"));
}

/** The calls that `--run`, `--resend` and `--prune` ask for in addition to the manifests. */
export function requestedCalls({
  run = [],
  resend = [],
  prune = [],
  pruneMayBeGone = false,
}: Pick<PlanOptions, "run" | "resend" | "prune" | "pruneMayBeGone">): PlanRequest {
  return { run, resend, prune, pruneMayBeGone };
}

/** Renders a plan in a form of `planForms`. */
export async function renderPlan(
  io: Io,
  form: PlanForm,
  planned: PlanDocument,
  options: CommonOptions & GivenOptions & { unmanaged?: boolean; full?: boolean },
  { undoes, about }: { readonly undoes?: string; readonly about?: string } = {},
): Promise<string> {
  const { stdout, env } = io;
  const commit = commitOf(io);
  return planForms[form](shown(io, planned), {
    style: styleFor(stdout, env),
    width: columnsOf(stdout),
    fit: (text) => fitted(stdout, text),
    unmanaged: options.unmanaged === true,
    full: options.full === true,
    given: options,
    ...(options.env === undefined ? {} : { environment: options.env }),
    ...(commit === undefined ? {} : { commit: commit.slice(0, 7) }),
    ...(undoes === undefined ? {} : { undoes }),
    ...(about === undefined ? {} : { about }),
  });
}
