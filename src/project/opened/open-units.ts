import { once } from "../../contract/once.ts";
import type { Io } from "../../io/io.ts";
import { untraced } from "../../io/tracing/span.ts";
import type { Project } from "../../manifest/load/load-project.ts";
import { organizationOf } from "../../model/address.ts";
import type { Policy } from "../../planner/guards/policy.ts";
import type { Backend } from "../../state/backend.ts";
import { type Connection, connect } from "../connect.ts";
import type { ConnectionOptions } from "../options.ts";
import { baseOf, hasPlaces, type StateOf } from "../places.ts";
import { openPolicies } from "../policies.ts";
import { openProject } from "../project.ts";
import { openState, stateSettings } from "../state.ts";
import type { KnowsToken } from "../token/token.ts";
import {
  narrowedTo,
  type SelectedUnit,
  selectUnits,
  type UnitChoice,
  unitAddresses,
  unitsOf,
} from "../units.ts";
import { limitOf } from "./limit.ts";
import { createLines } from "./lines.ts";

/** A unit of an opened project: all that a command begins with. */
export interface OpenUnit {
  readonly unit: SelectedUnit;
  /** As the unit alone declares it. */
  readonly project: Project;
  /** The project with the texts of its policies, and those. Read once for all units. */
  readonly withPolicies: () => Promise<{ readonly project: Project; readonly policies: readonly Policy[] }>;
  /** Connects to the platform; the units share one window of requests. The command closes it. */
  readonly connect: (signal?: AbortSignal) => Promise<Connection & KnowsToken>;
  /** Requests that were sent for it so far. */
  readonly requests: () => number;
  /** Opens the place of the unit, which the command closes. */
  readonly openState: () => Promise<Backend>;
}

/** The units that a command is for, of a project that was opened once. */
export interface OpenUnits {
  readonly units: readonly OpenUnit[];
  /** The only one of them, else the whole project as one: for a command that knows no several. */
  readonly joined: OpenUnit;
  /** Some of them as one: a run that was of several organizations is taken back in all of them. */
  readonly together: (several: readonly OpenUnit[]) => OpenUnit;
  /** See `Selection`. */
  readonly isSeveral: boolean;
  /** The options for a unit: its targets, and itself for commands to copy. */
  readonly optionsFor: <T extends UnitOptions>(options: T, unit: SelectedUnit) => T;
}

/** Options of commands that work on units. */
export interface UnitOptions extends ConnectionOptions, UnitChoice {
  readonly approve?: readonly string[];
  readonly author?: string;
}

/** Addresses, as `--run`, `--resend` and `--prune` of some commands name them. */
interface AskedOptions {
  readonly run?: readonly string[];
  readonly resend?: readonly string[];
  /** Of pull it is true, and names nothing. */
  readonly prune?: readonly string[] | true;
  /** Labels of a pull request name addresses of other projects, too. */
  readonly pruneMayBeGone?: boolean;
}

interface UnitsOpening {
  readonly signal?: AbortSignal;
  readonly isChanging?: boolean;
  /** Loads the project; `openProject` when left out. */
  readonly open?: (io: Io, options: ConnectionOptions) => Promise<Project>;
}

/** Opens a project for a command, with the units that `--target` chooses, and closes what these share after it. */
export async function withUnits<T>(
  io: Io,
  options: UnitOptions,
  act: (opened: OpenUnits) => Promise<T>,
  { signal, isChanging = false, open: openAll = openProject }: UnitsOpening = {},
): Promise<T> {
  // The lock is let go of later than the record is read.
  const early = isChanging ? notEarly : openingEarly(io, options);
  let loaded: Project | undefined;
  const limit = (line: string) => loaded && limitOf(io, options.env, loaded, line);
  const lines = createLines(io, options, signal, limit);
  let base: ReturnType<typeof baseOf> | undefined;
  try {
    const project = await (io.span ?? untraced)("load", {}, () => openAll(io, options));
    loaded = project;
    base = baseOf(io, options, project);
    const selection = selectUnits(project, options);
    const withPolicies = once(() => openPolicies(io, options, project));
    const open = (unit: SelectedUnit): OpenUnit => {
      const narrowed = narrowedTo(project, unit);
      let requests = (): number => 0;
      // A client of each unit, and what it read, would grow with their number.
      const keepNumber = (): void => {
        const number = requests();
        requests = () => number;
      };
      return {
        unit,
        project: narrowed,
        withPolicies: async () => {
          const { project: whole, policies } = await withPolicies();
          return { project: narrowedTo(whole, unit), policies };
        },
        connect: async (own) => {
          const { close, ...connection } = await connect(io, options, narrowed, own, lines);
          requests = () => connection.client.requests;
          return { ...connection, close: () => close().finally(keepNumber) };
        },
        requests: () => requests(),
        openState: async () => (await early.opening) ?? openState(io, options, narrowed, base),
      };
    };
    const units = selection.units.map(open);
    const [only = open(wholeOf(project, options)), ...others] = units;
    const joined = others.length === 0 ? only : open(wholeOf(project, options));
    const together = (several: readonly OpenUnit[]) => open(asOne(several.map(({ unit }) => unit)));
    const { isSeveral } = selection;
    return await act({ units, joined, together, isSeveral, optionsFor: optionsIn(project) });
  } finally {
    await early.closed();
    await base?.close().catch(() => {});
    await lines.close();
  }
}

const notEarly = { opening: Promise.resolve(undefined), closed: async (): Promise<void> => {} };

/**
 * The place of a project of one organization, whose record is read while the manifests are loaded; undefined for others.
 * Its failure is reported to its caller.
 */
function openingEarly(io: Io, { target: _, ...options }: UnitOptions) {
  let close: Backend["close"] | undefined;
  const opening = stateSettings(io, options).then(async (settings: StateOf) => {
    if (hasPlaces(settings)) return undefined;
    const state = await openState(io, options, settings);
    close = state.close;
    const reading = state.record.read();
    reading.catch(() => {});
    return { ...state, record: { ...state.record, read: () => reading }, close: async () => {} };
  });
  opening.catch(() => {});
  const closed = async (): Promise<void> => {
    await opening.catch(() => {});
    await close?.().catch(() => {});
  };
  return { opening, closed };
}

/** The addresses of `--run`, `--resend` and `--prune` that are in a unit. Throws `Stop` for one that is in none. */
function askedIn(project: Project, options: AskedOptions, aliases: readonly string[]) {
  const own = (["run", "resend", "prune"] as const).flatMap((name) => {
    const written = options[name];
    if (written === undefined || written === true) return [];
    const isForeign = (one: string): boolean =>
      !(organizationOf(one) in (project.desired.organizationIds ?? {}));
    if (options.pruneMayBeGone === true)
      return [
        [name, written.filter((one) => isForeign(one) || aliases.includes(organizationOf(one)))] as const,
      ];
    const found = unitAddresses(project, `--${name}`, written);
    return [[name, found.filter((one) => aliases.includes(organizationOf(one)))] as const];
  });
  return Object.fromEntries(own);
}

function wholeOf({ desired }: Project, { target }: UnitOptions): SelectedUnit {
  const aliases = desired.organizations.map(({ alias }) => alias);
  return { name: aliases.join("+"), aliases, ...(target === undefined ? {} : { targets: target }) };
}

/** Units as one, with the addresses in them that `--target` names. */
function asOne(units: readonly SelectedUnit[]): SelectedUnit {
  const aliases = units.flatMap((unit) => unit.aliases);
  const isWhole = units.every(({ targets }) => targets === undefined);
  const targets = units.flatMap((unit) => unit.targets ?? unit.aliases);
  return { name: aliases.join("+"), aliases, ...(isWhole ? {} : { targets }) };
}

/** Makes the options of a unit. In a project of one unit they stay as they are. */
function optionsIn(project: Project): OpenUnits["optionsFor"] {
  const isAlone = unitsOf(project).length === 1;
  const count = project.desired.organizations.length;
  return (options, { targets, aliases }) => {
    if (isAlone || aliases.length === count) return options;
    const { target: _, ...others } = options;
    const scope = targets === undefined ? { unit: aliases } : { target: targets };
    const asked = askedIn(project, options as UnitOptions & AskedOptions, aliases);
    return { ...others, ...scope, ...asked } as unknown as typeof options;
  };
}
