import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** A package as the lock file has it. */
interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  readonly packages: Readonly<Record<string, Locked & { readonly devDependencies?: Record<string, string> }>>;
};
const own = JSON.parse(readFileSync("package.json", "utf8")) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
};
const { "": root, ...packages } = lock.packages;

/** The packages that the sources import: the built files have them all, so that an installed docform brings none. */
const imported = new Set(
  readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .flatMap((path) => [
      ...readFileSync(join("src", path), "utf8").matchAll(
        /^(?:import|export|\}) ?[^"\n]*from "([@\w][^"]*)"/gm,
      ),
    ])
    .flatMap(([, name = "node:"]) => (name.startsWith("node:") ? [] : [packageOf(name)])),
);

/** The package of an import, such as `@octokit/core` of `@octokit/core/types`. */
function packageOf(name: string): string {
  return name.split("/", name.startsWith("@") ? 2 : 1).join("/");
}

/** A package and all that it needs, by their places in the lock file. */
function withNeeds(path: string, seen = new Set<string>()): ReadonlySet<string> {
  const found = packages[path];
  if (found === undefined || seen.has(path)) return seen;
  seen.add(path);
  for (const name of Object.keys(found.dependencies ?? {})) {
    const own = `${path}/node_modules/${name}`;
    withNeeds(packages[own] === undefined ? `node_modules/${name}` : own, seen);
  }
  return seen;
}

const runTime = [...new Set([...imported].flatMap((name) => [...withNeeds(`node_modules/${name}`)]))];

test("the lock file is of this package.json, and pins every package by its content, from the registry", () => {
  expect(root).toMatchObject({ dependencies: own.dependencies, devDependencies: own.devDependencies });
  for (const [path, { integrity, resolved, link }] of Object.entries(packages)) {
    expect([path, link]).toEqual([path, undefined]);
    expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-/)]);
    // An address is left out where it is that of the registry.
    expect([path, resolved ?? "https://registry.npmjs.org/"]).toEqual([
      path,
      expect.stringMatching(/^https:\/\/registry\.npmjs\.org\//),
    ]);
  }
});

test("no package that docform runs with has a script that runs when it is installed, or needs a newer Node", () => {
  expect(runTime.length).toBeGreaterThan(imported.size);
  for (const path of runTime) {
    expect([path, packages[path]?.hasInstallScript]).toEqual([path, undefined]);
    if (!existsSync(`${path}/package.json`)) continue;
    const { scripts = {}, engines } = JSON.parse(readFileSync(`${path}/package.json`, "utf8"));
    const run = Object.keys(scripts).filter((name) => /^(pre|post)?install$/.test(name));
    expect([path, run]).toEqual([path, []]);
    expect([path, engines?.node ?? "any"]).toEqual([
      path,
      expect.not.stringMatching(/^>=\s*2[1-9](?!.*\|\|)/),
    ]);
  }
  // From the registry or a tarball, npm runs nothing; only from Git it builds, as a file of ours says.
  expect(Object.keys(own.scripts).filter((name) => /^(pre|post)?install$/.test(name))).toEqual([]);
  expect(own.scripts.prepare).toBe("node scripts/prepare.mjs");
});

test("who installs docform gets no other package but zod, which the types of the client name", () => {
  expect(Object.keys(own.dependencies)).toEqual(["zod"]);
});

test("the decision on run-time dependencies names what docform runs with, and nothing else", () => {
  const [, table = ""] = readFileSync("docs/internals/decisions/007-run-time-dependencies.md", "utf8").split(
    "## Decision",
  );
  const named = [...(table.split("\n## ")[0] ?? "").matchAll(/^\| ([^|]+) \|/gm)]
    .flatMap(([, cell = ""]) => cell.split(",").map((name) => name.trim()))
    .filter((name) => name !== "package" && !/^-+$/.test(name));
  expect(named.sort()).toEqual([...imported].sort());
});

test("nothing tells people to install docform by its name alone: the registry has nothing of ours", () => {
  const pattern = "(npm (i|install|add)( -[^ ]+)* |npx )docform";
  const places = [":!test", ":!package-lock.json"];
  const { stdout } = spawnSync("git", ["grep", "-nE", pattern, "--", ...places], { encoding: "utf8" });
  expect(stdout).toBe("");
});
