import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

/** A bare repository, served over HTTP by git's own program. */
export interface GitServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Makes a bare repository into which anybody may push. */
export function bareRepository(path: string): string {
  execFileSync("git", ["init", "--quiet", "--bare", path]);
  execFileSync("git", ["--git-dir", path, "config", "http.receivepack", "true"]);
  return path;
}

/** Without it, git may use no remote that is a folder of this machine. */
export const fileAllowed = { GIT_ALLOW_PROTOCOL: "file" };

/** Makes a folder a clone whose remote `origin` has this address, as `git init` and `git remote add` would. */
export function cloneIn(folder: string, url: string): void {
  for (const name of ["objects", "refs"]) mkdirSync(join(folder, ".git", name), { recursive: true });
  writeFileSync(join(folder, ".git/HEAD"), "ref: refs/heads/main\n");
  writeFileSync(
    join(folder, ".git/config"),
    `[core]\n\trepositoryformatversion = 0\n[remote "origin"]\n\turl = ${url}\n`,
  );
}

/** Serves the repositories in a folder. With a password, others are answered 401. */
export async function serveGit(root: string, password?: string): Promise<GitServer> {
  const server = createServer((request, response) => {
    if (password !== undefined && passwordIn(request.headers.authorization) !== password)
      response.writeHead(401, { "www-authenticate": "Basic realm=state" }).end();
    else answer(root, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The header of a user of this password. */
export function basic(password: string): string {
  return `Basic ${Buffer.from(`git:${password}`).toString("base64")}`;
}

/** The password of a header, whoever the user is: services look at the token alone. */
function passwordIn(header = ""): string | undefined {
  const [, encoded = ""] = /^basic (\S+)$/i.exec(header) ?? [];
  return /^[^:]*:(.*)$/s.exec(Buffer.from(encoded, "base64").toString())?.[1];
}

function answer(root: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? "/", "http://git");
  const child = spawn(join(execPath(), "git-http-backend"), [], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      REQUEST_METHOD: request.method,
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      HTTP_GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      REMOTE_ADDR: "127.0.0.1",
    },
  });
  request.pipe(child.stdin);
  child.stdin.on("error", () => {});
  relay(child, response);
}

function execPath(): string {
  return execFileSync("git", ["--exec-path"], { encoding: "utf8" }).trim();
}

/** The answer of a program as the CGI has it: headers, an empty line, the body. */
function relay(child: ChildProcess, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.once("close", () => {
    const whole = Buffer.concat(chunks);
    const end = whole.indexOf("\r\n\r\n");
    const headers = whole.subarray(0, end).toString("latin1").split("\r\n");
    for (const line of headers) {
      const [name = "", value = ""] = line.split(/: (.*)/);
      if (name === "Status") response.statusCode = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.end(whole.subarray(end + 4));
  });
}
