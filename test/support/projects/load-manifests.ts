import { loadProject, type Project } from "../../../src/manifest/load/load-project.ts";
import { memoryFiles } from "../../../src/manifest/read/project-files.ts";
import { withoutOrganization } from "../../../src/model/address.ts";
import type { Diagnostic } from "../../../src/model/diagnostic.ts";
import type { Json } from "../../../src/text/json.ts";

/** The docform.yaml of projects in tests. */
export const docform = "platform: { baseUrl: https://api.example }\norganizations:\n  acme: { id: org_1 }\n";

/** Loads files from memory; docform.yaml has the organization acme unless it is given. */
export function load(
  files: Readonly<Record<string, string | Uint8Array>>,
  env: Readonly<Record<string, string>> = {},
  environment?: string,
  given?: readonly string[],
): Promise<Project> {
  const io = memoryFiles({ "docform.yaml": docform, ...files });
  return loadProject("/project", io, { env }, environment, given);
}

/** `DF1004 manifests/a.yaml:3:5 unknown field "titel" | did you mean "title"?` */
export function line({ code, source, message, label }: Diagnostic): string {
  const place = source === undefined ? "" : ` ${source.file}:${source.line}:${source.column}`;
  return `${code}${place} ${message}${label === undefined ? "" : ` | ${label}`}`;
}

/** The mistakes in one manifest of acme whose body is given, without the name of the file. */
export async function mistakesIn(
  body: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const { diagnostics } = await load({ "manifests/a.yaml": `organization: acme\n${body}` }, env);
  return diagnostics.map(line).map((text) => text.replace("manifests/a.yaml:", ""));
}

/** The values of each resource by its address, without the organization. */
export function valuesOf({ desired }: Project): Readonly<Record<string, Readonly<Record<string, Json>>>> {
  return Object.fromEntries(
    desired.resources.map(({ address, values }) => [withoutOrganization(address), values]),
  );
}

/** docform.yaml of acme with more settings. */
export function docformWith(settings: string): string {
  return `${docform}${settings}\n`;
}
