// `npm run demo`: the whole story on the example, on an embedded platform of its own. Exit 0 when it went well.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPlatform } from "./start-platform.cjs";

const cli = join(import.meta.dirname, "../dist/cli.cjs");
const folder = mkdtempSync(join(tmpdir(), "docform-demo-"));
cpSync(join(import.meta.dirname, "../examples/acme"), folder, { recursive: true });

const say = (text) => console.log(`\n\u001b[1m# ${text}\u001b[0m\n`);

/** Runs a command of docform and checks its exit code. */
function docform(platform, args, expected) {
  console.log(`$ docform ${args.join(" ")}`);
  const { status } = spawnSync(process.execPath, [cli, ...args], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, DOCFORM_BASE_URL: platform.url, DOCFORM_TOKEN: platform.token },
  });
  console.log(`(exit ${status})`);
  if (status !== expected) throw new Error(`docform ${args[0]} ended with ${status}, not ${expected}`);
}

/** Changes things without docform, as somebody in the web app would. */
async function changeBehindItsBack({ url, token }) {
  const api = `${url}/v1/orgs/org_acme`;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const list = async (path) => (await (await fetch(`${api}/${path}?limit=1000`, { headers })).json()).items;
  const change = (path, body) =>
    fetch(`${api}/${path}`, { method: "PATCH", headers, body: JSON.stringify(body) });
  const site = (await list("sites")).find(({ title }) => title === "Acme Developer Hub");
  await change(`sites/${site.id}`, { visibility: "unlisted" });
  const section = (await list(`sites/${site.id}/sections`)).find(({ title }) => title === "Guides");
  await change(`sites/${site.id}/sections/${section.id}`, { title: "How-to guides" });
}

let platform;
try {
  platform = await startPlatform(cli, join(folder, "live.yaml"), "ignore");
  say("A plan: what would change on the platform, and nothing is sent");
  docform(platform, ["plan"], 0);
  say(
    "Apply it: one declared person has not joined yet, and docform waits for them, as the API invites nobody",
  );
  docform(platform, ["apply", "--yes"], 0);
  say("A second plan is empty");
  docform(platform, ["plan", "--detailed-exitcode"], 0);
  say("Somebody changes a site and a section of it by hand; drift shows it (exit 2)");
  await changeBehindItsBack(platform);
  docform(platform, ["drift"], 2);
} finally {
  platform?.server.kill();
  rmSync(folder, { recursive: true, force: true });
}
