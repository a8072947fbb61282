import { posix } from "node:path";
import { compareText } from "../../text/json.ts";
import { isSkipped, isYaml, type ProjectFiles } from "./project-files.ts";

/** The files of a project in memory: their content by path. */
export function memoryFiles(contents: Readonly<Record<string, string | Uint8Array>>): ProjectFiles {
  const bytes = new Map(Object.entries(contents).map(([path, content]) => [path, encode(content)]));
  const isFolder = (path: string): boolean =>
    path === "." || [...bytes.keys()].some((file) => file.startsWith(`${path}/`));
  return {
    status: async (path) => {
      const real = posix.normalize(path);
      const found = bytes.get(real);
      if (found !== undefined) return { type: "file", bytes: found.length };
      return isFolder(real) ? { type: "folder", bytes: 0 } : undefined;
    },
    realPath: async (path) => {
      const real = posix.normalize(path);
      return bytes.has(real) || isFolder(real) ? real : undefined;
    },
    read: async (path) => {
      const found = bytes.get(posix.normalize(path));
      if (found === undefined) throw new Error(`no such file: ${path}`);
      return found;
    },
    listYaml: async (folder) => [...bytes.keys()].filter((path) => isListed(folder, path)).sort(compareText),
  };
}

function isListed(folder: string, path: string): boolean {
  if (!isYaml(path) || !(folder === "." || path.startsWith(`${folder}/`))) return false;
  return !path.split("/").slice(0, -1).some(isSkipped);
}

function encode(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}

/** The files of a project as they would be with some texts written: nothing is written for that. */
export async function overlayFiles(
  base: ProjectFiles,
  texts: Readonly<Record<string, string>>,
): Promise<ProjectFiles> {
  // A file may be reached by several links: it is known by its real path, as for whoever loads it.
  const entries = await Promise.all(
    Object.entries(texts).map(async ([path, text]) => [(await base.realPath(path)) ?? path, text] as const),
  );
  const over = memoryFiles(Object.fromEntries(entries));
  const isOver = async (path: string): Promise<boolean> => (await over.status(path))?.type === "file";
  return {
    status: async (path) =>
      (await isOver(path)) ? over.status(path) : ((await base.status(path)) ?? over.status(path)),
    realPath: async (path) => (await base.realPath(path)) ?? over.realPath(path),
    read: async (path) => ((await isOver(path)) ? over.read(path) : base.read(path)),
    listYaml: async (folder) => {
      const there = (await base.status(folder)) === undefined ? [] : await base.listYaml(folder);
      return [...new Set([...there, ...(await over.listYaml(folder))])].sort();
    },
  };
}
