import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../../test/support/network/scripted-server.ts";
import { proxiesOf, proxySecrets } from "./proxies.ts";
import { type HttpResponse, type TransportError, undiciTransport } from "./transport.ts";

type Tunnel = (client: Socket) => void;

/** A proxy with a password, and what it is asked for. */
async function startProxy(tunnel: Tunnel) {
  const asked: IncomingMessage[] = [];
  const server = createServer();
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket));
  server.on("connect", (request, client: Socket) => {
    asked.push(request);
    client.on("error", () => {});
    tunnel(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { asked, host: `127.0.0.1:${port}`, address: `http://user:pass%20word@127.0.0.1:${port}` };
}

const tunnelTo =
  (port: number): Tunnel =>
  (client) => {
    const server = connect(port, "127.0.0.1", () => client.write("HTTP/1.1 200 OK\r\n\r\n"));
    client.pipe(server).pipe(client);
  };

async function get(url: string, env: Readonly<Record<string, string>>): Promise<HttpResponse> {
  const transport = undiciTransport({ timeout: 3000, proxies: proxiesOf(env) });
  onTestFinished(() => transport.close());
  return transport({ method: "GET", url, headers: { authorization: "Bearer secret" } });
}

async function failureOf(url: string, env: Readonly<Record<string, string>>): Promise<TransportError> {
  return get(url, env).then(
    () => expect.fail("the request did not fail"),
    (problem: TransportError) => problem,
  );
}

async function startPlatform() {
  const server = await startServer((_, answer) => answer.end("{}"));
  onTestFinished(() => server.close());
  return { url: server.url, port: Number(new URL(server.url).port) };
}

test("a request goes through the proxy in a tunnel, and the proxy sees no token", async () => {
  const { port } = await startPlatform();
  const { asked, address } = await startProxy(tunnelTo(port));
  const answer = await get("http://platform.invalid/v1/orgs", { HTTP_PROXY: address });
  expect(answer).toMatchObject({ status: 200, body: "{}" });
  expect(asked.map(({ url }) => url)).toEqual(["platform.invalid:80"]);
  const basic = `Basic ${Buffer.from("user:pass word").toString("base64")}`;
  expect(asked[0]?.headers).toMatchObject({ "proxy-authorization": basic });
  expect(JSON.stringify(asked[0]?.headers)).not.toContain("secret");
});

test("https is encrypted through the tunnel: what the proxy sees begins with a handshake", async () => {
  let first: number | undefined;
  const { asked, address } = await startProxy((client) => {
    client.write("HTTP/1.1 200 OK\r\n\r\n");
    client.once("data", (data: Buffer) => {
      first = data[0];
      client.destroy();
    });
  });
  const problem = await failureOf("https://platform.invalid/v1/orgs", { https_proxy: address });
  expect(problem).toMatchObject({ failure: "not-sent" });
  expect(asked.map(({ url }) => url)).toEqual(["platform.invalid:443"]);
  expect(first).toBe(0x16);
});

test("this machine, and the hosts of NO_PROXY, are reached without the proxy", async () => {
  const { url } = await startPlatform();
  const { asked, address } = await startProxy((client) => client.destroy());
  expect(await get(url, { HTTP_PROXY: address, HTTPS_PROXY: address })).toMatchObject({ status: 200 });
  const env = { HTTPS_PROXY: address, NO_PROXY: "other.example, .invalid" };
  expect((await failureOf("https://platform.invalid/", env)).message).not.toContain("proxy");
  expect(asked).toEqual([]);
});

test.each<[string, Tunnel]>([
  ["refuses", (client) => client.end("HTTP/1.1 502 Bad Gateway\r\n\r\n")],
  ["wants a password", (client) => client.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n")],
  ["closes the connection", (client) => client.destroy()],
])("where a proxy %s, nothing is sent, and the message names it without its password", async (_, tunnel) => {
  const { host, address } = await startProxy(tunnel);
  const problem = await failureOf("https://platform.invalid/", { HTTPS_PROXY: address });
  expect(problem.failure).toBe("not-sent");
  expect(problem.message).toContain(`, through the proxy http://${host}`);
  expect(problem.message).not.toMatch(/pass|user/);
});

test("the name in small letters goes first, https falls back to HTTP_PROXY, and a scheme may be left out", () => {
  expect(proxiesOf({})).toBeUndefined();
  expect(proxiesOf({ HTTPS_PROXY: " " })).toBeUndefined();
  expect(proxiesOf({ https_proxy: "a.example:1", HTTPS_PROXY: "http://b.example" })?.httpsProxy).toBe(
    "http://a.example:1",
  );
  expect(proxiesOf({ HTTP_PROXY: "http://b.example" })?.httpsProxy).toBe("http://b.example");
});

test.each(["socks5://a.example", "http://", "http://user:secret@:80", "a b"])(
  "%s is no address of a proxy, which is told without its value",
  (value) => {
    expect(() => proxiesOf({ HTTPS_PROXY: value })).toThrow(
      /^HTTPS_PROXY is not the address of an http proxy$/,
    );
  },
);

test("user name and password of a proxy are secrets", () => {
  const proxies = proxiesOf({ HTTPS_PROXY: "http://user:pass%20word@a.example" });
  expect(proxies && proxySecrets(proxies)).toEqual(["user:pass%20word", "pass%20word", "pass word"]);
  const token = proxiesOf({ HTTPS_PROXY: "http://to%2Fken@a.example" });
  expect(token && proxySecrets(token)).toEqual(["to%2Fken:", "to%2Fken", "to/ken"]);
});

test("whatever a command sends goes through one place, which knows the proxies", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  const opening = files.filter((file) => readFileSync(`src/${file}`, "utf8").includes("undiciTransport("));
  expect(opening.map((file) => file.replaceAll("\\", "/")).sort()).toEqual([
    "client/public.ts",
    "client/transport.ts",
  ]);
});
