import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative, sep } from "node:path";
import { expect, test } from "vitest";

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.tsx?$/.test(file) && !file.endsWith(".test.ts"),
);

/** Package, `node:`, or the file under src that an import leads to. */
function targetOf(file: string, specifier: string): string {
  if (specifier.startsWith("node:")) return "node:";
  if (!specifier.startsWith("."))
    return specifier
      .split("/")
      .slice(0, specifier.startsWith("@") ? 2 : 1)
      .join("/");
  return relative("src", normalize(join("src", dirname(file), specifier))).replaceAll(sep, "/");
}

function importsOf(file: string): readonly string[] {
  const text = readFileSync(join("src", file), "utf8");
  const imports = [
    ...text.matchAll(/^(?:import|export)\b[^"`]*?\bfrom "([^"\n]+)"/gm),
    ...text.matchAll(/\bimport\("([^"\n]+)"\)/g),
  ];
  return imports.map((found) => found[1] ?? "");
}

/** The rooms, from the lowest to the highest: a room imports from itself and from those before it. */
const rooms = [
  "text",
  "contract",
  "model",
  "client",
  "io",
  "kinds",
  "platform",
  "planner",
  "old-links",
  "refresh",
  "executor",
  "state",
  "manifest",
  "undo",
  "render",
  "policy",
  "project",
  "rehearsal",
  "runs",
  "pull",
  "explain",
  "manifest-tests",
  "service",
  "pipeline",
  "cli",
];

/** Folders that may hold more files: one for each part of the API, for each kind, for each area of codes. */
const manyFiles = ["contract/parts", "platform/parts"];
const mostFiles = 20;

function roomOf(file: string): string {
  const [room = "", ...rest] = file.split(sep).join("/").split("/");
  return rest.length === 0 ? "cli" : room;
}

const edges = files.flatMap((file) =>
  importsOf(file)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => ({ file: file.replaceAll(sep, "/"), target: targetOf(file, specifier) })),
);

test("each file of src is in a room", () => {
  expect([...new Set(files.map(roomOf))].sort()).toEqual([...rooms].sort());
});

test("docs/internals/architecture.md lists the rooms in this order", () => {
  const page = readFileSync("docs/internals/architecture.md", "utf8");
  const [, table = ""] = page.split("| room | holds |\n|---|---|\n");
  const cells = table.slice(0, table.indexOf("\n\n")).match(/^\| .*? \|/gm) ?? [];
  expect(cells.flatMap((cell) => [...cell.matchAll(/`([a-z-]+)`/g)].map(([, room]) => room))).toEqual(rooms);
});

test("imports lead downwards only", () => {
  const wrong = edges.filter(
    ({ file, target }) =>
      /\.tsx?$/.test(target) && rooms.indexOf(roomOf(target)) > rooms.indexOf(roomOf(file)),
  );
  expect(wrong).toEqual([]);
});

/** The folders of a room, from the lowest to the highest; `.` is the files of the room itself. */
const layers = {
  cli: [
    "init",
    "doctor",
    "api",
    "serve",
    "redirects",
    "policy",
    "state",
    "testing",
    "commands",
    "program",
    ".",
  ],
  manifest: ["read", "schema", "compose", "check", "load", "origins", "write", "format", "edit", "."],
  platform: [
    "http",
    "store",
    "resources",
    "calls",
    "content",
    "seed",
    "parts",
    "gitbook",
    ".",
    "faults",
    "page",
    "server",
  ],
  runs: ["terminal", ".", "units", "apply", "engines"],
  state: [".", "backends", "organizations", "queue"],
  planner: ["match", "state", "access", "order", "diff", "sequence", "tree", "guards", "preconditions", "."],
};

test.each(Object.entries(layers))("imports inside %s lead downwards only", (room, folders) => {
  const layerOf = (file: string): number => {
    const [, ...rest] = file.split("/");
    return folders.indexOf(rest.length === 1 ? "." : (rest[0] ?? ""));
  };
  const inside = edges.filter(
    ({ file, target }) => file.startsWith(`${room}/`) && target.startsWith(`${room}/`),
  );
  expect(inside.filter(({ file }) => layerOf(file) < 0)).toEqual([]);
  expect(inside.filter(({ file, target }) => layerOf(target) > layerOf(file))).toEqual([]);
});

test.each(Object.entries(layers))(
  "docs/internals/architecture.md lists the layers of %s in this order",
  (room, folders) => {
    const row =
      readFileSync("docs/internals/architecture.md", "utf8").match(
        new RegExp(`^\\| \`${room}\` .*$`, "m"),
      )?.[0] ?? "";
    expect([...row.matchAll(/`([a-z-]+)\/`/g)].map(([, folder]) => folder)).toEqual(
      folders.filter((one) => one !== "."),
    );
  },
);

test("each package, but zod, is used in one room", () => {
  const packages = new Map<string, Set<string>>();
  for (const file of files)
    for (const specifier of importsOf(file).filter((one) => !/^(\.|node:)/.test(one))) {
      const name = targetOf(file, specifier);
      packages.set(name, (packages.get(name) ?? new Set()).add(roomOf(file)));
    }
  packages.delete("zod");
  expect(
    Object.fromEntries([...packages].map(([name, users]) => [name, [...users].join(" ")]).sort()),
  ).toEqual({
    "@clack/prompts": "runs",
    "@gitbeaker/rest": "service",
    "@hono/node-server": "platform",
    "@marcbachmann/cel-js": "policy",
    "@octokit/core": "service",
    "@octokit/plugin-paginate-rest": "service",
    "@octokit/plugin-throttling": "service",
    "@opentelemetry/api": "io",
    "@opentelemetry/exporter-trace-otlp-http": "io",
    "@opentelemetry/resources": "io",
    "@opentelemetry/sdk-trace-base": "io",
    commander: "cli",
    "cron-parser": "manifest",
    diff: "render",
    hono: "platform",
    listr2: "runs",
    pg: "state",
    "pg-boss": "state",
    re2js: "policy",
    undici: "client",
    yaml: "manifest",
  });
});

test("no folder has more than twenty files", () => {
  expect(fullFolders(files).filter((folder) => !manyFiles.includes(folder))).toEqual([]);
});

test("no folder of tests has more than twenty files", () => {
  const inTest = readdirSync("test", { recursive: true, withFileTypes: true, encoding: "utf8" })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  expect(fullFolders(inTest)).toEqual([]);
});

/** The folders that hold too many of these files themselves. */
function fullFolders(all: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const file of all) {
    const folder = dirname(file).replaceAll(sep, "/");
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > mostFiles).map(([folder]) => folder);
}

test("kinds never import each other", () => {
  const wrong = files
    .filter((file) => file.startsWith(`kinds${sep}`) && file.split(sep).length > 2)
    .flatMap((file) => importsOf(file).filter((specifier) => /^\.\.\/[a-z-]+\//.test(specifier)));
  expect(wrong).toEqual([]);
});

test("pure folders have no clock, no randomness and no process", () => {
  const pure = ["text", "contract", "model", "kinds", "planner", "undo", "render", "policy", "platform"];
  const wrong = files
    .filter(
      (file) => pure.includes(file.split(sep)[0] ?? "") && file !== join("platform", "server", "server.ts"),
    )
    .filter((file) =>
      /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bprocess\.|\bconsole\./.test(codeOf(file)),
    );
  expect(wrong).toEqual([]);
});

test("only the disk of this machine uses files: commands take what they are given", () => {
  const wrong = files.filter((file) => importsOf(file).some((specifier) => specifier.startsWith("node:fs")));
  expect(wrong).toEqual([join("io", "node-disk.ts")]);
});

/** The file without its comments. */
function codeOf(file: string): string {
  return readFileSync(join("src", file), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
}

test("help and completion load nothing of what commands work with", () => {
  const loaded = [...loadedBy("cli.ts")];
  expect(loaded).toContain(join("cli", "program", "program.ts"));
  const packages = new Set(loaded.flatMap(importsOf).filter((specifier) => !/^(\.|node:)/.test(specifier)));
  expect([...packages]).toEqual(["commander"]);
});

test("a command loads the embedded platform only when it needs it", () => {
  const loaded = new Set(
    ["plan", "apply"].flatMap((name) => [...loadedBy(join("cli", "commands", `${name}.ts`))]),
  );
  expect(loaded).toContain(join("rehearsal", "with-rehearsal.ts"));
  expect([...loaded].filter((file) => file.startsWith(`platform${sep}`))).toEqual([]);
});

/** The files that a file imports at once, with their imports; not those that it imports later. */
function loadedBy(file: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(file)) return known;
  known.add(file);
  const text = readFileSync(join("src", file), "utf8");
  for (const [, specifier = ""] of text.matchAll(
    /^(?:import|export)\b(?! type)[^"`;]*?\bfrom "(\.[^"\n]+)"/gm,
  ))
    loadedBy(normalize(join(dirname(file), specifier)), known);
  return known;
}

test("no files import each other in a circle", () => {
  const imported = new Map<string, string[]>();
  for (const { file, target } of edges) imported.set(file, [...(imported.get(file) ?? []), target]);
  const done = new Set<string>();
  const circleFrom = (file: string, path: readonly string[]): readonly string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return [];
    for (const target of imported.get(file) ?? []) {
      const circle = circleFrom(target, [...path, file]);
      if (circle.length > 0) return circle;
    }
    done.add(file);
    return [];
  };
  for (const file of imported.keys()) expect(circleFrom(file, [])).toEqual([]);
});

test("no file is longer than two hundred and fifty lines", () => {
  const long = files.filter((file) => readFileSync(join("src", file), "utf8").split("\n").length > 251);
  expect(long).toEqual([]);
});

test("the files and tests of the table of rules in docs/internals/architecture.md exist", () => {
  const page = readFileSync("docs/internals/architecture.md", "utf8");
  const [, table = ""] = page.split("| rule | file | test |\n|---|---|---|\n");
  const named = [...table.slice(0, table.indexOf("\n\n")).matchAll(/`([^`]+)`/g)].map(
    ([, file = ""]) => file,
  );
  expect(named.length).toBeGreaterThan(20);
  for (const file of named) expect(existsSync(file), file).toBe(true);
});

test("no code changes a switch of the engine: V8 reads some on its compiler thread, and ends when they change", () => {
  const folders = ["src", "scripts", "bench", "test", "action"];
  const all = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  );
  const code = [...all, "vitest.config.ts", "package.json"].filter((file) =>
    /\.(ts|tsx|js|cjs|mjs|json)$/.test(file),
  );
  const own = join("test", "repository", "architecture.test.ts");
  const switching = code.filter(
    (file) =>
      file !== own && /setFlagsFromString|"node:v8"|execArgv: \[[^\]]/.test(readFileSync(file, "utf8")),
  );
  expect(switching).toEqual([]);
});

test("a duration is measured by the clock that nobody sets", () => {
  const using = (pattern: RegExp) =>
    files.filter((file) =>
      pattern.test(readFileSync(join("src", file), "utf8").replaceAll(/^ *(?:\*|\/).*$/gm, "")),
    );
  // The second is a script of a page.
  expect(using(/\b(?:Date|performance)\.now\b/).sort()).toEqual([
    "client/clock.ts",
    "platform/page/page-script.ts",
  ]);
  // These compare the time of people with one that is written or given: a deadline, a journal, the date of an answer or a change.
  expect(using(/[-+] (?:\w+\.)*now\(\)|\b(?<!performance\.)now\(\) [-+]/).sort()).toEqual([
    "cli/doctor/platform-checks.ts",
    "client/client.ts",
    "project/opened/lines.ts",
    "runs/drift-project.ts",
    "runs/interrupted-runs.ts",
  ]);
});
