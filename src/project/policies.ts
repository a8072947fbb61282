import { relative, resolve, sep } from "node:path";
import { actorOf, type Io } from "../io/io.ts";
import { didYouMean } from "../manifest/check/report.ts";
import { diskFiles, isThere, policyFolder } from "../manifest/read/project-files.ts";
import { Stop, stop } from "../model/stop.ts";
import type { Policy } from "../planner/guards/policy.ts";
import { policiesOf } from "../policy/policies.ts";
import { type Rules, readRules } from "../policy/rules.ts";
import type { CommonOptions } from "./options.ts";

type Place = Pick<CommonOptions, "directory">;

/** The rules of a project, or of the files and folders that are named. */
export async function readPolicies(
  io: Io,
  { directory }: Place,
  names: readonly string[] = [],
): Promise<Rules> {
  const folder = resolve(io.cwd, directory);
  const files = diskFiles(folder, io.disk);
  const named = names.map((name) => relative(folder, resolve(io.cwd, name)).split(sep).join("/") || ".");
  const there = names.length > 0 ? named : (await isThere(files, policyFolder)) ? [policyFolder] : [];
  const found: (readonly string[])[] = [];
  for (const path of there)
    found.push((await files.status(path))?.type === "folder" ? await files.listYaml(path) : [path]);
  const paths = [...new Set(found.flat())];
  if (paths.length === 0) return { rules: [], diagnostics: [], sources: new Map(), files: [] };
  return readRules(files, paths);
}

/** The rules that a plan of this project is held against. Throws `Stop` when one of them cannot be used. */
export async function openPolicies(
  io: Io,
  options: Place & { readonly approve?: readonly string[]; readonly author?: string },
): Promise<readonly Policy[]> {
  const read = await readPolicies(io, options);
  if (read.diagnostics.length > 0) throw new Stop(read.diagnostics, read);
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
