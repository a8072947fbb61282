import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative, sep } from "node:path";
import { expect, test } from "vitest";

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
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

/** Is it one of these, or in one of them? */
function isIn(target: string, places: readonly string[]): boolean {
  return places.some((place) => target === place || target.startsWith(`${place}/`));
}

function importsOf(file: string): readonly string[] {
  const text = readFileSync(join("src", file), "utf8");
  const imports = [
    ...text.matchAll(/^(?:import|export)\b[^"`]*?\bfrom "([^"\n]+)"/gm),
    ...text.matchAll(/\bimport\("([^"\n]+)"\)/g),
  ];
  return imports.map((found) => found[1] ?? "");
}

/** Texts that are marked as code. */
function markedIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);
}

/** What each place may import besides itself, as docs/architecture.md has it: packages, whole places, or one file. */
function allowedImports(): ReadonlyMap<string, readonly string[]> {
  const sections = readFileSync("docs/architecture.md", "utf8").split(/^## /m);
  const table = sections.find((section) => section.startsWith("Where things are\n")) ?? "";
  const rows = [...table.matchAll(/^\| (`src\/.*?) \| .* \| (.*?) \|$/gm)];
  return new Map(
    rows.flatMap(([, places = "", imports = ""]) =>
      markedIn(places).map((place) => [place.replace("src/", ""), markedIn(imports)] as const),
    ),
  );
}

/** A folder of src, or a file beside the folders. */
function placeOf(file: string): string {
  return file.split(sep)[0] ?? "";
}

const allowed = allowedImports();

test("docs/architecture.md has a row for each place", () => {
  expect([...allowed.keys()].sort()).toEqual([...new Set(files.map(placeOf))].sort());
});

test.each([...allowed])("%s imports what its row names, each of it and nothing else", (place, names) => {
  const imports = files
    .filter((file) => placeOf(file) === place)
    .flatMap((file) => importsOf(file).map((specifier) => ({ file, target: targetOf(file, specifier) })));
  expect(imports.filter(({ target }) => !isIn(target, [place, ...names]))).toEqual([]);
  expect(names.filter((name) => !imports.some(({ target }) => isIn(target, [name])))).toEqual([]);
});

test("kinds never import each other", () => {
  const wrong = files
    .filter((file) => file.startsWith(`kinds${sep}`) && file.split(sep).length > 2)
    .flatMap((file) => importsOf(file).filter((specifier) => /^\.\.\/[a-z-]+\//.test(specifier)));
  expect(wrong).toEqual([]);
});

test("pure folders have no clock, no randomness and no process", () => {
  const pure = ["contract", "core", "kinds", "render", "platform"];
  const wrong = files
    .filter((file) => pure.includes(file.split(sep)[0] ?? "") && file !== join("platform", "server.ts"))
    .filter((file) =>
      /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bprocess\.|\bconsole\./.test(codeOf(file)),
    );
  expect(wrong).toEqual([]);
});

test("only the disk of this machine uses files: commands take what they are given", () => {
  const wrong = files.filter((file) => importsOf(file).some((specifier) => specifier.startsWith("node:fs")));
  expect(wrong).toEqual(["node-disk.ts"]);
});

/** The file without its comments. */
function codeOf(file: string): string {
  return readFileSync(join("src", file), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
}

test("help and completion load nothing of what commands work with", () => {
  const loaded = [...loadedBy("cli.ts")];
  expect(loaded).toContain(join("command-line", "program.ts"));
  const packages = new Set(loaded.flatMap(importsOf).filter((specifier) => !/^(\.|node:)/.test(specifier)));
  expect([...packages]).toEqual(["commander"]);
});

test("a command loads the embedded platform only when it needs it", () => {
  const loaded = new Set(["plan", "apply"].flatMap((name) => [...loadedBy(join("commands", `${name}.ts`))]));
  expect(loaded).toContain(join("commands", "with-rehearsal.ts"));
  expect([...loaded].filter((file) => file.startsWith(`platform${sep}`))).toEqual([]);
});

/** What a file imports by itself, with what that imports; not what it imports when it is asked to. */
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
