import { relative, resolve } from "node:path";
import type { Disk } from "../../io/disk.ts";
import { compareText } from "../../text/json.ts";
import { isOutside, isSkipped, isYaml, type ProjectFiles } from "./project-files.ts";

/** The files of a project folder on disk. */
export function diskFiles(folder: string, disk: Disk): ProjectFiles {
  const files: ProjectFiles = {
    status: (path) => disk.status(resolve(folder, path)),
    realPath: async (path) => {
      const [root, real] = await Promise.all([disk.realPath(folder), disk.realPath(resolve(folder, path))]);
      if (root === undefined || real === undefined) return undefined;
      return withSlashes(relative(root, real)) || ".";
    },
    read: (path) => disk.read(resolve(folder, path)),
    listYaml: async (start) => {
      const found: string[] = [];
      await walk({ folder, disk, files }, start, new Set(), found);
      return found.sort(compareText);
    },
  };
  return files;
}

/** A project folder on a disk. */
interface Root {
  readonly folder: string;
  readonly disk: Disk;
  readonly files: ProjectFiles;
}

/** Adds the YAML files below a folder to `found`. `entered` holds real folders: links may form a circle. */
async function walk(root: Root, folder: string, entered: Set<string>, found: string[]): Promise<void> {
  const real = await root.files.realPath(folder).catch(() => `../${folder}`);
  if (real === undefined || entered.has(real)) return;
  entered.add(real);
  const names = isOutside(real) ? undefined : await namesIn(root, folder);
  if (names === undefined) {
    found.push(folder);
    return;
  }
  for (const name of names) {
    const path = folder === "." ? name : `${folder}/${name}`;
    const type = await typeOf(root, path);
    if (type === "folder" && !isSkipped(name)) await walk(root, path, entered, found);
    if (type === "unknown" || (type !== "folder" && isYaml(name))) found.push(path);
  }
}

async function typeOf({ files }: Root, path: string): Promise<"file" | "folder" | "unknown" | undefined> {
  return files.status(path).then(
    (status) => status?.type,
    () => "unknown" as const,
  );
}

async function namesIn({ disk, folder }: Root, path: string): Promise<readonly string[] | undefined> {
  return disk.names(resolve(folder, path)).catch(() => undefined);
}

function withSlashes(path: string): string {
  return path.replaceAll("\\", "/");
}
