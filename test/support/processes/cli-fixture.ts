import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { Edition } from "../../../src/contract/edition.ts";
import { startTestPlatform, type TestPlatform } from "../platform/start-platform.ts";
import { smallSeed } from "../platform/test-platform.ts";
import { type Run, runDocform, type Surroundings } from "./run-docform.ts";

/** Tokens that no output may hold. */
export const canary = { admin: "canary-4711-admin", reader: "canary-4711-reader" };

/** The small organization of the platform's own tests, with two teams of the same title. */
const { organizations, tokens: _, ...seed } = smallSeed;
const [acme, ...others] = organizations;
export const seedWithTwins = {
  ...seed,
  tokens: {
    [canary.admin]: { user: "ana@acme.example", rights: "admin" },
    [canary.reader]: { user: "li@acme.example", rights: "read" },
  },
  organizations: [
    {
      ...acme,
      teams: [
        { id: "team_docs", title: "Docs", members: { "ana@acme.example": "owner" } },
        { id: "team_twin_a", title: "Twin" },
        { id: "team_twin_b", title: "Twin" },
      ],
    },
    ...others,
  ],
};

/** One team that is as declared; the docform.yaml of every project unless it is given. */
export const settings = "organizations: { acme: { id: org_acme } }\n";

/** A manifest of acme with the given body. */
export function manifest(body: string): Readonly<Record<string, string>> {
  return { "manifests/all.yaml": `organization: acme\n${body}` };
}

/** A team whose title changes, and one that is made: two calls. */
export const twoSteps = manifest(
  "teams:\n  docs: { id: team_docs, title: Writers }\n  new: { title: New }\n",
);

/** A folder with these files; it goes when the test ends. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "docform-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** A change that somebody else makes: method, path below `/v1`, body. */
export type Edit = readonly [string, string, object?];

/** Makes a change on a platform, as somebody else. */
export async function editOn({ url, token }: TestPlatform, [method, path, body]: Edit): Promise<void> {
  const answer = await fetch(`${url}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.ok).toBe(true);
}

/** A project on a platform of its own. */
export interface Project {
  readonly folder: string;
  readonly platform: TestPlatform;
  /** Runs a command line in the folder; what it says never holds a token. */
  readonly docform: (line: string, more?: Partial<Surroundings>) => Promise<Run>;
}

/** Starts a platform, whose calls go wrong as the rules say, and makes a project for it. */
export async function project(
  files: Readonly<Record<string, string>>,
  faults: readonly object[] = [],
  edition: Edition = "reference",
): Promise<Project> {
  const api = edition === "reference" ? "" : `platform: { api: ${edition} }\n`;
  const folder = folderWith({ "docform.yaml": `${api}${settings}`, ...files });
  const platform = await startTestPlatform(seedWithTwins, faults, edition);
  return {
    folder,
    platform,
    docform: (line, more) =>
      quietly(line, { cwd: folder, env: platform.env, sleep: platform.sleep, ...more }),
  };
}

/** Runs a command line whose arguments hold no blanks. */
export async function quietly(line: string, surroundings: Surroundings): Promise<Run> {
  const run = await runDocform(line.split(" ").filter(Boolean), surroundings);
  expect(run.stdout + run.stderr).not.toContain("canary");
  return run;
}

/** The requests that changed, or would have changed, something. */
export function mutations(platform: TestPlatform): readonly string[] {
  return platform
    .takeRequests()
    .filter(({ mutates }) => mutates)
    .map(({ method, path, status }) => `${method} ${path} ${status}`);
}
