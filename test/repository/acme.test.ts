import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { applyLine } from "../../src/model/documents/apply-document.ts";
import { type DriftDocument, driftDocument } from "../../src/model/documents/drift-document.ts";
import { type PlanDocument, planDocument } from "../../src/model/documents/plan-document.ts";
import { readExample } from "../acme-bound/files.ts";
import { expectGolden } from "../support/golden.ts";
import { startTestPlatform, type TestPlatform } from "../support/platform/start-platform.ts";
import { type Run, runDocform } from "../support/processes/run-docform.ts";
import { leastCalls } from "../support/projects/acme-bound.ts";
import { copyOfProject } from "../support/projects/copy-project.ts";

const folder = join(import.meta.dirname, "../../examples/acme");
const waiting = "acme/members.noor.haddad@acme.example";

/** The example on a platform of its own, as it was found. */
async function startAcme() {
  const platform = await startTestPlatform(join(folder, "live.yaml"));
  const copy = copyOfProject(folder);
  const run = (...argv: readonly string[]): Promise<Run> =>
    runDocform(argv, { cwd: copy, env: platform.env, sleep: platform.sleep });
  /** The answer of a command as JSON, which ends with this code. */
  const said = async (expected: number, ...argv: readonly string[]): Promise<unknown> => {
    const { code, stdout } = await run(...argv, "--format", "json");
    expect(code).toBe(expected);
    return JSON.parse(stdout);
  };
  const plan = async (code: number): Promise<PlanDocument> =>
    planDocument.parse(await said(code, "plan", "--detailed-exitcode"));
  const drift = async (code: number) => driftDocument.parse(await said(code, "drift"));
  return { platform, run, plan, drift };
}

/** Outputs of commands that only read, on the example as it was found, and requests that changed something. */
async function look() {
  const { platform, run } = await startAcme();
  const first = await run("plan", "--format", "json");
  const second = await run("plan", "--format", "json");
  const [text, markdown] = [await run("plan"), await run("plan", "--format", "markdown")];
  const [drift, changed] = [await run("drift"), mutating(platform)];
  return {
    plan: planDocument.parse(JSON.parse(first.stdout)),
    first,
    second,
    text,
    markdown,
    drift,
    changed,
  };
}

let found: ReturnType<typeof look> | undefined;

/** Made by the first test that asks, and the same for all: each of them looks at another promise. */
const findings = (): ReturnType<typeof look> => {
  found ??= look();
  return found;
};

function mutating(platform: TestPlatform) {
  return platform.takeRequests().filter(({ mutates }) => mutates);
}

describe("the example is as large as promised", () => {
  const { files, manifests, live } = readExample(folder);
  const sites = Object.values(manifests.sites);

  test("an organization of several files, with people, teams, spaces, single sign-on and specs", () => {
    expect(files.length).toBeGreaterThanOrEqual(6);
    expect(Object.keys(manifests.members).length).toBeGreaterThanOrEqual(40);
    expect(Object.keys(manifests.teams).length).toBeGreaterThanOrEqual(8);
    expect(Object.keys(manifests.spaces).length).toBeGreaterThanOrEqual(14);
    expect(Object.keys(manifests.saml).length).toBeGreaterThanOrEqual(1);
    expect(Object.keys(manifests.openapi).length).toBeGreaterThanOrEqual(3);
  });

  test("four sites: groups and languages, no sections, share links, not there yet", () => {
    const { "developer-hub": hub, "help-center": help, "partner-portal": portal } = manifests.sites;
    const [first] = hub?.structure ?? [];
    expect(sites).toHaveLength(4);
    expect(hub?.structure?.some(({ group }) => group !== undefined)).toBe(true);
    expect(first?.spaces?.map(({ path }) => path)).toEqual(["en", "de", "fr"]);
    expect(help?.structure?.every(({ section, group }) => section === undefined && group === undefined)).toBe(
      true,
    );
    expect(portal?.visibility).toBe("share-link");
    expect(live.sites.map(({ title }) => title)).not.toContain(manifests.sites["trust-center"]?.title);
  });

  test("thirty differences and more, of every sort", async () => {
    const { changes, summary, waiting: people } = (await findings()).plan;
    const { create, update, delete: deleted, move, unmanaged } = summary;
    expect(changes.length).toBeGreaterThanOrEqual(30);
    expect(Math.min(create, update, deleted, move, unmanaged)).toBeGreaterThan(0);
    expect(people).toMatchObject([{ address: waiting }]);
  });
});

describe("the plan of the example", () => {
  test("is what its goldens show", async () => {
    const { plan, text, markdown } = await findings();
    const { digest } = plan;
    // The digest covers the address of the platform, whose port differs from run to run.
    const withoutDigest = (output: string): string =>
      [digest, digest.slice(0, 16), digest.slice(0, 8)].reduce(
        (rest, part) => rest.replaceAll(part, "DIGEST"),
        output,
      );
    expectGolden(join(folder, "plan.txt"), withoutDigest(text.stdout));
    expectGolden(join(folder, "plan.md.txt"), withoutDigest(markdown.stdout));
    expect([text.code, text.stderr, markdown.code, markdown.stderr]).toEqual([0, "", 0, ""]);
  });

  test("takes the fewest calls in every part of the organization", async () => {
    const { steps, summary } = (await findings()).plan;
    const bound = leastCalls(folder);
    const planned = Object.fromEntries(Object.keys(bound).map((part) => [part, 0]));
    for (const { address } of steps) {
      const part = partOf(address);
      planned[part] = (planned[part] ?? 0) + 1;
    }
    expect(planned).toEqual(bound);
    expect(summary.calls).toBe(steps.length);
  });

  test("is the same to the byte when it is made twice, and sends nothing that changes anything", async () => {
    const { first, second, drift, changed } = await findings();
    expect(second.stdout).toBe(first.stdout);
    expect(drift.code).toBe(2);
    expect(changed).toEqual([]);
  });

  test("says where each change is declared, on a line that names it or what it is missing from", async () => {
    const { changes } = (await findings()).plan;
    for (const { address, action, source, reason } of changes) {
      expect(source, address).toBeDefined();
      const text = source === undefined ? "" : textAt(source);
      if (reason?.startsWith("not ")) expect(text, address).toMatch(/^[\w-]+$/);
      else if (reason === "it is declared absent") expect([text, action]).toEqual(["absent", "delete"]);
      else expect(address.endsWith(text) && text !== "", `${address} is not what ${text} names`).toBe(true);
    }
  });
});

describe("the example is applied", () => {
  test("by exactly the planned calls, then only who has not joined is left, and a change behind its back is drift", async () => {
    const { platform, run, plan, drift } = await startAcme();
    expect(await run("validate")).toMatchObject({ code: 0, stderr: "" });
    const { steps, summary } = await plan(2);
    expect(mutating(platform)).toEqual([]);

    const apply = await run("apply", "--yes", "--format", "json");
    const requests = mutating(platform);
    expect(apply.code).toBe(0);
    expect(lastLine(apply)).toMatchObject({
      type: "summary",
      summary: {
        done: steps.length,
        failed: 0,
        unknown: 0,
        skipped: 0,
        converged: true,
        left: [],
        blocked: [],
        waiting: [waiting],
      },
    });
    expect(requests.filter(({ status }) => status >= 300)).toEqual([]);
    expect(requests.map(({ operation }) => operation).sort()).toEqual(
      steps.map(({ operation }) => operation).sort(),
    );
    expect([summary.calls, requests.length]).toEqual([steps.length, total(leastCalls(folder))]);

    expect(await plan(0)).toMatchObject({ changes: [], waiting: [{ address: waiting }] });
    expect(await drift(0)).toMatchObject({ drifted: [], missing: [], waiting: [{ address: waiting }] });
    expect(mutating(platform)).toEqual([]);

    await expectDriftOfOthers(platform, run, drift);
  });
});

/** Somebody changes two fields on the platform: drift shows these with their impact, and nothing else. */
async function expectDriftOfOthers(
  platform: TestPlatform,
  run: (...argv: readonly string[]) => Promise<Run>,
  drift: (code: number) => Promise<DriftDocument>,
): Promise<void> {
  await change(platform, "sites/site_help", { visibility: "unlisted" });
  await change(platform, "sites/site_developers/sections/sec_guides", { title: "How-to guides" });

  const { code, stdout } = await run("drift");
  expect(code).toBe(2);
  expect(stdout).toMatch(
    /^HIGH +sites[.]help-center +manifests[^\n]+\n +visibility +"public" → "unlisted"$/m,
  );
  expect(stdout).toMatch(
    /^LOW +sites[.]developer-hub[.]sections[.]guides +manifests[^\n]+\n +title +"Guides" → "How-to guides"$/m,
  );
  const { drifted, missing } = await drift(2);
  expect(missing).toEqual([]);
  expect(drifted).toHaveLength(2);
  expect(drifted).toContainEqual(
    expect.objectContaining({
      address: "acme/sites.help-center",
      fields: [{ path: "visibility", desired: "public", live: "unlisted", attribution: "platform" }],
      impact: "high",
    }),
  );
  expect(drifted).toContainEqual(
    expect.objectContaining({
      address: "acme/sites.developer-hub.sections.guides",
      fields: [{ path: "title", desired: "Guides", live: "How-to guides", attribution: "platform" }],
      impact: "low",
    }),
  );
}

/** The part of the organization that an address belongs to: `members`, or the key of a site. */
function partOf(address: string): string {
  return /^acme\/(?:sites\.)?([^.]+)/.exec(address)?.[1] ?? address;
}

/** The text of a manifest at a position; nothing when there is no such line. */
function textAt({
  file,
  line,
  column,
  length,
}: NonNullable<PlanDocument["changes"][number]["source"]>): string {
  const text = readFileSync(join(folder, file), "utf8").split("\n")[line - 1] ?? "";
  return text.slice(column - 1, length === undefined ? undefined : column - 1 + length);
}

function lastLine({ stdout }: Run): unknown {
  return applyLine.parse(JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? ""));
}

function total(calls: Readonly<Record<string, number>>): number {
  return Object.values(calls).reduce((sum, count) => sum + count, 0);
}

/** Changes something without docform, as somebody in the web app would. */
async function change({ url, token }: TestPlatform, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await fetch(`${url}/v1/orgs/org_acme/${path}`, {
    method: "PATCH",
    headers,
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}
