// What is loaded at once when one of it is asked for. A command loads its code when it runs; were each command loaded on
// its own, esbuild would cut the code that they share into a file for every set of commands that share some, and a
// command would load forty files. Each costs more to find and link than the few lines in it that the command does not need.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** Modules that are imported when they are needed, by what they need; but `start`, which every command line loads. */
const groups = {
  /** The command line, and small modules that most commands need. */
  start: [
    "main.ts",
    "client/clock.ts",
    "client/errors.ts",
    "commands/exit-code.ts",
    "commands/interrupts.ts",
    "core/address.ts",
    "core/file-problem.ts",
    "core/root-of.ts",
    "render/safe-text.ts",
  ],
  /** Manifests, and no platform. */
  manifests: [
    "commands/validate.ts",
    "commands/project.ts",
    "core/diagnostic-codes.ts",
    "kinds/kinds.ts",
    "manifest/environment-names.ts",
    "manifest/modeline.ts",
  ],
  /** What manifests come to. */
  composed: ["commands/config.ts", "commands/values.ts"],
  /** Forms of diagnostics that other tools read. */
  forms: [
    "render/diagnostics-github.ts",
    "render/diagnostics-gitlab.ts",
    "render/diagnostics-junit.ts",
    "render/diagnostics-sarif.ts",
  ],
  /** What runs left behind. */
  runs: ["commands/run-folder.ts", "record/runs.ts"],
  /** What is known of manifests, and how they are written. */
  writing: ["commands/explain.ts", "commands/fmt.ts", "commands/schema.ts", "manifest/to-yaml.ts"],
  /** A platform over HTTP. */
  live: [
    "commands/plan.ts",
    "commands/apply.ts",
    "commands/drift.ts",
    "commands/pull.ts",
    "commands/init.ts",
    "commands/undo.ts",
    "commands/show.ts",
    "commands/graph.ts",
    "commands/runs.ts",
    "commands/force-unlock.ts",
    "commands/doctor.ts",
    "commands/explain-resource.ts",
    "commands/api-connection.ts",
  ],
  api: ["commands/api.ts", "commands/api-help.ts"],
  /** The embedded platform. */
  platform: ["commands/serve.ts", "commands/rehearse.ts", "contract/openapi-document.ts"],
  /** The command line itself. */
  commandLine: [
    "command-line/complete.ts",
    "command-line/report.ts",
    "command-line/show-help.ts",
    "command-line/topics.ts",
  ],
  terminal: ["terminal/ask.ts", "terminal/confirm.ts", "terminal/progress.ts"],
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
