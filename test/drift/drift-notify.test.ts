import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { TransportError } from "../../src/client/transport.ts";
import { messageForms } from "../../src/pipeline/notify/drift-message.ts";
import { notifyOfDrift } from "../../src/pipeline/notify/notify-drift.ts";
import { driftOfTexts, everyDrift, inStep } from "../support/plans/drift-fixture.ts";
import { hostile } from "../support/plans/plan-fixture.ts";
import { manifest, type Project, project } from "../support/processes/cli-fixture.ts";
import { ioOf } from "../support/processes/run-docform.ts";

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answer = readonly [status: number, headers?: Readonly<Record<string, string>>, body?: string] | "reset";

/** A receiver that gives these answers in order, and then 204. */
async function receiver(...answers: readonly Answer[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    const answer = answers[received.length] ?? [204];
    received.push({ path: request.url ?? "", headers: request.headers, body });
    if (answer === "reset") request.socket.destroy();
    else response.writeHead(answer[0], answer[1]).end(answer[2]);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, received };
}

const secretPath = "/services/T0123/B4567/canary-webhook-8910";

/** A project with one team that is not there, and a run of drift that notes how long it waited. */
async function drifting(url: string, more: Readonly<Record<string, string>> = {}, line = "drift --notify") {
  const acme: Project = await project(manifest("teams:\n  new: { title: New }\n"));
  const waits: number[] = [];
  const env = { ...acme.platform.env, DOCFORM_NOTIFY_URL: `${url}${secretPath}`, ...more };
  const sleep = async (milliseconds: number): Promise<void> => void waits.push(milliseconds);
  return { ...(await acme.docform(line, { env, sleep })), waits };
}

test("drift is told in one CloudEvent in structured mode", async () => {
  const { url, received } = await receiver();
  const pipeline = { GITHUB_SERVER_URL: "https://github.com", GITHUB_REPOSITORY: "a/b", GITHUB_RUN_ID: "7" };
  expect(await drifting(url, { ...pipeline, GITHUB_SHA: "4f2c1a9b" })).toMatchObject({ code: 2, stderr: "" });
  expect(received).toHaveLength(1);
  const [{ path, headers, body } = { path: "", headers: {}, body: "" }] = received;
  expect(path).toBe(secretPath);
  expect(headers["content-type"]).toBe("application/cloudevents+json; charset=utf-8");
  expect(JSON.parse(body)).toEqual({
    specversion: "1.0",
    type: "dev.docform.drift",
    source: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    id: expect.stringMatching(/^[\da-f]{32}$/),
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    subject: "acme",
    datacontenttype: "application/json",
    data: {
      organizations: ["acme"],
      commit: "4f2c1a9",
      pipeline: "https://github.com/a/b/actions/runs/7",
      counts: expect.objectContaining({ drifted: 0, missing: 1, access: 1 }),
      items: [{ address: "acme/teams.new", side: "unknown", impact: "high", message: "not on the platform" }],
      more: 0,
    },
  });
});

test("--accept writes manifests, and tells nobody: it takes no --notify", async () => {
  const { url, received } = await receiver();
  const { code, stderr } = await drifting(url, {}, "drift --accept teams.new --notify");
  expect([code, stderr]).toEqual([1, expect.stringContaining("error[DF5001]: --accept takes no --notify")]);
  expect(received).toEqual([]);
});

test("while another run has the lock, the drift is shown and nobody is told", async () => {
  const { url, received } = await receiver();
  const acme = await project(manifest("teams:\n  new: { title: New }\n"));
  const env = { ...acme.platform.env, DOCFORM_NOTIFY_URL: `${url}${secretPath}` };
  const holder = { id: "a1", host: "elsewhere", pid: 7, at: "2026-01-01T00:00:00.000Z" };
  const lock = join(acme.folder, ".docform", "lock");
  mkdirSync(dirname(lock), { recursive: true });
  writeFileSync(lock, JSON.stringify({ ...holder, command: "apply" }));
  const during = await acme.docform("drift --notify", { env });
  expect([during.code, during.stdout, during.stderr]).toEqual([
    2,
    expect.stringContaining("MISSING    teams.new"),
    "Another run is not over, and what differs may be its half; nobody is told: docform apply on elsewhere (process 7), since 2026-01-01T00:00:00.000Z.\n",
  ]);
  expect(received).toEqual([]);
  // Another look for drift changes nothing there.
  writeFileSync(lock, JSON.stringify({ ...holder, command: "drift" }));
  expect(await acme.docform("drift --notify", { env })).toMatchObject({ code: 2, stderr: "" });
  expect(received).toHaveLength(1);
});

test("without --notify, or without drift, nobody is told", async () => {
  const { url, received } = await receiver();
  expect(await drifting(url, {}, "drift")).toMatchObject({ code: 2 });
  const acme = await project(manifest("teams:\n  docs: { id: team_docs, title: Docs }\n"));
  const env = { ...acme.platform.env, DOCFORM_NOTIFY_URL: url };
  expect(await acme.docform("drift --notify", { env })).toMatchObject({ code: 0, stderr: "" });
  expect(received).toEqual([]);
});

test("a limit, a fault and a lost connection are tried again, with the same id", async () => {
  const { url, received } = await receiver([429, { "retry-after": "7" }], [503], "reset");
  const { code, stderr, waits } = await drifting(url);
  expect({ code, stderr }).toEqual({ code: 2, stderr: "" });
  expect(waits).toEqual([7000, 250, 500]);
  expect(received).toHaveLength(4);
  expect(new Set(received.map(({ body }) => JSON.parse(body).id)).size).toBe(1);
});

describe("when nobody could be told, the exit code is that of drift, and no output has the address", () => {
  test.each<readonly [string, readonly Answer[], number, string]>([
    ["refused", [[403, {}, `invalid_token ${secretPath}`]], 1, "it answered 403: invalid_token"],
    ["refused, with a hint", [[410]], 1, "  = Look at the receiver: the webhook may be gone"],
    [
      "refused by a part of the address",
      [[404, {}, "no hook canary-webhook-8910"]],
      1,
      "it answered 404: no hook",
    ],
    ["redirected", [[302, { location: "https://elsewhere.example" }]], 1, "it answered 302"],
    [
      "limited for an hour",
      [[429, { "retry-after": "3600" }]],
      1,
      "it answered 429, and asks to wait 3600 s",
    ],
    ["failing", [[500], [500], [500], [500]], 4, "it answered 500 (4 attempts)"],
    ["failing, with a hint", [[500], [500], [500], [500]], 4, "  = Look at the receiver: it fails."],
  ])("%s", async (_, answers, attempts, why) => {
    const { url, received } = await receiver(...answers);
    const { code, stdout, stderr } = await drifting(url);
    expect(code).toBe(2);
    expect(stdout).toContain("teams.new");
    expect(stderr).toContain(
      "warning[DF5063]: nobody was told about the drift: the address in DOCFORM_NOTIFY_URL",
    );
    expect(stderr).toContain(why);
    expect(stderr + stdout).not.toContain("canary-webhook");
    expect(received).toHaveLength(attempts);
  });

  test.each([
    ["DOCFORM_NOTIFY_URL is not set", { DOCFORM_NOTIFY_URL: "" }],
    ["DOCFORM_NOTIFY_URL is not a web address", { DOCFORM_NOTIFY_URL: "canary-webhook" }],
    ["DOCFORM_NOTIFY_URL is not https", { DOCFORM_NOTIFY_URL: "http://hooks.example/canary-webhook" }],
    [
      "DOCFORM_NOTIFY_URL holds a user name",
      { DOCFORM_NOTIFY_URL: "https://a:canary-webhook@hooks.example/" },
    ],
    ["  = Set DOCFORM_NOTIFY_URL to the address of the webhook", { DOCFORM_NOTIFY_URL: "" }],
    ["DOCFORM_NOTIFY_FORMAT has to be cloudevents or slack", { DOCFORM_NOTIFY_FORMAT: "teams" }],
    ["  = Set DOCFORM_NOTIFY_FORMAT to cloudevents or slack", { DOCFORM_NOTIFY_FORMAT: "teams" }],
  ])("%s", async (why, env) => {
    const { code, stdout, stderr } = await drifting("http://127.0.0.1:1", env);
    expect(code).toBe(2);
    expect(stderr).toContain(why);
    expect(stdout + stderr).not.toContain("canary-webhook");
  });

  test("nobody listens", async () => {
    const { stderr, waits } = await drifting("http://127.0.0.1:1");
    expect(stderr).toContain("(4 attempts)");
    expect(stderr).toContain("  = Check the address in DOCFORM_NOTIFY_URL");
    expect(waits).toHaveLength(3);
  });

  /** Tells somebody whose connection ends in this way. */
  async function notifying(failure: Error) {
    let sent = 0;
    const send = async () => {
      sent++;
      throw failure;
    };
    const env = { DOCFORM_NOTIFY_URL: "https://hooks.example/x" };
    const openTransport = () => Object.assign(send, { close: async () => {} });
    const io = { ...ioOf({ cwd: ".", env, sleep: async () => {} }), openTransport };
    const about = { platform: "https://docs.example", organizations: ["acme"] };
    const [warning] = await notifyOfDrift(io, everyDrift, about);
    return { sent, message: warning?.message, hint: warning?.hint };
  }

  test("a receiver that is slow gets the message once: it may have it", async () => {
    expect(await notifying(new TransportError("lost", "late", { timedOut: true }))).toEqual({
      sent: 1,
      message: expect.stringContaining("took no message: it did not answer within 10 s"),
      hint: expect.stringContaining("It may have the message, so docform did not send it again."),
    });
  });

  test.each(["DEPTH_ZERO_SELF_SIGNED_CERT", "SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"])(
    "a certificate that Node does not accept: %s",
    async (code) => {
      const cause = Object.assign(new Error("self-signed certificate"), { code });
      expect(await notifying(new TransportError("not-sent", cause.message, { cause }))).toEqual({
        sent: 1,
        message: expect.stringContaining("took no message: self-signed certificate"),
        hint: expect.stringContaining("NODE_EXTRA_CA_CERTS"),
      });
    },
  );
});

describe("Slack", () => {
  const facts = { id: "1", time: "2026-06-02T08:00:00.000Z", platform: "https://docs.example" };
  const slack = (document: typeof everyDrift) => {
    const more = { environment: "prod`<!here>", pipeline: "https://ci.example/1?a=|x>&b" };
    const message = messageForms.slack(document, { ...facts, ...more, organizations: ["acme"] });
    return JSON.parse(message.body) as {
      readonly text: string;
      readonly blocks: readonly { readonly text: { readonly text: string; readonly verbatim?: boolean } }[];
    };
  };

  test("gets its own form over the wire", async () => {
    const { url, received } = await receiver([200, {}, "ok"]);
    expect(await drifting(url, { DOCFORM_NOTIFY_FORMAT: "slack" })).toMatchObject({ code: 2, stderr: "" });
    expect(received[0]?.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({ parse: "none", link_names: false });
  });

  test("reads what is of access first, as code", () => {
    const { text, blocks } = slack(everyDrift);
    expect(text).toBe("docform drift: 3 drifted, 3 missing, 1 no longer declared, 2 unmanaged, 409 in sync");
    expect(blocks[1]?.text.text).toBe(
      "`acme` · environment `prod'&lt;!here&gt;` · <https://ci.example/1?a=%7Cx&gt;&amp;b|pipeline>",
    );
    expect(blocks[2]?.text.text.split("\n")[0]).toBe(
      "• *access* `acme/teams.docs` `changed on the platform: members.max@acme.example, members.eve@acme.example` `last changed by invoice\\u{202e}gpj.exe\\u{200b}\\u{2066}, in the app, 2026-11-24 10:02 UTC; 2 others before`",
    );
  });

  test("makes no mention, link or markup of what people wrote, and takes every block", () => {
    const texts = [
      ...Object.values(hostile),
      "<!channel> <@U1> *b* _i_ `c` :tada: & > &lt;",
      "x<".repeat(3000),
    ];
    const { blocks } = slack(driftOfTexts(texts));
    for (const { text } of blocks.slice(1)) {
      expect(text.verbatim).toBe(true);
      expect(text.text.length).toBeLessThanOrEqual(3000);
      const prose = text.text.replaceAll(/`[^`\n]*`/g, "").replace(/<https:[^<>|]*\|pipeline>/, "");
      expect(prose).toMatch(/^(• (\*access\* )? ?|environment|… and \d+ more|[·\s])*$/);
      expect(text.text.replace(/<https:[^<>|]*\|pipeline>/, "")).not.toMatch(/[<>]|&(?!(amp|lt|gt);)/);
    }
  });

  test("twenty are listed, and the rest is counted", () => {
    const [team] = everyDrift.drifted;
    if (team === undefined) throw new Error("the fixture has drift");
    const drifted = Array.from({ length: 50 }, (_, at) => ({ ...team, address: `acme/sites.s${at}` }));
    const lines = slack({ ...inStep, drifted }).blocks.flatMap(({ text }) => text.text.split("\n"));
    expect(lines.filter((line) => line.startsWith("•"))).toHaveLength(20);
    expect(lines.at(-1)).toBe("… and 30 more");
  });
});
