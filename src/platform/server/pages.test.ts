import { createHash } from "node:crypto";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { seedState } from "../../../test/support/platform/seed-state.ts";
import { smallSeed } from "../../../test/support/platform/test-platform.ts";
import { createRequestLog } from "./event-stream.ts";
import { type RunningPlatform, startPlatform } from "./server.ts";

let running: RunningPlatform;
const log: string[] = [];
beforeAll(async () => {
  const state = seedState(smallSeed);
  running = await startPlatform({ state, port: 0, clock: Date.now, log: (line) => log.push(line) });
});
afterAll(() => running.close());

const html = { accept: "text/html" };

/** What came back: of a stream, its first events. */
interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends a request as it is given, with any Host; ends it after the first events, or when the answer is whole. */
function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${running.url}${path}`, { headers, agent: false }, (incoming) => {
      let text = "";
      const done = () => {
        resolve({ status: incoming.statusCode, headers: incoming.headers, text });
        sent.destroy();
      };
      incoming.on("data", (chunk: Buffer) => {
        text += chunk.toString();
        if (text.includes("data: ")) done();
      });
      incoming.on("end", done);
    });
    sent.on("error", reject);
    sent.end();
  });
}

const call = (path: string) => get(path, { authorization: "Bearer admin" });

describe("the page and its events are for a browser of this machine:", () => {
  const port = () => new URL(running.url).port;
  const hosts: readonly [string, (port: string) => string, number][] = [
    ["its address", (at) => `127.0.0.1:${at}`, 200],
    ["its name, in capitals", (at) => `LocalHost:${at}`, 200],
    ["its address of IPv6", (at) => `[::1]:${at}`, 200],
    ["a name that leads here", (at) => `rebound.example:${at}`, 403],
    ["a name that only begins like it", (at) => `127.0.0.1.rebound.example:${at}`, 403],
    ["the port of a tunnel", () => "127.0.0.1:1", 200],
    ["an address of the network", (at) => `192.168.1.7:${at}`, 403],
  ];
  test.each(hosts)("Host is %s", async (_, host, status) => {
    await call("/v1/orgs");
    for (const path of ["/", "/events"]) {
      const answer = await get(path, { ...html, host: host(port()) });
      expect(answer.status, path).toBe(status);
      expect(answer.text.includes("Acme") || answer.text.includes("/v1/orgs"), path).toBe(status === 200);
    }
  });

  test.each(hosts)(
    "the API, which listens here alone, keeps to the same rule: Host is %s",
    async (_, host, status) => {
      const answer = await get("/v1/orgs", { authorization: "Bearer admin", host: host(port()) });
      expect(answer.status).toBe(status);
    },
  );

  test("the page of a stranger cannot follow the events", async () => {
    for (const [site, status] of [
      ["cross-site", 403],
      ["same-site", 403],
      ["none", 403],
      ["same-origin", 200],
    ] as const)
      expect((await get("/events", { "sec-fetch-site": site })).status, site).toBe(status);
  });

  test("no answer shares anything with another origin", async () => {
    for (const path of ["/", "/events", "/nothing", "/v1/orgs"]) {
      const { headers } = await get(path, { ...html, origin: "https://evil.example" });
      expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  test("who asks for no page gets none, whatever Host it names", async () => {
    const { status, text } = await get("/", { host: "proxy.example" });
    expect([status, JSON.parse(text).api]).toEqual([200, "/v1"]);
  });
});

test("the policy of the page lets its own script and style hold, and nothing else", async () => {
  const { headers, text } = await get("/", html);
  const policy = String(headers["content-security-policy"]);
  for (const name of ["script", "style"]) {
    const bodies = [...text.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, "g"))];
    const digest = createHash("sha256").update(bodies[0]?.[1] ?? "");
    expect(bodies).toHaveLength(1);
    expect(policy).toContain(`${name}-src 'sha256-${digest.digest("base64")}';`);
  }
  expect(policy).toMatch(/^default-src 'none';/);
  expect(policy).not.toContain("unsafe");
  expect(text).not.toMatch(/ style=| on[a-z]+=/);
});

test("nothing that is secret is in the page or its events", async () => {
  await get("/v1/orgs?token=in-the-query", { authorization: "Bearer in-a-header" });
  const [page, events] = [await get("/", html), await get("/events")];
  expect(page.text).toContain("Partners");
  for (const text of [page.text, events.text]) {
    expect(text).toContain("/v1/orgs");
    for (const secret of ["in-the-query", "in-a-header", "secret", "admin:", "outsider"])
      expect(text).not.toContain(secret);
  }
});

describe("the events", () => {
  const rowsOf = ({ text }: Answer) =>
    JSON.parse(text.slice(text.indexOf("data: ") + 6).split("\n")[0] ?? "");

  test("begin after the request that was last seen, and say what each was", async () => {
    await call("/v1/orgs");
    const { text } = await get("/", html);
    const seen = /data-seen="(\d+)"/.exec(text)?.[1];
    await call("/v1/orgs/org_gone");
    const row = { look: "failed", method: "GET", path: "/v1/orgs/org_gone", status: "404" };
    const expected = [{ ...row, time: expect.stringMatching(/^\d\d:\d\d:\d\d$/), took: expect.any(String) }];
    expect(rowsOf(await get(`/events?after=${seen}`))).toEqual(expected);
    expect(rowsOf(await get("/events?after=0", { "last-event-id": seen ?? "" }))).toEqual(expected);
  });

  test("are the last 200, also for somebody who knows a platform from before", () => {
    const requests = createRequestLog();
    const line = { time: "", method: "GET", operation: null, status: 200, ms: 1, mutates: false };
    for (let at = 1; at <= 210; at += 1) requests.add({ ...line, path: `/v1/${at}` });
    for (const [seen, first, lines] of [
      [0, 11, 200],
      [208, 209, 2],
      [210, undefined, 0],
      [1_000_000, 11, 200],
    ] as const) {
      const after = requests.after(seen);
      expect([after.count, after.lines.length, after.lines[0]?.path], String(seen)).toEqual([
        210,
        lines,
        first && `/v1/${first}`,
      ]);
    }
  });

  test("go to sixteen browsers at once, and to another when one has gone", async () => {
    const busy = await startPlatform({ state: seedState(smallSeed), port: 0, clock: Date.now });
    onTestFinished(() => busy.close());
    const follow = async () => {
      const stop = new AbortController();
      const { status } = await fetch(`${busy.url}/events`, { signal: stop.signal });
      return { status, stop };
    };
    const opened = await Promise.all(Array.from({ length: 17 }, follow));
    expect(opened.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 16 }, () => 200),
      503,
    ]);
    for (const { stop } of opened) stop.abort();
    // A HEAD request follows nothing.
    for (let at = 0; at < 17; at += 1)
      expect((await fetch(`${busy.url}/events`, { method: "HEAD" })).headers.get("content-type")).toContain(
        "text/event-stream",
      );
    await expect.poll(async () => (await follow()).status).toBe(200);
  });
});

test("the log tells who asked for a page, as it tells other requests", async () => {
  log.length = 0;
  await get("/", html);
  expect(log.map((line) => JSON.parse(line))).toMatchObject([{ method: "GET", path: "/", status: 200 }]);
});
