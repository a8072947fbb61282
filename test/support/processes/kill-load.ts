import { type ChildProcess, spawn } from "node:child_process";
import { type Listening, started } from "../../../bench/started.ts";

/** A server that a test kills, as it listens. */
interface Target extends Listening {
  readonly server: ChildProcess;
  /** Ends when the process has ended: by which signal, and what it said last. */
  readonly gone: Promise<{ readonly signal: string | null; readonly said: string }>;
}

/** The state as the load knows it: what was acknowledged, and what was sent without an answer. */
export interface Known {
  /** Titles of teams whose creation was acknowledged, and those that were sent. */
  readonly created: Set<string>;
  readonly sent: Set<string>;
  /** The last acknowledged count in the title of the organization, and the last that was sent. */
  count: { acknowledged: number; sent: number };
}

/** Starts `docform serve --data`; fails with its stderr when it does not start. */
export async function startTarget(cli: string, argv: readonly string[]): Promise<Target> {
  const server = spawn(process.execPath, [cli, "serve", "--port", "0", ...argv], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  server.stderr.on("data", (chunk) => {
    said = (said + chunk).slice(-2000);
  });
  const gone = new Promise<{ signal: string | null; said: string }>((resolve) => {
    server.once("exit", (_, signal) => resolve({ signal, said }));
  });
  const listening = await started(server).catch((problem: Error) => {
    throw new Error(`${problem.message}: ${said}`);
  });
  return { server, gone, ...listening };
}

/** Kills a server as `kill -9` does, and waits until it is gone; fails when it had ended by itself. */
export async function killHard({ server, gone }: Target): Promise<void> {
  server.kill("SIGKILL");
  const { signal, said } = await gone;
  if (signal !== "SIGKILL") throw new Error(`it ended by itself: ${said}`);
}

/** Sends a call; undefined when the server was gone before an answer came. What is answered has to succeed. */
export async function send(target: Target, method: string, path: string, body?: object) {
  const sent = exchange(target, method, path, body).catch(() => undefined);
  const answer = await Promise.race([sent, target.gone]);
  if (answer === undefined || "signal" in answer) return undefined;
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text);
}

async function exchange({ url, token }: Target, method: string, path: string, body: object | undefined) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const answer = await fetch(`${url}/v1/orgs/org_acme${path}`, request);
  return { status: answer.status, text: await answer.text() };
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

/** The objects that the server should not have after a restart, or has lost. */
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
