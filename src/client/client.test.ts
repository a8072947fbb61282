import { describe, expect, test } from "vitest";
import { connect, failureOf, team, token } from "../../test/support/network/client-fixture.ts";
import { always } from "../../test/support/network/scripted-server.ts";
import { operations } from "../contract/operations.ts";
import { DiagnosticError } from "../model/diagnostic.ts";
import { createClient, ReadOnlyError, readOnly } from "./client.ts";
import { type ApiErrorKind, toDiagnostic } from "./errors.ts";

const acme = { organizationId: "acme" };
const listing = { params: acme };
const creation = { params: acme, body: { title: "Docs" } };

describe("a call", () => {
  test("goes to the path, query and body of the operation, with the token in the header alone", async () => {
    const { client, server } = await connect(always(201, team("t1")));
    await client.call("createTeam", { params: { organizationId: "a/b c" }, body: { title: "Docs" } });
    expect(server.seen).toMatchObject([
      {
        method: "PUT",
        url: "/v1/orgs/a%2Fb%20c/teams",
        body: '{"title":"Docs"}',
        headers: {
          authorization: `Bearer ${token}`,
          accept: "application/json",
          "content-type": "application/json",
          "user-agent": "docform/test",
        },
      },
    ]);
    expect(client.requests).toBe(1);
  });

  test("sends numbers and booleans of a query as text and leaves out what is undefined", async () => {
    const { client, server } = await connect(always(200, { items: [] }));
    await client.call("listSites", { params: acme, query: { limit: 5, published: true, title: undefined } });
    expect(server.seen[0]?.url).toBe("/v1/orgs/acme/sites?limit=5&published=true");
  });

  test("keeps fields that the contract does not know, and __proto__ does no harm", async () => {
    const body = '{"object":"team","id":"t1","title":"Docs","colour":"red","__proto__":{"polluted":true}}';
    const { client } = await connect(always(200, body));
    const answer = await client.call("getTeam", { params: { ...acme, teamId: "t1" } });
    expect(answer).toMatchObject({ colour: "red" });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test("is one of many that listen to one interrupt, and nothing warns of that", async () => {
    const warnings: Error[] = [];
    const listen = (warning: Error) => warnings.push(warning);
    process.on("warning", listen);
    const client = createClient({
      baseUrl: "https://docform.example",
      token,
      userAgent: "docform/test",
      concurrency: 32,
      signal: new AbortController().signal,
      transport: async ({ signal }) => {
        signal?.addEventListener("abort", () => {});
        return { status: 205, headers: {}, body: "" };
      },
    });
    const teams = Array.from({ length: 32 }, (_, index) => ({ ...acme, teamId: `t${index}` }));
    await Promise.all(teams.map((params) => client.call("deleteTeam", { params })));
    await new Promise(setImmediate);
    process.off("warning", listen);
    expect(warnings).toEqual([]);
  });

  test("without an answer body gives undefined", async () => {
    const { client } = await connect(always(205));
    expect(await client.call("deleteTeam", { params: { ...acme, teamId: "t1" } })).toBeUndefined();
  });

  test.each([
    ["the status of another success answer", 200, "createTeam"],
    ["a 2xx that the operation does not name", 202, "createTeam"],
  ] as const)("takes %s when the body fits", async (_, status, name) => {
    const { client } = await connect(always(status, team("t1"), { "content-type": "text/plain" }));
    expect(await client.call(name, creation)).toEqual(team("t1"));
  });

  test("with a path parameter that would change the path is not sent", async () => {
    const { client, server } = await connect(always(200, team("t1")));
    for (const teamId of ["", ".", ".."]) {
      const failure = await failureOf(client.call("getTeam", { params: { ...acme, teamId } }));
      expect(failure).toMatchObject({ kind: "refused", status: undefined, inDoubt: false });
    }
    expect(server.seen).toHaveLength(0);
  });
});

const page = "<!doctype html><html><head><title>Sign\n in</title></head><body>x</body></html>";
const long = "x".repeat(2000);
const failures: readonly (readonly [string, number, unknown, ApiErrorKind, string, string])[] = [
  ["401", 401, { error: { code: 401, message: "bad token" } }, "unauthorized", "bad token", "DF4002"],
  ["403", 403, { message: "needs admin" }, "forbidden", "needs admin", "DF4003"],
  ["404", 404, { error: { code: 404, message: "no team" } }, "not-found", "no team", "DF4006"],
  ["an error that is a string", 409, { error: "in use" }, "refused", "in use", "DF4006"],
  ["plain text", 400, "title is missing", "refused", "title is missing", "DF4006"],
  ["nothing", 412, "", "refused", "Precondition Failed", "DF4006"],
  ["a web page", 502, page, "fault", "Sign in", "DF4006"],
  ["a fault", 503, { error: { message: "down" } }, "fault", "down", "DF4006"],
  ["a limit", 429, { error: { message: "slow down" } }, "rate-limited", "slow down", "DF4006"],
  ["a long message", 400, { error: { message: long } }, "refused", `${long.slice(0, 499)}…`, "DF4006"],
  ["a login page as success", 200, page, "not-json", "Sign in", "DF4005"],
  ["JSON of another shape", 200, { items: "none" }, "wrong-shape", "items: ", "DF4005"],
  ["an empty success", 200, "", "lost", "the answer is empty", "DF4004"],
];

describe("a failed call", () => {
  test.each(failures)(
    "with %s says what, where and what to do",
    async (_, status, body, kind, reason, code) => {
      const { client } = await connect(always(status, body));
      const failure = await failureOf(client.call("listTeams", listing));
      expect(failure).toMatchObject({
        kind,
        status,
        operation: "listTeams",
        method: "GET",
        path: "/orgs/acme/teams",
      });
      expect(failure.reason.startsWith(reason)).toBe(true);
      const diagnostic = toDiagnostic(failure);
      expect(diagnostic).toMatchObject({ code, severity: "error", hint: expect.any(String) });
      expect(diagnostic.message).toContain("GET /orgs/acme/teams");
    },
  );

  test("with a web page also says to check the address", async () => {
    const { client } = await connect(always(404, page));
    const failure = await failureOf(client.call("listTeams", listing));
    expect(toDiagnostic(failure).hint).toContain("baseUrl");
  });

  test.each([
    ["plain", token],
    ["JSON-escaped and URL-encoded", `a=${encodeURIComponent(token)}`],
    ["in a basic header", Buffer.from(`user:${token}`).toString("base64")],
    ["at the cut", `${"x".repeat(490)}${token}`],
  ])("never holds the token that the platform echoes, %s", async (_, echo) => {
    const { client } = await connect(always(400, { error: { message: echo } }));
    const failure = await failureOf(client.call("listTeams", listing));
    const shown = JSON.stringify([failure.message, failure.stack, { ...failure }, toDiagnostic(failure)]);
    for (const secret of [token, token.slice(0, 8), Buffer.from(token).toString("base64")])
      expect(shown).not.toContain(secret);
    expect(failure.reason).toContain("[redact");
  });
});

describe("a read-only client", () => {
  test("reads, and counts the requests of its client", async () => {
    const { client } = await connect(always(200, { items: [team("t1")] }));
    const reader = readOnly(client);
    expect(await reader.all("listTeams", listing)).toHaveLength(1);
    expect(reader.requests).toBe(1);
  });

  test("refuses every operation that changes something, typed or not, before it is sent", async () => {
    const { client, server } = await connect(always(201, team("t1")));
    const reader = readOnly(client);
    // @ts-expect-error a read client has no call that changes something
    await expect(reader.call("createTeam", creation)).rejects.toThrow(ReadOnlyError);
    for (const operation of Object.values(operations).filter(({ method }) => method !== "GET")) {
      await expect(reader.send(operation, {})).rejects.toThrow(ReadOnlyError);
      await expect(reader.sendAll(operation, {})).rejects.toThrow(ReadOnlyError);
    }
    expect(server.seen).toHaveLength(0);
  });
});

test.each(["", "two words", "line\n", "ü"])(
  "the token %j is refused before anything is sent",
  async (bad) => {
    await expect(connect(always(200), { token: bad })).rejects.toThrow(DiagnosticError);
  },
);
