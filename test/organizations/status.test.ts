import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import { type StatusDocument, statusDocument } from "../../src/model/documents/status-document.ts";
import { plain } from "../../src/render/text/style.ts";
import { renderStatusText } from "../../src/render/units/status-text.ts";
import { expectGolden } from "../support/golden.ts";
import { startProxy } from "../support/network/proxy.ts";
import { hostileTitles } from "../support/plans/hostile-titles.ts";
import { editOn, quietly } from "../support/processes/cli-fixture.ts";
import { ioOf, type Surroundings } from "../support/processes/run-docform.ts";
import { names, severalProject } from "./several-project.ts";

const begun = Date.parse("2026-06-02T08:00:00Z");
const hour = 3_600_000;

/** Seven organizations: one refused, one killed, one locked, one with a broken record, one never applied, two applied. */
async function troubledProject() {
  const { platform, folder } = await severalProject(7, { changed: names(6) });
  const proxy = await startProxy(platform.url, {
    before: ({ method, path }) =>
      method === "PATCH" && path.includes("org_o002") ? { status: 403, body: "{}" } : undefined,
  });
  const env = { ...platform.env, DOCFORM_BASE_URL: proxy.url, USER: "ana" };
  const docform = (line: string, hours = 0, more: Partial<Surroundings> = {}) =>
    quietly(line, { cwd: folder, env, sleep: platform.sleep, now: () => begun + hours * hour, ...more });
  const place = (name: string) => join(folder, `.docform/organizations/org_${name}`);
  await docform("apply --yes --target o001", -1000);
  const applied = await docform(
    `apply --yes ${names(6)
      .slice(1)
      .map((name) => `--target ${name}`)
      .join(" ")}`,
  );
  expect(applied.stdout).toMatch(/^o002 +failed .* s {2}docform runs show \S+ --target o002$/m);
  const [run = ""] = readdirSync(join(place("o003"), "runs"));
  const journal = join(place("o003"), "runs", run);
  writeFileSync(journal, readFileSync(journal, "utf8").replace(/\n.*"type":"end".*\n$/, "\n"));
  rmSync(join(place("o003"), "record.json"));
  const lock = {
    id: "busy",
    command: "apply",
    by: "li",
    host: "runner-4",
    pid: 1,
    at: "2026-06-02T09:00:00Z",
  };
  writeFileSync(join(place("o004"), "lock"), JSON.stringify(lock));
  writeFileSync(join(place("o005"), "record.json"), "{");
  platform.takeRequests();
  return { platform, folder, docform, withoutToken: { DOCFORM_BASE_URL: proxy.url, NO_COLOR: "1" } };
}

test("status says of each organization when and how it was applied, what to look at first, and asks no platform", async () => {
  const { docform, platform, folder, withoutToken } = await troubledProject();
  const text = await docform("status", 3, { columns: 80, env: withoutToken });
  expect(text.code).toBe(1);
  expect(text.stdout.split("\n").filter((line) => line.length > 80 && !line.startsWith("    "))).toEqual([]);
  expectGolden(
    new URL("golden/status.txt", import.meta.url),
    text.stdout.replaceAll(/\d{8}-\d{9}-[0-9a-f]{4}/g, "RUN"),
  );
  const json = await docform("status --format json", 3);
  const { organizations, counts } = statusDocument.parse(JSON.parse(json.stdout));
  expect(counts).toEqual({
    "not read": 1,
    failed: 1,
    interrupted: 1,
    locked: 1,
    "never applied": 1,
    applied: 2,
  });
  expect(organizations.map(({ organization }) => organization)).toEqual([
    "o005",
    "o002",
    "o003",
    "o004",
    "o007",
    "o001",
    "o006",
  ]);
  expect(organizations[1]).toMatchObject({
    state: "failed",
    lastApply: { at: "2026-06-02T08:00:00.000Z", age: 3 * 3600, by: "ana" },
    run: { ended: "failed", outcomes: { failed: 1 } },
  });
  expect(platform.takeRequests()).toEqual([]);
  writeFileSync(join(folder, "o006.plan.html"), "");
  const one = await docform("status --target o006 --html status.html", 3);
  expect(one).toMatchObject({ code: 0, stdout: expect.stringMatching(/^1 organization: 1 applied\n/) });
  const page = readFileSync(join(folder, "status.html"), "utf8");
  expect(page).toContain('<a href="./o006.plan.html">plan of o006</a>');
});

test("drift --record keeps when it was looked for, and how much differed, beside the record of the last apply", async () => {
  const { docform, folder, platform } = await severalProject(2);
  const status = async () => statusDocument.parse(JSON.parse((await docform("status --format json")).stdout));
  await docform("apply --yes");
  await editOn(platform, ["PATCH", "/orgs/org_o002/teams/team_o002", { title: "By hand" }]);
  await docform("drift");
  expect((await status()).counts).toEqual({ applied: 2 });
  expect(await docform("drift --record")).toMatchObject({ code: 2, stderr: "" });
  const { organizations } = await status();
  expect(organizations).toMatchObject([
    {
      organization: "o002",
      state: "drifted",
      message: "1 address differs",
      next: "docform drift --target o002",
    },
    { organization: "o001", state: "applied", drift: { differing: 0 } },
  ]);
  await docform("apply --yes");
  await docform("ci drift --record --target o002");
  expect((await status()).organizations).toMatchObject([
    { organization: "o001", state: "applied" },
    { organization: "o002", state: "applied", drift: { differing: 0, trend: [1, 0] } },
  ]);
  expect((await docform("plan")).stdout).toContain("2 organizations: 2 no changes");
  const lock = { id: "busy", command: "apply", host: "elsewhere", pid: 1, at: "2026-01-01T00:00:00Z" };
  writeFileSync(join(folder, ".docform/organizations/org_o001/lock"), JSON.stringify(lock));
  const refused = await docform("drift --record --target o001");
  expect(refused.code).toBe(0);
  expect(refused.stderr).toContain("this look for drift could not be kept: another run holds");
  let interrupt = (): void => {};
  const ended = await quietly("drift --record --lock-timeout 10m --parallel 1", {
    cwd: folder,
    env: platform.env,
    whenStarted: (stop) => {
      interrupt = stop;
    },
    sleep: async () => interrupt(),
  });
  expect(ended.code).toBe(130);
  expect(ended.stdout).toContain("2 organizations: 2 interrupted");
});

test("an apply with nothing to do ends what the run before it left undone", async () => {
  const { platform, folder } = await severalProject(1);
  const proxy = await startProxy(platform.url, {
    before: ({ method }) => (method === "PATCH" ? { status: 403, body: "{}" } : undefined),
  });
  const manifest = join(folder, "manifests/o001.yaml");
  const written = readFileSync(manifest, "utf8");
  const run = (line: string, hours: number) =>
    quietly(line, {
      cwd: folder,
      env: { ...platform.env, DOCFORM_BASE_URL: proxy.url },
      sleep: platform.sleep,
      now: () => begun + hours * hour,
    });
  const state = async (hours: number) =>
    statusDocument.parse(JSON.parse((await run("status --format json", hours)).stdout)).organizations[0];
  await run("apply --yes", -1);
  writeFileSync(manifest, written.replace("title: Docs", "title: Writers, previously: Docs"));
  expect((await run("apply --yes", 0)).code).toBe(5);
  expect(await state(1)).toMatchObject({ state: "failed" });
  writeFileSync(manifest, written);
  expect((await run("apply --yes", 2)).code).toBe(0);
  expect(await state(3)).toMatchObject({ state: "applied", lastApply: { at: "2026-06-02T10:00:00.000Z" } });
});

const platform = { baseUrl: "https://api.example" };

/** Organizations that were applied, one each hour; with other facts of some. */
function documentOf(organizations: StatusDocument["organizations"]): StatusDocument {
  const applied = names(1000 - organizations.length).map((organization, at) => ({
    organization,
    id: `org_${organization}`,
    state: "applied" as const,
    lastApply: { at: "2026-06-02T08:00:00.000Z", age: (1000 - at) * 3600 },
  }));
  const all = [...organizations, ...applied];
  const count = (state: string): number => all.filter((one) => one.state === state).length;
  const counts = { failed: count("failed"), applied: count("applied") };
  return { formatVersion: 1, at: "2026-06-02T08:00:00.000Z", platform, counts, organizations: all };
}

test("of 1,000 organizations, the first twenty are shown, and all where that is asked for", () => {
  const failed = {
    organization: "core",
    id: "org_core",
    state: "failed",
    message: "2 calls: 1 failed",
  } as const;
  const lines = (isAll: boolean): readonly string[] =>
    renderStatusText(documentOf([failed]), { style: plain, isAll }).split("\n");
  expect(lines(false)[0]).toBe("1000 organizations: 1 failed, 999 applied");
  expect(lines(false)[3]).toBe("core          failed");
  expect(lines(false)).toHaveLength(3 + 21 + 3);
  expect(lines(false).at(-2)).toBe("980 more: --all shows them.");
  expect(lines(true)).toHaveLength(3 + 1001 + 1);
});

test("a text of others stays on its line, and does nothing to a terminal", () => {
  const hostile = hostileTitles.map((title) => ({
    organization: title,
    id: title,
    state: "failed" as const,
    message: title,
    next: title,
    lastApply: { at: "", age: 0, by: title },
  }));
  const text = renderStatusText(documentOf(hostile), { style: plain, isAll: true });
  expect(text.split("\n")).toHaveLength(3 + 3 * 40 + 960 + 1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
});

test("--watch shows it again after each pause, on a terminal in the same place, until an interrupt", async () => {
  const { folder } = await severalProject(2);
  const pauses: number[] = [];
  let interrupt = (): void => {};
  const run = await quietly("status --watch 30s", {
    cwd: folder,
    env: { DOCFORM_BASE_URL: "https://api.example" },
    columns: 80,
    sleep: async (milliseconds) => {
      pauses.push(milliseconds);
      if (pauses.length === 3) interrupt();
    },
    whenStarted: (stop) => {
      interrupt = stop;
    },
  });
  expect([run.code, pauses]).toEqual([0, [30_000, 30_000, 30_000]]);
  expect(run.stdout.split("\u001b[2J\u001b[H")).toHaveLength(4);
});

test("--watch ends when nobody reads its output any more", async () => {
  const { folder } = await severalProject(2);
  const io = ioOf({
    cwd: folder,
    env: { DOCFORM_BASE_URL: "https://api.example" },
    sleep: async () => {
      io.stdout.emit("error", Object.assign(new Error("the pipe is closed"), { code: "EPIPE" }));
    },
  });
  expect(await main(["status", "--watch", "30s"], io)).toBe(0);
});
