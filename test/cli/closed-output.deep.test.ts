import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, openSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { startProxy } from "../support/network/proxy.ts";
import { builtDocform } from "../support/processes/built-docform.ts";
import { manifest, project, settings } from "../support/processes/cli-fixture.ts";

let built: string;

beforeAll(async () => {
  built = await builtDocform();
});

const teams = Array.from({ length: 12 }, (_, at) => `  new-${at}: { title: New ${at} }\n`).join("");
const files = { ...manifest(`teams:\n${teams}`), "docform.yaml": settings };

/** Runs an apply whose readers go away when its first call arrives. */
async function applyUnread(...names: readonly ("stdout" | "stderr")[]) {
  const acme = await project(files);
  let child: ChildProcess | undefined;
  const proxy = await startProxy(acme.platform.url, {
    before: async ({ method }) => {
      if (method === "PUT") for (const name of names) child?.[name]?.destroy();
      return undefined;
    },
  });
  child = spawn(process.execPath, [join(built, "cli.cjs"), "apply", "--yes"], {
    cwd: acme.folder,
    env: { PATH: process.env.PATH, ...acme.platform.env, DOCFORM_BASE_URL: proxy.url },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name]?.on("data", (chunk) => {
      said[name] += chunk;
    });
  const code = await new Promise((ended) => child?.once("close", ended));
  return { ...acme, code, said };
}

test.each([[["stdout"]], [["stderr"]], [["stdout", "stderr"]]] as const)(
  "an apply of which nobody reads %s any more goes on to its end",
  async (names) => {
    const { code, said, folder, platform } = await applyUnread(...names);
    expect(code, said.stderr).toBe(0);
    const made = Object.values(platform.platform.state.organizations.byId.org_acme?.teams.byId ?? {});
    expect(made.filter(({ title }) => title.startsWith("New "))).toHaveLength(12);
    expect(existsSync(join(folder, ".docform/lock"))).toBe(false);
    const [journal = ""] = readdirSync(join(folder, ".docform/runs"));
    const last = readFileSync(join(folder, ".docform/runs", journal), "utf8")
      .trimEnd()
      .split("\n")
      .at(-1);
    expect(JSON.parse(last ?? "")).toMatchObject({ type: "end", outcome: "done" });
  },
);

// Only Linux has a file that is always full.
const full = "/dev/full";

test.runIf(existsSync(full)).each([
  [["--help"], "stdout", 1, "docform: not everything could be written to standard output: ENOSPC\n"],
  [["--help"], "stderr", 0, ""],
] as const)("%j with a full %s ends with %i", (args, name, code, said) => {
  const fd = openSync(full, "w");
  const stdio = ["ignore", name === "stdout" ? fd : "pipe", name === "stderr" ? fd : "pipe"] as const;
  const { status, stderr } = spawnSync(process.execPath, [join(built, "cli.cjs"), ...args], {
    encoding: "utf8",
    stdio: [...stdio],
  });
  expect({ status, said: stderr ?? "" }).toEqual({ status: code, said });
});
