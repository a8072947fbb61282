import type { Io } from "../io/io.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { type UnitsDocument, unitsFormatVersion } from "../model/documents/units-document.ts";
import { selectorText } from "../model/labels.ts";
import { type ExitCode, exitCode } from "../model/stop.ts";
import { changedUnits } from "../project/changed/changed-units.ts";
import type { ProjectVersion } from "../project/changed/compare-projects.ts";
import { type FormerProject, presentVersion, projectAt } from "../project/changed/project-at.ts";
import type { CommonOptions } from "../project/options.ts";
import { printResult, warn } from "../project/output.ts";
import type { ResultForm } from "../project/result-forms.ts";
import { selectUnits, type UnitChoice, unitsOf } from "../project/units.ts";
import { renderUnitsText, unitsSummary } from "./texts/units-text.ts";

/** Options of commands that choose units without asking the platform. */
export interface ListOptions<Form extends string = ResultForm> extends CommonOptions<Form>, UnitChoice {
  /** A commit, as git names it. */
  readonly changedSince?: string;
}

/** `docform ci list`: names the units of a project that a change touches, or that are of a shard. */
export async function listUnits(io: Io, options: ListOptions): Promise<ExitCode> {
  const document = await chosenUnits(io, options);
  printResult(io, options, document, renderUnitsText);
  return exitCode.done;
}

/** The units that the options name. It says on stderr how many, and why. Throws `Stop` for a mistake in the project. */
export async function chosenUnits(io: Io, options: ListOptions<string>): Promise<UnitsDocument> {
  const { changedSince: revision, shard, select } = options;
  const present = await presentVersion(io, options);
  const all = unitsOf(present.project).filter(({ aliases }) => aliases.length > 0);
  const former = revision === undefined ? undefined : await projectAt(io, options, revision);
  const changed = former && "version" in former ? changedUnits(former.version, present) : { units: all };
  const differing = new Set(changed.units.map(({ name }) => name));
  const units = selectUnits(present.project, options).units.filter(
    ({ name, aliases }) => aliases.length > 0 && differing.has(name),
  );
  if (former !== undefined && "problem" in former) warn(io, options, [cannotCompare(former.problem)]);
  const document: UnitsDocument = {
    formatVersion: unitsFormatVersion,
    ...(former === undefined || revision === undefined
      ? {}
      : { changedSince: { revision, ...comparedWith(former, changed) } }),
    ...(shard === undefined ? {} : { shard: `${shard.index}/${shard.count}` }),
    ...(select === undefined ? {} : { select: selectorText(select) }),
    total: all.length,
    units: units.map(({ name, aliases }) => ({ name, organizations: [...aliases] })),
  };
  if (["info", "debug"].includes(options.logLevel))
    io.stderr.write(unitsSummary(document, goneSince(former, present)));
  return document;
}

/** Aliases of organizations for which only the former version declares something: a label may have changed. */
function goneSince(former: FormerProject | undefined, present: ProjectVersion): readonly string[] {
  if (former === undefined || "problem" in former) return [];
  const now = new Set(present.project.desired.organizations.map(({ alias }) => alias));
  return former.version.project.desired.organizations.flatMap(({ alias }) => (now.has(alias) ? [] : [alias]));
}

function comparedWith(
  former: FormerProject,
  { allFor }: { readonly allFor?: string },
): Omit<NonNullable<UnitsDocument["changedSince"]>, "revision"> {
  if ("problem" in former) return { allFor: former.problem };
  return { commit: former.commit, ...(allFor === undefined ? {} : { allFor }) };
}

function cannotCompare(problem: string): Diagnostic {
  return { code: "DF5012", severity: "warning", message: `all organizations are listed: ${problem}` };
}
