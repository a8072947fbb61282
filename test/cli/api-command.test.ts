import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { main } from "../../src/cli/main.ts";
import { expectGolden } from "../support/golden.ts";
import { always, type Script, startServer } from "../support/network/scripted-server.ts";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import { smallSeed } from "../support/platform/test-platform.ts";
import { collector } from "../support/processes/collector.ts";
import { ioOf, type Run, runDocform } from "../support/processes/run-docform.ts";

const cwd = tmpdir();

/** `docform api` against a platform from the small seed. */
async function start() {
  const platform = await startTestPlatform(smallSeed);
  const run = (argv: readonly string[], typed?: string): Promise<Run> =>
    runDocform(["api", ...argv], { cwd, env: platform.env, ...(typed === undefined ? {} : { typed }) });
  return { platform, run };
}

/** `docform api` against a server that follows a script. */
async function against(script: Script, argv: readonly string[]) {
  const server = await startServer(script);
  onTestFinished(() => server.close());
  const env = { DOCFORM_BASE_URL: server.url, DOCFORM_TOKEN: "token-4711" };
  return { ...(await runDocform(["api", ...argv], { cwd, env })), seen: server.seen };
}

const teams = ["listTeams", "organizationId=org_acme"];
const creation = ["createTeam", "organizationId=org_acme", "title=New"];

test("the platform tells its OpenAPI document, with its own address, without a token", async () => {
  const { platform } = await start();
  const answer = await fetch(`${platform.url}/openapi.json`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toContain("application/json");
  const document = (await answer.json()) as { openapi: string; servers: object; paths: object };
  expect(document.openapi).toBe("3.1.0");
  expect(document.servers).toEqual([{ url: `${platform.url}/v1` }]);
  expect(Object.keys(document.paths)).toContain("/orgs/{organizationId}/teams");
});

describe("docform api reads", () => {
  test("by name, and stdout holds the answer alone", async () => {
    const { run } = await start();
    const { code, stdout, stderr } = await run(teams);
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toMatchObject({ items: [{ id: "team_docs", title: "Docs" }] });
  });

  test("by method and path, as YAML", async () => {
    const { run } = await start();
    const { stdout } = await run(["GET", "/orgs/org_acme/teams?title=docs", "--format", "yaml"]);
    expect(parse(stdout)).toMatchObject({ items: [{ id: "team_docs" }] });
    expect(stdout).toContain("items:\n  - object: team\n");
  });

  test("a page with limit, and with --paginate all of them", async () => {
    const { run, platform } = await start();
    const members = ["listMembers", "organizationId=org_acme", "limit=1"];
    const one = JSON.parse((await run(members)).stdout) as { items: object[]; next: object };
    expect([one.items.length, one.next]).toEqual([1, { page: expect.any(String) }]);
    platform.takeRequests();
    const all = JSON.parse((await run([...members, "--paginate"])).stdout) as object;
    expect(all).toEqual({ count: 3, items: expect.any(Array) });
    expect(platform.takeRequests().length).toBe(3);
  });

  test("a list that cannot be read whole is an error, and nothing is printed", async () => {
    const broken: Script = (_, answer, number) => {
      answer
        .writeHead(200)
        .end(JSON.stringify({ items: [], next: { page: number < 3 ? `p${number}` : "p1" } }));
    };
    const { code, stdout, stderr } = await against(broken, [...teams, "--paginate"]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(
      "error[DF3005]: the list could not be read whole: the cursors of the pages go in a circle",
    );
  });

  test("without anything that steers a terminal", async () => {
    const title = "\u001b[31mred\u001b]0;x\u0007\u009b \u202e";
    const evil = always(200, { object: "team", id: "t", title });
    const get = ["getTeam", "organizationId=o", "teamId=t"];
    for (const format of ["json", "yaml"]) {
      const { stdout } = await against(evil, [...get, "--format", format]);
      expect(stdout).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u);
      expect(parse(stdout)).toMatchObject({ title });
    }
  });
});

describe("docform api changes something", () => {
  test("only with --yes where there is no terminal to ask for confirmation", async () => {
    const { run, platform } = await start();
    const { code, stdout, stderr } = await run(creation);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(
      "error[DF5002]: createTeam changes the platform, and there is no terminal to ask for confirmation",
    );
    expect(platform.takeRequests()).toEqual([]);
    const done = await run([...creation, "--yes"]);
    expect(done.code).toBe(0);
    expect(JSON.parse(done.stdout)).toMatchObject({ object: "team", title: "New" });
  });

  test("after showing the call and asking, on a terminal", async () => {
    const { run, platform } = await start();
    const refused = await run(creation, "no\n");
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toContain(`PUT ${platform.url}/v1/orgs/org_acme/teams\n{\n  "title": "New"\n}\n`);
    expect(refused.stderr).toContain("Nothing was sent.");
    expect(platform.takeRequests()).toEqual([]);
    expect((await run(creation, "yes\n")).code).toBe(0);
    expect(platform.takeRequests()).toMatchObject([{ operation: "createTeam", status: 201 }]);
  });

  test("not after Ctrl-C at the question, which ends it with 130", async () => {
    const { run, platform } = await start();
    const { code, stdout, stderr } = await run(creation, "ye\u0003");
    expect([code, stdout]).toEqual([130, ""]);
    expect(stderr).toContain("Nothing was sent.");
    expect(platform.takeRequests()).toEqual([]);
  });

  test("not after a signal at the question either", async () => {
    const { platform } = await start();
    const [stdin, stderr] = [Object.assign(new PassThrough(), { isTTY: true }), collector(true)];
    let interrupt = (): void => {};
    const whenStarted = (stop: () => void): void => {
      interrupt = stop;
    };
    const io = ioOf({ cwd, env: platform.env, typed: "", whenStarted });
    const code = main(["api", ...creation], { ...io, stdin: () => stdin, stderr: stderr.stream });
    await expect.poll(stderr.text).toContain("Send it?");
    interrupt();
    expect(await code).toBe(130);
    expect(stderr.text()).toContain("Interrupted: nothing was sent.");
    expect(platform.takeRequests()).toEqual([]);
  });

  test("never asks with --no-input", async () => {
    const { run } = await start();
    const { code, stderr } = await run([...creation, "--no-input"], "yes\n");
    expect(code).toBe(1);
    expect(stderr).toContain("DF5002");
  });

  test("and says so when the answer is empty", async () => {
    const { run } = await start();
    const gone = await run(["deleteTeam", "organizationId=org_acme", "teamId=team_docs", "--yes"]);
    expect(gone).toEqual({ code: 0, stdout: "", stderr: "deleteTeam: done; the answer is empty.\n" });
  });

  test("with a body from a file or stdin", async () => {
    const { run, platform } = await start();
    const file = join(mkdtempSync(join(tmpdir(), "docform-api-")), "team.json");
    writeFileSync(file, '{"title": "From file"}');
    const put = ["PUT", "/orgs/org_acme/teams", "--yes", "--body"];
    expect(JSON.parse((await run([...put, file])).stdout)).toMatchObject({ title: "From file" });
    const piped = await runDocform(["api", ...put, "-"], {
      cwd,
      env: platform.env,
      piped: '{"title": "Piped"}',
    });
    expect(JSON.parse(piped.stdout)).toMatchObject({ title: "Piped" });
    expect((await run([...put, "nowhere.json"])).stderr).toContain("error[DF5004]: cannot read the body");
    writeFileSync(file, "{title: x}");
    expect((await run([...put, file])).stderr).toContain("is not JSON");
  });
});

describe("docform api fails", () => {
  test("with every mistake at once, before anything is sent", async () => {
    const { run, platform } = await start();
    const { code, stdout, stderr } = await run(["createTeam", "titel=x", "title=", "--format", "json"]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain('did you mean "title"?');
    expect(stderr).toContain('path parameter "organizationId" is missing');
    expect(stderr).toContain("title must not be empty");
    expect(stderr).toContain("3 errors");
    expect(platform.takeRequests()).toEqual([]);
  });

  test("with the call, the platform's answer and the next step", async () => {
    const { run } = await start();
    const { code, stdout, stderr } = await run(["getTeam", "organizationId=org_acme", "teamId=nope"]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("404 There is no team");
    expect(stderr).toContain("(getTeam: GET /orgs/org_acme/teams/nope)");
    expect(stderr).toContain("Check the ids in the path");
  });

  test("and says when it is not known whether it was done", async () => {
    const { code, stderr } = await against((_, answer) => answer.destroy(), [...creation, "--yes"]);
    expect(code).toBe(1);
    expect(stderr).toContain("It may have been done");
  });

  test("with 130 when it is interrupted, and says that it may have been done", async () => {
    let interrupt = (): void => {};
    const server = await startServer(() => interrupt());
    onTestFinished(() => server.close());
    const { code, stderr } = await runDocform(["api", ...creation, "--yes"], {
      cwd,
      env: { DOCFORM_BASE_URL: server.url, DOCFORM_TOKEN: "token" },
      whenStarted: (callback) => {
        interrupt = callback;
      },
    });
    expect(code).toBe(130);
    expect(stderr).toContain("It may have been done");
  });

  test.each([
    [["listTeam"], "did you mean listTeams?"],
    [[], "name an operation"],
    [["getTeam", "organizationId=o", "teamId=t", "--paginate"], "getTeam is not a list"],
    [[...teams, "page=x", "--paginate"], "leave page out"],
    [[...teams, "--fromat", "yaml"], "Did you mean --format?"],
    [[...teams, "--env", "staging"], "there is no docform.yaml"],
  ])("on %j", async (argv, message) => {
    const { run, platform } = await start();
    const { code, stdout, stderr } = await run(argv);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(message);
    expect(platform.takeRequests()).toEqual([]);
  });

  test("without an address or a token", async () => {
    const { code, stderr } = await runDocform(["api", ...teams], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain("DF4007");
    expect(stderr).toContain("DF4001");
  });
});

describe("docform api finds the platform", () => {
  test("of the project in -C DIR, whatever is wrong with its manifests", async () => {
    const { platform } = await start();
    const folder = mkdtempSync(join(tmpdir(), "docform-api-"));
    writeFileSync(
      join(folder, "docform.yaml"),
      `platform: { baseUrl: "${platform.url}" }\norganizations: { acme: { id: org_acme } }\nenvironments:\n  dead: { platform: { baseUrl: "http://127.0.0.1:1" } }\n`,
    );
    const env = { DOCFORM_TOKEN: platform.token };
    const run = (...more: readonly string[]) =>
      runDocform(["api", ...teams, "-C", folder, ...more], { cwd, env });
    expect((await run()).code).toBe(0);
    expect((await run("--env", "dead")).stderr).toContain("DF4004");
    expect((await run("--env", "daed")).stderr).toContain('did you mean "dead"?');
  });
});

describe("docform api tells about itself", () => {
  test("--list shows every operation, filtered by words, also as data, without a platform", async () => {
    const run = (...argv: readonly string[]) => runDocform(["api", "--list", ...argv], { cwd });
    const { code, stdout } = await run("team", "member");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^NAME +METHOD +PATH +PART +SUMMARY\n/);
    expect(stdout).toContain("updateTeamMembers");
    expect(stdout).not.toContain("listSites");
    const data = JSON.parse((await run("updateTeamMembers", "--format", "json")).stdout) as object;
    expect(data).toEqual([
      {
        name: "updateTeamMembers",
        method: "PUT",
        path: "/orgs/{organizationId}/teams/{teamId}/members",
        part: "4.10",
        summary: "Add, remove and change members of a team in one go",
        mutates: true,
        retry: "idempotent",
      },
    ]);
  });

  test("--help shows what an operation takes and answers", async () => {
    const { code, stdout } = await runDocform(["api", "createTeam", "--help"], { cwd });
    expect(code).toBe(0);
    expectGolden("test/golden/api-help.txt", stdout);
  });

  test("--help alone shows the command", async () => {
    const { code, stdout } = await runDocform(["api", "--help"], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain("Usage: docform api [options] <operation | METHOD /path>");
    expect(stdout).toContain("docform api listTeams organizationId=org_1 title=docs");
  });
});
