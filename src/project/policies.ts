import { resolve } from "node:path";
import { actorOf, type Io } from "../io/io.ts";
import type { Project } from "../manifest/load/load-project.ts";
import { namedFiles } from "../manifest/read/named-files.ts";
import { diskFiles, pathExists, policyFolder } from "../manifest/read/project-files.ts";
import { didYouMean } from "../manifest/read/report.ts";
import { hasErrors } from "../model/diagnostic.ts";
import { Stop, stop, type Texts } from "../model/stop.ts";
import type { Policy } from "../planner/guards/policy.ts";
import { policiesOf } from "../policy/policies.ts";
import { type Rules, readRules } from "../policy/rules.ts";
import type { CommonOptions } from "./options.ts";
import { warn } from "./output.ts";

type Place = Pick<CommonOptions, "directory">;

/** The rules of a project, or of the files and folders that are named. */
export async function readPolicies(
  io: Io,
  { directory }: Place,
  names: readonly string[] = [],
): Promise<Rules> {
  const folder = resolve(io.cwd, directory);
  const files = diskFiles(folder, io.disk);
  const named = await namedFiles(io, folder, files, names);
  const there = names.length > 0 ? named : (await pathExists(files, policyFolder)) ? [policyFolder] : [];
  const found: (readonly string[])[] = [];
  for (const path of there)
    found.push((await files.status(path))?.type === "folder" ? await files.listYaml(path) : [path]);
  const paths = [...new Set(found.flat())];
  if (paths.length === 0) return { rules: [], diagnostics: [], sources: new Map(), files: [] };
  return readRules(files, paths);
}

/** A project, and the rules that its plans are held against. */
interface WithPolicies {
  /** Knows the texts of the policies too: what is wrong with a rule may show only when the plan asks it. */
  readonly project: Project;
  readonly policies: readonly Policy[];
}

/** The rules that a plan of this project is held against. Throws `Stop` when one of them cannot be used. */
export async function openPolicies(
  io: Io,
  options: CommonOptions & { readonly approve?: readonly string[]; readonly author?: string },
  project: Project,
): Promise<WithPolicies> {
  const read = await readPolicies(io, options);
  if (hasErrors(read.diagnostics)) throw new Stop(read.diagnostics, read);
  warn(io, options, read.diagnostics, read);
  return { project: withTexts(project, read), policies: askable(io, options, read) };
}

/** The project, with the texts of other files of its folder for the diagnostics about those. */
export function withTexts(project: Project, { files, sources }: Texts): Project {
  return {
    ...project,
    files: [...project.files, ...files],
    sources: new Map([...project.sources, ...sources]),
  };
}

function askable(
  io: Io,
  options: { readonly approve?: readonly string[]; readonly author?: string },
  read: Rules,
): readonly Policy[] {
  const asking = read.rules.filter(({ severity }) => severity === "ask").map(({ name }) => name);
  for (const name of options.approve ?? []) if (!asking.includes(name)) throw noSuchRule(name, asking);
  if (read.rules.length === 0) return [];
  return policiesOf(read.rules, { now: io.now(), author: options.author ?? actorOf(io) ?? "" });
}

function noSuchRule(name: string, asking: readonly string[]): Stop {
  const { label } = didYouMean(name, asking);
  const known =
    asking.length === 0 ? "no policy has severity: ask" : `policies that ask: ${asking.join(", ")}`;
  return stop("DF5001", `--approve: no policy that asks is named "${name}"`, { hint: label ?? known });
}
