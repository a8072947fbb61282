import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inDoubtWindow } from "../../src/executor/in-doubt/send-until-resolved.ts";
import type { Disk } from "../../src/io/disk.ts";
import { nodeDisk } from "../../src/io/node-disk.ts";
import { applyLine } from "../../src/model/documents/apply-document.ts";
import { runDocument, runsDocument } from "../../src/model/documents/runs-document.ts";
import { readJournalText } from "../../src/state/journal.ts";
import { type Interference, type Passing, startProxy } from "../support/network/proxy.ts";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import {
  editOn,
  manifest,
  mutations,
  type Project,
  project,
  seedWithTwins,
  twoSteps,
} from "../support/processes/cli-fixture.ts";
import type { Surroundings } from "../support/processes/run-docform.ts";

const list = async ({ docform }: Project) =>
  runsDocument.parse(JSON.parse((await docform("runs --format json")).stdout));

const fileOf = ({ folder }: Project, run: string): string => join(folder, ".docform", "runs", `${run}.jsonl`);
const lockOf = ({ folder }: Project): string => join(folder, ".docform", "lock");

/** The files after a crash: the journal up to a line, and no record. */
function breakOff(acme: Project, run: string, isLast: (line: string) => boolean): void {
  const lines = readFileSync(fileOf(acme, run), "utf8").split("\n");
  writeFileSync(
    fileOf(acme, run),
    `${lines.slice(0, lines.findIndex(isLast) + 1).join("\n")}\n{"type":"outc`,
  );
  writeFileSync(
    join(acme.folder, ".docform", "record.json"),
    '{"formatVersion":1,"salt":"0123456789abcdef","platforms":{}}',
  );
}

describe("docform runs", () => {
  test("lists the runs, the newest first, with how they ended", async () => {
    const acme = await project(twoSteps);
    expect(await acme.docform("runs")).toMatchObject({ code: 0, stdout: "No runs yet.\n" });
    await acme.docform("apply --yes");
    await acme.docform("undo --yes");
    const { runs } = await list(acme);
    expect(runs.map(({ command, ended, outcomes }) => [command, ended, outcomes.done])).toEqual([
      ["undo", "done", 2],
      ["apply", "done", 2],
    ]);
    expect(runs[0]?.undoes).toBe(runs[1]?.run);
    const { stdout } = await acme.docform("runs");
    expect(stdout.split("\n")[0]).toMatch(
      new RegExp(`^${runs[0]?.run} +\\S+Z +undo of ${runs[1]?.run} .*2 done +done$`),
    );
  });

  test.each(["runs", "runs show 2026", "force-unlock abc"])(
    "in a folder of the project: %s says where the project is, not that there is nothing",
    async (line) => {
      const acme = await project(twoSteps);
      const { code, stdout, stderr } = await acme.docform(`${line} -C manifests`);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toContain(`docform.yaml is in ${acme.folder}: run docform there`);
    },
  );

  test("shows one with its calls, by its id or the beginning of it", async () => {
    const acme = await project(twoSteps);
    await acme.docform("apply --yes");
    const [entry] = (await list(acme)).runs;
    const id = entry?.run ?? "";
    const whole = await acme.docform(`runs show ${id} --format json`);
    const { steps } = runDocument.parse(JSON.parse(whole.stdout));
    expect(steps.map(({ operation, outcome }) => [operation, outcome]).sort()).toEqual([
      ["createTeam", "done"],
      ["updateTeam", "done"],
    ]);
    const text = await acme.docform(`runs show ${id.slice(0, 12)}`);
    expect(text).toMatchObject({ code: 0, stderr: "" });
    expect(text.stdout).toMatch(/done +teams\.new +createTeam +team_/);
  });

  test("names the nearest run for a wrong id", async () => {
    const acme = await project(twoSteps);
    await acme.docform("apply --yes");
    const id = (await list(acme)).runs[0]?.run ?? "";
    const wrong = `${id.slice(0, -1)}${id.endsWith("x") ? "y" : "x"}`;
    const run = await acme.docform(`runs show ${wrong}`);
    expect(run).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining(`did you mean ${id}?`),
    });
    expect(run.stderr).toContain("DF5035");
    expect((await acme.docform("undo nonsense")).stderr).toContain('there is no run "nonsense"');
  });

  test("tells a journal that is damaged, with the line", async () => {
    const acme = await project(twoSteps);
    await acme.docform("apply --yes");
    const id = (await list(acme)).runs[0]?.run ?? "";
    writeFileSync(
      fileOf(acme, id),
      readFileSync(fileOf(acme, id), "utf8").replace('"type":"intent"', '"type":"x"'),
    );
    expect((await acme.docform(`runs show ${id}`)).stderr).toMatch(
      /DF5020.*line \d+ is not a line of a journal/,
    );
    expect((await list(acme)).damaged).toMatchObject([{ run: id }]);
    expect(await acme.docform("plan")).toMatchObject({ code: 0, stderr: "" });
    rmSync(join(acme.folder, ".docform", "record.json"));
    expect(await acme.docform("plan")).toMatchObject({ code: 0, stderr: expect.stringContaining("DF5020") });
  });

  test("does not take a folder that cannot be looked into for one without runs", async () => {
    const acme = await project(twoSteps);
    const status: Disk["status"] = (path) =>
      path.endsWith("runs")
        ? Promise.reject(Object.assign(new Error(), { code: "EACCES" }))
        : nodeDisk.status(path);
    const disk = { ...nodeDisk, status };
    const why = "the journals in the folder .docform cannot be read: no permission";
    const told = { code: 1, stdout: "", stderr: expect.stringContaining(why) };
    expect(await acme.docform("runs", { disk })).toMatchObject(told);
    expect(await acme.docform("undo --yes", { disk })).toMatchObject(told);
    expect(await acme.docform("plan", { disk })).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(why),
    });
    expect(await acme.docform("apply --yes", { disk })).toMatchObject({ code: 1 });
    expect(mutations(acme.platform)).toEqual([]);
  });
});

describe("after a run that was broken off", () => {
  test("plan and apply say so, and a create in doubt is not done twice", async () => {
    const acme = await project(twoSteps);
    await acme.docform("apply --yes");
    const id = (await list(acme)).runs[0]?.run ?? "";
    breakOff(acme, id, (line) => line.includes('"intent"') && line.includes("createTeam"));
    acme.platform.takeRequests();
    const plan = await acme.docform("plan");
    expect(plan.stderr).toContain(`the last run ${id} did not end`);
    expect(plan.stderr).toMatch(/\d of 2 steps done, [12] in doubt/);
    const again = await acme.docform("apply --yes");
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining("DF5031") });
    expect(mutations(acme.platform)).toEqual([]);
  });

  test("a plan reads everything once, and counts what it reads", async () => {
    const acme = await project(twoSteps);
    await acme.docform("apply --yes");
    breakOff(acme, (await list(acme)).runs[0]?.run ?? "", (line) => line.includes('"outcome"'));
    acme.platform.takeRequests();
    const plan = await acme.docform("plan --format json");
    const read = acme.platform.takeRequests().map(({ path }) => path);
    expect(plan.stderr).toContain("DF5031");
    expect(read).toEqual([...new Set(read)]);
    expect(JSON.parse(plan.stdout).summary.reads).toBe(read.length);
  });

  const copy = manifest("spaces:\n  one: { id: sp_one }\n  copy: { title: Handbook, duplicateFrom: one }\n");
  const refusal = { status: 400, body: "{}" };
  const isCopying = ({ path }: Passing): boolean => path.endsWith("/duplicate");
  // The title is set by a call of its own, which never comes: the crash was before it.
  const isNaming = ({ method, path }: Passing): boolean => method === "PATCH" && !path.endsWith("/sp_one");
  const withoutName: Interference = { before: (call) => (isNaming(call) ? refusal : undefined) };

  /** Applies until the copying of an address is intended, or written down; nothing of the record is left. */
  async function crash(
    acme: Project,
    interference: Interference,
    { address = "copy", mark = '"intent"' } = {},
  ): Promise<void> {
    const proxy = await startProxy(acme.platform.url, interference);
    await acme.docform("apply --yes", { env: { ...acme.platform.env, DOCFORM_BASE_URL: proxy.url } });
    const id = (await list(acme)).runs[0]?.run ?? "";
    const isLast = (line: string): boolean =>
      [mark, "duplicateSpace", `spaces.${address}"`].every((part) => line.includes(part));
    breakOff(acme, id, isLast);
    const journal = fileOf(acme, id);
    writeFileSync(journal, readFileSync(journal, "utf8").replaceAll(proxy.url, acme.platform.url));
    acme.platform.takeRequests();
  }

  /** The changes of the next apply, after which nothing is left to do. */
  async function changesOfNext(acme: Project) {
    expect(await acme.docform("apply --yes")).toMatchObject({ code: 0 });
    return mutations(acme.platform);
  }

  const named = expect.stringMatching(/^PATCH \/v1\/spaces\/\S+ 200$/);

  test.each([
    ["whose answer was lost", '"intent"'],
    ["whose answer was written down", '"outcome"'],
  ])("a copy %s is found, though its title tells nothing", async (_, mark) => {
    const acme = await project(copy);
    await crash(acme, withoutName, { mark });
    expect(await changesOfNext(acme)).toEqual([named]);
  });

  test("a copy is found that a second run made, though the first may have made it as well", async () => {
    const acme = await project(copy);
    await crash(acme, { before: (call) => (isCopying(call) ? refusal : undefined) });
    await crash(acme, withoutName);
    expect(await changesOfNext(acme)).toEqual([named]);
  });

  test("a copy is found whose original the same run renamed then", async () => {
    const acme = await project(
      manifest(
        "spaces:\n  one: { id: sp_one, title: Uno }\n  copy: { title: Handbook, duplicateFrom: one }\n",
      ),
    );
    let copied = (): void => {};
    const isCopied = new Promise<void>((resolve) => {
      copied = resolve;
    });
    await crash(acme, {
      before: async (call) => {
        if (isNaming(call)) return refusal;
        if (call.method === "PATCH") await isCopied;
        return undefined;
      },
      after: (call, answer) => {
        if (isCopying(call)) copied();
        return answer;
      },
    });
    expect(await changesOfNext(acme)).toEqual([named]);
  });

  test("a copy is found whose original somebody renamed since", async () => {
    const acme = await project(copy);
    await crash(acme, withoutName);
    await editOn(acme.platform, ["PATCH", "/spaces/sp_one", { title: "Edited" }]);
    acme.platform.takeRequests();
    expect(await changesOfNext(acme)).toEqual([named]);
  });

  test("of more copies than the run was to make, a person says which is meant: nothing is copied once more", async () => {
    const acme = await project(copy);
    await crash(acme, withoutName);
    await editOn(acme.platform, ["POST", "/spaces/sp_one/duplicate", {}]);
    acme.platform.takeRequests();
    const { code, stderr } = await acme.docform("apply --yes");
    expect(code).toBe(1);
    expect(stderr).toMatch(/DF3001.*acme\/spaces\.copy: .* one of these copies: "sp_\S+", "sp_\S+"/);
    expect(mutations(acme.platform)).toEqual([]);
  });

  test("apply waits as long as a call on its way may still be carried out, and plan does not", async () => {
    const acme = await project(twoSteps);
    await acme.docform("apply --yes");
    const id = (await list(acme)).runs[0]?.run ?? "";
    breakOff(acme, id, (line) => line.includes('"intent"') && line.includes("createTeam"));
    const slept: number[] = [];
    const sleep: Surroundings["sleep"] = async (milliseconds) => {
      slept.push(milliseconds);
    };
    // Until its last line, the run still sent calls.
    const sent = readFileSync(fileOf(acme, id), "utf8").split("\n").slice(0, -1);
    const lastAt = Date.parse(JSON.parse(sent.at(-1) ?? "").at);
    const later = { type: "intent", at: new Date(lastAt + 700).toISOString() };
    const other = { ...later, step: "s9", address: "acme/teams.docs", operation: "updateTeam", params: {} };
    writeFileSync(fileOf(acme, id), [...sent, JSON.stringify(other), ""].join("\n"));
    const now = (): number => lastAt + 1000;
    await acme.docform("plan", { sleep, now });
    expect(slept).toEqual([]);
    await acme.docform("apply --yes", { sleep, now });
    expect(slept).toEqual([inDoubtWindow - 300]);
  });

  test("a run elsewhere that ended does not hide it, and is told nothing of it", async () => {
    const acme = await project(twoSteps);
    await acme.docform("apply --yes");
    const id = (await list(acme)).runs[0]?.run ?? "";
    breakOff(acme, id, (line) => line.includes('"intent"') && line.includes("createTeam"));
    const staging = await startTestPlatform(seedWithTwins);
    const elsewhere = await acme.docform("apply --yes", { env: staging.env });
    expect(elsewhere).toMatchObject({ code: 0, stderr: expect.not.stringContaining("DF5031") });
    const plan = await acme.docform("plan");
    expect(plan.stderr).toContain(`the last run ${id} did not end`);
    acme.platform.takeRequests();
    expect(await acme.docform("apply --yes")).toMatchObject({ code: 0 });
    expect(mutations(acme.platform)).toEqual([]);
  });
});

/** Applies through a proxy that interferes, and can interrupt. */
async function interrupted(
  acme: Project,
  interference: (interrupt: () => void) => Interference,
  line = "apply --yes",
  more: Partial<Surroundings> = {},
) {
  let interrupt = (): void => {};
  const proxy = await startProxy(
    acme.platform.url,
    interference(() => interrupt()),
  );
  const env = { ...acme.platform.env, DOCFORM_BASE_URL: proxy.url };
  return acme.docform(line, {
    ...more,
    env,
    whenStarted: (callback) => {
      interrupt = callback;
    },
  });
}

describe("interrupts:", () => {
  const teams = Array.from({ length: 12 }, (_, index) => `  t${index}: { title: Team ${index} }\n`).join("");

  test("one lets the calls in flight finish; the journal says so, and the rest is there to be applied", async () => {
    const acme = await project(manifest(`teams:\n${teams}`));
    const run = await interrupted(
      acme,
      (interrupt) => ({
        before: ({ method }) => {
          if (method === "PUT") interrupt();
          return undefined;
        },
      }),
      "apply --yes --concurrency 1",
    );
    expect(run.code).toBe(130);
    expect(lockOf(acme)).not.toSatisfy(existsSync);
    const [entry] = (await list(acme)).runs;
    expect(entry).toMatchObject({ ended: "interrupted", outcomes: { done: 1, skipped: 11 } });
  });

  test("the second stops at once: what was in flight is unknown, and the journal says so", async () => {
    const acme = await project(manifest(`teams:\n${teams}`));
    let release = (): void => {};
    const held = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined);
    });
    const run = await interrupted(acme, (interrupt) => ({
      before: ({ method }) => {
        if (method !== "PUT") return undefined;
        interrupt();
        interrupt();
        return held;
      },
    }));
    release();
    expect(run.code).toBe(130);
    expect(run.stderr).toContain("it stops at once");
    const [entry] = (await list(acme)).runs;
    expect(entry?.ended).toBe("interrupted");
    const { unknown = 0, inDoubt = 0, done } = entry?.outcomes ?? {};
    expect(unknown + inDoubt).toBeGreaterThan(0);
    expect(done).toBe(0);
    const text = readFileSync(fileOf(acme, entry?.run ?? ""), "utf8");
    expect(readJournalText(text).problem).toBeUndefined();
  });

  test("after the second, each step in flight is said to be unknown: nobody looks any more whether it was done", async () => {
    const acme = await project(manifest(`teams:\n${teams}`));
    const run = await interrupted(
      acme,
      (interrupt) => ({
        before: async ({ method }) => {
          if (method !== "PUT") return undefined;
          interrupt();
          interrupt();
          return new Promise(() => {});
        },
      }),
      "apply --yes --format json",
      { sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds / 10)) },
    );
    const lines = run.stdout
      .trim()
      .split("\n")
      .map((line) => applyLine.parse(JSON.parse(line)));
    const unknown = lines.filter(({ type }) => type === "step_unknown");
    expect(lines.at(-1)).toMatchObject({ type: "summary", summary: { unknown: unknown.length } });
    expect(unknown.length).toBeGreaterThan(0);
  });

  test("one before the first call ends at once, and nothing is sent", async () => {
    const acme = await project(twoSteps);
    const run = await interrupted(acme, (interrupt) => ({
      before: () => {
        interrupt();
        return undefined;
      },
    }));
    expect(run).toMatchObject({ code: 130, stderr: expect.stringContaining("nothing was sent") });
    expect(mutations(acme.platform)).toEqual([]);
    expect(existsSync(lockOf(acme))).toBe(false);
    expect((await list(acme)).runs).toEqual([]);
  });

  test("Ctrl-C at the question ends with 130, and nothing is sent", async () => {
    const acme = await project(twoSteps);
    const run = await acme.docform("apply", { typed: "\u0003" });
    expect(run.code).toBe(130);
    expect(mutations(acme.platform)).toEqual([]);
  });
});

describe("the lock of a project folder:", () => {
  test("a second apply is refused while one runs, and told who holds it; afterwards it may run", async () => {
    const acme = await project(twoSteps);
    let second: Promise<{ code: number; stderr: string }> | undefined;
    const proxy = await startProxy(acme.platform.url, {
      before: async ({ method }) => {
        if (method === "GET") return undefined;
        second ??= acme.docform("apply --yes");
        await second;
        return undefined;
      },
    });
    const env = { ...acme.platform.env, DOCFORM_BASE_URL: proxy.url, USER: "ana" };
    expect(await acme.docform("apply --yes", { env })).toMatchObject({ code: 0 });
    const refused = await second;
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("DF5033") });
    expect(refused?.stderr).toMatch(/docform apply of ana on test \(process \d+\), since \d{4}-/);
    expect(existsSync(lockOf(acme))).toBe(false);
    expect(await acme.docform("apply --yes")).toMatchObject({ code: 0 });
  });

  const left = { id: "0a1b2c3d", command: "apply", by: "ana", at: "2026-11-21T23:00:00.000Z" };

  test("one that a process left which is gone is taken over, with a note", async () => {
    const acme = await project(twoSteps);
    await acme.docform("apply --yes");
    writeFileSync(lockOf(acme), JSON.stringify({ ...left, host: "test", pid: 1 }));
    const run = await acme.docform("apply --yes");
    expect(run).toMatchObject({ code: 0, stderr: expect.stringContaining("DF5034") });
  });

  test("one that cannot be removed is a warning, and takes nothing from the result", async () => {
    const acme = await project(twoSteps);
    const remove: Disk["remove"] = (path) =>
      path === lockOf(acme)
        ? Promise.reject(Object.assign(new Error(), { code: "EACCES" }))
        : nodeDisk.remove(path);
    const run = await acme.docform("apply --yes", { disk: { ...nodeDisk, remove } });
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("A second plan is empty") });
    const { id } = JSON.parse(readFileSync(lockOf(acme), "utf8"));
    expect(run.stderr).toContain("warning[DF5004]: the lock of the project folder could not be removed");
    expect(run.stderr).toContain(`docform force-unlock ${id}`);
  });

  test("one of another machine is not, until it is removed by its id", async () => {
    const acme = await project(twoSteps);
    await acme.docform("apply --yes");
    writeFileSync(lockOf(acme), JSON.stringify({ ...left, host: "elsewhere", pid: 1 }));
    const run = await acme.docform("apply --yes --format json");
    expect(run.code).toBe(1);
    const lines = run.stdout
      .trim()
      .split("\n")
      .map((line) => applyLine.parse(JSON.parse(line)));
    expect(lines.at(-1)?.["@message"]).toBe("Nothing was changed: another run holds the lock.");
    expect(lines.at(-2)).toMatchObject({ type: "diagnostic", diagnostic: { code: "DF5033" } });
    expect(await acme.docform("force-unlock 99")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("0a1b2c3d"),
    });
    expect(await acme.docform("plan")).toMatchObject({ code: 0 });
    expect(await acme.docform("force-unlock 0a1b2c3d")).toMatchObject({ code: 0 });
    expect(await acme.docform("apply --yes")).toMatchObject({ code: 0, stderr: "" });
  });

  /** Files of locks and takeovers that are left. */
  const leftIn = ({ folder }: Project): readonly string[] =>
    readdirSync(join(folder, ".docform")).filter((name) => name.startsWith("lock"));
  const here = { ...left, id: "ffff0000", host: "test", pid: 1 };

  test("one of a process that is gone is taken over, though a kill left a takeover", async () => {
    const acme = await project({
      ...twoSteps,
      ".docform/lock": JSON.stringify(here),
      ".docform/lock.ffff0000": JSON.stringify({ ...here, id: "0a1b2c3d" }),
    });
    expect(await acme.docform("apply --yes")).toMatchObject({ code: 0 });
    expect(leftIn(acme)).toEqual([]);
  });

  test("one goes with what a kill left of its takeover", async () => {
    const acme = await project({
      ...twoSteps,
      ".docform/lock": JSON.stringify(here),
      ".docform/lock.ffff0000": "",
    });
    expect(await acme.docform("force-unlock 0a1b2c3d")).toMatchObject({ code: 1 });
    expect(await acme.docform("force-unlock ffff0000")).toMatchObject({ code: 0 });
    expect(leftIn(acme)).toEqual([]);
  });

  test("one that says nothing is removed by any id, as it has none", async () => {
    const acme = await project({ ...twoSteps, ".docform/lock": "" });
    const run = await acme.docform("force-unlock 0a1b2c3d");
    expect(run).toMatchObject({ code: 0, stderr: "Removed a lock that did not say who holds it.\n" });
    expect(leftIn(acme)).toEqual([]);
    const again = await acme.docform("force-unlock 0a1b2c3d");
    expect(again).toMatchObject({ code: 0, stderr: "The project folder is not locked.\n" });
  });
});

describe("while a run goes on", () => {
  /** The messages of commands while an apply waits for its first call to be answered. */
  async function during(acme: Project, lines: readonly string[]) {
    let said: Promise<readonly { code: number; stdout: string; stderr: string }[]> | undefined;
    const proxy = await startProxy(acme.platform.url, {
      before: async ({ method }) => {
        if (method === "GET") return undefined;
        said ??= inOrder(lines.map((line) => () => acme.docform(line, { env })));
        await said;
        return undefined;
      },
    });
    const env = { ...acme.platform.env, DOCFORM_BASE_URL: proxy.url };
    const run = await acme.docform("apply --yes", { env });
    return { run, said: (await said) ?? [] };
  }

  async function inOrder<T>(works: readonly (() => Promise<T>)[]): Promise<readonly T[]> {
    const results: T[] = [];
    for (const work of works) results.push(await work());
    return results;
  }

  const asJson = (text: string) => JSON.parse(text);

  test("plan, runs and doctor say that it is still running, and which process runs it", async () => {
    const acme = await project(twoSteps);
    const lines = ["plan", "runs", "runs --format json", "runs show 2", "doctor"] as const;
    const { run, said } = await during(acme, lines);
    expect(run.code).toBe(0);
    const [plan, list, json, shown, doctor] = said;
    expect(plan?.stderr).toMatch(
      /warning\[DF5031\]: the last run \S+ is still running \(process \d+\): 0 of 2 steps done, [12] in flight\n.*plan again when it has ended/,
    );
    for (const one of [list, shown]) expect(one?.stdout).toMatch(/still running \(process \d+\)$/m);
    expect(shown?.stdout).toMatch(/[12] in doubt/);
    expect(runsDocument.parse(asJson(json?.stdout ?? "")).runs).toMatchObject([
      { ended: null, process: { host: "test", pid: expect.any(Number) } },
    ]);
    expect(doctor?.stdout).toMatch(
      /^ok {7}journal +the last run, \S+, is still running \(process \d+\): [12] steps? in flight$/m,
    );
    expect(doctor?.stdout).toMatch(
      /^warn {5}lock .*\n.*wait until it has ended, or end it with kill -INT \d+: calls in flight finish then/m,
    );
    for (const one of said) expect(one.stdout + one.stderr).not.toContain("did not end");
    expect((await acme.docform("runs")).stdout).toMatch(/done$/m);
  });

  test("a run whose lock is of another machine may still be running there", async () => {
    const acme = await project(twoSteps);
    await acme.docform("apply --yes");
    const id = (await list(acme)).runs[0]?.run ?? "";
    const { header } = readJournalText(readFileSync(fileOf(acme, id), "utf8")).journal ?? {};
    breakOff(acme, id, (line) => line.includes('"intent"'));
    const left = { id: header?.lock, command: "apply", at: "2026-11-21T23:00:00.000Z" };
    writeFileSync(lockOf(acme), JSON.stringify({ ...left, host: "elsewhere", pid: 7 }));
    expect((await acme.docform("plan")).stderr).toContain(
      `the last run ${id} may still be running (process 7 on elsewhere): 0 of 2 steps done, 1 in doubt`,
    );
    expect((await acme.docform("runs")).stdout).toContain("may still be running (process 7 on elsewhere)");
    expect((await acme.docform("doctor")).stdout).toMatch(/^warn {5}journal .*may still be running/m);
    // The lock of another run says nothing of this one.
    writeFileSync(lockOf(acme), JSON.stringify({ ...left, id: "ffff0000", host: "elsewhere", pid: 7 }));
    expect((await acme.docform("plan")).stderr).toContain(`the last run ${id} did not end`);
  });

  test("its lock is not removed: it is said how to end it; only who says that it is meant may", async () => {
    const acme = await project(twoSteps);
    const lock = (): string => readFileSync(lockOf(acme), "utf8");
    let id = "";
    const proxy = await startProxy(acme.platform.url, {
      before: async ({ method }) => {
        if (method === "GET" || id !== "") return undefined;
        id = asJson(lock()).id;
        const refused = await acme.docform(`force-unlock ${id}`);
        expect(refused).toMatchObject({ code: 1, stdout: "" });
        expect(refused.stderr).toMatch(
          /error\[DF5033\]: the run that holds this project folder is still in progress: docform apply on test \(process (\d+)\).*\n.*kill -INT \1/,
        );
        expect(await acme.docform(`force-unlock ${id}`, { typed: "no\n" })).toMatchObject({ code: 1 });
        expect(asJson(lock()).id).toBe(id);
        const asked = await acme.docform(`force-unlock ${id}`, { typed: "yes\n" });
        expect(asked).toMatchObject({
          code: 0,
          stderr: expect.stringContaining("Removed the lock of docform"),
        });
        expect(existsSync(lockOf(acme))).toBe(false);
        return undefined;
      },
    });
    const env = { ...acme.platform.env, DOCFORM_BASE_URL: proxy.url };
    await acme.docform("apply --yes", { env });
    expect(id).not.toBe("");
  });

  test("the lock of a process that runs stays, unless --yes says that it is meant", async () => {
    const acme = await project(twoSteps);
    await acme.docform("apply --yes");
    // The first process of all, which goes on.
    const holder = { command: "apply", host: "test", pid: 1000, at: "2026-11-21T23:00:00.000Z" };
    // The number of a process that is gone may be that of another one.
    writeFileSync(lockOf(acme), JSON.stringify({ ...holder, id: "ffff0000" }));
    expect(await acme.docform("force-unlock ffff0000")).toMatchObject({ code: 1 });
    expect(await acme.docform("force-unlock ffff0000 --yes")).toMatchObject({ code: 0 });
    expect(existsSync(lockOf(acme))).toBe(false);
  });
});
