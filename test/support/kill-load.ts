import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** A server that a test kills, as it listens. */
interface Target {
  readonly server: ChildProcess;
  readonly url: string;
  readonly token: string;
}

/** What the load knows of the state: what was acknowledged, and what was sent without an answer. */
export interface Known {
  /** Titles of teams whose creation was acknowledged, and those that were sent. */
  readonly created: Set<string>;
  readonly sent: Set<string>;
  /** The last acknowledged count in the title of the organization, and the last that was sent. */
  count: { acknowledged: number; sent: number };
}

/** Starts `docform serve --data`; fails with its stderr when it does not start. */
export function startTarget(cli: string, argv: readonly string[]): Promise<Target> {
  const server = spawn(process.execPath, [cli, "serve", "--port", "0", ...argv], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  server.stderr.on("data", (chunk) => {
    said = (said + chunk).slice(-2000);
  });
  return new Promise((resolve, reject) => {
    server.once("exit", (code) => reject(new Error(`exit ${code}: ${said}`)));
    createInterface({ input: server.stdout }).once("line", (line) =>
      resolve({ server, ...JSON.parse(line) }),
    );
  });
}

/** Kills a server as `kill -9` does, and waits until it is gone. */
export function killHard({ server }: Target): Promise<void> {
  return new Promise((resolve) => {
    server.once("exit", () => resolve());
    server.kill("SIGKILL");
  });
}

/** Sends a call; undefined when no answer came. Everything that is answered has to succeed. */
export async function send(target: Target, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${target.token}`, "content-type": "application/json" };
  const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const answer = await fetch(`${target.url}/v1/orgs/org_acme${path}`, request).catch(() => undefined);
  if (answer === undefined) return undefined;
  const text = await answer.text().catch(() => undefined);
  if (text === undefined) return undefined;
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

/** Writes without a pause until the server is gone: seven writers create teams, one counts in a title. */
export async function writeUntilGone(target: Target, known: Known, run: number): Promise<void> {
  const creators = Array.from({ length: 7 }, async (_, writer) => {
    for (let index = 0; ; index += 1) {
      const title = `team ${run}-${writer}-${index}`;
      known.sent.add(title);
      if ((await send(target, "PUT", "/teams", { title })) === undefined) return;
      known.created.add(title);
    }
  });
  await Promise.all([...creators, countUntilGone(target, known)]);
}

async function countUntilGone(target: Target, { count }: Known): Promise<void> {
  for (;;) {
    count.sent += 1;
    if ((await send(target, "PATCH", "", { title: `count ${count.sent}` })) === undefined) return;
    count.acknowledged = count.sent;
  }
}

/** What the server holds after a restart that it should not, or no longer holds. */
export async function lossesOf(target: Target, { created, sent, count }: Known): Promise<readonly string[]> {
  const titles = new Set<string>();
  for (let page = ""; ; ) {
    const { items, next } = await send(target, "GET", `/teams?limit=1000${page}`);
    for (const { title } of items) titles.add(title);
    if (next === undefined) break;
    page = `&page=${next.page}`;
  }
  const lost = [...created].filter((title) => !titles.has(title)).map((title) => `${title} is lost`);
  const made = [...titles].filter((title) => !sent.has(title)).map((title) => `${title} was never sent`);
  const { title } = await send(target, "GET", "");
  const reached = Number(/\d+$/.exec(title)?.[0]);
  const isKept = reached >= count.acknowledged && reached <= count.sent;
  return [
    ...lost,
    ...made,
    ...(isKept ? [] : [`the count is ${reached}; ${count.acknowledged} was acknowledged`]),
  ];
}
