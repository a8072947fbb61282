import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Edition } from "../../../src/contract/edition.ts";
import { startTestPlatform, type TestPlatform } from "../platform/start-platform.ts";

/** The names of the folders in examples that are projects. */
export function exampleProjects(root = "."): readonly string[] {
  const folder = join(root, "examples");
  return readdirSync(folder).filter((name) => existsSync(join(folder, name, "docform.yaml")));
}

/** Starts the platform of a project: its `live.yaml`, in the edition that its docform.yaml names. */
export function startExample(folder: string): Promise<TestPlatform> {
  return startTestPlatform(join(folder, "live.yaml"), [], editionIn(folder));
}

/** The edition that the docform.yaml of a project names; undefined when it names none. */
export function editionIn(folder: string): Edition | undefined {
  const { platform = {} } = parse(readFileSync(join(folder, "docform.yaml"), "utf8")) as {
    readonly platform?: { readonly api?: Edition };
  };
  return platform.api;
}
