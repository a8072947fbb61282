import { mask } from "../../io/hash.ts";
import type { Project } from "../../manifest/load/load-project.ts";
import { inOrder } from "../../manifest/read/report.ts";
import { type Diagnostic, error, hasErrors, type Source } from "../../model/diagnostic.ts";
import type { PlanDocument } from "../../model/documents/plan-document.ts";
import type { Live } from "../../model/live.ts";
import { requestIn } from "../../model/requests.ts";
import { exitCode, Stop } from "../../model/stop.ts";
import { type ExcludedChanges, excludedChangesOf } from "../../planner/excluded.ts";
import { match } from "../../planner/match/match.ts";
import type { Plan } from "../../planner/plan.ts";
import type { Observed } from "../../planner/preconditions/fingerprint.ts";
import {
  type HiddenValue,
  heldNow,
  reveal,
  riskDifferences,
} from "../../planner/preconditions/saved-plan.ts";
import { staleIn } from "../../planner/preconditions/stale.ts";
import type { Connection } from "../../project/connect.ts";
import { readingOnce } from "../../refresh/cached-reader.ts";
import { readPreconditions } from "../../refresh/read-preconditions.ts";
import { type PlanRequest, tryPlan } from "../make-plan.ts";
import { placeProblems } from "../read-runs.ts";

/** A plan that may run. */
export interface Reviewed {
  readonly plan: Plan;
  /** The live state of a full refresh; undefined when a saved plan was checked by its fingerprints alone. */
  readonly live?: Live;
  /** The known live state; for a saved plan, at least the objects of its preconditions. */
  readonly seen: Live;
  /** For a saved plan: the changes that a new plan would make in addition. */
  readonly excluded?: ExcludedChanges;
}

/**
 * Checks that a saved plan may run: it is for this platform and these organizations, its hidden values are where
 * they were, and its preconditions hold. Throws `Stop` with everything that speaks against it. What guards hold of it by
 * now is in its document.
 */
export async function reviewSaved(
  saved: PlanDocument,
  project: Project,
  connection: Connection,
  request: PlanRequest,
): Promise<Reviewed> {
  const hint = "use the plan file of this platform and environment";
  const elsewhere = placeProblems("the plan", saved, project, connection.baseUrl);
  if (elsewhere.length > 0) throw new Stop(elsewhere.map((message) => error("DF5003", message, { hint })));
  const { secrets, lost } = reveal(saved, project.desired, project.kinds, mask);
  // The check and the new plan see the same platform.
  const reader = readingOnce(connection.reader);
  const live = await readPreconditions(saved, project.kinds.all, reader);
  const problems = [
    ...lost.map((one) => lostValue(project, one)),
    ...staleOn(project, live, secrets)(saved.observed ?? {}),
  ];
  if (problems.length > 0) throw new Stop(problems, project, exitCode.stale);
  const current = await tryPlan(project, { ...connection, reader }, request);
  const { verdicts, diagnostics } = current.judge(saved);
  // The saved plan and the new one may ask the same rule for the same change.
  const asked = inOrder([...diagnostics, ...current.document.diagnostics]);
  const unusable = asked.filter(({ code }) => code === "DF6001");
  if (unusable.length > 0) throw new Stop(unusable, project);
  const document = heldNow(saved, verdicts);
  const risks = riskDifferences(saved.changes, current.document.changes);
  // A held plan does not run, and says what holds it.
  if (document.summary.held === 0 && risks.length > 0) throw new Stop(risks, project, exitCode.stale);
  const sent = sentSince(saved, current);
  if (sent.length > 0) throw new Stop(sent, project, exitCode.stale);
  const plan: Plan = {
    document,
    kinds: project.kinds,
    secrets,
    liveByAddress: () => new Map(),
    compared: () => new Map(),
    recordedUndeclared: current.recordedUndeclared,
    awaited: current.awaited,
    requests: current.requests,
    judge: current.judge,
  };
  // Manifests may have become invalid since the plan was saved. Then there is no new plan to compare with.
  if (hasErrors(current.document.diagnostics)) return { plan, seen: live, excluded: nothingExcluded };
  return {
    plan,
    seen: current.live,
    live: current.live,
    excluded: excludedChangesOf(saved, current.document),
  };
}

/**
 * The people of a saved plan whom another run has invited meanwhile, or of whom no record here says that nobody has:
 * they get no second mail.
 */
function sentSince(
  { steps }: Pick<PlanDocument, "steps">,
  { requests, document, kinds: { all: kinds } }: Pick<Plan, "requests" | "document" | "kinds">,
): readonly Diagnostic[] {
  const due = new Set(document.steps.map((step) => requestIn(kinds, step, undefined)));
  const unknown = new Set(document.waiting?.flatMap(({ address, mayInvite }) => (mayInvite ? address : [])));
  return steps.flatMap((step) => {
    const request = requestIn(kinds, step, undefined);
    if (request === undefined || due.has(request)) return [];
    const at = requests?.get(request);
    if (at !== undefined)
      return stale(`${step.address}: this person was invited on ${at.slice(0, 10)}, after the plan was made`);
    if (!unknown.has(step.address)) return [];
    const hint = "where nobody has invited them since the plan was made, apply it with --invite";
    return stale(`${step.address}: no record here says whether this person is invited by now`, hint);
  });
}

function stale(message: string, hint?: string): Diagnostic {
  return error("DF3006", message, hint === undefined ? {} : { hint });
}

/** Says which preconditions of a reviewed plan no longer hold. */
export type StaleOn = (observed: Observed) => readonly Diagnostic[];

/** Compares the preconditions of a reviewed plan with a live state. */
export function staleOn(project: Project, live: Live, secrets: Plan["secrets"]): StaleOn {
  const { kinds } = project;
  const sourceOf = sourcesOf(project);
  // The match is used for the addresses of objects only.
  const { addressOf } = match(project.desired, live, kinds);
  return (observed) => staleIn(observed, { live, kinds, mask, secrets, sourceOf, addressOf });
}

const nothingExcluded: ExcludedChanges = { addresses: [], has: () => false };

type SourceOf = (address: string, field: string) => Source | undefined;

/** The current source of each field in the manifests. */
function sourcesOf({ desired }: Project): SourceOf {
  const resources = new Map(desired.resources.map((resource) => [resource.address, resource]));
  const organizations = new Map(desired.organizations.map((one) => [one.alias, one]));
  return (address, field) => {
    const resource = resources.get(address);
    if (resource !== undefined) return resource.sources[field] ?? resource.source;
    const organization = organizations.get(address);
    return organization?.manageSources[field] ?? organization?.source;
  };
}

/** The diagnostic for a hidden value that differs from the reviewed one. It never shows the value. */
function lostValue(project: Project, { address, field }: HiddenValue): Diagnostic {
  const source = sourcesOf(project)(address, field);
  const message = `${address}: the ${field} (sensitive) is not the one that was reviewed: it is another, or not there any more`;
  const hint =
    "bring back the value that the manifest takes from its file or the environment, or plan again and review that";
  return error("DF3006", message, { ...(source === undefined ? {} : { source }), hint });
}
