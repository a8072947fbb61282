import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { nodeDisk } from "./node-disk.ts";
import { writeOutput, writeWhole } from "./write-whole.ts";

test("a draft that a killed run left is removed by the next write of its file, and no other file is", async () => {
  const folder = mkdtempSync(join(tmpdir(), "docform-drafts-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const killed = { ...nodeDisk, rename: () => new Promise<void>(() => {}), create: nodeDisk.create };
  const isMade = new Promise<void>((made) => {
    killed.create = async (...given) => {
      await nodeDisk.create(...given);
      made();
    };
  });
  void writeWhole({ disk: killed, random: () => 0.3 }, join(folder, "teams.yaml"), "half");
  await isMade;
  const others = [
    "teams.yaml.mine.tmp",
    "teams.yaml.docform-draft-notes.md",
    "x-teams.yaml.docform-draft-1.tmp",
  ];
  for (const name of others) writeFileSync(join(folder, name), "mine");
  expect(readdirSync(folder)).toHaveLength(4);
  await writeWhole({ disk: nodeDisk, random: () => 0.7 }, join(folder, "teams.yaml"), "whole");
  expect(readdirSync(folder).sort()).toEqual(["teams.yaml", ...others].sort());
});

test("a device, a pipe or a socket is never replaced by a file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "docform-socket-"));
  const socket = join(folder, "socket");
  const server = createServer();
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await new Promise<void>((listening) => {
    server.listen(socket, listening);
  });
  const written = writeWhole({ disk: nodeDisk, random: () => 0.3 }, socket, "text");
  await expect(written).rejects.toThrow(`cannot write ${socket}: it is no plain file`);
  expect(lstatSync(socket).isSocket()).toBe(true);
});

test("an output takes the place of a former one, and of no file of another sort", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "docform-output-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const io = { disk: nodeDisk, cwd, random: () => 0.3 };
  const page = '<!DOCTYPE html>\n<html lang="en">\n<title>1</title>\n';
  const plan = '{\n  "formatVersion": 1,\n  "tool": "1"\n}\n';
  const record = '{\n  "formatVersion": 1,\n  "salt": "1"\n}\n';
  writeFileSync(join(cwd, "new"), "");
  for (const [text, later] of [
    [page, page.replace("1", "2")],
    [plan, plan.replace('"1"', '"2"')],
  ] as const) {
    await writeOutput(io, "new", text);
    await writeOutput(io, "new", later);
    expect(readFileSync(join(cwd, "new"), "utf8")).toBe(later);
    for (const other of ["organization: acme\n", '{\n  "name": "docs"\n}\n', record]) {
      writeFileSync(join(cwd, "docform.yaml"), other);
      const written = writeOutput(io, "docform.yaml", later);
      await expect(written).rejects.toThrow("docform.yaml is not overwritten");
      expect(readFileSync(join(cwd, "docform.yaml"), "utf8")).toBe(other);
    }
    writeFileSync(join(cwd, "new"), "");
  }
});
