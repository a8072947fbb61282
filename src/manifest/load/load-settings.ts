import { type Edition, editionAt } from "../../contract/edition.ts";
import { pinOf } from "../../io/pinned-variable.ts";
import { error } from "../../model/diagnostic.ts";
import { shellWord } from "../../text/shell-word.ts";
import { type Allowance, createAllowance, type Removal } from "../compose/composing.ts";
import { environmentOf, type Process } from "../compose/environment.ts";
import { readIncludedFiles } from "../compose/included-files.ts";
import { type ProjectFiles, pathExists, projectAbove, projectFile } from "../read/project-files.ts";
import { type Reading, readYaml } from "../read/read-file.ts";
import { createReport } from "../read/report.ts";
import type { Tree } from "../read/tree.ts";
import { editionOf } from "./edition.ts";
import { tableSetting } from "./organizations.ts";
import { readTable } from "./organizations-table.ts";
import { type ProjectSettings, readSettings } from "./project-settings.ts";
import { checkSchedule } from "./schedule.ts";

/** The state of loading after docform.yaml. */
export interface Loading extends Reading {
  readonly allowance: Allowance;
  readonly removals: Removal[];
  readonly edition: Edition;
  /** Undefined when docform.yaml is not there or not YAML: then nothing else can be said. */
  readonly settings: ProjectSettings | undefined;
}

/** Reads docform.yaml, with which loading begins. */
export async function loadSettings(
  folder: string,
  io: ProjectFiles,
  process: Process,
  environmentName?: string,
  given: readonly string[] = [],
): Promise<Loading> {
  const report = createReport();
  const sources = new Map<string, string>();
  const pinned = pinOf(process, "DOCFORM_BASE_URL", environmentName).pinned;
  const edition = editionAt(pinned);
  const loading = { io, report, sources, allowance: createAllowance(report), removals: [], edition };
  if (!(await pathExists(io, projectFile))) {
    const above = await projectAbove(folder, io);
    const hint =
      above === undefined
        ? "name the project folder with -C DIR, or make a project there with docform init"
        : `${projectFile} is in ${above}: run docform there, or add -C ${shellWord(above)}`;
    report.add(error("DF1010", `there is no ${projectFile} in ${folder}`, { hint }));
    return { ...loading, settings: undefined };
  }
  const { documents, complete } = await readYaml(loading, projectFile);
  if (!complete) return { ...loading, settings: undefined };
  const [document = emptyDocument, second] = documents;
  if (second !== undefined)
    report.add(error("DF1005", `${projectFile} must be a single document`, { source: second.source }));
  const files = await readIncludedFiles(io, [document]);
  const written = tableSetting(document, environmentName);
  const table = written && (await readTable(loading, written));
  const inputs = { ...environmentOf(process), files, allowance: loading.allowance, given, table };
  const settings = readSettings(document, inputs, report, environmentName);
  if (settings.schedule !== undefined) report.add(await checkSchedule(settings.schedule));
  return {
    ...loading,
    settings,
    edition: editionOf(settings, editionAt(settings.baseUrl ?? pinned), report),
  };
}

const emptyDocument: Tree = {
  type: "map",
  source: { file: projectFile, line: 1, column: 1, length: 1 },
  entries: [],
};
