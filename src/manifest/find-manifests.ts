import { posix } from "node:path";
import { error } from "../core/diagnostic.ts";
import { compareText } from "../core/json.ts";
import { isAbsolute, isOutside, type ProjectFiles } from "./project-files.ts";
import type { ManifestSetting } from "./project-settings.ts";
import type { Report } from "./report.ts";

/** The manifest files of a project, sorted, each once however often it is named or linked. */
export async function findManifests(
  io: ProjectFiles,
  settings: readonly ManifestSetting[],
  report: Report,
): Promise<readonly string[]> {
  const before = report.diagnostics.length;
  const found: (readonly string[])[] = [];
  for (const setting of settings) found.push(await filesAt(io, setting, report));
  const byRealPath = new Map<string, string>();
  for (const path of found.flat().sort(compareText)) {
    const real = (await io.realPath(path).catch(() => undefined)) ?? path;
    if (!byRealPath.has(real) && real !== "docform.yaml") byRealPath.set(real, path);
  }
  if (byRealPath.size === 0 && report.diagnostics.length === before)
    report.add(
      error("DF1010", "the project holds no manifests", { hint: "add a YAML file below manifests/" }),
    );
  return [...byRealPath.values()];
}

async function filesAt(
  io: ProjectFiles,
  { path, source }: ManifestSetting,
  report: Report,
): Promise<readonly string[]> {
  const at = source === undefined ? {} : { source };
  const normal = posix.normalize(path).replace(/(.)\/+$/, "$1");
  const real = isAbsolute(path) || isOutside(normal) ? ".." : await io.realPath(normal).catch(() => normal);
  if (real !== undefined && isOutside(real)) {
    report.add(error("DF1009", `manifests: "${path}" lies outside the project folder`, at));
    return [];
  }
  // What cannot be looked at is listed: who reads it learns why.
  const type =
    real === undefined
      ? undefined
      : await io.status(normal).then(
          (status) => status?.type,
          () => "file",
        );
  if (type === "folder") return io.listYaml(normal);
  if (type === "file") return [normal];
  report.add(error("DF1010", `there is no manifest folder or file "${path}"`, at));
  return [];
}
