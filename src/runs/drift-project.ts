import { readOnly } from "../client/client.ts";
import { operationsIn } from "../contract/operations.ts";
import { hash } from "../io/hash.ts";
import { commitOf, type Io } from "../io/io.ts";
import { shown } from "../io/shown.ts";
import { version } from "../io/version.ts";
import { putIn } from "../manifest/edit/composed.ts";
import { organizationOf } from "../model/address.ts";
import type { DriftDocument, Drifted } from "../model/documents/drift-document.ts";
import type { KindIndex } from "../model/kind-index.ts";
import { type ExitCode, exitCode } from "../model/stop.ts";
import { driftOf } from "../planner/drift.ts";
import type { LastApply } from "../planner/match/recorded-ids.ts";
import type { MadePlan } from "../planner/plan.ts";
import type { Connection } from "../project/connect.ts";
import type { OpenUnit } from "../project/opened/open-units.ts";
import type { ConnectionOptions } from "../project/options.ts";
import { fitted, pathsFrom, styleFor } from "../project/output.ts";
import { readActors } from "../refresh/audit-events.ts";
import { commandsLike } from "../render/command-to-copy.ts";
import { accessFirst, type RemedyView } from "../render/drift-view.ts";
import { terminalText } from "../render/safe-text.ts";
import type { Backend } from "../state/backend.ts";
import { lastInStep } from "../state/drift-checks.ts";
import type { PlatformScope } from "../state/record.ts";
import { type DriftForm, driftForms } from "./drift-forms.ts";
import { keepDriftCheck } from "./keep-drift-check.ts";
import { makePlan, readingUnit } from "./make-plan.ts";
import { lastApplyIn, type OpenRecord } from "./open-record.ts";
import { holderText, type LockOptions, runnerOn } from "./project-lock.ts";
import { unitSpan } from "./unit-span.ts";

/** Options of commands that look for drift. */
export interface FindingOptions extends ConnectionOptions, LockOptions {
  /** Keep in the record that it was looked for, and how much was found. */
  readonly record?: boolean;
}

/** The drift of a project, and what is needed to show it. */
export interface FoundDrift extends Pick<RemedyView, "isPutIn"> {
  readonly drift: DriftDocument;
  /** The address of the platform. */
  readonly platform: string;
  readonly organizations: readonly string[];
  /** Another command was changing the platform meanwhile: what differs may be its half. */
  readonly isUnderway: boolean;
}

/** Reads the platform, and compares it with the manifests of a unit. */
export async function driftUnit(io: Io, options: FindingOptions, unit: OpenUnit): Promise<FoundDrift> {
  const find = (): Promise<FoundDrift> => findDrift(io, options, unit);
  const found = await unitSpan(io, "drift", unit, find, driftCode);
  if (options.record === true) await keepDriftCheck(io, options, unit, found.platform, found.drift);
  return found;
}

function findDrift(io: Io, options: ConnectionOptions, unit: OpenUnit): Promise<FoundDrift> {
  return readingUnit(io, options, unit, async ({ project, connection, scope, record, state }) => {
    const made = await makePlan(project, connection, { record });
    const { document } = made;
    const lastApply = lastApplyIn(await record, scope);
    const found = driftOf({ ...made, kinds: project.kinds.all, lastApply });
    const { written } = await record;
    const eventsOf = namedByEvents(made, project.kinds, lastApply);
    const drift = shown(io, await withActors(found, { io, project, connection, scope, written, eventsOf }));
    const organizations = Object.keys(document.organizations);
    const platform = shown(io, document.platform.baseUrl);
    const isUnderway = driftCode({ drift }) !== exitCode.done && (await tellOfRunner(io, state));
    return { drift, platform, organizations, isUnderway, isPutIn: putIn(project) };
  });
}

/** Says which object audit events name. A singleton in a resource has no id of its own: they name its parent. */
function namedByEvents(
  { document, liveByAddress }: MadePlan,
  kinds: KindIndex,
  lastApply: LastApply | undefined,
): Asking["eventsOf"] {
  return ({ address, kind }) => {
    const { shape, parent } = kinds.get(kind);
    if (shape === "singleton" && parent !== undefined)
      return { id: liveByAddress().get(address)?.parentId, of: parent };
    const change = document.changes.find((one) => one.address === address && one.id !== undefined);
    return { id: change?.id ?? lastApply?.resources.get(address)?.id };
  };
}

/** Says that a command holds the lock, if one does that changes the platform. */
async function tellOfRunner(io: Io, state: Backend): Promise<boolean> {
  const runner = await runnerOn(io, state);
  if (typeof runner !== "object" || runner.holder.command === "drift") return false;
  const holder = terminalText(shown(io, holderText(runner.holder)));
  io.stderr.write(`Another run is not over, and what differs may be its half; nobody is told: ${holder}.\n`);
  return true;
}

interface Asking extends Pick<OpenUnit, "project"> {
  readonly io: Io;
  readonly connection: Pick<Connection, "client" | "baseUrl">;
  readonly scope: PlatformScope;
  readonly written: OpenRecord["written"];
  /** The id that audit events have for something, and the kind of the parent that it stands for. */
  readonly eventsOf: (item: Pick<Drifted, "address" | "kind">) => {
    readonly id: string | undefined;
    readonly of?: string;
  };
}

/** Without a record, changes of the last 30 days count. */
const usualReach = 30 * 24 * 60 * 60 * 1000;

/** The drift with the last to change each object there, where the platform keeps audit events. */
async function withActors(drift: DriftDocument, asking: Asking): Promise<DriftDocument> {
  const { io, project, connection, scope, written, eventsOf } = asking;
  const operation = operationsIn(project.edition).listAuditEvents;
  const differing = accessFirst([...drift.drifted, ...drift.missing]);
  const targets = differing.flatMap((item) => {
    const { address, attribution } = item;
    const [{ id, ...rest }, organizationId] = [eventsOf(item), scope.organizations[organizationOf(address)]];
    const isTheirs = attribution !== "manifests";
    return isTheirs && id !== undefined && organizationId !== undefined
      ? [{ address, id, organizationId, ...rest }]
      : [];
  });
  if (operation === undefined || targets.length === 0) return drift;
  const earliest = new Date(io.now() - usualReach).toISOString();
  const since = (id: string): string => lastInStep(written, connection.baseUrl, id) ?? earliest;
  const { by, audit } = await readActors(targets, { client: readOnly(connection.client), operation, since });
  const told = <T extends Drifted | DriftDocument["missing"][number]>(item: T): T => {
    const actor = by.get(item.address);
    return actor === undefined ? item : { ...item, by: actor };
  };
  const { drifted, missing } = drift;
  return { ...drift, drifted: drifted.map(told), missing: missing.map(told), ...(audit && { audit }) };
}

/** The exit code of drift: what is new on the platform alone is none. */
export function driftCode({ drift: { drifted, missing } }: Pick<FoundDrift, "drift">): ExitCode {
  return drifted.length + missing.length > 0 ? exitCode.changes : exitCode.done;
}

/** Renders drift in a form of `driftForms`. */
export async function renderDrift(
  io: Io,
  form: DriftForm,
  options: ConnectionOptions,
  { drift, ...found }: FoundDrift,
): Promise<string> {
  return driftForms[form](drift, {
    ...found,
    command: commandsLike(options),
    style: styleFor(io.stdout, io.env),
    ageOf: (at) => (io.now() - Date.parse(at)) / 1000,
    fit: (text) => fitted(io.stdout, text),
    environment: options.env,
    commit: commitOf(io)?.slice(0, 7),
    pathOf: pathsFrom(io, options),
    hash,
    version,
  });
}
