import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ioOf } from "../../../test/support/processes/run-docform.ts";
import type { PlanDocument, Step } from "../../model/documents/plan-document.ts";
import { openSetting } from "../../project/places.ts";
import { readJournalText } from "../../state/journal.ts";
import type { RunFacts } from "./run-images.ts";
import { startJournal } from "./run-journal.ts";

const step: Step = {
  id: "s1",
  address: "acme/teams.docs",
  operation: "updateTeam",
  method: "PATCH",
  path: "/orgs/{organizationId}/teams/{teamId}",
  params: { organizationId: "org_acme", teamId: "team_docs" },
  after: [],
};

/** A journal that has begun, and what it holds once it is closed. */
async function begun() {
  const folder = mkdtempSync(join(tmpdir(), "docform-journal-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const options = { directory: ".", format: "text", input: false, logLevel: "info" } as const;
  const plan = {
    platform: { baseUrl: "https://docs.example" },
    organizations: {},
    digest: "",
    steps: [step],
  };
  const facts = {
    project: { desired: { organizations: [], resources: [] } },
    document: { ...plan, changes: [] } as Partial<PlanDocument>,
    live: { resources: [], failures: [], requests: 0 },
    lock: "0a1b2c3d",
  } as unknown as RunFacts;
  const io = ioOf({ cwd: folder });
  const state = await openSetting(io, options, "local");
  await state.lock.take({
    id: facts.lock,
    command: "apply",
    host: "here",
    pid: 1,
    at: "2026-11-25T01:00:00.000Z",
  });
  const journal = await startJournal(io, options, state, facts);
  const held = async () => {
    await journal.close();
    const runs = join(folder, ".docform", "runs");
    return readJournalText(readFileSync(join(runs, readdirSync(runs)[0] ?? ""), "utf8"));
  };
  return { journal, held };
}

test("what comes after the end of a journal is refused, so that it stays one that can be read", async () => {
  const { journal, held } = await begun();
  await journal.port.intent(step, false);
  await journal.end({ outcome: "interrupted" });
  await expect(journal.port.outcome(step, "done", {})).rejects.toThrow("has ended");
  await expect(journal.port.intent(step, false)).rejects.toThrow("has ended");
  const read = await held();
  expect(read.problem).toBeUndefined();
  expect(read.journal).toMatchObject({ end: { outcome: "interrupted" }, outcomes: new Map() });
});

test("a journal that is sealed finishes what was being written, and takes only its end", async () => {
  const { journal, held } = await begun();
  await journal.port.intent(step, false);
  let isWritten = false;
  const writing = journal.port.outcome(step, "failed", {}).then(() => {
    isWritten = true;
  });
  await journal.seal();
  await expect(journal.port.outcome(step, "done", {})).rejects.toThrow("has ended");
  expect(isWritten).toBe(true);
  await writing;
  await journal.end({ outcome: "interrupted" });
  const { journal: read } = await held();
  expect([...(read?.outcomes.values() ?? [])]).toMatchObject([{ outcome: "failed" }]);
});
