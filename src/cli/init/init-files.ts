import { type Edition, editionAt } from "../../contract/edition.ts";
import { kindsOf } from "../../kinds/kinds-of.ts";
import { modeline, schemaFile, schemaNames } from "../../manifest/schema/modeline.ts";
import { schemaText } from "../../manifest/schema/published-schemas.ts";
import { toYaml } from "../../manifest/write/to-yaml.ts";
import type { JsonObject } from "../../text/json.ts";
import { ciFiles } from "./ci-files.ts";
import { type CiService, type PipelineProject, stateOf } from "./pipeline-project.ts";

/** An organization of a new project. */
export interface NewOrganization {
  readonly alias: string;
  readonly id: string;
}

/** The answers from which a new project is created. */
export interface NewProjectAnswers {
  readonly baseUrl: string | undefined;
  readonly edition: Edition;
  readonly organizations: readonly NewOrganization[];
  readonly ci: CiService | "none";
  readonly editor: "vscode" | "none";
  /** Environments of docform.yaml. */
  readonly environments: readonly string[];
  /** Path of the project folder in its repository; `.` at its root. */
  readonly folder: string;
  /** Are its manifests those of a platform that is in use? */
  readonly isPulled: boolean;
}

/** A file of a new project. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
}

/** The files of a new project apart from its manifests. */
export function filesBeside(answers: NewProjectAnswers, variables: readonly string[]): readonly NewFile[] {
  const { ci, edition, editor } = answers;
  const kinds = kindsOf(edition).all;
  return [
    yamlFile("project", "docform.yaml", settingsOf(answers)),
    ...schemaNames.map((name) => ({ path: schemaFile(name), text: schemaText(name, kinds) })),
    ...(editor === "vscode" ? [{ path: ".vscode/extensions.json", text: editorSettings }] : []),
    ...(ci === "none" ? [] : ciFiles(ci, pipelineOf(answers, variables))),
  ];
}

function pipelineOf(answers: NewProjectAnswers, variables: readonly string[]): PipelineProject {
  const { baseUrl, organizations } = answers;
  return { ...answers, variables, hasAddress: baseUrl !== undefined, hasSeveral: organizations.length > 1 };
}

/** Each environment names its organizations, whose ids a person then writes, and has a state of its own. */
function settingsOf(answers: NewProjectAnswers): JsonObject {
  const { baseUrl, ci, edition, environments, isPulled } = answers;
  const organizations = Object.fromEntries(answers.organizations.map(({ alias, id }) => [alias, { id }]));
  const state = (environment?: string): JsonObject =>
    ci === "none" ? {} : { state: stateOf(ci, answers, environment) };
  const named = environments.map((name) => [name, { organizations, ...state(name) }] as const);
  const platform = {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(edition === editionAt(baseUrl ?? "") ? {} : { api: edition }),
  };
  return {
    ...(Object.keys(platform).length === 0 ? {} : { platform }),
    organizations,
    manifests: ["manifests"],
    ...(isPulled ? { guards: { exposure: "hold" } } : {}),
    ...state(),
    ...(named.length === 0 ? {} : { environments: Object.fromEntries(named) }),
  };
}

/** The first manifest of an organization that nothing is pulled of. */
export function firstManifest({ alias }: NewOrganization): NewFile {
  const path = `manifests/${alias}.yaml`;
  const text = `${modeline("manifest", path)}\n${toYaml({ organization: alias })}
# What is declared here is managed; everything else on the platform is left alone. For example:
#
# teams:
#   docs:
#     title: Docs team
#
# docform explain team says what a team takes.
`;
  return { path, text };
}

function yamlFile(name: "project", path: string, value: JsonObject): NewFile {
  return { path, text: `${modeline(name, path)}\n${toYaml(value, { spaced: true })}` };
}

/** The extension that reads the first line of each file; the schemas are in the project, so nothing else is needed. */
const editorSettings = `${JSON.stringify({ recommendations: ["redhat.vscode-yaml"] }, null, 2)}\n`;

/**
 * Git ignores packages, records, journals, the lock, and what docform ci plan writes; it keeps the schemas, which editors
 * need in a fresh clone.
 */
export const ignored = ["node_modules/", ".docform/*", "!.docform/schema/", "docform-plan/"] as const;
