import type { Io } from "../io/io.ts";
import { loadFrom, type Project } from "../manifest/load/load-project.ts";
import { type Loading, loadSettings } from "../manifest/load/load-settings.ts";
import type { ProjectFiles } from "../manifest/read/project-files.ts";
import type { CommonOptions } from "../project/options.ts";
import { hideSecrets } from "../project/project.ts";
import { type ManifestTest, placeAt } from "./test-files.ts";

/** Loads the project of a test. */
export type LoadFor = (test: ManifestTest) => Promise<Project>;

/** Loads the project once for each environment, overlay and set of variables that tests name. */
export function projectLoader(
  io: Io,
  folder: string,
  files: ProjectFiles,
  options: Pick<CommonOptions, "env" | "var">,
): LoadFor {
  const loaded = new Map<string, Promise<Project>>();
  return (test) => {
    const { overlay, variables = {} } = test;
    const environment = test.env ?? options.env;
    const given = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
    const key = JSON.stringify([environment, overlay, given]);
    const values = [...(options.var ?? []), ...given];
    const settings = (): Promise<Loading> => loadSettings(folder, files, io, environment, values);
    const project = loaded.get(key) ?? settings().then((loading) => load(io, withOverlay(loading, test)));
    loaded.set(key, project);
    return project;
  };
}

async function load(io: Io, loading: Loading): Promise<Project> {
  const project = await loadFrom(loading);
  hideSecrets(io, project.drafts);
  return project;
}

/** The settings with the overlay of a test, after those of its environment. */
function withOverlay(loading: Loading, { overlay, tree }: ManifestTest): Loading {
  const { settings } = loading;
  if (overlay === undefined || settings === undefined) return loading;
  const added = { path: overlay, source: placeAt(tree, "overlay") };
  const { overlays, allOverlays } = settings;
  const both = { overlays: [...overlays, added], allOverlays: [...allOverlays, added] };
  return { ...loading, settings: { ...settings, ...both } };
}
