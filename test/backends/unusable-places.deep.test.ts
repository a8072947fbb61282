import { execFileSync } from "node:child_process";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { undiciTransport } from "../../src/client/transport.ts";
import { type Backend, BackendError } from "../../src/state/backend.ts";
import { localRuns } from "../../src/state/backends/folder.ts";
import { type HttpOptions, httpBackend } from "../../src/state/backends/http/http.ts";
import { migrations, postgresBackend } from "../../src/state/backends/postgres/postgres.ts";
import type { Migration } from "../../src/state/backends/postgres/postgres-connection.ts";
import { startServer } from "../support/network/scripted-server.ts";
import { type Database, startDatabase } from "./database.ts";
import { bareRepository, basic, type GitServer, serveGit } from "./git-server.ts";
import { gitRunner, newFolder, runnerIo, sleep } from "./places.ts";
import { type StateServer, startStateServer } from "./state-server.ts";

const database: Database = await startDatabase();
const credentials = { username: "ci", password: "hidden-password" };
const server: StateServer = await startStateServer({ as: "Gitea", credentials });
const gitRoot = newFolder();
const gitServer: GitServer = await serveGit(gitRoot, "hidden-password");

afterAll(async () => {
  await Promise.all([database.close(), server.close(), gitServer.close()]);
});

/** A bare repository whose state ref has these files. */
function repositoryWith(files: Readonly<Record<string, string>>): string {
  const bare = bareRepository(join(newFolder(), "state.git"));
  const git = (input: string, ...args: string[]): string =>
    execFileSync("git", ["--git-dir", bare, ...args], { input, encoding: "utf8", env: gitEnv }).trim();
  const lines = Object.entries(files).map(
    ([path, text]) => `100644 blob ${git(text, "hash-object", "-w", "--stdin")}\t${path}\n`,
  );
  const commit = git("", "commit-tree", git(lines.join(""), "mktree"), "-m", "other");
  git("", "update-ref", "refs/heads/docform-state", commit);
  return `file://${bare}`;
}

const gitEnv = {
  PATH: process.env.PATH,
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@acme.example",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@acme.example",
};

function onServer(given: Partial<HttpOptions>, url = server.url): Backend {
  return httpBackend({
    transport: undiciTransport(),
    sleep,
    local: localRuns(runnerIo(), join(newFolder(), ".docform")),
    address: `${url}/state`,
    lockAddress: `${url}/state/lock`,
    unlockAddress: `${url}/state/lock`,
    updateMethod: "POST",
    lockMethod: "POST",
    unlockMethod: "DELETE",
    ...given,
  });
}

function inDatabase(change: (url: URL) => void, schema = "docform"): Backend {
  const url = new URL(database.url);
  change(url);
  return postgresBackend({ url: url.href, schema, project: "docs", sleep });
}

/** Each place, what is wrong with it, and what the reader is told. */
const unusable: readonly {
  what: string;
  open: () => Promise<Backend> | Backend;
  says: RegExp;
  hint: RegExp;
}[] = [
  {
    what: "a Git remote that is not there",
    open: () => gitRunner("file:///nowhere/state.git"),
    says: /ref docform-state of origin cannot be used: git fetch says: .*nowhere/,
    hint: /check the remote/,
  },
  {
    what: "a Git remote that wants another password",
    open: () => {
      bareRepository(join(gitRoot, "private.git"));
      return gitRunner(`${gitServer.url}/private.git`);
    },
    says: /could not read Username|Authentication failed/,
    hint: /contents: write/,
  },
  {
    what: "a Git ref that is not docform's",
    open: () => gitRunner(repositoryWith({ "README.md": "Ours.\n" })),
    says: /is not a state of docform/,
    hint: /name a ref that does not exist/,
  },
  {
    what: "a Git ref of a newer docform",
    open: () => gitRunner(repositoryWith({ "docform-state.json": '{"formatVersion":2}\n' })),
    says: /was written by a newer docform/,
    hint: /that version of docform/,
  },
  {
    what: "a state server without its password",
    open: () => onServer({}),
    says: /answers 401 to GET/,
    hint: /DOCFORM_STATE_USERNAME and DOCFORM_STATE_PASSWORD/,
  },
  {
    what: "a state server that is not there",
    open: () => onServer(credentials, "http://127.0.0.1:9"),
    says: /http:\/\/127\.0\.0\.1:9\/state cannot be reached/,
    hint: /the network/,
  },
  {
    what: "a state server that answers a web page",
    open: () => serverWith({ status: 200, body: "<html><title>Sign in</title></html>" }),
    says: /is not JSON/,
    hint: /state\.http\.address/,
  },
  {
    what: "a state of Terraform",
    open: () => serverWith({ status: 200, body: '{"version":4,"serial":1,"lineage":"x","resources":[]}' }),
    says: /is not a state of docform/,
    hint: /a state of its own/,
  },
  {
    what: "a state server with a newer docform's state",
    open: () =>
      serverWith({
        status: 200,
        body: '{"version":4,"serial":1,"lineage":"x","docform":{"formatVersion":2,"runs":{}}}',
      }),
    says: /was written by a newer docform/,
    hint: /that wrote it, or a newer one/,
  },
  {
    what: "a database with another password",
    open: () =>
      inDatabase((url) => {
        url.password = "wrong";
      }),
    says: /password authentication failed/,
    hint: /the user and the password in DOCFORM_STATE_URL/,
  },
  {
    what: "a database that is not there",
    open: () =>
      inDatabase((url) => {
        url.pathname = "/nothing";
      }),
    says: /database "nothing" does not exist/,
    hint: /make the database/,
  },
  {
    what: "a database that does not run",
    open: () =>
      inDatabase((url) => {
        url.port = "9";
      }),
    says: /cannot be used: .*ECONNREFUSED/,
    hint: /that the database runs/,
  },
];

async function serverWith(page: { readonly status: number; readonly body: string }): Promise<Backend> {
  const other = await startStateServer({ as: "Gitea" });
  other.answerWith(page);
  return onServer({}, other.url);
}

test.each(unusable)("$what says what is wrong, where, and what to do", async ({ open, says, hint }) => {
  const backend = await open();
  const problem: unknown = await backend.record.read().catch((caught: unknown) => caught);
  await backend.close();
  expect(problem).toBeInstanceOf(BackendError);
  const { message, diagnostics } = problem as BackendError;
  const [{ hint: given = "" } = {}] = diagnostics;
  expect(message).toMatch(says);
  expect(given).toMatch(hint);
  for (const secret of ["hidden-password", "secret", basic("hidden-password")])
    expect(message).not.toContain(secret);
});

test("a database made by a newer docform is left as it is", async () => {
  const first = inDatabase(() => {}, "newer");
  await first.record.read();
  await first.close();
  const { Client } = (await import("pg")).default;
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query("INSERT INTO newer.migration VALUES (99)");
  const later = inDatabase(() => {}, "newer");
  const holder = { id: "one", command: "apply", host: "here", pid: 1, at: "2026-11-25T01:00:00.000Z" };
  await expect(later.lock.take(holder)).rejects.toThrow("was made by a newer docform");
  expect((await client.query("SELECT * FROM newer.lock")).rows).toEqual([]);
  await later.close();
  await client.end();
});

test("a lock whose lease has run out is taken over, and its run writes no more", async () => {
  const options = { url: database.url, schema: "leases", project: "docs", lease: 800 };
  const lost = postgresBackend({ ...options, sleep: () => new Promise(() => {}) });
  const next = postgresBackend({ ...options, sleep });
  const holder = { id: "lost", command: "apply", host: "gone", pid: 1, at: "2026-11-25T01:00:00.000Z" };
  await lost.lock.take(holder);
  const log = await lost.runs.begin("20261125-010000000-0a1b", "begun\n", "lost");
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(await next.lock.take({ ...holder, id: "next" })).toMatchObject({ takenFrom: holder });
  await expect(log.append("more\n")).rejects.toThrow("is no longer held by this run");
  // A lock that is renewed does not run out.
  await new Promise((resolve) => setTimeout(resolve, 1400));
  expect(await next.lock.holder()).toMatchObject({ id: "next" });
  await Promise.all([lost.close(), next.close()]);
});

test("a step that a newer docform adds is made on tables that are there", async () => {
  const options = { url: database.url, schema: "steps", project: "docs", sleep };
  const first = postgresBackend(options);
  await first.record.write('{"first":true}\n', undefined);
  const more: Migration = (schema) => `ALTER TABLE ${schema}.record ADD COLUMN note text`;
  const second = postgresBackend({ ...options, steps: [...migrations, more] });
  expect((await second.record.read())?.text).toBe('{"first":true}\n');
  await expect(first.record.read()).rejects.toThrow("was made by a newer docform");
  await Promise.all([first.close(), second.close()]);
});

test("a database that falls silent does not keep a command from ending", async () => {
  const { port, hostname } = new URL(database.url);
  const sockets: Socket[] = [];
  const proxy = createServer((socket) => {
    const there = connect(Number(port), hostname);
    sockets.push(socket, there);
    socket.pipe(there).pipe(socket);
  });
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
  const backend = inDatabase((url) => {
    url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  }, "silent");
  await backend.record.write("{}\n", undefined);
  for (const socket of sockets) socket.unpipe().pause();
  await backend.close();
  for (const socket of sockets) socket.destroy();
  proxy.close();
});

test("an answer of a state server that never ends ends all the same", async () => {
  const trickling = await startServer((_, answer) => {
    const timer = setInterval(() => answer.write(" "), 10);
    answer.on("close", () => clearInterval(timer));
  });
  const backend = onServer({ transport: undiciTransport({ total: 60 }) }, trickling.url);
  await expect(backend.record.read()).rejects.toMatchObject({
    message: expect.stringContaining("cannot be reached: the answer did not end within 60 ms"),
    mayPass: true,
  });
  await backend.close();
  await trickling.close();
});

test("a connection that breaks between two queries is opened again", async () => {
  const backend = inDatabase(() => {}, "broken");
  await backend.record.write("{}\n", undefined);
  const { Client } = (await import("pg")).default;
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'docform'",
  );
  await client.end();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect((await backend.record.read())?.text).toBe("{}\n");
  await backend.close();
});

test.each(["postgres://u:1234/5678@h/db", "postgres://u:p#w@h/db", "nonsense"])(
  "an address of a database that cannot be read is not shown: %s",
  (url) => {
    const open = () => postgresBackend({ url, schema: "docform", project: "docs", sleep });
    expect(open).toThrow("DOCFORM_STATE_URL is not an address");
  },
);
