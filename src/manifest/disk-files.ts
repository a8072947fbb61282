import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { compareText } from "../core/json.ts";
import { type FileStatus, isOutside, isSkipped, isYaml, type ProjectFiles } from "./project-files.ts";

/** The files of a project folder on disk. */
export function diskFiles(folder: string): ProjectFiles {
  const files: ProjectFiles = {
    status: (path) => statusOf(resolve(folder, path)),
    realPath: async (path) => {
      const [root, real] = await Promise.all([realOf(folder), realOf(resolve(folder, path))]);
      if (root === undefined || real === undefined) return undefined;
      return withSlashes(relative(root, real)) || ".";
    },
    read: (path) => readFile(resolve(folder, path)),
    listYaml: async (start) => {
      const found: string[] = [];
      await walk(folder, files, start, new Set(), found);
      return found.sort(compareText);
    },
  };
  return files;
}

/** Adds the YAML files below a folder to `found`. `entered` holds real folders: links may form a circle. */
async function walk(
  root: string,
  files: ProjectFiles,
  folder: string,
  entered: Set<string>,
  found: string[],
): Promise<void> {
  const real = await files.realPath(folder);
  if (real === undefined || entered.has(real)) return;
  entered.add(real);
  const names = isOutside(real) ? undefined : await namesIn(resolve(root, folder));
  if (names === undefined) {
    found.push(folder);
    return;
  }
  for (const name of names) {
    const path = folder === "." ? name : `${folder}/${name}`;
    const status = await files.status(path);
    if (status?.type === "folder") {
      if (!isSkipped(name)) await walk(root, files, path, entered, found);
    } else if (isYaml(name)) found.push(path);
  }
}

async function namesIn(folder: string): Promise<readonly string[] | undefined> {
  return readdir(folder).catch(() => undefined);
}

async function realOf(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}

async function statusOf(path: string): Promise<FileStatus | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile()) return { type: "file", bytes: found.size };
  return found?.isDirectory() ? { type: "folder", bytes: 0 } : undefined;
}

function withSlashes(path: string): string {
  return path.replaceAll("\\", "/");
}
