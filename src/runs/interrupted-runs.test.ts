import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ioOf } from "../../test/support/processes/run-docform.ts";
import type { Disk } from "../io/disk.ts";
import { nodeDisk } from "../io/node-disk.ts";
import { folderBackend, localRuns } from "../state/backends/folder.ts";
import { unrecordedRuns } from "./interrupted-runs.ts";

const scope = { baseUrl: "https://docs.example", organizations: { acme: "org_acme" } };
const at = "2026-01-05T10:00:00.000Z";

/** A journal of a run that ended, as long as those of large plans. */
function journalOf(run: string, organization: string): string {
  const place = { platform: { baseUrl: scope.baseUrl }, organizations: { acme: organization } };
  const header = { type: "run", formatVersion: 1, run, command: "apply", at, docform: "0.1.0", ...place };
  const before = { type: "there", organization: "acme", kind: "team", ids: Array(20_000).fill("team_1") };
  const end = { type: "end", at, outcome: "done" };
  return [{ ...header, digest: "d", calls: 0, changes: [] }, before, end]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");
}

test("of the journals of other organizations no more than the beginning is read", async () => {
  let read = 0;
  const disk: Disk = {
    ...nodeDisk,
    readPlain: async (path, most, first) => {
      const bytes = await nodeDisk.readPlain(path, most, first);
      read += bytes.length;
      return bytes;
    },
  };
  const cwd = mkdtempSync(join(tmpdir(), "docform-"));
  const io = ioOf({ cwd, disk });
  const state = folderBackend(io, join(cwd, ".docform"));
  const runs = ["org_acme", ...Array<string>(9).fill("org_other")];
  for (const [index, organization] of runs.entries()) {
    const run = `20260105-10000000${index}-0000`;
    await localRuns(io, join(cwd, ".docform")).kept.write(new Map([[run, journalOf(run, organization)]]), "");
  }
  const options = { directory: ".", format: "text", input: false, logLevel: "info" } as const;
  await unrecordedRuns(io, options, state, scope, { record: undefined, awaitCalls: false });
  const whole = journalOf("20260105-100000000-0000", "org_acme").length;
  expect(read).toBe(10 * 64 * 1024 + whole);
});
