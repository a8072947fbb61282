import { dirname, join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { gitBlobId } from "../io/hash.ts";
import { actorOf, type Io } from "../io/io.ts";
import { loadProjectFile } from "../manifest/load/load-project.ts";
import { tableSetting } from "../manifest/load/organizations.ts";
import { parseYaml } from "../manifest/read/parse-yaml.ts";
import {
  diskFiles,
  isSkipped,
  isYaml,
  memoryFiles,
  type ProjectFiles,
  pathExists,
  policyFolder,
  projectFile,
} from "../manifest/read/project-files.ts";
import { readText } from "../manifest/read/read-file.ts";
import { limits } from "../manifest/read/yaml-limits.ts";
import { testsFolder } from "../manifest-tests/test-files.ts";
import { type Diagnostic, hasErrors, type Source } from "../model/diagnostic.ts";
import { type Stop, stop } from "../model/stop.ts";
import { defaultGuardSettings } from "../planner/guards/guard.ts";
import type { Policy } from "../planner/guards/policy.ts";
import { policiesOf } from "../policy/policies.ts";
import { readRules } from "../policy/rules.ts";
import type { CommonOptions } from "../project/options.ts";
import { diagnosticsOf } from "../runs/report-problem.ts";
import type { PullRequest, Service } from "../service/service.ts";
import { type CiRun, pathFrom } from "./pipeline-run.ts";
import { type BaseRules, changedFiles } from "./texts/rule-changes.ts";

/** Files of policies that are read from the base: each costs a request. */
const mostFiles = 50;

type Contents = Readonly<Record<string, string | Uint8Array>>;

/**
 * Reads docform.yaml, policies and tests of the branch that a pull request is to be merged into. The service has them: a
 * checkout of a job seldom does. Only what differs is read whole.
 */
export async function readBaseRules(
  run: CiRun,
  options: CommonOptions,
  service: Service,
  pull: PullRequest,
): Promise<BaseRules> {
  const branch = pull.base;
  const none = { branch, files: [], policies: [] };
  try {
    return { ...none, ...(await rulesAt(run, options, service, pull)) };
  } catch (problem) {
    return { ...none, problem: firstProblem(diagnosticsOf(problem)) };
  }
}

function firstProblem([first]: readonly Diagnostic[]): string {
  return [first?.message ?? "nobody knows why", ...(first?.hint === undefined ? [] : [first.hint])].join(
    "; ",
  );
}

async function rulesAt(
  run: CiRun,
  options: CommonOptions,
  service: Service,
  { base: branch, author }: PullRequest,
): Promise<Omit<BaseRules, "branch">> {
  const { io } = run;
  const here = await filesHere(io, options);
  const names = [projectFile, policyFolder, testsFolder];
  const listed = await service.filesAt({ branch, folder: await folderIn(run, options), names });
  const link = listed.find(({ isLink }) => isLink);
  if (link !== undefined) throw linked(link.path);
  const there = new Map(listed.filter(({ path }) => isRule(path)).map(({ path, id }) => [path, id]));
  const digits = listed[0]?.id.length ?? 40;
  const ids = new Map(
    [...here].map(([path, text]) => [path, text === undefined ? "" : gitBlobId(text, digits)]),
  );
  const files = changedFiles(there, ids);
  if (files.length === 0) return { files, policies: [] };
  const texts = await textsAt(service, there, { here, ids });
  if (typeof texts === "string") return { files, policies: [], problem: texts };
  const settings =
    there.get(projectFile) === ids.get(projectFile) ? {} : await settingsIn(io, options, texts);
  const policies = await policiesIn(texts, { now: io.now(), author: author ?? actorOf(io) ?? "" });
  // Only rules count in docform.yaml, and whether the file is new or gone.
  const told = files.filter((path) => path !== projectFile);
  return { files: told, ...policies, ...settings };
}

/** Git keeps of a link where it leads, and docform follows none in another commit. */
function linked(path: string): Stop {
  const hint = "put the file or the folder itself into the project";
  return stop("DF5060", `${path} is a link there`, { hint });
}

/** Files that are looked at: the tests and policies that docform would read, and the settings. */
function isRule(path: string): boolean {
  return isYaml(path) && !path.split("/").slice(0, -1).some(isSkipped);
}

/** The texts of this project, read as manifests are. One that cannot be read differs from any other. */
async function filesHere(
  io: Io,
  { directory }: CommonOptions,
): Promise<ReadonlyMap<string, string | undefined>> {
  const files = diskFiles(resolve(io.cwd, directory), io.disk);
  const paths = [projectFile];
  for (const folder of [policyFolder, testsFolder])
    if (await pathExists(files, folder)) paths.push(...(await files.listYaml(folder)));
  const texts = new Map<string, string | undefined>();
  for (const path of paths) {
    const read = await readText(files, path, limits.bytes);
    texts.set(path, "text" in read ? read.mark + read.text : undefined);
  }
  return texts;
}

/** The folder of the project in its repository: a checkout may be in a folder of the workspace. */
async function folderIn({ io, root }: CiRun, { directory }: CommonOptions): Promise<string> {
  const project = resolve(io.cwd, directory);
  for (let folder = project; ; folder = dirname(folder)) {
    if ((await io.disk.status(join(folder, ".git")).catch(() => undefined)) !== undefined)
      return pathFrom(folder, project);
    if (folder === dirname(folder)) return pathFrom(root, project);
  }
}

/** The texts of docform.yaml and the policies of the base; why there are none. */
async function textsAt(
  service: Service,
  there: ReadonlyMap<string, string>,
  {
    here,
    ids,
  }: { readonly here: ReadonlyMap<string, string | undefined>; readonly ids: ReadonlyMap<string, string> },
): Promise<Contents | string> {
  const wanted = [...there].filter(([path]) => !path.startsWith(`${testsFolder}/`));
  const differing = wanted.filter(([path, id]) => ids.get(path) !== id);
  if (differing.length > mostFiles)
    return `${differing.length} of its files differ, and docform reads ${mostFiles} at most`;
  const texts: [string, string | Uint8Array][] = [];
  for (const [path, id] of wanted) {
    const own = ids.get(path) === id ? here.get(path) : undefined;
    texts.push([path, own ?? (await service.readBlob(id))]);
  }
  return Object.fromEntries(texts);
}

/** An environment that is new in the pull request has the settings of the project in the base. */
const newEnvironment = "DF1011";

async function settingsIn(
  io: Io,
  { directory, env, var: given }: CommonOptions,
  texts: Contents,
): Promise<Pick<BaseRules, "settings" | "problem">> {
  if (texts[projectFile] === undefined)
    return { settings: { guards: defaultGuardSettings, state: "local", desired: {} } };
  const folder = resolve(io.cwd, directory);
  const files = memoryFiles(texts);
  const project = await loadProjectFile(folder, files, io, env, given);
  const table = await tableIn(files, env);
  const errors = project.diagnostics.filter(
    ({ severity, code, source }) =>
      severity === "error" &&
      code !== newEnvironment &&
      (table === undefined || !isDeepStrictEqual(source, table)),
  );
  const { guards, state, desired } = project;
  return {
    settings: { guards, state, desired },
    ...(errors.length === 0 ? {} : { problem: `${projectFile} there: ${firstProblem(errors)}` }),
  };
}

/** Where docform.yaml names the table of organizations, which is not read from there: it is no rule. */
async function tableIn(files: ProjectFiles, environment: string | undefined): Promise<Source | undefined> {
  const read = await readText(files, projectFile, limits.bytes);
  const [tree] = "text" in read ? parseYaml(projectFile, read.text).documents : [];
  return tableSetting(tree, environment)?.source;
}

async function policiesIn(
  texts: Contents,
  circumstances: Parameters<typeof policiesOf>[1],
): Promise<{ readonly policies: readonly Policy[]; readonly problem?: string }> {
  const paths = Object.keys(texts).filter((path) => path.startsWith(`${policyFolder}/`));
  if (paths.length === 0) return { policies: [] };
  const { rules, diagnostics } = await readRules(memoryFiles(texts), paths.sort());
  const errors = hasErrors(diagnostics) ? diagnostics.filter(({ severity }) => severity === "error") : [];
  return {
    policies: policiesOf(rules, circumstances),
    ...(errors.length === 0 ? {} : { problem: firstProblem(errors) }),
  };
}
