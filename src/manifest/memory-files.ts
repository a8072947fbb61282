import { posix } from "node:path";
import { compareText } from "../core/json.ts";
import { isSkipped, isYaml, type ProjectFiles } from "./project-files.ts";

/** The files of a project in memory: text by path, and links (path to target, relative to the project). */
export function memoryFiles(
  contents: Readonly<Record<string, string | Uint8Array>>,
  links: Readonly<Record<string, string>> = {},
): ProjectFiles {
  const bytes = new Map(Object.entries(contents).map(([path, content]) => [path, encode(content)]));
  const linked = new Map(Object.entries(links));
  const follow = (path: string): string => {
    const normal = posix.normalize(path);
    return linked.get(normal) ?? normal;
  };
  const isFolder = (path: string): boolean =>
    path === "." || [...bytes.keys()].some((file) => file.startsWith(`${path}/`));
  return {
    status: async (path) => {
      const found = bytes.get(follow(path));
      if (found !== undefined) return { type: "file", bytes: found.length };
      return isFolder(follow(path)) ? { type: "folder", bytes: 0 } : undefined;
    },
    realPath: async (path) => {
      const real = follow(path);
      return bytes.has(real) || isFolder(real) || linked.has(posix.normalize(path)) ? real : undefined;
    },
    read: async (path) => {
      const found = bytes.get(follow(path));
      if (found === undefined) throw new Error(`no such file: ${path}`);
      return found;
    },
    listYaml: async (folder) =>
      [...bytes.keys(), ...linked.keys()].filter((path) => isListed(folder, path)).sort(compareText),
  };
}

function isListed(folder: string, path: string): boolean {
  if (!isYaml(path) || !(folder === "." || path.startsWith(`${folder}/`))) return false;
  return !path.split("/").slice(0, -1).some(isSkipped);
}

function encode(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}
