import { expect, test } from "vitest";
import { newFolder, runnerIo } from "../../../test/backends/places.ts";
import { type Backend, LockLost } from "../backend.ts";
import { folderBackend } from "../backends/folder.ts";
import type { LockHolder } from "../lock.ts";
import { recordText } from "../record.ts";
import type { RecordFile, ResourceRecord } from "../record-file.ts";
import { joinedBackend } from "./joined.ts";
import { withBase } from "./with-base.ts";

const project = (): string => newFolder();
const baseIn = (folder: string): Backend => folderBackend(runnerIo(), `${folder}/.docform`);
const ownIn = (folder: string, id: string): Backend =>
  folderBackend(runnerIo(), `${folder}/.docform/organizations/${id}`, folder);

const entry = (id: string, fields: Readonly<Record<string, string>> = {}): ResourceRecord => ({
  kind: "team",
  id,
  fields,
});
const at = "2026-11-25T01:00:00.000Z";

/** A record of teams by organization and address. */
function recordOf(
  salt: string,
  teams: Readonly<Record<string, Readonly<Record<string, ReturnType<typeof entry>>>>>,
): RecordFile {
  const organizations = Object.entries(teams).map(([id, resources]) => [
    id,
    { lastApply: { at }, resources },
  ]);
  return {
    formatVersion: 1,
    salt: salt.repeat(16),
    platforms: { "https://api": Object.fromEntries(organizations) },
  };
}

async function written(place: Backend): Promise<RecordFile | undefined> {
  const text = (await place.record.read())?.text;
  return text === undefined ? undefined : JSON.parse(text);
}

const holder = (id: string): LockHolder => ({ id, command: "apply", host: "here", pid: 42, at });
const run = "20261125-010000000-0a1b";

test("an organization without a record reads its part of the base place, and writes to its own", async () => {
  const folder = project();
  const both = recordOf("s", {
    org_1: { "teams.a": entry("team_1") },
    org_2: { "teams.b": entry("team_2") },
  });
  await baseIn(folder).record.write(recordText(both), undefined);
  const place = withBase(ownIn(folder, "org_1"), baseIn(folder), ["org_1"]);
  const read = await place.record.read();
  const part = recordOf("s", { org_1: { "teams.a": entry("team_1") } });
  expect(JSON.parse(read?.text ?? "")).toEqual(part);
  const next = recordOf("s", { org_1: { "teams.a": entry("team_9") } });
  await place.record.write(recordText(next), read?.version);
  expect(await written(place)).toEqual(next);
  expect(await written(baseIn(folder))).toEqual(both);
  const stranger = withBase(ownIn(folder, "org_3"), baseIn(folder), ["org_3"]);
  expect(await stranger.record.read()).toBeUndefined();
});

test("a record of the base place that nobody can read is handed on, so that it is told", async () => {
  const folder = project();
  await baseIn(folder).record.write("no record", undefined);
  const place = withBase(ownIn(folder, "org_1"), baseIn(folder), ["org_1"]);
  expect((await place.record.read())?.text).toBe("no record");
});

test("the journals of the base place are read on, and new ones are in the own place", async () => {
  const folder = project();
  const base = baseIn(folder);
  await base.lock.take(holder("old"));
  await (await base.runs.begin(run, "begun\n", "old")).close();
  await base.lock.remove("old");
  const place = withBase(ownIn(folder, "org_1"), base, ["org_1"]);
  await place.lock.take(holder("new"));
  const later = "20261125-020000000-0c2d";
  await (await place.runs.begin(later, "later\n", "new")).close();
  expect(await place.runs.ids()).toEqual([run, later]);
  expect([await place.runs.read(run), await place.runs.readStart?.(run)]).toEqual(["begun\n", "begun\n"]);
  expect(await base.runs.ids()).toEqual([run]);
});

test("an organization waits for a run that holds the base place, and takes over a lock that is left there", async () => {
  const folder = project();
  const base = baseIn(folder);
  const place = withBase(ownIn(folder, "org_1"), base, ["org_1"]);
  await base.lock.take(holder("before"));
  expect(await place.lock.take(holder("new"))).toEqual({ holder: holder("before") });
  expect(await place.lock.holder()).toEqual(holder("before"));
  const here = { ...runnerIo(), machine: { ...runnerIo().machine, isRunning: () => false } };
  const later = folderBackend(here, `${folder}/.docform`);
  const own = withBase(ownIn(folder, "org_1"), later, ["org_1"]);
  expect(await own.lock.take(holder("new"))).toHaveProperty("release");
  expect([await base.lock.holder(), await own.lock.holder()]).toEqual([undefined, holder("new")]);
});

/** Two organizations of a project, joined. */
function pair(): { readonly one: Backend; readonly two: Backend; readonly joined: () => Backend } {
  const folder = project();
  const open = (organization: string) => ({ organization, place: ownIn(folder, organization) });
  const joined = (): Backend => joinedBackend([open("org_2"), open("org_1")]);
  return { one: ownIn(folder, "org_1"), two: ownIn(folder, "org_2"), joined };
}

test("joined organizations have one record, whose parts are in their own places", async () => {
  const { one, two, joined } = pair();
  const both = recordOf("s", {
    org_1: { "teams.a": entry("team_1") },
    org_2: { "teams.b": entry("team_2") },
  });
  const place = joined();
  expect(place.place).toMatch(/organizations.org_1 and the folder .*organizations.org_2$/);
  expect(await place.record.read()).toBeUndefined();
  await place.record.write(recordText(both), undefined);
  expect(await written(one)).toEqual(recordOf("s", { org_1: { "teams.a": entry("team_1") } }));
  expect(await written(two)).toEqual(recordOf("s", { org_2: { "teams.b": entry("team_2") } }));
  expect(await written(joined())).toEqual(both);
});

test("a joined record is not written over one that another run wrote meanwhile", async () => {
  const { two, joined } = pair();
  const place = joined();
  await place.record.write(recordText(recordOf("s", { org_1: {}, org_2: {} })), undefined);
  const read = await place.record.read();
  const version = (await two.record.read())?.version;
  await two.record.write(recordText(recordOf("s", { org_2: { "teams.x": entry("team_3") } })), version);
  const next = recordOf("s", { org_1: {}, org_2: { "teams.b": entry("team_2") } });
  await expect(place.record.write(recordText(next), read?.version)).rejects.toThrow(
    "another run has written",
  );
});

test("records with other salts are joined without foreign hashes, and keep their own", async () => {
  const { one, two, joined } = pair();
  const first = recordOf("s", { org_1: { "teams.a": entry("team_1", { title: "h1" }) } });
  const hidden = { unverifiable: { sent: "h6", kept: "h7" } };
  const second = recordOf("t", { org_2: { "teams.b": { ...entry("team_2", { title: "h2" }), ...hidden } } });
  await one.record.write(recordText(first), undefined);
  await two.record.write(recordText(second), undefined);
  const place = joined();
  const read = await place.record.read();
  const merged = JSON.parse(read?.text ?? "") as RecordFile;
  expect(merged.salt).toBe(first.salt);
  expect(merged.platforms["https://api"]?.org_2?.resources["teams.b"]).toEqual({
    kind: "team",
    id: "team_2",
  });
  // What the run left has hashes of the first salt.
  const next = recordOf("s", {
    org_1: { "teams.a": entry("team_1", { title: "h3" }) },
    org_2: {
      "teams.b": { ...entry("team_2"), unverifiable: { sent: "h8" }, unsent: { kept: "h9" } },
      "teams.c": entry("team_3", { title: "h5" }),
    },
  });
  await place.record.write(recordText(next), read?.version);
  expect((await written(one))?.platforms["https://api"]?.org_1?.resources["teams.a"]?.fields).toEqual({
    title: "h3",
  });
  expect(await written(two)).toMatchObject({
    salt: second.salt,
    platforms: {
      "https://api": {
        org_2: {
          resources: {
            // It is not known how much of the old hash is true after the run: the next apply makes new ones.
            "teams.b": { kind: "team", id: "team_2", unverifiable: { kept: "h7" } },
            "teams.c": { kind: "team", id: "team_3" },
          },
        },
      },
    },
  });
});

test("joined organizations are locked together, or not at all", async () => {
  const { one, two, joined } = pair();
  const other = await two.lock.take(holder("other"));
  expect(await joined().lock.take(holder("mine"))).toEqual({ holder: holder("other") });
  expect(await one.lock.holder()).toBeUndefined();
  if ("release" in other) await other.release();
  const lock = await joined().lock.take(holder("mine"));
  expect([await one.lock.holder(), await two.lock.holder()]).toEqual([holder("mine"), holder("mine")]);
  expect(await joined().lock.holder()).toEqual(holder("mine"));
  if ("release" in lock) await lock.release();
  expect([await one.lock.holder(), await two.lock.holder()]).toEqual([undefined, undefined]);
  await joined().lock.take(holder("left"));
  expect(await joined().lock.remove("left")).toBe(true);
  expect(await joined().lock.holder()).toBeUndefined();
});

test("the journal of joined organizations is in the place of each, and those of each are read", async () => {
  const { one, two, joined } = pair();
  await two.lock.take(holder("two"));
  await (await two.runs.begin(run, "of two\n", "two")).close();
  await two.lock.remove("two");
  const place = joined();
  await place.lock.take(holder("both"));
  const later = "20261125-020000000-0c2d";
  await (await place.runs.begin(later, "of both\n", "both")).close();
  expect(await place.runs.ids()).toEqual([run, later]);
  expect([await place.runs.read(run), await place.runs.read(later)]).toEqual(["of two\n", "of both\n"]);
  // When they part, each still knows what its runs did.
  expect([await one.runs.ids(), await two.runs.ids()]).toEqual([[later], [run, later]]);
  expect(await two.runs.read(later)).toBe("of both\n");
});

test("a joined run ends when one of its locks is lost", async () => {
  const { two, joined } = pair();
  const place = joined();
  await place.lock.take(holder("both"));
  const log = await place.runs.begin(run, "begun\n", "both");
  await two.lock.remove("both");
  await two.lock.take(holder("other"));
  await expect(log.append("more\n")).rejects.toThrow(LockLost);
  await log.close();
});
