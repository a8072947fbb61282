import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Disk } from "../../src/io/disk.ts";
import { nodeDisk } from "../../src/io/node-disk.ts";
import { readJournalText } from "../../src/state/journal.ts";
import { startProxy } from "../support/network/proxy.ts";
import { manifest, mutations, type Project, project, twoSteps } from "../support/processes/cli-fixture.ts";

const runsIn = ({ folder }: Pick<Project, "folder">): readonly string[] => {
  const runs = join(folder, ".docform", "runs");
  return existsSync(runs) ? readdirSync(runs).sort() : [];
};

/** The last journal of a project, which is whole or a prefix of one. */
function lastJournal(of: Pick<Project, "folder">) {
  const text = readFileSync(join(of.folder, ".docform", "runs", runsIn(of).at(-1) ?? ""), "utf8");
  const { journal, problem } = readJournalText(text);
  expect(problem).toBeUndefined();
  if (journal === undefined) throw new Error("no journal");
  return { ...journal, text };
}

/** A disk on which something is refused. */
function refusing(code: string, isRefused: (path: string, text: string) => boolean): Disk {
  const refuse = (path: string, text: string): void => {
    if (isRefused(path, text)) throw Object.assign(new Error(code), { code });
  };
  return {
    ...nodeDisk,
    create: async (path, text) => {
      refuse(path, text);
      return nodeDisk.create(path, text);
    },
    openLog: async (path) => {
      const log = await nodeDisk.openLog(path);
      return {
        ...log,
        append: async (text) => {
          refuse(path, text);
          return log.append(text);
        },
      };
    },
  };
}

describe("the journal of an apply", () => {
  test("says what was run and how each call ended, and only its owner may read it", async () => {
    const acme = await project(twoSteps);
    const env = { ...acme.platform.env, USER: "ana", GITHUB_SHA: "4f2c1a9" };
    const run = await acme.docform("apply --yes", { env });
    const journal = lastJournal(acme);
    expect(run.stdout).toContain(`Undo it with: docform undo ${journal.header.run}`);
    expect(journal.header).toMatchObject({ command: "apply", by: "ana", commit: "4f2c1a9", calls: 2 });
    expect([...journal.outcomes.values()].map(({ address, outcome }) => [address, outcome])).toEqual(
      expect.arrayContaining([
        ["acme/teams.docs", "done"],
        ["acme/teams.new", "done"],
      ]),
    );
    const made = [...journal.outcomes.values()].find(({ address }) => address === "acme/teams.new");
    expect(made?.id).toMatch(/^team_/);
    expect(journal.images).toMatchObject([{ address: "acme/teams.docs", values: { title: "Docs" } }]);
    expect(journal.end).toMatchObject({ outcome: "done", converged: true });
    const runs = join(acme.folder, ".docform", "runs");
    const mode = (path: string): number => statSync(path).mode & 0o777;
    expect([mode(runs), mode(join(runs, runsIn(acme)[0] ?? ""))]).toEqual([0o700, 0o600]);
  });

  test("is not there when nothing is run", async () => {
    const acme = await project(manifest("teams:\n  docs: { id: team_docs, title: Docs }\n"));
    await acme.docform("apply --yes");
    await acme.docform("plan");
    expect(runsIn(acme)).toEqual([]);
  });

  test("holds an intent before each call goes out, on the disk", async () => {
    const acme = await project(twoSteps);
    const seen: boolean[] = [];
    const proxy = await startProxy(acme.platform.url, {
      before: ({ method }) => {
        const path = method === "PUT" ? "teams.new" : "teams.docs";
        if (method !== "GET")
          seen.push([...lastJournal(acme).intents.values()].some(({ address }) => address.endsWith(path)));
        return undefined;
      },
    });
    await acme.docform("apply --yes", { env: { ...acme.platform.env, DOCFORM_BASE_URL: proxy.url } });
    expect(seen).toEqual([true, true]);
  });

  test("holds no secret", async () => {
    const acme = await project({
      ...manifest(
        "teams:\n  docs: { id: team_docs, title: Writers }\nsaml:\n  okta: { label: Okta, ssoURL: https://okta.example/sso, entityID: docs, certificate: '${file:okta.pem}' }\n",
      ),
      "okta.pem": "canary-certificate",
    });
    await acme.docform("apply --yes");
    expect(lastJournal(acme).intents.size).toBe(2);
    expect(lastJournal(acme).text).not.toContain("canary");
  });

  test("names the calls that were never begun, and what they waited for", async () => {
    const acme = await project(
      manifest(
        "spaces:\n  one: { title: One }\nsites:\n  new: { title: New, published: true, structure: [{ space: one }] }\n",
      ),
      [{ operation: "createSite", fault: "answer", status: 400, body: {} }],
    );
    await acme.docform("apply --yes");
    const { outcomes, end } = lastJournal(acme);
    expect([...outcomes.values()].map(({ operation, outcome }) => [operation, outcome])).toEqual([
      ["createSite", "failed"],
      ["publishSite", "skipped"],
    ]);
    expect(end).toMatchObject({ outcome: "failed", converged: false });
  });
});

describe("when the journal cannot be written", () => {
  test.each([
    ["the disk is full", refusing("ENOSPC", (path) => path.includes("runs"))],
    ["the disk is read-only", refusing("EROFS", (path) => path.includes(".docform"))],
  ])("because %s, nothing is sent", async (why, disk) => {
    const acme = await project(twoSteps);
    const run = await acme.docform("apply --yes", { disk });
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining("DF5030") });
    expect(run.stderr).toContain(why);
    expect(mutations(acme.platform)).toEqual([]);
    expect(runsIn(acme)).toEqual([]);
  });

  test("because the folder is not to be written, nothing is sent", async () => {
    const acme = await project(twoSteps);
    mkdirSync(join(acme.folder, ".docform"));
    writeFileSync(join(acme.folder, ".docform", "runs"), "a file");
    expect(await acme.docform("apply --yes")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("DF5030"),
    });
    expect(mutations(acme.platform)).toEqual([]);
  });

  test("any more, in the middle, calls in flight finish, nothing is sent after it, and the run says so", async () => {
    const teams = Array.from({ length: 12 }, (_, index) => `  t${index}: { title: Team ${index} }\n`).join(
      "",
    );
    const acme = await project(manifest(`teams:\n${teams}`));
    let outcomes = 0;
    const disk = refusing("ENOSPC", (_, text) => text.includes('"outcome"') && ++outcomes > 3);
    const run = await acme.docform("apply --yes --concurrency 1", { disk });
    expect(run.code).toBe(5);
    expect(run.stderr).toContain("the journal cannot be written");
    expect(run.stderr).toContain("could not be ended: the disk is full");
    expect(mutations(acme.platform)).toHaveLength(4);
    expect(lastJournal(acme).end).toBeUndefined();
  });

  test("because the lock was taken from the run, it ends, and what the other one has is left to it", async () => {
    const teams = Array.from({ length: 6 }, (_, index) => `  t${index}: { title: Team ${index} }\n`).join("");
    const acme = await project(manifest(`teams:\n${teams}`));
    const lock = join(acme.folder, ".docform", "lock");
    const disk = refusing("never", (_, text) => {
      const holder = existsSync(lock) ? JSON.parse(readFileSync(lock, "utf8")) : undefined;
      if (text.includes('"outcome"')) writeFileSync(lock, JSON.stringify({ ...holder, id: "another" }));
      return false;
    });
    const run = await acme.docform("apply --yes --concurrency 1", { disk });
    expect(run.code).toBe(5);
    expect(run.stderr).toContain(
      "the lock in the folder .docform is no longer held by this run: docform apply",
    );
    expect(mutations(acme.platform)).toHaveLength(1);
    expect(JSON.parse(readFileSync(lock, "utf8")).id).toBe("another");
  });
});
