import type { SettingOrigin } from "../../model/documents/origin-document.ts";
import type { Kind } from "../../model/kind.ts";
import { createReport, inOrder } from "../check/report.ts";
import { secretVariables } from "../compose/secret-variables.ts";
import type { Context, Draft } from "../load/context.ts";
import { indexKinds } from "../load/kind-slots.ts";
import { loadDocuments } from "../load/load-documents.ts";
import type { Project } from "../load/load-project.ts";
import { type Loading, loadingOf, loadSettings } from "../load/load-settings.ts";
import type { ProjectSettings } from "../load/project-settings.ts";
import { readDocuments } from "../read/document.ts";
import { type ProjectFiles, projectFile } from "../read/project-files.ts";
import { listSettings } from "./list-settings.ts";

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
