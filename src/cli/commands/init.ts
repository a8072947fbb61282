import { relative, resolve, sep } from "node:path";
import { readOnly } from "../../client/client.ts";
import { findRepository } from "../../io/git-repository.ts";
import type { Io } from "../../io/io.ts";
import { kinds } from "../../kinds/kinds.ts";
import { loadProject } from "../../manifest/load/load-project.ts";
import type { ProjectFiles } from "../../manifest/read/project-files.ts";
import { diskFiles, memoryFiles } from "../../manifest/read/project-files.ts";
import { writeFiles } from "../../manifest/write/write-files.ts";
import { type Diagnostic, hasErrors } from "../../model/diagnostic.ts";
import { type ExitCode, exitCode, Stop, stop } from "../../model/stop.ts";
import { openClient, readerOf } from "../../project/connect.ts";
import { canAsk, showDiagnostics, styleFor } from "../../project/output.ts";
import { openRecord } from "../../project/record.ts";
import { openSetting } from "../../project/state.ts";
import { refuseToken } from "../../project/token.ts";
import { keepIds } from "../../pull/pull-project.ts";
import { type PulledTexts, pullNew } from "../../pull/pull-texts.ts";
import { renderInitText } from "../../render/text/pull-text.ts";
import { reachingState } from "../init/ci-files.ts";
import {
  type Asked,
  askAddress,
  askCi,
  askOrganizations,
  askStart,
  chooseOrganizations,
  type InitOptions,
  needed,
} from "../init/init-answers.ts";
import {
  filesBeside,
  firstManifest,
  ignoredIn,
  type NewFile,
  type NewOrganization,
} from "../init/init-files.ts";
import { guarded } from "../run/guarded-run.ts";

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
    ? (await import("../../terminal/ask.ts")).questionsOn({ input: io.stdin(), output: io.stderr })
    : undefined;
  const isPulled = await askStart(options, asked);
  const baseUrl = await askAddress(io, options, asked);
  const begun = isPulled
    ? await pulledManifests(io, options, asked, baseUrl)
    : await emptyManifests(options, asked);
  const ci = await askCi(options, asked);
  const answers = {
    baseUrl,
    organizations: begun.organizations,
    ci,
    editor: options.editor ?? "vscode",
  } as const;
  const variables = begun.pulled?.secrets.map(({ variable }) => variable) ?? [];
  const ignoring = await ignoreFile(files, ignoredIn(answers));
  const written = [...filesBeside(answers, variables), ...ignoring.files, ...begun.manifests];
  await writeFiles(io, folder, files, written);
  if (baseUrl !== undefined && begun.pulled !== undefined)
    await keepPulled(io, options, baseUrl, begun.pulled);
  const report = {
    files: written.map(({ path }) => path),
    variables: begun.pulled?.secrets ?? [],
    leftOut: begun.pulled?.leftOut ?? [],
    changing: begun.pulled?.changing,
    resources: begun.pulled?.desired.resources.length ?? 0,
    toIgnore: ignoring.missing,
    hasAddress: baseUrl !== undefined,
    reachingState: ci === "none" ? undefined : reachingState[ci],
    misplaced: ci === "none" ? undefined : await folderInRepository(io, folder),
  };
  io.stdout.write(renderInitText(report, styleFor(io.stdout, io.env)));
  return exitCode.done;
}

/** The path of the project folder in its repository; undefined at the top of one, and outside of any. */
async function folderInRepository({ disk }: Io, folder: string): Promise<string | undefined> {
  const repository = await findRepository(disk, folder);
  const path = repository && relative(repository.top, (await disk.realPath(folder)) ?? folder);
  return path?.split(sep).join("/") || undefined;
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
  baseUrl: string | undefined,
): Promise<Begun> {
  if (baseUrl === undefined)
    throw needed(
      "init has to know where the platform is",
      "--base-url URL, or DOCFORM_BASE_URL in the environment",
    );
  const { client, countToken, close } = await openClient(io, options, baseUrl);
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
    } as const;
    // A project that is not there yet has no texts that errors of the platform could show.
    const project = await loadProject(".", memoryFiles({}), { env: {} }, kinds);
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
  ignored: readonly string[],
): Promise<{ readonly files: readonly NewFile[]; readonly missing: readonly string[] }> {
  const path = ".gitignore";
  if ((await files.status(path)) === undefined)
    return { files: [{ path, text: `${ignored.join("\n")}\n` }], missing: [] };
  const lines = new TextDecoder().decode(await files.read(path)).split(/\r?\n/);
  return { files: [], missing: ignored.filter((line) => !lines.includes(line)) };
}
