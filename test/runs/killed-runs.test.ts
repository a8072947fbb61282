import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  editOn,
  manifest,
  mutations,
  type Project,
  project,
  settings,
} from "../support/processes/cli-fixture.ts";

/** Leaves what a kill leaves after the last call: the journal has no end, and the record is as it was before the run. */
async function killed(one: Project, line = "apply --yes"): Promise<void> {
  const [state, runs] = [join(one.folder, ".docform"), join(one.folder, ".docform", "runs")];
  const record = join(state, "record.json");
  const before = existsSync(record) ? readFileSync(record) : undefined;
  expect((await one.docform(line)).code).toBe(0);
  if (before === undefined) rmSync(record);
  else writeFileSync(record, before);
  const journal = join(runs, readdirSync(runs).sort().at(-1) ?? "");
  const lines = readFileSync(journal, "utf8").trimEnd().split("\n");
  expect(lines.pop()).toContain('"end"');
  writeFileSync(journal, lines.map((text) => `${text}\n`).join(""));
}

const declare = ({ folder }: Project, body: string): void =>
  writeFileSync(join(folder, "manifests/all.yaml"), `organization: acme\n${body}`);

async function idOf({ docform }: Project, wanted: string): Promise<string> {
  const { items } = JSON.parse((await docform("api listTeams organizationId=org_acme")).stdout);
  return items.find(({ title }: { readonly title: string }) => title === wanted).id;
}

async function recorded({ docform }: Project): Promise<Readonly<Record<string, string>>> {
  const { organizations } = JSON.parse((await docform("state list --format json")).stdout);
  return Object.fromEntries(
    organizations[0].resources.map(({ address, id }: { readonly address: string; readonly id: string }) => [
      address,
      id,
    ]),
  );
}

const rename = (one: Project, id: string, title: string) =>
  editOn(one.platform, ["PATCH", `/orgs/org_acme/teams/${id}`, { title }]);

const make = (one: Project, title: string) =>
  editOn(one.platform, ["PUT", "/orgs/org_acme/teams", { title }]);

const two = "teams:\n  a: { title: A }\n  b: { title: B }\n";
const onlyA = "teams:\n  a: { title: A }\n";

describe("the journal of a killed run counts until a record takes it in:", () => {
  test("then an apply without calls is the newer truth, and the run is not told of any more", async () => {
    const one = await project(manifest(two));
    await killed(one);
    const old = await idOf(one, "A");
    expect((await one.docform("plan")).stderr).toContain("DF5031");
    declare(one, onlyA);
    expect((await one.docform("apply --yes")).code).toBe(0);
    expect((await one.docform("plan")).stderr).toBe("");
    await rename(one, old, "Legacy");
    await make(one, "A");
    const next = await idOf(one, "A");
    declare(one, `teams:\n  a: { id: ${next}, title: A }\n`);
    expect((await one.docform("apply --yes")).code).toBe(0);
    declare(one, "teams:\n  a: { title: Articles }\n");
    one.platform.takeRequests();
    expect((await one.docform("apply --yes")).code).toBe(0);
    expect(mutations(one.platform)).toEqual([`PATCH /v1/orgs/org_acme/teams/${next} 200`]);
    expect((await recorded(one))["acme/teams.a"]).toBe(next);
  });

  test("state rm forgets what that run created, and keeps the rest of it", async () => {
    const one = await project(manifest("teams:\n  docs: { id: team_docs, title: Docs }\n"));
    expect((await one.docform("apply --yes")).code).toBe(0);
    declare(one, two);
    await killed(one);
    const [a, b] = [await idOf(one, "A"), await idOf(one, "B")];
    expect((await one.docform("state rm teams.a --yes")).stderr).toContain("Forgot 1 address");
    expect(await recorded(one)).toEqual({ "acme/teams.b": b, "acme/teams.docs": "team_docs" });
    await rename(one, a, "Legacy");
    await rename(one, b, "Moved");
    const plan = await one.docform("plan");
    expect(plan.stdout).toMatch(/\+ teams\.a/);
    expect(plan.stdout).toMatch(/~ teams\.b/);
    expect(plan.stderr).toBe("");
  });

  test("state mv takes it to its new address, and push puts another record in its place", async () => {
    const one = await project(manifest(onlyA));
    expect((await one.docform("apply --yes")).code).toBe(0);
    const saved = join(one.folder, "saved.json");
    writeFileSync(saved, (await one.docform("state pull")).stdout);
    declare(one, two);
    await killed(one);
    const [a, b] = [await idOf(one, "A"), await idOf(one, "B")];
    expect((await one.docform("state mv teams.b teams.c --yes")).code).toBe(0);
    expect(await recorded(one)).toEqual({ "acme/teams.a": a, "acme/teams.c": b });
    expect((await one.docform("state push saved.json")).code).toBe(0);
    await rename(one, b, "Moved");
    expect((await one.docform("plan")).stdout).toMatch(/\+ teams\.b/);
  });

  test("an undo after it knows what it created", async () => {
    const one = await project(manifest("teams:\n  zwei: { title: Zwei }\n"));
    expect((await one.docform("apply --yes")).code).toBe(0);
    const [run] = readdirSync(join(one.folder, ".docform", "runs"));
    declare(one, `teams:\n  zwei: { title: Zwei }\n  a: { title: A }\n`);
    await killed(one);
    expect((await one.docform(`undo ${run?.replace(".jsonl", "")} --yes`)).code).toBe(0);
    await rename(one, await idOf(one, "A"), "Renamed");
    const { stdout, stderr } = await one.docform("plan");
    expect(stdout).toMatch(/~ teams\.a/);
    expect(stderr).toBe("");
  });

  test("a record of an older docform has taken in the last run that ended with one", async () => {
    const one = await project(manifest(onlyA));
    expect((await one.docform("apply --yes")).code).toBe(0);
    const record = join(one.folder, ".docform", "record.json");
    const old = JSON.parse(readFileSync(record, "utf8"));
    delete old.platforms[one.platform.url].org_acme.lastRun;
    old.platforms[one.platform.url].org_acme.resources = {};
    writeFileSync(record, JSON.stringify(old));
    await rename(one, await idOf(one, "A"), "Legacy");
    expect((await one.docform("plan")).stdout).toMatch(/\+ teams\.a/);
  });
});

test("a killed undo is told with the command that goes on with it", async () => {
  const one = await project(manifest(onlyA));
  expect((await one.docform("apply --yes")).code).toBe(0);
  const [run = ""] = readdirSync(join(one.folder, ".docform", "runs"));
  await killed(one, "undo --yes");
  const { stderr } = await one.docform("plan");
  expect(stderr).toContain("DF5031");
  expect(stderr).toContain(`= docform undo ${run.replace(".jsonl", "")} goes on with it; docform runs show `);
});

test("what a record of one environment takes in leaves the runs of another one as they are", async () => {
  const one = await project({
    ...manifest(onlyA),
    "docform.yaml": `${settings}environments:\n  other: { organizations: { acme: { id: org_globex } } }\n`,
  });
  await killed(one, "apply --yes --env other");
  expect((await one.docform("apply --yes")).code).toBe(0);
  expect((await one.docform("plan")).stderr).toBe("");
  expect((await one.docform("plan --env other")).stderr).toContain("DF5031");
});

test("a run comes after the one that the record names, though its journals are gone and the clock was set back", async () => {
  const one = await project(manifest(onlyA));
  expect((await one.docform("apply --yes")).code).toBe(0);
  rmSync(join(one.folder, ".docform", "runs"), { recursive: true });
  declare(one, two);
  await killed(one, "apply --yes");
  const journals = readdirSync(join(one.folder, ".docform", "runs"));
  expect(journals).toHaveLength(1);
  rmSync(join(one.folder, ".docform", "runs"), { recursive: true });
  const past = { now: () => Date.UTC(2020, 0, 1) };
  declare(one, `${two}  c: { title: C }\n`);
  expect((await one.docform("apply --yes", past)).code).toBe(0);
  const { platforms } = JSON.parse(readFileSync(join(one.folder, ".docform", "record.json"), "utf8"));
  const [run = ""] = readdirSync(join(one.folder, ".docform", "runs"));
  expect(`${platforms[one.platform.url].org_acme.lastRun}.jsonl`).toBe(run);
  expect(run > "2026").toBe(true);
});
