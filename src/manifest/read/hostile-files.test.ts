import { mkdir, mkdtemp, rm, symlink, truncate, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runDocform } from "../../../test/support/processes/run-docform.ts";
import { docform, line } from "../../../test/support/projects/load-manifests.ts";
import type { Disk } from "../../io/disk.ts";
import { nodeDisk } from "../../io/node-disk.ts";
import { loadProject } from "../load/load-project.ts";
import { diskFiles } from "./project-files.ts";

let root = "";
let project = "";

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "docform-"));
  project = join(root, "project");
  await write("project/docform.yaml", docform);
});
afterEach(() => rm(root, { recursive: true }));

async function write(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

const head = "organization: acme\n";
const aliases = [
  "a: &a0 [x, x, x, x, x, x, x, x, x]",
  ...[1, 2, 3, 4, 5, 6, 7, 8].map(
    (n) =>
      `b${n}: &a${n} [${Array(9)
        .fill(`*a${n - 1}`)
        .join(", ")}]`,
  ),
];

/** Files that are made to cost or to confuse, with the first words of what is said of them, and where. */
const files: readonly (readonly [string, string | Uint8Array, string])[] = [
  ["a bomb of aliases", aliases.join("\n"), "DF1003 manifests/a.yaml:"],
  [
    "a bomb of merge keys",
    `a: &a {x: 1}\nb: &b {<<: [*a, *a]}\nc: {<<: [${Array(101).fill("*b").join(", ")}]}`,
    "DF1004 manifests/a.yaml:2:",
  ],
  ["an alias in itself", `${head}teams: &x { a: *x }`, "DF1003 manifests/a.yaml:2:"],
  ["a deep sequence in flow style", `${head}teams: ${"[".repeat(1_000_000)}`, "DF1003 manifests/a.yaml:2:"],
  ["a deep map in flow style", `${head}teams: ${"{a: ".repeat(300_000)}`, "DF1003 manifests/a.yaml:2:"],
  [
    "deep blocks",
    `${head}teams:\n${Array.from({ length: 400 }, (_, at) => `${" ".repeat(at + 1)}a:\n`).join("")}`,
    "DF1003 manifests/a.yaml:",
  ],
  [
    "a key of five megabytes",
    `${head}teams: { ${"k".repeat(5_000_000)}: { title: x } }`,
    "DF1003 manifests/a.yaml:2:",
  ],
  [
    "a text of nine megabytes as a title",
    `${head}teams: { docs: { title: "${"x".repeat(9_000_000)}" } }`,
    "DF1005 manifests/a.yaml:2:",
  ],
  [
    "twenty thousand keys",
    `${head}teams:\n${Array.from({ length: 20_000 }, (_, at) => `  k${at}: 1\n`).join("")}`,
    "DF1005 manifests/a.yaml:3:",
  ],
  ["twenty thousand documents", "---\n[]\n".repeat(20_000), "DF1005 manifests/a.yaml:"],
  ["a NUL byte", `${head}teams: { docs: { title: "a\0b" } }`, "DF1003 manifests/a.yaml:2:"],
  ["a NUL byte as an escape", `${head}teams: { docs: { title: "a\\0b" } }`, "DF1003 manifests/a.yaml:2:"],
  [
    "bytes that are no UTF-8",
    new Uint8Array([0x61, 0x3a, 0x20, 0xff, 0xfe, 0x80]),
    "DF1001 manifests/a.yaml:1:1",
  ],
  ["UTF-16", new Uint8Array(Buffer.from(`\uFEFF${head}`, "utf16le")), "DF1001 manifests/a.yaml:1:1"],
  [
    "a surrogate that is cut",
    new Uint8Array([0x61, 0x3a, 0x20, 0xed, 0xa0, 0x80]),
    "DF1001 manifests/a.yaml:1:1",
  ],
  [
    "__proto__ at the root",
    `${head}__proto__: { teams: { x: { title: X } } }`,
    "DF1003 manifests/a.yaml:2:1",
  ],
  [
    "__proto__ of a resource",
    `${head}teams: { docs: { title: Docs, __proto__: { id: x } } }`,
    "DF1003 manifests/a.yaml:2:",
  ],
  [
    "__proto__ as a key of a resource",
    `${head}teams: { __proto__: { title: X } }`,
    "DF1003 manifests/a.yaml:2:10",
  ],
  ["__proto__ behind an alias", `? &k __proto__\n: 1\n`, "DF1003 manifests/a.yaml:1:"],
  ...["constructor", "toString", "hasOwnProperty", "prototype"].flatMap((name) => [
    [`${name} at the root`, `${head}${name}: { x: 1 }`, "DF1004 manifests/a.yaml:2:1"] as const,
    [
      `${name} of a resource`,
      `${head}teams: { docs: { title: Docs, ${name}: 1 } }`,
      "DF1004 manifests/a.yaml:2:",
    ] as const,
    [
      `${name} as the organization`,
      `organization: ${name}\nteams: {}`,
      "DF2003 manifests/a.yaml:1:",
    ] as const,
    [
      `${name} as a reference`,
      `${head}saml: { s: { label: S, defaultTeam: ${name} } }`,
      "DF2001 manifests/a.yaml:2:",
    ] as const,
    [
      `${name} of the environment`,
      `${head}teams: { docs: { title: "\${env:${name}}" } }`,
      "DF1008 manifests/a.yaml:2:",
    ] as const,
  ]),
];

describe("a hostile file is told with its place, and nothing else happens:", () => {
  test.each(files)("%s", async (_, content, says) => {
    await write("project/manifests/a.yaml", content);
    const run = await runDocform(["validate", "--format", "json"], { cwd: project });
    expect([run.code, run.stderr]).toEqual([1, ""]);
    const { diagnostics } = JSON.parse(run.stdout);
    const lines = diagnostics.slice(0, 20).map(line) as readonly string[];
    expect(
      lines.some((one) => one.startsWith(says)),
      lines.join("\n").slice(0, 2000),
    ).toBe(true);
    expect(lines.every((one) => one.length < 2000)).toBe(true);
  });

  test("a file over 10 MiB is not read", async () => {
    for (const path of ["manifests/a.yaml", "docform.yaml"]) {
      await write(`project/${path}`, "");
      await truncate(join(project, path), 10 * 1024 * 1024 + 1);
      const run = await runDocform(["validate"], { cwd: project });
      expect(run).toMatchObject({ code: 1 });
      expect(run.stdout + run.stderr).toMatch(/error\[DF1003\]: .*10 MiB/);
      await write("project/docform.yaml", docform);
    }
  });
});

test("a resource may have any key that is a word, as words of JavaScript are", async () => {
  await write(
    "project/manifests/a.yaml",
    `${head}teams: { constructor: { title: A }, toString: { title: B } }\n`,
  );
  const { desired, diagnostics } = await loadProject(project, diskFiles(project, nodeDisk), { env: {} });
  expect([diagnostics, desired.resources.map(({ address }) => address)]).toEqual([
    [],
    ["acme/teams.constructor", "acme/teams.toString"],
  ]);
});

test("a link that leads outside from the moment that the path was checked is not read", async () => {
  await write("project/manifests/a.yaml", `${head}teams: { docs: { title: "\${file:title}" } }\n`);
  await write("project/title", "Docs");
  await write("outside/title", "canary");
  let isSwapped = false;
  const swapping: Disk = {
    ...nodeDisk,
    realPath: async (path) => {
      const real = await nodeDisk.realPath(path);
      if (path.endsWith("/title") && !isSwapped) {
        isSwapped = true;
        await unlink(join(project, "title"));
        await symlink(join(root, "outside/title"), join(project, "title"));
      }
      return real;
    },
  };
  const { desired, diagnostics } = await loadProject(project, diskFiles(project, swapping), { env: {} });
  expect(isSwapped).toBe(true);
  expect(JSON.stringify(desired)).not.toContain("canary");
  expect(diagnostics.map(line)).toEqual([expect.stringContaining("DF1009 manifests/a.yaml:2:25")]);
});
