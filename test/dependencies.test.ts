import { existsSync, readFileSync } from "node:fs";
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
const runTime = Object.entries(packages).filter(([, { dev, devOptional }]) => !dev && !devOptional);

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

test("no package that docform runs with has a script that runs when it is installed", () => {
  expect(runTime.length).toBeGreaterThan(Object.keys(own.dependencies).length);
  expect(runTime.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
  for (const [path] of runTime) {
    if (!existsSync(`${path}/package.json`)) continue;
    const { scripts = {} } = JSON.parse(readFileSync(`${path}/package.json`, "utf8"));
    const run = Object.keys(scripts).filter((name) => /^(pre|post)?install$/.test(name));
    expect([path, run]).toEqual([path, []]);
  }
  expect(Object.keys(own.scripts).filter((name) => /^(pre|post)?install$|^prepare$/.test(name))).toEqual([]);
});

test("the decision on run-time dependencies names what docform runs with, and nothing else", () => {
  const [, table = ""] = readFileSync("docs/internals/decisions/007-run-time-dependencies.md", "utf8").split(
    "## Decision",
  );
  const named = [...(table.split("\n## ")[0] ?? "").matchAll(/^\| ([^|]+) \|/gm)]
    .flatMap(([, cell = ""]) => cell.split(",").map((name) => name.trim()))
    .filter((name) => name !== "package" && !/^-+$/.test(name));
  expect(named.sort()).toEqual(Object.keys(own.dependencies).sort());
});
