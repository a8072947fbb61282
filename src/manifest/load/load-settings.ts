import { error } from "../../model/diagnostic.ts";
import { createReport, type Report } from "../check/report.ts";
import type { Removal } from "../compose/composing.ts";
import { type Allowance, createAllowance } from "../compose/composing.ts";
import { readIncludedFiles } from "../compose/included-files.ts";
import { isThere, type ProjectFiles, projectFile } from "../read/project-files.ts";
import { readYaml, register } from "../read/read-yaml.ts";
import type { Tree } from "../read/tree.ts";
import { type ProjectSettings, readSettings } from "./project-settings.ts";

/** What a project is loaded with, and what is found out on the way. */
export interface Loading {
  readonly folder: string;
  readonly io: ProjectFiles;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly report: Report;
  readonly sources: Map<string, string>;
  readonly allowance: Allowance;
  readonly removals: Removal[];
}

/** What loading begins with. */
export function loadingOf(folder: string, io: ProjectFiles, env: Loading["env"]): Loading {
  const report = createReport();
  return { folder, io, env, report, sources: new Map(), allowance: createAllowance(report), removals: [] };
}

/** The settings of docform.yaml; undefined when it is not there or not YAML: then nothing else can be said. */
export async function loadSettings(
  { folder, io, env, report, sources, allowance }: Loading,
  environmentName: string | undefined,
  given: readonly string[],
): Promise<ProjectSettings | undefined> {
  if (!(await isThere(io, projectFile))) {
    const hint = "name the project folder with -C DIR, or make a project there with docform init";
    report.add(error("DF1010", `there is no ${projectFile} in ${folder}`, { hint }));
    return undefined;
  }
  const read = await readYaml(io, projectFile);
  const documents = register(read, report, sources);
  if (!read.complete) return undefined;
  const [document = emptyDocument, second] = documents;
  if (second !== undefined)
    report.add(error("DF1005", `${projectFile} must be a single document`, { source: second.source }));
  const inputs = { env, files: await readIncludedFiles(io, [document]), allowance, given };
  return readSettings(document, inputs, report, environmentName);
}

const emptyDocument: Tree = {
  type: "map",
  source: { file: projectFile, line: 1, column: 1, length: 1 },
  entries: [],
};
