import { writtenEdition } from "../../contract/edition.ts";
import { type Io, timeOf } from "../../io/io.ts";
import { error } from "../../model/diagnostic.ts";
import {
  type OrganizationStatus,
  organizationStates,
  type StatusDocument,
  statusFormatVersion,
} from "../../model/documents/status-document.ts";
import type { Selector } from "../../model/labels.ts";
import type { CommonOptions } from "../../project/options.ts";
import { withAdvice } from "../../project/output.ts";
import { baseOf } from "../../project/places.ts";
import { fitsNothing, selectedOrganizations } from "../../project/selected-organizations.ts";
import { type OrganizationOptions, openState, stateSettings } from "../../project/state.ts";
import { checkStatePin } from "../../project/state-pin.ts";
import { commandsLike } from "../../render/command-to-copy.ts";
import type { Backend } from "../../state/backend.ts";
import type { JournalPlace } from "../../state/journal.ts";
import { isOfProject } from "../../state/organizations/project-part.ts";
import type { PlatformScope } from "../../state/record.ts";
import { compareNames } from "../../text/compare-names.ts";
import { compareText } from "../../text/json.ts";
import { runnerOn, waitingHint } from "../project-lock.ts";
import { commandsOnState, readWholeOn, runsOf } from "../read-runs.ts";
import { diagnosticsOf } from "../report-problem.ts";
import { declaredScope, storedRecord } from "../stored-record.ts";
import { type KnownRun, organizationStatus, type PlaceFacts, type Told } from "./organization-status.ts";
import { runEntry } from "./run-entry.ts";

/** Options of a command that reads the state of organizations. */
export interface StatusOptions<Form extends string = string> extends OrganizationOptions<Form> {
  readonly select?: Selector;
}

/** Places that are read at the same time. */
const placesAtOnce = 8;

/** The facts of a place, or the problem that keeps it from being read. */
type PlaceRead = (PlaceFacts & Pick<Backend, "isShared">) | { readonly problem: unknown };

/**
 * Reads the state of each organization of docform.yaml that is chosen, several at the same time. One that cannot be read
 * hides no other. Asks no platform. Throws `Stop` for a mistake in docform.yaml, and for a choice that fits nothing.
 */
export async function readStatus(io: Io, options: StatusOptions): Promise<StatusDocument> {
  const { select, env } = options;
  const scope = await declaredScope(io, options);
  const settings = await stateSettings(io, options);
  if (settings.state !== undefined) checkStatePin(io, env, settings.state);
  const selected = select && selectedOrganizations(settings, select);
  const chosen = settings.desired.organizations.filter(({ alias }) => selected?.has(alias) ?? true);
  if (chosen.length === 0 && select !== undefined) throw fitsNothing(select);
  const base = baseOf(io, options, settings);
  const isSeveral = Object.keys(settings.desired.organizationIds ?? {}).length > 1;
  const organizations: OrganizationStatus[] = [];
  const queue = chosen.values();
  const worker = async (): Promise<void> => {
    for (const one of queue) {
      const desired = { ...settings.desired, organizations: [one] };
      const opening = openState(io, options, { ...settings, desired }, base);
      const read = await readPlace(io, opening, scope, one.id);
      const own = isSeveral ? { ...options, unit: [one.alias] } : options;
      organizations.push({ organization: one.alias, id: one.id, ...told(io, own, read) });
    }
  };
  await Promise.all(Array.from({ length: placesAtOnce }, worker)).finally(base.close);
  return {
    formatVersion: statusFormatVersion,
    at: timeOf(io),
    platform: { baseUrl: scope.baseUrl, ...writtenEdition(settings.edition) },
    ...(env === undefined ? {} : { environment: env }),
    counts: countsOf(organizations),
    organizations: organizations.sort(byUrgency),
  };
}

async function readPlace(
  io: Io,
  opening: Promise<Backend>,
  { baseUrl }: PlatformScope,
  organization: string,
): Promise<PlaceRead> {
  try {
    const state = await opening;
    try {
      const stored = await storedRecord(state);
      const runner = await runnerOn(io, state);
      const recorded = stored?.record.platforms[baseUrl]?.[organization];
      const run = await newestRun(state, runner, baseUrl, organization);
      const lock = typeof runner === "object" ? runner.holder : undefined;
      return { recorded, run, lock, isShared: state.isShared };
    } finally {
      await state.close();
    }
  } catch (problem) {
    return { problem };
  }
}

/** The newest run of the project in a place that was on an organization, by its id. */
async function newestRun(
  state: Backend,
  runner: Parameters<typeof runEntry>[1],
  baseUrl: string,
  organization: string,
): Promise<KnownRun | undefined> {
  const isMeant = (place: JournalPlace): boolean =>
    isOfProject(place, state) &&
    place.platform.baseUrl === baseUrl &&
    Object.values(place.organizations).includes(organization);
  for (const id of [...(await runsOf(state))].reverse()) {
    const journal = await readWholeOn(state, id, isMeant);
    if (journal !== undefined) return { entry: runEntry(journal, runner), lastAt: journal.lastAt };
  }
  return undefined;
}

function told(
  io: Io,
  options: CommonOptions,
  read: PlaceRead,
): Omit<OrganizationStatus, "organization" | "id"> {
  if ("problem" in read) {
    const [{ code, message, hint } = error("DF5020", "")] = withAdvice(diagnosticsOf(read.problem));
    return { state: "not read", message, code, ...(hint === undefined ? {} : { next: hint }) };
  }
  const status = organizationStatus(read, io.now());
  const next = nextFor(io, options, read, status);
  return { ...status, ...(next === undefined ? {} : { next }) };
}

function nextFor(
  io: Io,
  options: CommonOptions,
  place: PlaceFacts & Pick<Backend, "isShared">,
  { state, run }: Told,
): string | undefined {
  if (place.lock !== undefined) return waitingHint(io, options, place, place.lock);
  if (state === "applied") return undefined;
  if (state === "drifted") return commandsLike(options)("drift");
  if (run === undefined) return commandsLike(options)("plan");
  return commandsOnState(options, place)("runs", "show", run.run);
}

/** The order of states; of one state, those that were applied longest ago. */
function byUrgency(one: OrganizationStatus, other: OrganizationStatus): number {
  const rank = ({ state }: OrganizationStatus): number => organizationStates.indexOf(state);
  const age = ({ lastApply }: OrganizationStatus): string => lastApply?.at ?? "";
  return (
    rank(one) - rank(other) ||
    compareText(age(one), age(other)) ||
    compareNames(one.organization, other.organization)
  );
}

function countsOf(organizations: readonly OrganizationStatus[]): StatusDocument["counts"] {
  const counts = organizationStates.map(
    (state) => [state, organizations.filter((one) => one.state === state).length] as const,
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
