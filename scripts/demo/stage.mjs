// A demo's stage: a copy of an example, its embedded platform, and commands that have to end as told.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPlatform } from "../start-platform.cjs";

const root = join(import.meta.dirname, "../..");
const cli = join(root, "dist/cli.cjs");

/** Says in bold what comes next. */
export const say = (text) => console.log(`\n\u001b[1m# ${text}\u001b[0m\n`);

/**
 * Plays a story on a copy of an example, and tidies up behind it. The story gets `docform(expected, ...args)`, which runs
 * a command and checks its exit code, and `call(method, path, body)`, which calls the API as somebody in the web app would.
 */
export async function play(example, story, ...options) {
  const folder = mkdtempSync(join(tmpdir(), "docform-demo-"));
  let platform;
  try {
    cpSync(join(root, "examples", example), folder, { recursive: true });
    platform = await startPlatform(cli, join(folder, "live.yaml"), "ignore", ...options);
    await story({ docform: commandIn(folder, platform), call: callTo(platform) });
  } finally {
    platform?.server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

function commandIn(cwd, { url, token }) {
  const env = { ...process.env, DOCFORM_BASE_URL: url, DOCFORM_TOKEN: token };
  return (expected, ...args) => {
    console.log(`$ docform ${args.join(" ")}`);
    const { status } = spawnSync(process.execPath, [cli, ...args], {
      cwd,
      stdio: ["ignore", "inherit", "inherit"],
      env,
    });
    console.log(`(exit ${status})`);
    if (status !== expected) throw new Error(`docform ${args[0]} ended with ${status}, not ${expected}`);
  };
}

function callTo({ url, token }) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return async (method, path, body) => {
    const answer = await fetch(`${url}/v1${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
    const text = await answer.text();
    return text === "" ? undefined : JSON.parse(text);
  };
}
