import type { SettingOrigin } from "../core/documents/origin-document.ts";
import type { Kind } from "../core/kind.ts";
import type { Context, Draft } from "./context.ts";
import { readDocuments } from "./document.ts";
import { indexKinds } from "./kind-index.ts";
import { listSettings } from "./list-settings.ts";
import { loadDocuments } from "./load-documents.ts";
import type { Project } from "./load-project.ts";
import { type Loading, loadingOf, loadSettings } from "./load-settings.ts";
import { type ProjectFiles, projectFile } from "./project-files.ts";
import type { ProjectSettings } from "./project-settings.ts";
import { createReport, inOrder } from "./report.ts";
import { secretVariables } from "./secret-variables.ts";

/** The settings of a project, each with its origin; none when the folder holds no project, which is an error. */
export async function loadSettingOrigins(
  folder: string,
  io: ProjectFiles,
  env: Readonly<Record<string, string | undefined>>,
  kinds: readonly Kind[],
  environmentName: string | undefined,
  given: readonly string[],
): Promise<
  Pick<Project, "diagnostics" | "drafts" | "files" | "sources"> & {
    readonly settings: readonly SettingOrigin[];
  }
> {
  const loading = loadingOf(folder, io, env);
  const { report, sources } = loading;
  const settings = await loadSettings(loading, environmentName, given);
  // Manifests say which variables are secrets; what is wrong in them is no matter here.
  const drafts = settings === undefined ? [] : await readDraftsAlone(loading, settings, kinds);
  const secrets = secretVariables(drafts);
  const listed = settings === undefined ? [] : listSettings(settings, kinds, env, secrets, report);
  return {
    settings: listed,
    diagnostics: inOrder(report.diagnostics),
    files: [projectFile],
    sources,
    drafts,
  };
}

async function readDraftsAlone(
  loading: Loading,
  settings: ProjectSettings,
  kinds: readonly Kind[],
): Promise<readonly Draft[]> {
  const [index, report] = [indexKinds(kinds), createReport()];
  const { documents } = await loadDocuments({ ...loading, report, sources: new Map(), index }, settings);
  const context: Context = { index, report, drafts: [] };
  readDocuments(context, documents, undefined);
  return context.drafts;
}
