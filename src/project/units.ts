import type { Project } from "../manifest/load/load-project.ts";
import { organizationOf } from "../model/address.ts";
import { groupBy } from "../model/group-by.ts";
import type { Selector } from "../model/labels.ts";
import { Stop } from "../model/stop.ts";
import { transferTarget } from "../planner/match/tree-kind.ts";
import { isIn, readAddresses } from "../planner/state/targets.ts";
import { compareNames } from "../text/compare-names.ts";
import { fitsNothing, selectedOrganizations } from "./selected-organizations.ts";
import { isInShard, type Shard } from "./shard.ts";

/**
 * An organization, or several that a declared transfer joins. It is read, planned, locked, recorded, applied and
 * reported by itself. The name is its aliases, joined by "+".
 */
export interface Unit {
  readonly name: string;
  readonly aliases: readonly string[];
}

/** A unit that a command is for, and the addresses in it that `--target` names; without any, all of it. */
export interface SelectedUnit extends Unit {
  readonly targets?: readonly string[];
}

/** The choice of units on a command line. */
export interface UnitChoice {
  readonly target?: readonly string[];
  /** Aliases: only the units of these, whatever is a target. A saved plan is of one. */
  readonly organizations?: readonly string[];
  /** One part of the units, where several machines share them. */
  readonly shard?: Shard;
  /** Labels that an organization of a unit has. */
  readonly select?: Selector;
}

/** The units that a command is for. */
export interface Selection {
  readonly units: readonly SelectedUnit[];
  /** False when the project has one unit, or one is named: the output is then that of one. */
  readonly isSeveral: boolean;
}

/** The units of a project, in the order of names. A project that declares nothing is one unit, too. */
export function unitsOf({ desired, kinds }: Pick<Project, "desired" | "kinds">): readonly Unit[] {
  const aliases = desired.organizations.map(({ alias }) => alias);
  if (aliases.length <= 1) return [unitNamed(aliases)];
  const aliasOf = new Map(desired.organizations.map(({ alias, id }) => [id, alias]));
  const firsts = new Map(aliases.map((alias) => [alias, alias]));
  for (const resource of desired.resources) {
    const target = aliasOf.get(transferTarget(desired, kinds, resource) ?? "");
    if (target !== undefined) join(firsts, resource.organization, target);
  }
  return [...groupBy(aliases, (alias) => firstOf(firsts, alias)).values()].map(unitNamed);
}

function unitNamed(aliases: readonly string[]): Unit {
  const sorted = [...aliases].sort(compareNames);
  return { name: sorted.join("+"), aliases: sorted };
}

function join(firsts: Map<string, string>, one: string, other: string): void {
  firsts.set(firstOf(firsts, one), firstOf(firsts, other));
}

/** The alias that stands for all that are joined with this one. */
function firstOf(firsts: ReadonlyMap<string, string>, alias: string): string {
  let first = alias;
  for (let next = firsts.get(first); next !== undefined && next !== first; next = firsts.get(first))
    first = next;
  return first;
}

/** The project as one unit alone declares it. Its files, settings and the ids of all organizations stay. */
export function narrowedTo(project: Project, { aliases }: Pick<Unit, "aliases">): Project {
  const { organizations, resources } = project.desired;
  const own = new Set(aliases);
  if (organizations.every(({ alias }) => own.has(alias))) return project;
  const desired = {
    ...project.desired,
    organizations: organizations.filter(({ alias }) => own.has(alias)),
    resources: resources.filter(({ organization }) => own.has(organization)),
  };
  return { ...project, desired };
}

/** The units that a command line chooses, before anything is read. Throws `Stop` for a target that fits nothing. */
export function selectUnits(
  project: Pick<Project, "desired" | "kinds" | "labels">,
  choice: UnitChoice,
): Selection {
  const { target: written = [], organizations, shard, select } = choice;
  const all = unitsOf(project);
  const isPart = shard !== undefined || select !== undefined;
  const [only] = all;
  // The name of a unit stands for all in it.
  const target = written.flatMap((text) => all.find(({ name }) => name === text)?.aliases ?? [text]);
  const chosen = fittingUnits(project, all, choice);
  if (all.length === 1 && only !== undefined) {
    const units = chosen.map((unit) => (target.length === 0 ? unit : { ...unit, targets: target }));
    return { units, isSeveral: isPart };
  }
  const isOne = !isPart && organizations !== undefined && chosen.length === 1;
  if (target.length === 0) return { units: chosen, isSeveral: !isOne };
  const targets = unitAddresses(project, "--target", target);
  const units = chosen.flatMap((unit): SelectedUnit[] => {
    const own = targets.filter((address) => unit.aliases.includes(organizationOf(address)));
    if (own.length === 0) return [];
    return [unit.aliases.every((alias) => own.includes(alias)) ? unit : { ...unit, targets: own }];
  });
  if (select !== undefined && shard === undefined && units.length === 0)
    throw fitsNothing(select, " of --target");
  return { units, isSeveral: units.length > 1 || isPart };
}

/** The units of a shard, and those of which an organization has the labels. */
function fittingUnits(
  project: Pick<Project, "labels">,
  all: readonly Unit[],
  { organizations, shard, select }: UnitChoice,
): readonly Unit[] {
  const aliases = select && selectedOrganizations(project, select);
  const fitting = all.filter((unit) => aliases === undefined || unit.aliases.some((one) => aliases.has(one)));
  if (select !== undefined && fitting.length === 0) throw fitsNothing(select);
  const isMeant = ({ aliases: own }: Unit): boolean =>
    organizations === undefined || own.some((one) => organizations.includes(one));
  return fitting.filter((unit) => isMeant(unit) && (shard === undefined || isInShard(unit.name, shard)));
}

/** The name of the one unit that targets name as a whole, of a project with several; undefined for all other targets. */
export function wholeUnit(
  project: Pick<Project, "desired" | "kinds" | "labels">,
  target: readonly string[] = [],
): string | undefined {
  if (target.length === 0 || unitsOf(project).length === 1) return undefined;
  const [only, ...others] = selectUnits(project, { target }).units;
  return others.length === 0 && only?.targets === undefined ? only?.name : undefined;
}

/**
 * The addresses that an option names, each with its organization. What begins with an alias may be on the platform alone;
 * anything else is found among the declarations. Throws `Stop` for what fits nothing, or several organizations.
 */
export function unitAddresses(
  { desired }: Pick<Project, "desired">,
  name: string,
  written: readonly string[],
): readonly string[] {
  const aliases = desired.organizations.map(({ alias }) => alias);
  const hasAlias = (text: string): boolean => aliases.includes(organizationOf(text));
  const { addresses, diagnostics } = readAddresses(
    written.filter((text) => !hasAlias(text)),
    aliases,
    {
      name,
      known: desired.resources.map(({ address }) => address),
      fits: isIn,
      code: "DF5011",
      unknown: "names nothing that is declared",
    },
  );
  if (diagnostics.length > 0) throw new Stop(diagnostics);
  return [...written.filter(hasAlias), ...addresses];
}
