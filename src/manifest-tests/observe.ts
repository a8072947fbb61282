import { ApiError, toDiagnostic } from "../client/errors.ts";
import type { Io } from "../io/io.ts";
import type { Project } from "../manifest/load/load-project.ts";
import { type Tree, treeOf } from "../manifest/read/tree.ts";
import { type Diagnostic, DiagnosticError, hasErrors } from "../model/diagnostic.ts";
import type { Rehearsal } from "../model/documents/document-parts.ts";
import type { PlanDocument } from "../model/documents/plan-document.ts";
import { Stop } from "../model/stop.ts";
import type { MadePlan } from "../planner/plan.ts";
import { createPlatform } from "../platform/platform.ts";
import type { State } from "../platform/store/state.ts";
import { policiesOf } from "../policy/policies.ts";
import type { Rule } from "../policy/rules.ts";
import type { Connection } from "../project/connect.ts";
import { connectEmbedded, type VirtualClock, virtualClock } from "../rehearsal/embedded-connection.ts";
import { runAndPlanAgain } from "../rehearsal/run-and-plan-again.ts";
import { readSeedTree } from "../rehearsal/seed-tree.ts";
import { makePlan, platformScope, scopeAfter, tryPlan } from "../runs/make-plan.ts";
import { type OpenRecord, withSteps } from "../runs/open-record.ts";

/** The plan and the live state that the manifests of a test lead to on its platform. */
export interface Observed {
  readonly project: Project;
  /** Warnings and errors, of the manifests and of the plan. */
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined when there are errors. */
  readonly plan?: PlanDocument;
  /** Only when it was asked for. */
  readonly convergence?: Convergence;
}

/** The environment of a test, without its project. */
interface Circumstances {
  /** The organizations of the project alone when left out. */
  readonly seed: Tree | undefined;
  /** The policies of the project. */
  readonly rules: readonly Rule[];
  readonly author?: string | undefined;
  /** Whether it is to be seen that an apply converges. */
  readonly doesApply: boolean;
}

/** Whether an apply leaves nothing to do. */
interface Convergence {
  readonly converged: boolean;
  readonly why?: string;
}

/** A platform of its own for one test. */
interface Stage {
  readonly io: Io;
  readonly project: Project;
  readonly connection: Connection;
  readonly clock: VirtualClock;
}

const concurrency = 8;
const baseUrl = "https://docform.local";

/** Plans on an embedded platform with the seed, and applies there when it is to be seen whether that converges. */
export async function observe(
  io: Io,
  project: Project,
  { seed, rules, author = "", doesApply }: Circumstances,
): Promise<Observed> {
  const { diagnostics } = project;
  if (hasErrors(diagnostics)) return { project, diagnostics };
  try {
    const stage = stageOf(io, project, seed);
    const policies = policiesOf(rules, { now: stage.clock.now(), author });
    const made = await tryPlan(project, stage.connection, { policies });
    const all = [...diagnostics, ...made.document.diagnostics];
    if (hasErrors(all)) return { project, diagnostics: all };
    const seen = { project, diagnostics: all, plan: made.document };
    return doesApply ? { ...seen, convergence: await converge(stage, made) } : seen;
  } catch (problem) {
    return { project, diagnostics: [...diagnostics, ...diagnosticsOf(problem)] };
  }
}

/** The diagnostics of a mistake of the author; anything else is a fault of docform, and is thrown again. */
function diagnosticsOf(problem: unknown): readonly Diagnostic[] {
  if (problem instanceof Stop || problem instanceof DiagnosticError) return problem.diagnostics;
  if (problem instanceof ApiError) return [toDiagnostic(problem)];
  throw problem;
}

function stageOf(io: Io, project: Project, seed: Tree | undefined): Stage {
  const read = readSeedTree(seed ?? nothingBut(project));
  if (!read.ok) throw new Stop(read.problems);
  const clock = virtualClock(Date.parse(read.now));
  const platform = createPlatform({ state: read.state, clock: clock.now, baseUrl, edition: project.edition });
  const connection = connectEmbedded(platform, project, { token: tokenIn(read.state), concurrency, clock });
  return { io: { ...io, now: clock.now, env: {} }, project, connection, clock };
}

/** As `docform serve` chooses: a token that may do everything, when the seed has one. */
function tokenIn({ tokens }: State): string {
  const all = Object.entries(tokens);
  const [text = ""] = all.find(([, { rights }]) => rights === "admin") ?? all[0] ?? [];
  return text;
}

/** A seed with the organizations of a project, and nothing in them. */
function nothingBut({ desired }: Project): Tree {
  const organizations = Object.entries(desired.organizationIds ?? {}).map(([title, id]) => ({ id, title }));
  return treeOf({ organizations }, { file: "docform.yaml", line: 1, column: 1 });
}

/** Applies a plan, unless a guard holds it, and plans again. After transfers, that second plan is applied too. */
async function converge(stage: Stage, made: MadePlan): Promise<Convergence> {
  const held = made.document.guards.filter((guard) => guard.held);
  if (held[0] !== undefined)
    return { converged: false, why: `an apply does not run: ${held[0].rule} holds the plan` };
  const { connection, clock } = stage;
  const failed: Rehearsal["failed"] = [];
  const planAgain = () => planAfter(stage, made);
  try {
    const options = { concurrency, clock, planAgain, failed };
    const { left, second } = await runAndPlanAgain(made, connection, options);
    const [first] = failed;
    if (first !== undefined) return { converged: false, why: `${first.address}: ${first.message}` };
    const isHalf = made.document.phase === "transfers" && second.document.phase === undefined;
    if (isHalf) return converge(stage, second);
    return left[0] === undefined ? { converged: true } : { converged: false, why: leftText(left) };
  } catch (problem) {
    return { converged: false, why: diagnosticsOf(problem)[0]?.message ?? "" };
  }
}

function leftText(left: Rehearsal["left"]): string {
  const [first] = left;
  const fields = first?.fields === undefined ? "" : ` (${first.fields.join(", ")})`;
  const more = left.length === 1 ? "" : `, and ${left.length - 1} more`;
  return `a second plan has ${first?.action} of ${first?.address}${fields}${more}`;
}

/** The plan after a run, with what a record would know of it. */
function planAfter({ io, project, connection }: Stage, made: MadePlan): Promise<MadePlan> {
  const applied = { desired: project.desired, plan: made, sent: made.document.steps };
  const record = withSteps(io, newRecord, platformScope(project, connection), applied);
  return makePlan(project, connection, { ...scopeAfter({}, made.document), record });
}

/** A record that nothing is written to. */
const newRecord: OpenRecord = {
  store: { read: async () => undefined, write: async () => {} },
  version: undefined,
  salt: "00000000000000000000000000000000",
  lostCopies: [],
};
