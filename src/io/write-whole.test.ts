import { lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { nodeDisk } from "./node-disk.ts";
import { writeWhole } from "./write-whole.ts";

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
