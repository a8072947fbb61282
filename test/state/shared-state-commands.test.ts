import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { bareRepository, cloneIn, fileAllowed } from "../backends/git-server.ts";
import { newFolder } from "../backends/places.ts";
import { type StateServer, type StateServerKind, startStateServer } from "../backends/state-server.ts";
import { startProxy } from "../support/network/proxy.ts";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import {
  canary,
  editOn,
  folderWith,
  manifest,
  quietly,
  seedWithTwins,
  settings,
  twoSteps,
} from "../support/processes/cli-fixture.ts";
import type { Surroundings } from "../support/processes/run-docform.ts";

type Files = Readonly<Record<string, string>>;

const team = (title: string): Files => manifest(`teams:\n  docs: { id: team_docs, title: ${title} }\n`);

/** A platform, and a state that fresh clones share. */
async function shared(state: string, env: Readonly<Record<string, string>> = {}, origin?: string) {
  const platform = await startTestPlatform(seedWithTwins, []);
  const clone = (files: Files) => {
    const folder = folderWith({ "docform.yaml": `${settings}state: ${state}\n`, ...files });
    if (origin !== undefined) cloneIn(folder, origin);
    const docform = (line: string, more: Partial<Surroundings> = {}) =>
      quietly(line, {
        cwd: folder,
        sleep: platform.sleep,
        ...more,
        env: { ...platform.env, ...env, ...more.env },
      });
    const declare = (changed: Files): void => {
      for (const [path, text] of Object.entries(changed)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
    };
    return { folder, docform, declare };
  };
  return { platform, clone };
}

async function onServer(as: StateServerKind = "Gitea") {
  const server = await startStateServer({ as });
  onTestFinished(server.close);
  return { server, ...(await shared(`{ http: { address: "${server.url}/state" } }`)) };
}

const places: Readonly<Record<string, () => ReturnType<typeof shared>>> = {
  "a Git ref": () =>
    shared("{ git: {} }", fileAllowed, `file://${bareRepository(join(newFolder(), "state.git"))}`),
  "a state server": () => onServer(),
};

describe.each(Object.keys(places))("with the state in %s, a fresh clone", (name) => {
  test.each([
    ["they", "Docs", "Theirs", "changed on the platform"],
    ["you", "Yours", "Docs", "changed in the manifests"],
    ["both", "Yours", "Theirs", "changed on both sides"],
  ])("says in drift who changed a field since the last apply: %s", async (_, declared, live, words) => {
    const { platform, clone } = await (places[name] as () => ReturnType<typeof shared>)();
    expect(await clone(team("Docs")).docform("apply --yes")).toMatchObject({ code: 0 });
    await editOn(platform, ["PATCH", "/orgs/org_acme/teams/team_docs", { title: live }]);
    const drift = await clone(team(declared)).docform("drift");
    expect(drift.stdout).toContain(words);
  });

  test("shows the runs of others, and takes the last one back", async () => {
    const { clone } = await (places[name] as () => ReturnType<typeof shared>)();
    const first = await clone(twoSteps).docform("apply --yes");
    expect(first.code, first.stderr).toBe(0);
    const other = clone(twoSteps);
    expect((await other.docform("runs")).stdout).toMatch(
      /^\d{8}-\d{9}-[0-9a-f]{4} .* apply +2 done +done\n$/,
    );
    const undone = await other.docform("undo --yes");
    expect(undone, undone.stderr).toMatchObject({ code: 0 });
    expect((await clone(twoSteps).docform("plan")).stdout).toContain("Plan: 1 to add, 1 to change");
  });

  test("runs a plan that another one saved, and calls it stale when somebody has changed its object", async () => {
    const { platform, clone } = await (places[name] as () => ReturnType<typeof shared>)();
    const first = clone(team("Writers"));
    expect((await first.docform("plan --out p.json")).code).toBe(0);
    const plan = readFileSync(join(first.folder, "p.json"), "utf8");
    const second = clone({ ...team("Writers"), "p.json": plan });
    await editOn(platform, ["PATCH", "/orgs/org_acme/teams/team_docs", { title: "Theirs" }]);
    expect(await second.docform("apply p.json --yes")).toMatchObject({ code: 4 });
    await editOn(platform, ["PATCH", "/orgs/org_acme/teams/team_docs", { title: "Docs" }]);
    expect(await clone({ ...team("Writers"), "p.json": plan }).docform("apply p.json --yes")).toMatchObject({
      code: 0,
    });
  });
});

const holder = {
  id: "0a1b2c3d",
  command: "apply",
  by: "li",
  host: "runner-7",
  pid: 42,
  at: "2026-11-25T01:00:00.000Z",
  pipeline: "https://ci.example/jobs/9",
};

async function lockedServer() {
  const { server, platform, clone } = await onServer();
  const lock = (method: string, body: object) =>
    fetch(`${server.url}/state/lock`, { method, body: JSON.stringify(body) });
  await lock("POST", { ID: holder.id, Info: JSON.stringify(holder) });
  return { server, platform, clone, unlock: () => lock("DELETE", { ID: holder.id }) };
}

describe("a lock that another pipeline holds", () => {
  test("stops an apply, which says who holds it, since when, and where its pipeline is", async () => {
    const { platform, clone } = await lockedServer();
    const { code, stderr } = await clone(twoSteps).docform("apply --yes");
    expect(code).toBe(1);
    expect(stderr).toContain("error[DF5033]: another run holds the state at http://127.0.0.1:");
    expect(stderr).toContain(
      "docform apply of li on runner-7 (process 42), since 2026-11-25T01:00:00.000Z, https://ci.example/jobs/9",
    );
    expect(stderr).toContain(
      "--lock-timeout 10m; if the run has surely ended, docform force-unlock 0a1b2c3d",
    );
    expect(platform.takeRequests().filter(({ mutates }) => mutates)).toEqual([]);
  });

  const terraform = {
    Operation: "OperationTypeApply",
    Info: "",
    Who: "ana@laptop",
    Created: "2026-11-25T01:00:00Z",
  };

  test.each<[StateServerKind, object, string, string]>([
    [
      "GitLab",
      { Info: JSON.stringify(holder) },
      ": the lock 0a1b2c3d of gitlab-user, since 2026-11-25T01:00:00.123Z",
      "docform force-unlock 0a1b2c3d",
    ],
    ["GitLab", terraform, ": the lock 0a1b2c3d of gitlab-user, since", "docform force-unlock 0a1b2c3d"],
    [
      "Gitea",
      terraform,
      ": Terraform (OperationTypeApply) of ana@laptop, since 2026-11-25T01:00:00Z",
      "docform force-unlock 0a1b2c3d",
    ],
    [
      "silent",
      { Info: JSON.stringify(holder) },
      "; the server does not say which",
      "remove its lock where the server shows it",
    ],
  ])("is told as far as the server tells it: %s, %j", async (as, info, says, hint) => {
    const { server, platform, clone } = await onServer(as);
    server.steal({ ID: holder.id, ...info });
    const { code, stderr } = await clone(twoSteps).docform("apply --yes");
    expect(code).toBe(1);
    expect(stderr).toContain(`another run holds the state at ${server.url}/state${says}`);
    expect(stderr).toContain("wait with --lock-timeout 10m");
    expect(stderr).toContain(hint);
    expect(platform.takeRequests().filter(({ mutates }) => mutates)).toEqual([]);
  });

  test.each(["apply --yes", "pull --declared", "drift --accept teams.docs"])(
    "is waited for with --lock-timeout: %s",
    async (line) => {
      const { clone, unlock } = await lockedServer();
      let waits = 0;
      const sleep = async (): Promise<void> => {
        waits += 1;
        if (waits === 3) await unlock();
      };
      const { code, stderr } = await clone(twoSteps).docform(`${line} --lock-timeout 5m`, { sleep });
      expect(code, stderr).toBe(0);
      expect(stderr).toContain("Waiting for the lock: docform apply of li on runner-7");
    },
  );

  test("does not stop plan, validate and drift, which take none", async () => {
    const { clone } = await lockedServer();
    const { docform } = clone(team("Docs"));
    for (const line of ["plan", "validate", "drift"]) expect((await docform(line)).code, line).toBe(0);
  });

  test("is removed by its id", async () => {
    const { clone } = await lockedServer();
    const { docform } = clone(twoSteps);
    expect((await docform("force-unlock 99999999")).stderr).toContain('has no lock with the id "99999999"');
    expect((await docform("force-unlock 0a1b2c3d")).stderr).toContain("Removed the lock");
    expect((await docform("apply --yes")).code).toBe(0);
  });
});

describe("with a place for one environment, a command that a message names", () => {
  async function ofProduction() {
    const { server, clone: cloneOf } = await onServer();
    let isRefused = false;
    const proxy = await startProxy(server.url, {
      before: async ({ method }) =>
        isRefused && method === "DELETE" ? { status: 500, body: "" } : undefined,
    });
    const state = `{ state: { http: { address: "${proxy.url}/state" } } }`;
    const settled = `${settings}environments: { production: ${state} }\n`;
    const clone = () => cloneOf({ "docform.yaml": settled, token: canary.admin, ...twoSteps });
    const refuseUnlock = (refused: boolean): void => {
      isRefused = refused;
    };
    return { server, clone, refuseUnlock };
  }

  test("shows a run that did not end", async () => {
    const { server, clone } = await ofProduction();
    await clone().docform("apply --yes --env production");
    const stored = JSON.parse(server.stored ?? "");
    const [[run = "", text = ""] = []] = Object.entries<string>(stored.docform.runs);
    stored.docform.runs[run] = text.replace(/.*"type":"end".*\n$/, "");
    delete stored.docform.record;
    server.stored = JSON.stringify(stored);
    const { docform } = clone();
    const show = `runs show ${run} --env production`;
    expect((await docform("plan --env production --token-file token")).stderr).toContain(
      `docform ${show} lists`,
    );
    expect((await docform("doctor --env production --token-file token")).stdout).toContain(
      `docform ${show} lists`,
    );
    expect((await docform(show)).code).toBe(0);
  });

  test("removes a lock that could not be let go of", async () => {
    const { clone, refuseUnlock } = await ofProduction();
    const { docform } = clone();
    refuseUnlock(true);
    const left = await docform("apply --yes --env production --token-file token");
    expect(left.code, left.stderr).toBe(0);
    refuseUnlock(false);
    const [, unlock = ""] = /= docform (force-unlock .*)\n/.exec(left.stderr) ?? [];
    expect(unlock).toMatch(/^force-unlock [0-9a-f]{8} --env production$/);
    const refused = await docform("apply --yes --env production --token-file token");
    expect(refused.stderr).toContain(`if the run has surely ended, docform ${unlock}\n`);
    expect((await docform(unlock)).stderr).toContain("Removed the lock");
  });
});

describe("a command on the state that is interrupted under its lock", () => {
  /** A state server that interrupts what reads or writes the record under a lock, once there is something to interrupt. */
  async function interruptingAt(at: "GET" | "POST") {
    const server = await startStateServer({ as: "Gitea" });
    onTestFinished(server.close);
    let interrupt: (() => void) | undefined;
    let isLocked = false;
    const proxy = await startProxy(server.url, {
      before: async ({ method, path }) => {
        if (path.startsWith("/state/lock")) isLocked = method === "POST";
        else if (method === at && isLocked) interrupt?.();
        return undefined;
      },
    });
    const whenStarted = (stop: () => void): void => {
      interrupt = stop;
    };
    const isFree = async (): Promise<boolean> =>
      (await fetch(`${server.url}/state/lock`, { method: "POST", body: '{"ID":"1"}' })).ok;
    return { server, whenStarted, isFree, ...(await shared(`{ http: { address: "${proxy.url}/state" } }`)) };
  }

  test.each([
    "state rm --yes teams.docs",
    "state mv --yes teams.docs teams.writers",
    "state push -",
    "state migrate --to local --force",
  ])("lets go of it, and has written nothing: %s", async (line) => {
    const { server, whenStarted, isFree, clone } = await interruptingAt("GET");
    const { docform, folder } = clone(team("Docs"));
    expect((await docform("apply --yes")).code).toBe(0);
    const before = server.stored;
    const piped = (await docform("state pull")).stdout.replace(/\d{4}-/, "2999-");
    const run = await docform(line, { piped, whenStarted });
    expect(run).toEqual({ code: 130, stdout: "", stderr: "Interrupted: nothing was sent.\n" });
    expect(await isFree()).toBe(true);
    expect(server.stored).toBe(before);
    for (const name of ["lock", "record.json"])
      expect(existsSync(join(folder, ".docform", name))).toBe(false);
  });

  test("finishes what it writes, and then lets go of it", async () => {
    const { whenStarted, isFree, clone } = await interruptingAt("POST");
    const { docform } = clone(team("Docs"));
    expect((await docform("apply --yes")).code).toBe(0);
    const run = await docform("state rm --yes teams.docs", { whenStarted });
    expect(run).toMatchObject({ code: 0, stderr: expect.stringContaining("Forgot 1 address.") });
    expect(run.stderr).toMatch(/^Interrupted: calls in flight finish/);
    expect((await docform("state list")).stdout).toContain("no addresses");
    expect(await isFree()).toBe(true);
  });
});

test("a lock that is lost in the middle of a run ends it as soon as that is seen", async () => {
  const { server, platform, clone } = await onServer();
  const keys = Array.from({ length: 30 }, (_, at) => `t${at}`);
  const many = manifest(`teams:\n${keys.map((key) => `  ${key}: { title: Team ${key} }\n`).join("")}`);
  const run = await clone(many).docform("apply --yes --no-rehearse --concurrency 1", {
    // The half minute after which a journal is published is over at once.
    sleep: async () => {
      if (server.stored?.includes('\\"intent\\"') === true)
        server.steal({ ID: holder.id, Info: JSON.stringify(holder) });
    },
  });
  expect(run.code, run.stderr).toBe(5);
  expect(run.stdout + run.stderr).toContain(
    "is no longer held by this run: docform apply on runner-7 holds it",
  );
  const [, hint = ""] = /the record of this apply could not be kept: .*\n {2}= (.*)\n/.exec(run.stderr) ?? [];
  expect(hint).toBe("plan again when no other run is in progress");
  expect(platform.takeRequests().filter(({ mutates }) => mutates).length).toBeLessThan(keys.length / 2);
  expect(server.stored).not.toContain('\\"end\\"');
});

describe("a server that refuses a write of the state lets no run end with 0:", () => {
  // The journal is begun, the record is written, the journal is ended.
  test.each([1, 2, 3].flatMap((nth) => [403, 423, 500].map((status) => [nth, status] as const)))(
    "write %i with %i",
    async (nth, status) => {
      const { server, platform, clone } = await onServer();
      server.refuseWrites(nth, status);
      const { code, stdout, stderr } = await clone(twoSteps).docform("apply --yes --no-rehearse");
      expect(code).toBe(nth === 1 ? 1 : 5);
      expect(stderr.includes("\nNothing was changed: an error came first.\n")).toBe(nth === 1);
      expect(platform.takeRequests().filter(({ mutates }) => mutates)).toHaveLength(nth === 1 ? 0 : 2);
      expect(stdout.includes("Not recorded: ")).toBe(nth > 1);
      expect(stdout.includes("nothing more was sent")).toBe(false);
    },
  );

  test.each([403, 423, 500])("nor a pull, with %i", async (status) => {
    const { server, clone } = await onServer();
    server.refuseWrites(1, status);
    const { docform } = clone(team("Docs"));
    expect(await docform("pull teams.docs")).toMatchObject({
      code: 5,
      stdout: expect.stringContaining("Wrote 1 file"),
      stderr: expect.stringContaining("the record of this pull could not be kept"),
    });
  });

  test("also of an apply without calls, which writes the record alone; and one that is taken lets it", async () => {
    const { server, clone } = await onServer();
    server.refuseWrites(1, 403);
    const { docform } = clone(team("Docs"));
    const { code, stdout } = await docform("apply --yes");
    expect({ code, stdout }).toMatchObject({ code: 5, stdout: expect.stringContaining("Not recorded: ") });
    server.refuseWrites(2, 403);
    expect(await docform("apply --yes")).toMatchObject({ code: 0 });
    expect(await docform("apply --yes")).toMatchObject({ code: 0 });
  });
});

test("the credentials of the state appear nowhere, and their address is pinned", async () => {
  const server: StateServer = await startStateServer({
    as: "Gitea",
    credentials: { username: "ci", password: "canary-state-password" },
  });
  onTestFinished(server.close);
  const { clone } = await shared(`{ http: { address: "${server.url}/state" } }`, {
    DOCFORM_STATE: `http ${server.url}/state`,
    DOCFORM_STATE_USERNAME: "ci",
    DOCFORM_STATE_PASSWORD: "canary-state-password",
  });
  const { docform } = clone(twoSteps);
  const run = await docform("apply --yes --log-level debug");
  expect(run.code, run.stderr).toBe(0);
  expect(server.stored).not.toContain("canary");
  const led = await docform("plan", { env: { TF_HTTP_ADDRESS: "https://elsewhere.example/state" } });
  expect(led.code).toBe(1);
  expect(led.stderr).toContain("docform.yaml sets state.http.address to");
  const refused = await docform("plan", { env: { DOCFORM_STATE_PASSWORD: "canary-wrong" } });
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain("answers 401 to GET");
});

test.each([
  ["{ http: {} }", /docform does not know where the state is/],
  ["{ http: { address: http://state.example/state } }", /not encrypted/],
  ["{ http: { address: ftp://state.example/state } }", /neither https nor http/],
  ["{ postgres: {} }", /set DOCFORM_STATE_URL/],
  ["{ git: { ref: my ref } }", /must be the name of a branch/],
  [
    "{ git: { remote: 'https://bot:canary-pass@git.example/x.git' } }",
    /holds a user name or a password for git.example/,
  ],
  ["{ git: { remote: upstream } }", /no Git remote "upstream"/],
  ["{ git: { remote: -u/x } }", /must be the name of a remote/],
  ["{}", /must be local, or name one of git, http and postgres/],
])("state: %s is refused, and nothing is changed", async (state, words) => {
  const { platform, clone } = await shared(state);
  const { docform } = clone(twoSteps);
  for (const line of ["plan", "apply --yes", "drift", "runs", "undo --yes", "force-unlock 0a1b2c3d"]) {
    const { code, stderr } = await docform(line);
    expect({ line, code }).toEqual({ line, code: 1 });
    expect(stderr).toMatch(words);
  }
  expect(platform.takeRequests().filter(({ mutates }) => mutates)).toEqual([]);
});
