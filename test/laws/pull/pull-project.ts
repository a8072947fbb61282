import { loadProject } from "../../../src/manifest/load/load-project.ts";
import { memoryFiles } from "../../../src/manifest/read/project-files.ts";
import type { LastApply } from "../../../src/planner/match/recorded-ids.ts";
import { type PulledTexts, pullTexts } from "../../../src/pull/pull-texts.ts";
import { readWhole } from "../../../src/refresh/read-whole.ts";
import type { Simulation } from "../harness/simulation.ts";

const settings = "organizations: { acme: { id: org_acme }, globex: { id: org_globex } }\n";

/** The changes of a pull into a project, and its files then. */
export interface PulledProject {
  readonly pulled: PulledTexts;
  readonly files: Readonly<Record<string, string>>;
}

/** Pulls into a project whose manifests are given by path. */
export async function pullInto(
  { reader }: Simulation,
  files: Readonly<Record<string, string>>,
  options: { readonly isPruned?: boolean; readonly lastApply?: LastApply } = {},
): Promise<PulledProject> {
  const base = memoryFiles({ "docform.yaml": settings, ...files });
  const project = await loadProject(".", base, { env: {} });
  const { desired, diagnostics } = project;
  const errors = diagnostics.filter(({ code, severity }) => severity === "error" && code !== "DF1010");
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
  const source = { file: "docform.yaml", line: 1, column: 1 };
  const organizations = Object.entries(desired.organizationIds ?? {}).map(([alias, id]) => ({
    alias,
    id,
    source,
  }));
  const pulled = await pullTexts(
    {
      organizations,
      live: await readWhole(organizations, project.kinds.all, reader),
      before: desired,
      kinds: project.kinds,
      base,
      composed: project,
      env: {},
      folder: "manifests",
      layout: "single",
      isShared: true,
      isFull: false,
      takesNew: true,
      isPruned: false,
      targets: [],
      ...options,
    },
    reader,
    {},
  );
  const written = pulled.files.map(({ path, text }) => [path, text] as const);
  return { pulled, files: { ...files, ...Object.fromEntries(written) } };
}
