import { memoryFiles } from "../read/memory-files.ts";
import type { ProjectFiles } from "../read/project-files.ts";

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
