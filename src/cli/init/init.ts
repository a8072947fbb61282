import { posix, relative, resolve, sep } from "node:path";
import { readOnly } from "../../client/client.ts";
import { findRepository } from "../../io/git-repository.ts";
import type { Io } from "../../io/io.ts";
import { loadProject } from "../../manifest/load/load-project.ts";
import { diskFiles, memoryFiles, type ProjectFiles } from "../../manifest/read/project-files.ts";
import { writeFiles } from "../../manifest/write/write-files.ts";
import { keyPattern } from "../../model/address.ts";
import { type Diagnostic, hasErrors } from "../../model/diagnostic.ts";
import { type ExitCode, exitCode, Stop, stop } from "../../model/stop.ts";
import { openClient, readerOf } from "../../project/connect.ts";
import { canAsk, fitted, showDiagnostics, styleFor } from "../../project/output.ts";
import { openSetting } from "../../project/places.ts";
import { refuseToken } from "../../project/token/token.ts";
import { keepIds } from "../../pull/pull-project.ts";
import { type PulledTexts, pullNew } from "../../pull/pull-texts.ts";
import { renderInitText } from "../../render/text/pull-text.ts";
import { guarded } from "../../runs/apply/guarded-run.ts";
import { openRecord } from "../../runs/open-record.ts";
import {
  type Asked,
  askAddress,
  askCi,
  askEdition,
  askOrganizations,
  askStart,
  chooseOrganizations,
  type InitOptions,
  needed,
} from "./init-answers.ts";
import {
  filesBeside,
  firstManifest,
  ignored,
  type NewFile,
  type NewOrganization,
  type NewProjectAnswers,
} from "./init-files.ts";
import { reachingState } from "./pipeline-project.ts";

/**
 * `docform init`: creates a project, empty or from the platform. `writeFiles` writes all its files or none.
 */
export async function init(io: Io, options: InitOptions): Promise<ExitCode> {
  const folder = resolve(io.cwd, options.directory);
  const files = diskFiles(folder, io.disk);
  if ((await files.status("docform.yaml")) !== undefined) {
    const hint = "docform pull takes over what is on the platform into a project that is there";
    throw stop("DF5101", "docform.yaml is there already", { hint });
  }
  const asked: Asked = canAsk(io, options.input)
    ? (await import("../../runs/terminal/ask.ts")).questionsOn({ input: io.stdin(), output: io.stderr })
    : undefined;
  const isPulled = await askStart(options, asked);
  const baseUrl = await askAddress(io, options, asked);
  const edition = await askEdition(options, asked, baseUrl);
  const begun = isPulled
    ? await pulledManifests(io, options, asked, { baseUrl, edition })
    : await emptyManifests(options, asked);
  const ci = await askCi(options, asked);
  const place = await repositoryPlace(io, folder);
  const answers = {
    baseUrl,
    edition,
    organizations: begun.organizations,
    ci,
    editor: options.editor ?? "vscode",
    environments: environmentsIn(options),
    folder: place.path,
    isPulled,
  } as const;
  const variables = begun.pulled?.secrets.map(({ variable }) => variable) ?? [];
  const ignoring = await ignoreFile(files);
  const written = [...filesBeside(answers, variables), ...ignoring.files, ...begun.manifests];
  await writeFrom(io, ci === "github" ? place : { top: folder, path: "." }, written);
  if (baseUrl !== undefined && begun.pulled !== undefined)
    await keepPulled(io, options, baseUrl, begun.pulled);
  const report = {
    files: written.map(({ path }) => path),
    toIgnore: ignoring.missing,
    ...pulledPart(begun),
    ...nextOf(answers),
    directory: options.directory,
  };
  io.stdout.write(fitted(io.stdout, renderInitText(report, styleFor(io.stdout, io.env))));
  return exitCode.done;
}

/** The lines of the report about the pulled manifests. */
function pulledPart({ pulled }: Begun) {
  return {
    variables: pulled?.secrets ?? [],
    leftOut: pulled?.leftOut ?? [],
    changing: pulled?.changing,
    resources: pulled?.desired.resources.length ?? 0,
  };
}

/** The lines of the report about the next steps. */
function nextOf(answers: NewProjectAnswers) {
  const { ci, folder, baseUrl, environments } = answers;
  return {
    hasAddress: baseUrl !== undefined,
    reachingState:
      ci === "none"
        ? undefined
        : reachingState(ci, { ...answers, hasSeveral: answers.organizations.length > 1 }),
    toInclude: ci === "gitlab" && folder !== "." ? `${folder}/.gitlab-ci.yml` : undefined,
    environments,
  };
}

/** Where a project lies in its repository. */
interface Place {
  /** The top of the repository; outside of any, the project folder. */
  readonly top: string;
  /** The path of the project folder from there. */
  readonly path: string;
}

async function repositoryPlace({ disk }: Io, folder: string): Promise<Place> {
  const repository = await findRepository(disk, folder);
  if (repository === undefined) return { top: folder, path: "." };
  const path = relative(repository.top, (await disk.realPath(folder)) ?? folder);
  return { top: repository.top, path: path.split(sep).join("/") || "." };
}

/** Writes files of a project; one of them may lie above its folder, in the repository. */
function writeFrom(io: Io, { top, path }: Place, files: readonly NewFile[]): Promise<void> {
  const fromTop = files.map((file) => ({ ...file, path: posix.join(path, file.path) }));
  return writeFiles(io, top, diskFiles(top, io.disk), fromTop);
}

/** The environments to write. Throws `Stop` for a name that docform.yaml could not have. */
function environmentsIn({ environment = [] }: InitOptions): readonly string[] {
  const wrong = environment.find((name, at) => !keyPattern.test(name) || environment.indexOf(name) !== at);
  if (wrong === undefined) return environment;
  throw needed(
    `"${wrong}" cannot be the name of an environment`,
    "use letters, digits, - and _, as in --environment staging --environment production, each once",
  );
}

/** Records the ids of the pulled objects, as pull does. A record that an apply wrote meanwhile stays. */
async function keepPulled(io: Io, options: InitOptions, baseUrl: string, pulled: PulledTexts): Promise<void> {
  const organizations = Object.fromEntries(pulled.desired.organizations.map(({ alias, id }) => [alias, id]));
  try {
    await guarded(io, options, "init", async ({ lock }) => {
      const state = await openSetting(io, options, "local");
      await lock(state);
      const record = await openRecord(io, options, state, { baseUrl, organizations });
      await keepIds(io, options, baseUrl, record, pulled);
    });
  } catch (problem) {
    if (!(problem instanceof Stop)) throw problem;
    showDiagnostics(
      io,
      "text",
      problem.diagnostics.map((one): Diagnostic => ({ ...one, severity: "warning" })),
    );
  }
}

/** The first manifests of a new project. */
interface Begun {
  readonly organizations: readonly NewOrganization[];
  readonly manifests: readonly NewFile[];
  readonly pulled?: PulledTexts;
}

async function emptyManifests(options: InitOptions, asked: Asked): Promise<Begun> {
  const organizations = await askOrganizations(options, asked);
  return { organizations, manifests: organizations.map(firstManifest) };
}

async function pulledManifests(
  io: Io,
  options: InitOptions,
  asked: Asked,
  { baseUrl, edition }: Pick<NewProjectAnswers, "baseUrl" | "edition">,
): Promise<Begun> {
  if (baseUrl === undefined)
    throw needed(
      "init has to know where the platform is",
      "--base-url URL, or DOCFORM_BASE_URL in the environment",
    );
  const { client, countToken, close } = await openClient(io, { ...options, edition }, baseUrl);
  try {
    const reading = readOnly(client);
    const organizations = await chooseOrganizations(reading, options, asked);
    const target = {
      organizations,
      isFull: false,
      folder: "manifests",
      layout: options.layout ?? "files",
      isShared: organizations.length > 1,
      hasSchemas: true,
      edition,
    } as const;
    // A project that is not there yet has no texts that errors of the platform could show.
    const project = await loadProject(".", memoryFiles({}), { env: {} });
    const pulled = await pullNew(target, readerOf(reading, project), io);
    if (hasErrors(pulled.diagnostics)) throw new Stop(pulled.diagnostics);
    refuseToken({ countToken }, pulled.files);
    return { organizations, manifests: pulled.files, pulled };
  } finally {
    await close();
  }
}

/** The .gitignore of the project: a new file, or the lines that an existing one lacks. docform never edits it. */
async function ignoreFile(
  files: ProjectFiles,
): Promise<{ readonly files: readonly NewFile[]; readonly missing: readonly string[] }> {
  const path = ".gitignore";
  if ((await files.status(path)) === undefined)
    return { files: [{ path, text: `${ignored.join("\n")}\n` }], missing: [] };
  const lines = new TextDecoder().decode(await files.read(path)).split(/\r?\n/);
  return { files: [], missing: ignored.filter((line) => !lines.includes(line)) };
}
