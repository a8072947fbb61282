import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { nodeDisk } from "./node-disk.ts";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "docform-disk-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  writeFileSync(join(path, "file"), "text");
  symlinkSync("nowhere", join(path, "dangling"));
  symlinkSync("circle", join(path, "circle"));
  return path;
}

test.each(["nothing", "file/below", "dangling", "circle"])("at %s there is nothing", async (name) => {
  const path = join(folder(), name);
  expect([await nodeDisk.status(path), await nodeDisk.realPath(path)]).toEqual([undefined, undefined]);
});

test("what cannot be looked at is not taken for nothing", async () => {
  const path = join(folder(), "a".repeat(300));
  await expect(nodeDisk.status(path)).rejects.toMatchObject({ code: "ENAMETOOLONG" });
  await expect(nodeDisk.realPath(path)).rejects.toMatchObject({ code: "ENAMETOOLONG" });
});

test("of a file that could not be made nothing is left, and one that was there stays", async () => {
  const path = folder();
  const made = join(path, "made");
  await expect(nodeDisk.create(made, null as never)).rejects.toThrow(TypeError);
  expect(await nodeDisk.status(made)).toBeUndefined();
  await expect(nodeDisk.create(join(path, "file"), "other")).rejects.toMatchObject({ code: "EEXIST" });
  expect(await nodeDisk.status(join(path, "file"))).toMatchObject({ bytes: "text".length });
});

test("an entry is what has the name itself, and a plain file is opened through no link", async () => {
  const path = folder();
  symlinkSync("file", join(path, "link"));
  const typeOf = async (name: string) => (await nodeDisk.entry(join(path, name)))?.type;
  expect(await Promise.all(["file", "", "link", "dangling", "nothing"].map(typeOf))).toEqual([
    "file",
    "folder",
    "link",
    "link",
    undefined,
  ]);
  expect(await nodeDisk.readPlain(join(path, "file"), 4)).toHaveLength(4);
  await expect(nodeDisk.readPlain(join(path, "file"), 3)).rejects.toMatchObject({ code: "EFBIG" });
  await expect(nodeDisk.readPlain(join(path, "link"), 4)).rejects.toMatchObject({ code: "ELOOP" });
  await expect(nodeDisk.readPlain(path, 4)).rejects.toMatchObject({ code: "EISDIR" });
  await expect(nodeDisk.openLog(join(path, "dangling"), "no-follow")).rejects.toMatchObject({
    code: "ELOOP",
  });
});
