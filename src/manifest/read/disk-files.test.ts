import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
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

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

function loadDisk() {
  return loadProject(project, diskFiles(project, nodeDisk), { env: {} });
}

const team = (key: string, title = key) => `organization: acme\nteams: { ${key}: { title: '${title}' } }`;

test("manifests are found in every folder, but not in hidden ones or among packages", async () => {
  await write("project/manifests/b.yml", team("bb"));
  await write("project/manifests/deep/er/a.yaml", team("aa"));
  await write("project/manifests/node_modules/x.yaml", "[");
  await write("project/manifests/.git/x.yaml", "[");
  await write("project/manifests/notes.txt", "[");
  const { files, diagnostics } = await loadDisk();
  expect(diagnostics).toEqual([]);
  expect(files).toEqual(["docform.yaml", "manifests/b.yml", "manifests/deep/er/a.yaml"]);
});

test("a project folder that is itself behind a link is fine", async () => {
  await write("project/manifests/a.yaml", team("docs", "${file:title}"));
  await write("project/title", "Docs");
  await symlink(project, join(root, "link"));
  const { desired, diagnostics } = await loadProject("link", diskFiles(join(root, "link"), nodeDisk), {
    env: {},
  });
  expect([diagnostics, desired.resources[0]?.values.title]).toEqual([[], "Docs"]);
});

test("links inside the project are followed, once, even in a circle", async () => {
  await write("project/shared/a.yaml", team("docs"));
  await mkdir(join(project, "manifests"));
  await symlink("../shared", join(project, "manifests/shared"));
  await symlink("..", join(project, "shared/up"));
  await symlink("a.yaml", join(project, "shared/same.yaml"));
  const { diagnostics, desired } = await loadDisk();
  expect(diagnostics).toEqual([]);
  expect(desired.resources.map(({ address }) => address)).toEqual(["acme/teams.docs"]);
});

test("a link that leads out of the project is refused, for manifests, folders and included files", async () => {
  await write("outside/secret.yaml", team("secret"));
  await write("project/manifests/a.yaml", team("docs", "${file:link}"));
  await symlink(join(root, "outside/secret.yaml"), join(project, "link"));
  await symlink(join(root, "outside/secret.yaml"), join(project, "manifests/b.yaml"));
  await symlink(join(root, "outside"), join(project, "manifests/folder"));
  await symlink(join(root, "nowhere"), join(project, "manifests/gone.yaml"));
  const { diagnostics, desired, sources } = await loadDisk();
  expect(diagnostics.map(line)).toEqual([
    'DF1009 manifests/a.yaml:2:25 the file "link" lies outside the project folder',
    "DF1009 manifests/b.yaml:1:1 the file lies outside the project folder",
    "DF1009 manifests/folder:1:1 the file lies outside the project folder",
    "DF1009 manifests/gone.yaml:1:1 the file is not there",
  ]);
  expect(desired.resources).toHaveLength(1);
  expect([...sources.keys()]).toEqual(["docform.yaml", "manifests/a.yaml"]);
});

test("what cannot be looked at is told with the reason, and nothing is left out in silence", async () => {
  await write("project/manifests/a.yaml", team("docs", `\${file:${"a".repeat(300)}}`));
  await write("project/manifests/locked/b.yaml", team("bb"));
  await write("project/manifests/hidden/c.yaml", team("cc"));
  const refuse =
    <T>(look: (path: string) => Promise<T>, refused: RegExp) =>
    (path: string): Promise<T> =>
      refused.test(path) ? Promise.reject(Object.assign(new Error(), { code: "EACCES" })) : look(path);
  const disk: Disk = {
    ...nodeDisk,
    realPath: refuse(nodeDisk.realPath, /locked/),
    status: refuse(nodeDisk.status, /hidden$/),
  };
  const { diagnostics } = await loadProject(project, diskFiles(project, disk), { env: {} });
  expect(diagnostics.map(line)).toEqual([
    `DF1009 manifests/a.yaml:2:25 the file "${"a".repeat(300)}" cannot be read: its name is too long`,
    "DF1009 manifests/hidden:1:1 the file cannot be read: no permission",
    "DF1009 manifests/locked:1:1 the file cannot be read: no permission",
  ]);
});

test("bytes that are no text are refused", async () => {
  await write("project/manifests/a.yaml", "");
  await writeFile(join(project, "manifests/a.yaml"), new Uint8Array([0xc3, 0x28]));
  expect((await loadDisk()).diagnostics.map(line)).toEqual([
    "DF1001 manifests/a.yaml:1:1 the file is not UTF-8 text",
  ]);
});

test("a folder that is not there has no project", async () => {
  const { diagnostics } = await loadProject("/nowhere", diskFiles(join(root, "nowhere"), nodeDisk), {
    env: {},
  });
  expect(diagnostics.map(line)).toEqual(["DF1010 there is no docform.yaml in /nowhere"]);
  expect(diagnostics[0]?.hint).toContain("docform init");
});

test("a folder of a project is told where the project is", async () => {
  const folder = join(project, "manifests", "deep");
  await write("project/manifests/deep/a.yaml", team("aa"));
  const { diagnostics } = await loadProject(folder, diskFiles(folder, nodeDisk), { env: {} });
  expect(diagnostics[0]?.hint).toBe(`docform.yaml is in ${project}: run docform there, or add -C ${project}`);
});
