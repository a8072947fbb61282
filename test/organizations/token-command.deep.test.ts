import { expect, test } from "vitest";
import { tokenOfCommand } from "../../src/project/token/token-command.ts";
import { folderWith } from "../support/processes/cli-fixture.ts";
import { ioOf } from "../support/processes/run-docform.ts";

test("a program for the token that does not end is ended after ten seconds, with all that it started", async () => {
  const command = JSON.stringify([process.execPath, "-e", "setInterval(() => {}, 1000)"]);
  const io = ioOf({ cwd: folderWith({}), env: { DOCFORM_TOKEN_COMMAND: command } });
  const started = Date.now();
  await expect(tokenOfCommand(io, ".", { alias: "acme", id: "org_1" })).rejects.toThrow(
    "did not end in 10 s",
  );
  expect(Date.now() - started).toBeLessThan(15_000);
});
