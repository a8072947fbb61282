import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { type Interference, type Passing, startProxy } from "../support/network/proxy.ts";
import {
  canary,
  manifest,
  mutations,
  type Project,
  project,
  settings,
  twoSteps,
} from "../support/processes/cli-fixture.ts";
import type { Run } from "../support/processes/run-docform.ts";

/** A team, and a site whose section takes two more calls: the update and the publishing wait for the create. */
const chain = manifest(`teams:
  docs: { id: team_docs, title: Writers }
spaces:
  one: { title: One }
sites:
  empty:
    title: Empty site
    published: true
    structure: [{ section: start, title: Start, path: begin, spaces: [{ space: one }] }]
`);

const manyTeams = manifest(
  `teams:\n${Array.from({ length: 20 }, (_, index) => `  t${index}: { title: Team ${index} }\n`).join("")}`,
);

/** An interrupt ends it, as it does outside of tests. */
const realSleep = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  pause(milliseconds, undefined, signal === undefined ? {} : { signal });

/** Applies through a proxy that interferes. */
async function applyThrough(
  { docform, platform }: Project,
  interference: Interference,
  line = "apply --yes",
  whenStarted?: (interrupt: () => void) => void,
): Promise<Run & { readonly most: number }> {
  const proxy = await startProxy(platform.url, interference);
  const env = { ...platform.env, DOCFORM_BASE_URL: proxy.url };
  const waits = whenStarted === undefined ? {} : { whenStarted, sleep: realSleep };
  const run = await docform(line, { env, ...waits });
  return { ...run, most: proxy.most() };
}

const refusal = { status: 409, body: '{"error":{"code":409,"message":"somebody else was here"}}' };

describe("exit codes of an apply:", () => {
  test("0 when nothing is left, and again when there is nothing to do", async () => {
    const { docform, platform } = await project(twoSteps);
    expect(await docform("apply --yes")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("2 done"),
    });
    platform.takeRequests();
    expect(await docform("apply --yes")).toMatchObject({ code: 0 });
    expect(mutations(platform)).toEqual([]);
  });

  test("3 when something stays blocked, and the rest is done", async () => {
    const { docform, platform } = await project({
      "docform.yaml": `${settings}guards: { missingMembers: hold }\n`,
      ...manifest(
        "teams:\n  docs: { id: team_docs, title: Writers }\nmembers:\n  new@acme.example: { role: read }\n",
      ),
    });
    const run = await docform("apply --yes");
    expect(run.code).toBe(3);
    expect(run.stdout).toMatch(/blocked +members\.new@acme\.example/);
    expect(mutations(platform)).toEqual(["PATCH /v1/orgs/org_acme/teams/team_docs 200"]);
  });

  test("3 when a guard holds the plan, and nothing is sent", async () => {
    const { docform, platform } = await project(
      manifest("teams:\n  docs: { id: team_docs, absent: true, protect: true }\n  new: { title: New }\n"),
    );
    const run = await docform("apply --yes");
    expect(run).toMatchObject({ code: 3, stdout: expect.stringContaining("is protected") });
    expect(mutations(platform)).toEqual([]);
  });

  test("3 when the token may only read, as the platform's permissions say: nothing is sent", async () => {
    const { docform, platform } = await project(twoSteps);
    const run = await docform("apply --yes", { env: { ...platform.env, DOCFORM_TOKEN: canary.reader } });
    expect(run).toMatchObject({ code: 3, stdout: expect.stringContaining("the token lacks the permission") });
    expect(mutations(platform)).toEqual([]);
  });

  test("5 when calls are forbidden all the same: each with the platform's answer and what to do", async () => {
    const body = '{"error":{"code":403,"message":"The token may only read"}}';
    const run = await applyThrough(await project(twoSteps), {
      before: ({ method }) => (method === "GET" ? undefined : { status: 403, body }),
    });
    expect(run).toMatchObject({ code: 5, stdout: expect.stringContaining("0 done, 2 failed") });
    expect(run.stderr).toMatch(/answer +403 The token may only read/);
    expect(run.stderr).toMatch(/next +Use a token that may do it/);
  });

  test("5 when a second plan cannot be made, with the reason", async () => {
    let writes = 0;
    const run = await applyThrough(await project(twoSteps), {
      before: ({ method }) => {
        if (method !== "GET") writes += 1;
        const body = '{"error":{"code":403,"message":"the token was revoked"}}';
        return writes === 2 && method === "GET" ? { status: 403, body } : undefined;
      },
    });
    expect(run).toMatchObject({ code: 5, stdout: expect.stringContaining("A second plan was not made") });
    expect(run.stderr).toContain(
      "The second plan could not be made:\nerror[DF4003]: the token has no right to do this: 403 the token was revoked",
    );
  });

  test("5 when a step fails: what depends on it is skipped, and the rest goes on", async () => {
    const acme = await project(chain);
    const run = await applyThrough(acme, {
      before: ({ method, path }) => (method === "POST" && path.endsWith("/sections") ? refusal : undefined),
    });
    expect(run).toMatchObject({ code: 5, stdout: expect.stringContaining("1 done, 1 failed, 2 skipped") });
    expect(run.stderr).toMatch(/failed +sites\.empty\.sections\.start +createSiteSection/);
    expect(run.stderr).toMatch(/answer +409 somebody else was here/);
    expect(run.stderr).toMatch(
      /skipped +sites\.empty\.sections\.start .*waited for sites\.empty\.sections\.start/,
    );
    expect(mutations(acme.platform)).toEqual(["PATCH /v1/orgs/org_acme/teams/team_docs 200"]);
  });

  const refused = { fault: "answer", status: 409, body: { error: { code: 409, message: "no" } } };
  test.each([
    { what: "what the calls may have changed", faults: [], code: 0, extra: [] },
    {
      what: "everything where a call was not done",
      faults: [{ operation: "updateTeam", ...refused }],
      code: 5,
      extra: ["listShareLinks"],
    },
  ])("$code after a check that reads again the lists of the organization, and $what", async (stage) => {
    const members = "members: { ana@acme.example: owner }";
    const links = "shareLinks: { partners: { name: Partners } }";
    const acme = await project(
      manifest(
        `teams:\n  docs: { id: team_docs, title: Writers, ${members} }\nsites:\n  deep: { title: Deep site, ${links} }\n`,
      ),
      stage.faults,
    );
    const run = await acme.docform("apply --yes");
    expect(run.code).toBe(stage.code);
    expect(run.stdout.includes("everything that was applied is on the platform")).toBe(stage.code === 0);
    const asked = acme.platform.takeRequests().map(({ operation }) => operation ?? "");
    const at = asked.indexOf("updateTeam");
    const always = ["getOrganization", "listMembers", "listSites", "listTeams", "listTeamMembers"];
    expect(asked.slice(0, at).sort()).toEqual([...always, "listShareLinks"].sort());
    expect(asked.slice(at + 1).sort()).toEqual([...always, ...stage.extra].sort());
  });

  test("0 when the answer is lost and what was made is found: it is not sent again", async () => {
    const acme = await project(twoSteps);
    let sent = 0;
    const run = await applyThrough(acme, {
      after: ({ method }, answer) => {
        if (method !== "PUT") return answer;
        sent++;
        return { status: 502, body: "" };
      },
    });
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("2 done") });
    expect(sent).toBe(1);
    expect(run.stdout).toContain("A second plan is empty");
  });

  test("5 when the answer is lost, and reading cannot tell whether it was done: it is named", async () => {
    const acme = await project(twoSteps);
    let sent = 0;
    const run = await applyThrough(acme, {
      after: ({ method, path }, answer) => {
        if (method === "PUT") sent++;
        const isLost = sent > 0 && path.startsWith("/v1/orgs/org_acme/teams");
        return isLost ? { status: 502, body: "" } : answer;
      },
    });
    expect(run).toMatchObject({ code: 5, stdout: expect.stringContaining("1 unknown") });
    expect(run.stderr).toMatch(/unknown +teams\.new +createTeam/);
    expect(run.stderr).toContain("whether it was done is not known: the list could not be read");
    expect(sent).toBe(1);
  });

  test("5 when the platform changes between plan and step", async () => {
    const acme = await project(twoSteps);
    const { platform } = acme;
    const goneTeam = async (): Promise<void> => {
      const headers = { authorization: `Bearer ${platform.token}` };
      await fetch(`${platform.url}/v1/orgs/org_acme/teams/team_docs`, { method: "DELETE", headers });
    };
    const run = await applyThrough(acme, {
      before: async ({ method }) => {
        if (method === "PATCH") await goneTeam();
        return undefined;
      },
    });
    expect(run).toMatchObject({ code: 5, stderr: expect.stringMatching(/answer +404/) });
  });

  test("130 when it is interrupted: the call in flight ends, and no other starts", async () => {
    const acme = await project(manyTeams);
    let interrupt = (): void => {};
    const run = await applyThrough(
      acme,
      {
        before: ({ method }) => {
          if (method === "PUT") interrupt();
          return undefined;
        },
      },
      "apply --yes --concurrency 1",
      (callback) => {
        interrupt = callback;
      },
    );
    expect(run).toMatchObject({ code: 130, stdout: expect.stringContaining("1 done, 19 skipped") });
    expect(run.stderr).toContain("Interrupted");
    expect(mutations(acme.platform)).toHaveLength(1);
  });

  test.each([
    ["the limit of the project", 1, "platform: { limit: { requestsPerSecond: 10 } }\n", undefined],
    ["a pause that the platform asks for", 8, "", { status: 429, body: "{}" }],
  ])("130 also for calls that wait for %s: none of them is sent", async (_, last, limit, answer) => {
    const acme = await project({ ...manyTeams, "docform.yaml": `${limit}${settings}` });
    let interrupt = (): void => {};
    let writes = 0;
    const run = await applyThrough(
      acme,
      {
        before: ({ method }) => {
          if (method === "GET") return undefined;
          if (++writes === last) interrupt();
          return answer;
        },
      },
      "apply --yes --concurrency 8",
      (callback) => {
        interrupt = callback;
      },
    );
    expect(run.code).toBe(130);
    expect(writes).toBe(last);
  });
});

describe("requests at the same time:", () => {
  /** Holds the first changes until so many are on their way, and a moment longer, in which one more could come. */
  const heldUntil = (count: number): Interference => {
    let [waiting, release] = [0, () => {}];
    const isFull = new Promise<void>((resolve) => {
      release = resolve;
    });
    const before = async ({ method }: Passing): Promise<undefined> => {
      if (method === "GET") return;
      if (++waiting === count) setTimeout(release, 50);
      await isFull;
    };
    return { before };
  };

  test.each([1, 3, 8])("never more than %i with --concurrency", async (limit) => {
    const acme = await project(manyTeams);
    const run = await applyThrough(acme, heldUntil(limit), `apply --yes --concurrency ${limit}`);
    expect(run).toMatchObject({ code: 0, most: limit });
  });

  test("eight when nothing is said", async () => {
    const acme = await project(manyTeams);
    expect(await applyThrough(acme, heldUntil(8))).toMatchObject({ code: 0, most: 8 });
  });
});

describe("exit codes of what only looks:", () => {
  test("plan says 2 only when asked to, and 0 when there is nothing to do", async () => {
    const { docform, platform } = await project(twoSteps);
    expect(await docform("plan")).toMatchObject({ code: 0, stderr: "" });
    expect(await docform("plan --detailed-exitcode")).toMatchObject({ code: 2, stderr: "" });
    expect(mutations(platform)).toEqual([]);
    await docform("apply --yes");
    expect(await docform("plan --detailed-exitcode")).toMatchObject({ code: 0 });
  });

  test("drift says 2 when something differs and 0 when nothing does", async () => {
    const { docform, platform } = await project(twoSteps);
    expect(await docform("drift")).toMatchObject({
      code: 2,
      stderr: "",
      stdout: expect.stringContaining("teams.docs"),
    });
    expect(mutations(platform)).toEqual([]);
    await docform("apply --yes");
    expect(await docform("drift")).toMatchObject({ code: 0, stderr: "" });
  });
});
