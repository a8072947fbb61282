import { spawn } from "node:child_process";
import { cpSync, readdirSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import { builtDocform } from "../support/processes/built-docform.ts";
import { folderWith } from "../support/processes/cli-fixture.ts";
import { copyOfProject } from "../support/projects/copy-project.ts";

/** A span as OTLP has it in JSON. */
interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code?: number };
  readonly attributes: readonly {
    readonly key: string;
    readonly value: { readonly stringValue?: string; readonly intValue?: number };
  }[];
}

/** A server that takes what is sent to it, and answers it or, when it hangs, never. */
async function receiver(hangs = false) {
  const taken: { readonly url: string; readonly key: unknown; readonly body: string }[] = [];
  const server: Server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    taken.push({ url: request.url ?? "", key: request.headers["x-key"], body });
    if (!hangs) response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close().closeAllConnections());
  const spans = (): readonly Span[] =>
    taken.flatMap(({ body }) =>
      JSON.parse(body).resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) =>
        scopeSpans.flatMap((scope) => scope.spans),
      ),
    );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, taken, spans };
}

/** A copy of an example with its platform; `run` starts a built docform there. */
async function stage(name: string, faults: readonly object[] = []) {
  const platform = await startTestPlatform(join("examples", name, "live.yaml"), faults);
  const project = copyOfProject(join("examples", name));
  const built = await builtDocform();
  const run = async (line: string, variables: Readonly<Record<string, string>>, folder = built) => {
    const env = { PATH: process.env.PATH, ...platform.env, ...variables };
    const argv = [join(folder, "cli.cjs"), ...line.split(" ")];
    const child = spawn(process.execPath, argv, { cwd: project, env });
    const texts = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) child[name].on("data", (text) => (texts[name] += text));
    const begun = performance.now();
    const code = await new Promise((ended) => child.once("close", ended));
    return { code, ...texts, seconds: (performance.now() - begun) / 1000 };
  };
  return { platform, project, built, run };
}

function factsOf({ attributes }: Span): Readonly<Record<string, unknown>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
}

/** A span, below those that it is in. */
function above(all: readonly Span[], span: Span): readonly Span[] {
  const parent = all.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent === undefined ? [] : above(all, parent)), span];
}

test("spans of a command, its unit, its phases and its calls arrive, with nothing secret in them", async () => {
  const { platform, project, run } = await stage("hub", [
    { operation: "listSites", calls: 1, fault: "rate-limit" },
  ]);
  const { url, taken, spans } = await receiver();
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_HEADERS: "x-key=canary-key",
    OTEL_SERVICE_NAME: "docs",
  };
  const applied = await run("apply --yes --target sites.developer-hub", env);
  expect(applied.code, applied.stderr).toBe(0);
  const all = spans();
  const root = all.find(({ name }) => name === "docform apply");
  expect(new Set(all.map(({ traceId }) => traceId))).toEqual(new Set([root?.traceId]));
  const paths = all.map((span) =>
    above(all, span)
      .map(({ name }) => name)
      .join(" > "),
  );
  const unit = "docform apply > unit";
  expect(paths).toEqual(
    expect.arrayContaining([
      "docform apply > load",
      `${unit} > plan > read > listSites`,
      `${unit} > apply > updateSite`,
    ]),
  );
  expect(factsOf(all[paths.indexOf(unit)] as Span)).toEqual({
    "docform.command": "apply",
    "docform.organization": "orbit",
    "docform.end": 0,
  });
  expect(
    all
      .filter(({ name }) => name === "listSites")
      .map(factsOf)
      .slice(0, 2),
  ).toEqual([
    { "http.request.method": "GET", "docform.attempt": 1, "http.response.status_code": 429 },
    { "http.request.method": "GET", "docform.attempt": 2, "http.response.status_code": 200 },
  ]);
  expect(taken.map(({ url: path, key }) => [path, key])).toContainEqual(["/v1/traces", "canary-key"]);
  const sent = taken.map(({ body }) => body).join("");
  expect(sent).toContain('"docs"');
  expect(sent).not.toMatch(/canary-key|@|org_|v1\/|cursor/);
  for (const secret of [platform.token, platform.url, project]) expect(sent).not.toContain(secret);
  // A span that ends in an error has its code, and not its message.
  const wrong = await run("plan --target teams.nobody", env);
  expect(wrong.code).toBe(1);
  const failed = spans().filter(({ status }) => status.code === 2);
  expect(failed.map(({ name }) => name)).toContain("docform plan");
  for (const span of failed) expect(factsOf(span)["error.type"]).toMatch(/^DF\d{4}$/);
});

test("a request is below its own unit, also when the answer to another one makes room for it", async () => {
  const { run } = await stage("agency");
  const { url, spans } = await receiver();
  const line = "plan --format json --concurrency 2 --parallel 8";
  const { code, stdout, stderr } = await run(line, { OTEL_EXPORTER_OTLP_ENDPOINT: url });
  expect(code, stderr).toBe(0);
  const all = spans();
  const calls = new Map<unknown, number>();
  for (const span of all.filter((one) => "docform.attempt" in factsOf(one))) {
    const unit = above(all, span).find(({ name }) => name === "unit");
    const organization = unit && factsOf(unit)["docform.organization"];
    calls.set(organization, (calls.get(organization) ?? 0) + 1);
  }
  const rows: readonly { organization: string; calls: number }[] = JSON.parse(stdout).organizations;
  expect(rows.length).toBeGreaterThan(10);
  expect(Object.fromEntries(calls)).toEqual(
    Object.fromEntries(rows.map((row) => [row.organization, row.calls])),
  );
});

test("a receiver that is away or hangs changes neither output nor exit code", async () => {
  const { built, run } = await stage("hub");
  // The modules that send traces are not there: nothing asks for them.
  const without = join(folderWith({}), "dist");
  cpSync(built, without, { recursive: true });
  const modules = readdirSync(join(without, "chunks")).filter((file) => file.startsWith("start-tracing"));
  expect(modules).toHaveLength(1);
  for (const file of modules) rmSync(join(without, "chunks", file));
  const { taken } = await receiver();
  const line = "plan --detailed-exitcode --format json";
  const plain = await run(line, { OTEL_SERVICE_NAME: "docs" }, without);
  expect([plain.code, plain.stderr, taken]).toEqual([2, "", []]);
  const hanging = await receiver(true);
  for (const endpoint of ["http://127.0.0.1:1", hanging.url]) {
    const traced = await run(line, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    expect([endpoint, traced.code, traced.stderr]).toEqual([endpoint, plain.code, plain.stderr]);
    expect(JSON.parse(traced.stdout).digest).toBe(JSON.parse(plain.stdout).digest);
    expect(traced.seconds).toBeLessThan(plain.seconds + 6);
  }
  expect(hanging.taken).toHaveLength(1);
});

test("no trace is sent for OTEL_SDK_DISABLED, nor to another address than one that is wrong", async () => {
  const { run } = await stage("hub");
  const { url, taken } = await receiver();
  const receiving = { OTEL_EXPORTER_OTLP_ENDPOINT: url };
  const line = "plan --detailed-exitcode --format json";
  expect(await run(line, { ...receiving, OTEL_SDK_DISABLED: "True" })).toMatchObject({ code: 2, stderr: "" });
  for (const [name, value] of [
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "no address"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", `${url} `],
    ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "user:secret@collector"],
  ] as const) {
    const { code, stdout, stderr } = await run(line, { ...receiving, [name]: value });
    const hint = `No traces are sent: write ${name} as http://collector.example:4318, or unset it.\n`;
    expect([value, code, stderr]).toEqual([value, 2, hint]);
    expect(JSON.parse(stdout).digest).toBeDefined();
  }
  expect(taken).toEqual([]);
});
