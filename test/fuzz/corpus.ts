import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/** The files of a small project, by path in its folder. */
export type Files = ReadonlyMap<string, string>;

/**
 * Projects to begin with: those of the scenarios, and each manifest of an example with its docform.yaml alone, so that
 * a case stays small. `root` is the folder of docform itself.
 */
export function readCorpus(root: string): readonly Files[] {
  const scenarios = foldersIn(join(root, "test/scenarios")).map((folder) => yamlIn(folder));
  const examples = foldersIn(join(root, "examples")).flatMap((folder) => {
    const files = yamlIn(folder);
    const settings = files.get("docform.yaml");
    if (settings === undefined) return [];
    return [...files]
      .filter(([path]) => path !== "docform.yaml")
      .map(
        ([path, text]): Files =>
          new Map([
            ["docform.yaml", settings],
            [path, text],
          ]),
      );
  });
  return [...scenarios, ...examples].filter((files) => files.has("docform.yaml"));
}

function foldersIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
}

/** Settings and manifests; not the live state, which no command of a project reads. */
function yamlIn(folder: string): Files {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => /\.ya?ml$/.test(path) && basename(path) !== "live.yaml",
  );
  return new Map(paths.sort().map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}
