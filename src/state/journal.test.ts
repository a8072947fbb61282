import fc from "fast-check";
import { expect, test } from "vitest";
import { countsOf, inDoubtIn, readJournalText } from "./journal.ts";
import type { JournalLine } from "./journal-line.ts";
import { journalWriter, linesText } from "./journal-writer.ts";
import { runIdAt } from "./run-id.ts";

const at = "2026-11-21T23:00:00.000Z";
const header: JournalLine = {
  type: "run",
  formatVersion: 1,
  run: "20261121-230000000-0a1b",
  command: "apply",
  at,
  docform: "0.1.0",
  platform: { baseUrl: "https://docs.example" },
  organizations: { acme: "org_acme" },
  digest: "d".repeat(64),
  calls: 3,
  changes: [{ address: "acme/teams.docs", kind: "team", action: "update", id: "team_1", fields: ["title"] }],
};
const nameOf = (step: string) => ({ step, address: `acme/teams.${step}`, operation: "createTeam" });
const intent = (step: string): JournalLine => ({
  type: "intent",
  at,
  ...nameOf(step),
  params: { organizationId: "org_acme" },
  body: { title: "Ünïcödé 文書 \u202e" },
});
const outcome = (step: string, how: "done" | "failed" | "unknown"): JournalLine => ({
  type: "outcome",
  at,
  ...nameOf(step),
  outcome: how,
  ...(how === "done" ? { id: `team_${step}` } : {}),
});
const whole: readonly JournalLine[] = [
  header,
  {
    type: "before",
    organization: "acme",
    address: "acme/teams.docs",
    kind: "team",
    id: "team_1",
    values: { title: "Docs" },
  },
  { type: "there", organization: "acme", kind: "team", ids: ["team_1"] },
  intent("s1"),
  intent("s2"),
  outcome("s2", "done"),
  intent("s1"),
  outcome("s1", "unknown"),
  intent("s3"),
  { type: "end", at, outcome: "failed", converged: false },
];

test("every prefix of a journal, cut at any byte, is a journal of what was written whole", () => {
  const bytes = new TextEncoder().encode(linesText(whole));
  for (let length = 0; length <= bytes.length; length++) {
    const text = new TextDecoder().decode(bytes.slice(0, length));
    const lines = text.split("\n").length - 1;
    const { journal, problem } = readJournalText(text);
    expect(problem, `cut at ${length}`).toBeUndefined();
    expect(journal === undefined).toBe(lines === 0);
    const written = whole.slice(0, lines);
    expect(new Set(journal?.intents.keys())).toEqual(
      new Set(written.flatMap((line) => (line.type === "intent" ? [line.step] : []))),
    );
    expect(journal?.outcomes.size ?? 0).toBe(written.filter(({ type }) => type === "outcome").length);
    expect(journal?.end !== undefined).toBe(lines === whole.length);
  }
});

test("a step is in doubt from its intent on, until something is known of it", () => {
  const doubtAfter = (lines: number): readonly string[] => {
    const { journal } = readJournalText(linesText(whole.slice(0, lines)));
    return journal === undefined ? [] : inDoubtIn(journal).map(({ step }) => step);
  };
  expect([3, 4, 5, 6, 7, 8, 9].map(doubtAfter)).toEqual([
    [],
    ["s1"],
    ["s1", "s2"],
    ["s1"],
    ["s1"],
    ["s1"],
    ["s1", "s3"],
  ]);
  const { journal } = readJournalText(linesText(whole));
  expect(journal && countsOf(journal)).toEqual({
    done: 1,
    failed: 0,
    unknown: 1,
    stale: 0,
    skipped: 0,
    doubt: 1,
  });
});

test.each([
  ["{}\n", expect.stringContaining("line 1 is not a line of a journal: type")],
  ["nonsense\n", "line 1 is not JSON"],
  [linesText([intent("s1")]), "line 1 is not its header"],
  [linesText([header, header]), "line 2 is a second header"],
  [linesText([...whole, intent("s4")]), "line 11 comes after its end"],
  [`${linesText([header])}\x00\x00\n`, "line 2 is not JSON"],
  [
    `${JSON.stringify({ ...header, formatVersion: 2 })}\n`,
    "line 1 is of format 2, and this docform reads format 1",
  ],
])("anything else that is wrong is told: %j", (text, problem) => {
  expect(readJournalText(text)).toEqual({ problem });
});

test("lines that come while others are flushed are flushed together, in the order of writing", async () => {
  const chunks: string[] = [];
  const gates: (() => void)[] = [];
  const writer = journalWriter({
    append: (text) => {
      chunks.push(text);
      return new Promise((done) => gates.push(done));
    },
    close: async () => {},
  });
  const first = writer.write(intent("s1"));
  await Promise.resolve();
  const rest = Promise.all(["s2", "s3", "s4"].map((step) => writer.write(intent(step))));
  await Promise.resolve();
  expect(chunks).toEqual([linesText([intent("s1")])]);
  gates[0]?.();
  await first;
  await Promise.resolve();
  expect(chunks.slice(1)).toEqual([linesText([intent("s2"), intent("s3"), intent("s4")])]);
  gates[1]?.();
  await rest;
});

test("nothing is written after a line that could not be, so that only the last line can be torn", async () => {
  let appends = 0;
  const writer = journalWriter({
    append: async () => {
      appends++;
      throw new Error("the disk is full");
    },
    close: async () => {},
  });
  await expect(writer.write(intent("s1"))).rejects.toThrow("the disk is full");
  await expect(writer.write(intent("s2"))).rejects.toThrow("the disk is full");
  expect(appends).toBe(1);
  await writer.close();
});

test("ids of runs always sort in the order in which the runs began, whatever the clock says", () => {
  const times = fc.array(fc.integer({ min: 0, max: 4e12 }), { maxLength: 30 });
  const tails = fc.uint8Array({ minLength: 2, maxLength: 2 });
  fc.assert(
    fc.property(times, fc.array(tails, { minLength: 1, maxLength: 30 }), (clock, random) => {
      const ids: string[] = [];
      for (const [index, now] of clock.entries())
        ids.push(runIdAt(now, ids.at(-1), random[index % random.length] ?? new Uint8Array(2)));
      expect([...ids].sort()).toEqual(ids);
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
});
