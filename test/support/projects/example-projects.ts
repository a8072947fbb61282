import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The names of the folders in examples that are projects. */
export function exampleProjects(root = "."): readonly string[] {
  const folder = join(root, "examples");
  return readdirSync(folder).filter((name) => existsSync(join(folder, name, "docform.yaml")));
}
