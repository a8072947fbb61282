import { kinds } from "../../kinds/kinds.ts";
import { modeline, schemaFile, schemaNames } from "../../manifest/schema/modeline.ts";
import { schemaText } from "../../manifest/schema/published-schemas.ts";
import { toYaml } from "../../manifest/write/to-yaml.ts";
import type { JsonObject } from "../../text/json.ts";
import { type CiService, ciFile, placeOfState } from "./ci-files.ts";

/** An organization of a new project. */
export interface NewOrganization {
  readonly alias: string;
  readonly id: string;
}

/** The answers from which a new project is created. */
interface NewProjectAnswers {
  readonly baseUrl: string | undefined;
  readonly organizations: readonly NewOrganization[];
  readonly ci: CiService | "none";
  readonly editor: "vscode" | "none";
}

/** A file of a new project. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
}

/** The files of a new project apart from its manifests. */
export function filesBeside(
  { baseUrl, organizations, ci, editor }: NewProjectAnswers,
  variables: readonly string[],
): readonly NewFile[] {
  const settings: JsonObject = {
    ...(baseUrl === undefined ? {} : { platform: { baseUrl } }),
    organizations: Object.fromEntries(organizations.map(({ alias, id }) => [alias, { id }])),
    manifests: ["manifests"],
    ...(ci === "none" ? {} : { state: placeOfState[ci] }),
  };
  return [
    yamlFile("project", "docform.yaml", settings),
    ...schemaNames.map((name) => ({ path: schemaFile(name), text: schemaText(name, kinds) })),
    ...(editor === "vscode" ? [{ path: ".vscode/extensions.json", text: editorSettings }] : []),
    ...(ci === "none" ? [] : [ciFile(ci, { variables, hasAddress: baseUrl !== undefined })]),
  ];
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
 * Git ignores records, journals and the lock, but keeps the schemas: editors need them in a fresh clone. With a pipeline,
 * it ignores what docform ci plan writes.
 */
export function ignoredIn({ ci }: Pick<NewProjectAnswers, "ci">): readonly string[] {
  return [".docform/*", "!.docform/schema/", ...(ci === "none" ? [] : ["docform-plan/"])];
}
