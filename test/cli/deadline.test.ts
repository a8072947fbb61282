import { describe, expect, onTestFinished, test } from "vitest";
import { startProxy } from "../support/network/proxy.ts";
import { startServer } from "../support/network/scripted-server.ts";
import { manifest, mutations, project } from "../support/processes/cli-fixture.ts";

const threeTeams = manifest("teams:\n  a: { title: A }\n  b: { title: B }\n  c: { title: C }\n");

/** Runs a command on a platform where requests of some methods take so many seconds. */
async function runSlowly(
  line: string,
  seconds: number,
  slow: (method: string) => boolean,
  { first = "" }: { readonly first?: string } = {},
) {
  const { docform, platform } = await project(threeTeams);
  let now = Date.parse("2026-01-05T10:00:00Z");
  const proxy = await startProxy(platform.url, {
    after: ({ method }, answer) => {
      if (slow(method)) now += seconds * 1000;
      return answer;
    },
  });
  const env = { ...platform.env, DOCFORM_BASE_URL: proxy.url };
  if (first !== "") await docform(first, { env, now: () => now });
  platform.takeRequests();
  const run = await docform(`${line} --concurrency 1`, { env, now: () => now });
  return { ...run, sent: mutations(platform) };
}

const isRead = (method: string) => method === "GET";
const isWrite = (method: string) => method !== "GET";

describe("--deadline:", () => {
  test("an apply that takes longer ends with 5: what was sent is done, nothing more is sent", async () => {
    const run = await runSlowly("apply --yes --no-rehearse --deadline 8s", 5, isWrite);
    expect(run.code).toBe(5);
    expect(run.sent).toHaveLength(2);
    expect(run.stderr).toContain("Nothing more is sent: the deadline has passed. Apply again");
    expect(run.stdout).toContain("2 done");
    expect(run.stdout).toContain("1 skipped");
  });

  test("an undo that takes longer says to undo the same run again", async () => {
    const line = "undo --yes --no-rehearse --allow-deletes 3 --deadline 8s";
    const run = await runSlowly(line, 5, isWrite, { first: "apply --yes" });
    expect(run).toMatchObject({ code: 5, sent: { length: 2 } });
    expect(run.stderr).toMatch(
      /^Nothing more is sent: the deadline has passed\. Run docform undo \S+ again: /m,
    );
    expect(run.stderr).not.toContain("Apply again");
  });

  test("an apply that has enough time ends as ever", async () => {
    const run = await runSlowly("apply --yes --no-rehearse --deadline 1m", 5, isWrite);
    expect(run).toMatchObject({ code: 0, sent: { length: 3 } });
  });

  test.each(["plan", "drift", "apply --yes"])(
    "%s that cannot read all in time is an error, and sends nothing that changes",
    async (line) => {
      const run = await runSlowly(`${line} --deadline 0.5s`, 1, isRead);
      expect(run).toMatchObject({ code: 1, sent: [] });
      expect(run.stderr).toContain("DF4008");
      expect(run.stderr).toContain("nothing more is sent: the deadline has passed");
    },
  );

  test("a platform that answers byte by byte, without end, does not hold a command past it", async () => {
    const server = await startServer((_, answer) => {
      const timer = setInterval(() => answer.write(" "), 20);
      answer.on("close", () => clearInterval(timer));
    });
    onTestFinished(() => server.close());
    const { docform, platform } = await project(threeTeams);
    const run = await docform("plan --deadline 200ms", {
      env: { ...platform.env, DOCFORM_BASE_URL: server.url },
    });
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining("DF4008") });
  });

  test.each(["10", "soon", "-1s", "2d", "25h", "0s", "0.5ms", "1e3s"])("%s is no duration", async (text) => {
    const { docform } = await project(threeTeams);
    const run = await docform(`plan --deadline ${text}`);
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining("such as 500ms, 90s, 10m or 1h") });
  });
});
