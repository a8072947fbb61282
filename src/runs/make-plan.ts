import { writtenEdition } from "../contract/edition.ts";
import { hash, mask } from "../io/hash.ts";
import type { Io } from "../io/io.ts";
import { untraced } from "../io/tracing/span.ts";
import { version } from "../io/version.ts";
import type { Project } from "../manifest/load/load-project.ts";
import type { Desired } from "../model/desired.ts";
import { hasErrors } from "../model/diagnostic.ts";
import type { PlanDocument } from "../model/documents/plan-document.ts";
import type { KindIndex } from "../model/kind-index.ts";
import type { Live } from "../model/live.ts";
import { Stop } from "../model/stop.ts";
import { withOldLinks } from "../old-links/old-links.ts";
import type { LastApply } from "../planner/match/recorded-ids.ts";
import { type MadePlan, type Plan, plan } from "../planner/plan.ts";
import type { PlanInput } from "../planner/plan-input.ts";
import type { Connection } from "../project/connect.ts";
import type { OpenUnit } from "../project/opened/open-units.ts";
import type { ConnectionOptions } from "../project/options.ts";
import { knownIds, shortLists } from "../refresh/absence.ts";
import { readingOnce } from "../refresh/cached-reader.ts";
import { readLive } from "../refresh/read-live.ts";
import { recordedScope } from "../refresh/read-scope.ts";
import type { Reader } from "../refresh/reader.ts";
import { withUnreadAccess } from "../refresh/unread-access.ts";
import { withUnreadMembers } from "../refresh/unread-members.ts";
import type { Backend } from "../state/backend.ts";
import type { PlatformScope } from "../state/record.ts";
import { withFoundCopies } from "./lost-copies.ts";
import { hashesOf, lastApplyIn, type OpenRecord, openRecord } from "./open-record.ts";
import { type PruneRequest, withPruned } from "./prune.ts";

/** The platform and the organizations of a project, as its record knows them. */
export function platformScope({ desired }: Project, { baseUrl }: Connection): PlatformScope {
  return {
    baseUrl,
    organizations: Object.fromEntries(desired.organizations.map(({ alias, id }) => [alias, id])),
  };
}

/** A project with its platform, and what the record and interrupted runs say about it. */
interface OpenProject {
  readonly project: Project;
  readonly connection: Connection;
  readonly scope: PlatformScope;
  readonly record: ComingRecord;
  readonly state: Backend;
}

/** A record, or one that a shared place is still sending. */
type ComingRecord = OpenRecord | Promise<OpenRecord>;

/** Opens the platform and the record of a unit for a command that only reads, and closes them after it. */
export async function readingUnit<T>(
  io: Io,
  options: ConnectionOptions,
  { project, connect: open, openState }: OpenUnit,
  read: (opened: OpenProject) => Promise<T>,
): Promise<T> {
  const connection = await open();
  try {
    const scope = platformScope(project, connection);
    const state = await openState();
    try {
      const coming = openRecord(io, options, state, scope);
      // Its failure is reported to its caller.
      coming.catch(() => {});
      const record = state.isShared ? coming : await coming;
      return await read({ project, connection, scope, record, state });
    } finally {
      await state.close();
    }
  } finally {
    await connection.close();
  }
}

/** The scope and the limits of a plan, as given on the command line. */
export type PlanScope = Pick<PlanInput, "allowed" | "targets" | "targetsMayBeGone">;

/** The scope of the plan after a run. A deleted target may be absent then. */
export function scopeAfter({ allowed = {}, ...scope }: PlanScope, { partial }: PlanDocument): PlanScope {
  // The deletes that were counted are done.
  const { deletes: _, ...others } = allowed;
  const after = { ...scope, allowed: others };
  return partial === undefined ? after : { ...after, targets: partial.targets, targetsMayBeGone: true };
}

/** The request for a plan: its scope, and calls that are asked for in addition to the manifests. */
export interface PlanRequest
  extends PlanScope,
    PruneRequest,
    Pick<PlanInput, "run" | "resend" | "policies" | "inviting"> {
  readonly record?: ComingRecord;
  /** The objects to read once more, after a first read. Undo reads by its name an object that has lost its id. */
  readonly readOn?: (live: Live) => Desired;
  /**
   * The desired state as a function of the live state; undo needs it. The manifests then only say what to
   * read.
   */
  readonly wantedOn?: (live: Live) => Desired;
}

/**
 * Reads the platform and plans. Reads only: it is handed a client that has nothing else. Throws `Stop` when
 * manifests and platform do not fit together, or when a list could not be read whole.
 */
export async function makePlan(
  project: Project,
  connection: Connection,
  request: PlanRequest = {},
): Promise<MadePlan & Pick<PlanInput, "desired">> {
  const { span = untraced } = connection;
  const made = await span("plan", {}, () => tryPlan(project, connection, request));
  const { diagnostics } = made.document;
  if (hasErrors(diagnostics)) throw new Stop(diagnostics, project);
  return made;
}

/** Reads the platform and plans as `makePlan` does; a plan with errors among its diagnostics has no steps. */
export async function tryPlan(
  project: Project,
  connection: Connection,
  request: PlanRequest,
): Promise<MadePlan & Pick<PlanInput, "desired">> {
  const { record, readOn, wantedOn, prune: _, pruneMayBeGone: __, ...asked } = request;
  const reader = readingOnce(connection.reader);
  const { span = untraced } = connection;
  const { live, lastApply } = await span("read", {}, () =>
    readAll(project, reader, connection, { record, readOn, wantedOn }),
  );
  const { kinds } = project;
  const isWhole = wantedOn === undefined;
  // An undo brings nobody back who left, and does not wait for them: it says what it cannot bring back.
  const guards = isWhole ? project.guards : { ...project.guards, missingMembers: "hold" as const };
  const desired = wantedOn?.(live) ?? project.desired;
  const input = {
    kinds: kinds.all,
    baseUrl: connection.baseUrl,
    ...writtenEdition(project.edition),
    version,
    hash,
    mask,
    guards,
    isWhole,
    ...asked,
    ...(lastApply === undefined ? {} : { lastApply }),
  };
  const planOn = (on: Desired, state: Live): Plan =>
    withOldLinks((wanted) => plan({ ...input, ...wanted, live: state }), on, state);
  const first = planOn(desired, live);
  const pruned = withPruned(desired, first, request, project.prune);
  if (pruned.diagnostics.length > 0) throw new Stop(pruned.diagnostics);
  const withOwners = async (on: Desired, made: MadePlan): Promise<MadePlan & Pick<PlanInput, "desired">> => {
    const more = await readMore(made, on, kinds, reader);
    return { ...(more === undefined ? made : { ...planOn(on, more), live: more }), desired };
  };
  if (pruned.desired === desired) return withOwners(desired, { ...first, live });
  // A delete may rest on more than was read: on all that is in a collection.
  const more = await readLive(
    pruned.desired,
    kinds.all,
    reader,
    lastApply,
    recordedScope(desired, lastApply),
  );
  const whole = { ...more, requests: live.requests + more.requests };
  return withOwners(pruned.desired, { ...planOn(pruned.desired, whole), live: whole });
}

/** Reads the people and access that a first plan needs and has not; undefined for none. */
async function readMore(
  { live, document }: MadePlan,
  on: Desired,
  kinds: KindIndex,
  reader: Required<Reader>,
): Promise<Live | undefined> {
  const people = await withUnreadMembers(live, document, on, kinds, reader);
  return (await withUnreadAccess(people ?? live, document, on, kinds, reader)) ?? people;
}

/**
 * Refreshes the live state with the ids from the record and from interrupted runs. Throws `Stop` for a list that lacks
 * something that is there.
 */
async function readAll(
  project: Project,
  reader: Required<Reader>,
  connection: Connection,
  {
    record: coming,
    readOn,
    wantedOn,
  }: { readonly [Name in "record" | "readOn" | "wantedOn"]: PlanRequest[Name] | undefined },
): Promise<{ readonly live: Live; readonly lastApply: LastApply | undefined }> {
  const scope = platformScope(project, connection);
  const { kinds } = project;
  const before = reader.requests();
  // The platform is asked meanwhile: the reads below find these answers. An error is that of the read below.
  if (coming instanceof Promise) void readLive(project.desired, kinds.all, reader).catch(() => {});
  const record = await coming;
  const recorded = record && lastApplyIn(record, scope);
  const read = async (desired: Desired, lastApply: LastApply | undefined): Promise<Live> => {
    // The desired state of an undo is no whole project: most of the record is outside of it.
    const reach = wantedOn === undefined ? recordedScope(desired, lastApply) : undefined;
    const live = await readLive(desired, kinds.all, reader, lastApply, reach);
    return { ...live, requests: reader.requests() - before };
  };
  const desired = readOn?.(await read(project.desired, recorded)) ?? project.desired;
  const first = await read(desired, recorded);
  const lastApply =
    record && withFoundCopies(recorded, record.lostCopies, { desired, live: first }, hashesOf(record));
  // A copy of an interrupted run may have children, so its contents are read now.
  const live = lastApply === recorded ? first : await read(desired, lastApply);
  // An undo drops an `id:` that is not found, and creates the object again.
  const known = knownIds(recorded, { pins: readOn !== undefined });
  const short = await shortLists({ desired: project.desired, kinds, live, reader, known });
  if (short.length > 0) throw new Stop(short, project);
  return { live: { ...live, requests: reader.requests() - before }, lastApply };
}
