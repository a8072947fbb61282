// Files that are loaded at once when one of them is asked for. A command loads its code when it runs; were each command loaded on
// its own, esbuild would cut the code that they share into a file for every set of commands that share some, and a
// command would load forty files. Each costs more to find and link than the few lines in it that the command does not need.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** Modules that are imported when they are needed, by what they need; but `start`, which every command line loads. */
const groups = {
  /** The command line, and small modules that most commands need. */
  start: [
    "cli/main.ts",
    "client/clock.ts",
    "client/errors.ts",
    "model/stop.ts",
    "runs/interrupts.ts",
    "model/address.ts",
    "model/file-problem.ts",
    "render/safe-text.ts",
    "render/json/json-text.ts",
  ],
  /** Manifests, and no platform. */
  manifests: [
    "cli/commands/validate.ts",
    "cli/policy/test-policies.ts",
    "project/project.ts",
    "project/policies.ts",
    "model/diagnostic-codes.ts",
    "kinds/kinds.ts",
    "manifest/load/project-settings.ts",
    "manifest/schema/modeline.ts",
  ],
  /** The desired state of manifests. */
  composed: ["cli/commands/config.ts", "cli/commands/values.ts"],
  /** Forms of diagnostics that other tools read. */
  forms: ["render/reports/diagnostics-reports.ts"],
  /** The traces of runs. */
  runs: ["runs/read-runs.ts", "state/journal-writer.ts"],
  /** The schema of manifests, and how they are written. */
  writing: [
    "cli/commands/explain.ts",
    "cli/commands/fmt.ts",
    "cli/commands/schema.ts",
    "manifest/write/to-yaml.ts",
  ],
  /** A platform over HTTP. */
  live: [
    "cli/commands/plan.ts",
    "cli/commands/apply.ts",
    "cli/commands/drift.ts",
    "cli/commands/pull.ts",
    "cli/init/init.ts",
    "cli/commands/undo.ts",
    "cli/commands/show.ts",
    "cli/commands/graph.ts",
    "cli/commands/access.ts",
    "render/text/access-text.ts",
    "render/reports/access-reports.ts",
    "cli/redirects/check-redirects.ts",
    "cli/commands/runs.ts",
    "cli/commands/status.ts",
    "cli/state/force-unlock.ts",
    "cli/state/read-state.ts",
    "cli/state/edit-state.ts",
    "cli/state/push-state.ts",
    "cli/state/migrate-state.ts",
    "cli/doctor/doctor.ts",
    "explain/explain-resource.ts",
    "cli/api/api-call.ts",
    "runs/save-plan.ts",
    "render/text/plan-text.ts",
    "render/text/drift-text.ts",
    "render/text/graph-text.ts",
    "render/markdown/plan-markdown.ts",
    "render/markdown/drift-markdown.ts",
    "render/html/plan-html.ts",
    "render/html/drift-html.ts",
    "render/html/status-html.ts",
    "render/reports/drift-reports.ts",
  ],
  api: ["cli/api/api.ts", "cli/api/api-help.ts"],
  /** The embedded platform. */
  platform: ["cli/serve/serve.ts", "rehearsal/rehearse.ts", "contract/openapi-document.ts"],
  /** GitHub and GitLab: each is loaded when it is opened. */
  service: ["pipeline/put-comment.ts", "pipeline/put-issue.ts"],
  /** Its page, which is drawn when somebody asks for it. */
  page: ["platform/page/page.tsx"],
  /** Pipelines. */
  ci: ["pipeline/ci-plan.ts", "pipeline/ci-apply.ts", "pipeline/ci-drift.ts"],
  /** A command for several organizations. */
  several: [
    "runs/units/plan-units.ts",
    "runs/units/drift-units.ts",
    "runs/apply/apply-units.ts",
    "cli/commands/pull-units.ts",
  ],
  /** Workers, and those who wait for them. */
  engines: ["cli/commands/worker.ts", "runs/engines/queued-units.ts"],
  /** Commands of pipelines that read manifests, and no platform. */
  units: ["pipeline/list-units.ts", "pipeline/unit-matrix.ts"],
  /** The command line itself. */
  commandLine: ["cli/program/complete.ts", "cli/program/topics.ts"],
  /** Diagnostics: it loads the forms of diagnostics, which completion must not wait for. */
  report: ["cli/program/report.ts"],
  terminal: ["runs/terminal/ask.ts", "runs/terminal/confirm.ts", "runs/terminal/progress.ts"],
};

/** For esbuild: has `import()` of a module load all of its group. Throws where two of a group export the same name. */
export function loadedTogether(source) {
  const groupOf = new Map(
    Object.entries(groups).flatMap(([name, files]) => files.map((file) => [resolve(source, file), name])),
  );
  const [namespace, entry] = ["loaded-together", resolve(source, "cli.ts")];
  return {
    name: namespace,
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\./ }, ({ path, kind, importer, resolveDir }) => {
        if (kind !== "dynamic-import" && importer !== entry) return undefined;
        const group = groupOf.get(resolve(resolveDir, path));
        return group === undefined ? undefined : { path: group, namespace };
      });
      onResolve({ filter: /^start$/, namespace }, ({ path }) => ({ path, namespace }));
      onLoad({ filter: /.*/, namespace }, ({ path }) => {
        refuseSameNames(groups[path].map((file) => resolve(source, file)));
        const own = groups[path].map((file) => `export * from "./${file}";`);
        const contents = [...(path === "start" ? [] : ['import "start";']), ...own].join("\n");
        return { contents, resolveDir: resolve(source) };
      });
    },
  };
}

/** `export *` of a name that two modules have gives neither, and says nothing. */
function refuseSameNames(files) {
  const seen = new Map();
  for (const file of files)
    for (const [, name] of readFileSync(file, "utf8").matchAll(
      /^export (?:async )?(?:function|const|class) (\w+)/gm,
    )) {
      if (seen.has(name)) throw new Error(`${file} exports ${name}, as ${seen.get(name)} does`);
      seen.set(name, file);
    }
}
