import { expect, test } from "vitest";
import { type Backend, BackendError } from "./backend.ts";
import { documentText, stateFormatVersion } from "./backends/http/state-document.ts";
import { mostDocumentBytes, mostReadBytes, mostTextBytes, withinBounds } from "./state-size.ts";

const most = 3 * 1024 * 1024;
const large = "x".repeat(most + 1);
const third = "x".repeat(most / 3);

/** A place that takes anything. */
function place(written: string[]): Backend {
  const write = async (text: string): Promise<void> => void written.push(text);
  const log = { append: write, close: async () => {} };
  const kept = {
    ids: async () => [],
    read: async () => undefined,
    write: async (texts: ReadonlyMap<string, string>) => void written.push(...texts.values()),
  };
  return {
    place: "a place",
    isShared: true,
    journalDelay: 0,
    record: { read: async () => undefined, write },
    lock: {
      take: async () => ({ holder: undefined }),
      holder: async () => undefined,
      remove: async () => false,
    },
    runs: { ids: kept.ids, read: kept.read, begin: (_, text) => write(text).then(() => log), kept },
    close: async () => {},
  };
}

test("no place takes a record or a journal that could not be read again", async () => {
  const written: string[] = [];
  const { record, runs } = withinBounds(place(written), most);
  const one = new Map([["run", large]]);
  for (const refused of [
    record.write(large, undefined),
    runs.begin("run", large, ""),
    runs.kept.write(one, ""),
  ])
    await expect(refused).rejects.toThrow(/of 3\.0 MB, and at most 3\.0 MB can be read again/);
  await record.write(large.slice(1), undefined);
  expect(written).toEqual([large.slice(1)]);
});

test("a document drops its oldest runs first, and never the record nor the run that is written", () => {
  const document = (runs: Readonly<Record<string, string>>, record = "") => ({
    version: 4 as const,
    serial: 1,
    lineage: "l",
    docform: { formatVersion: stateFormatVersion as 1, record, runs },
  });
  const fitting = documentText(
    "a place",
    document({ r1: third, r2: third, r3: third }, "kept"),
    ["r3"],
    most,
  );
  expect(fitting.dropped).toEqual(["r1"]);
  expect(Buffer.byteLength(fitting.text)).toBeLessThan(most);
  expect(JSON.parse(fitting.text).docform).toEqual(document({ r2: third, r3: third }, "kept").docform);
  expect(documentText("a place", document({ r1: third, r2: third }, third), ["r1"], most).dropped).toEqual([
    "r2",
  ]);
  expect(() =>
    documentText("a place", document({ r1: third, r2: third }, third), ["r1", "r2"], most),
  ).toThrow(BackendError);
});

test("what is written is well below what is read", () => {
  expect(Math.max(mostTextBytes, mostDocumentBytes)).toBeLessThan(mostReadBytes / 2);
});
