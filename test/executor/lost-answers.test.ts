import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readJournalText } from "../../src/state/journal.ts";
import { type Instead, type Passing, startProxy } from "../support/network/proxy.ts";
import { type Edit, editOn, manifest, type Project, project } from "../support/processes/cli-fixture.ts";
import type { Run } from "../support/processes/run-docform.ts";

/** Applies through a proxy that does edits, and answers the calls of one kind as it is told. */
async function applyWith(
  { docform, platform }: Project,
  isMeant: (call: { readonly method: string; readonly path: string }) => boolean,
  happen: (count: number) => Promise<{ readonly status: number; readonly body: string } | undefined>,
): Promise<Run> {
  let count = 0;
  const proxy = await startProxy(platform.url, {
    before: async (call) => (isMeant(call) ? happen(++count) : undefined),
  });
  return docform("apply --yes", { env: { ...platform.env, DOCFORM_BASE_URL: proxy.url } });
}

const members = manifest(
  "teams:\n  docs: { id: team_docs, title: Docs, members: { li@acme.example: owner, bo@acme.example: member } }\n",
);

const losses: readonly (readonly [string, object])[] = [
  ["a reset before it is carried out", { fault: "reset-before-commit" }],
  ["a reset after it is carried out", { fault: "reset-after-commit" }],
  ["a fault after it is carried out", { fault: "answer", status: 503, done: true }],
  ["a fault before it is carried out", { fault: "answer", status: 503 }],
];

describe("the members of a team, set by one call whose answer is lost:", () => {
  test.each(losses)("%s: afterwards they are as declared", async (_, loss) => {
    const acme = await project(members, [{ operation: "updateTeamMembers", calls: 1, ...loss }]);
    expect(await acme.docform("apply --yes")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("1 done"),
    });
  });
});

test("what is left is looked at only when nothing can arrive any more that was lost and sent again", async () => {
  const files = manifest("teams:\n  docs: { id: team_docs, title: Manuals }\n");
  const acme = await project(files, [{ operation: "updateTeam", calls: 1, fault: "reset-before-commit" }]);
  const sleep = async (milliseconds: number): Promise<void> => {
    if (milliseconds > 5000)
      await editOn(acme.platform, ["PATCH", "/orgs/org_acme/teams/team_docs", { title: "Late" }]);
  };
  const run = await acme.docform("apply --yes", { sleep });
  expect(run).toMatchObject({ code: 5, stdout: expect.stringContaining("1 done") });
  expect(await acme.docform("apply --yes")).toMatchObject({ code: 0 });
});

describe("a move that would change nothing", () => {
  const inner = manifest(`collections:
  guides: { title: Guides }
spaces:
  two: { title: Two, collection: guides }
`);
  const unchanged = { status: 409, body: '{"error":{"code":409,"message":"It stands there already."}}' };
  const isMove = ({ path }: { readonly path: string }): boolean => path.endsWith("/sp_two/move");

  test("is done: the platform says that it stands there (A2)", async () => {
    const acme = await project(inner);
    const run = await applyWith(acme, isMove, async () => {
      await editOn(acme.platform, ["POST", "/spaces/sp_two/move", { parent: "col_guides" }]);
      return unchanged;
    });
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("1 done") });
  });

  test("is looked at again after the run: what stands elsewhere is left", async () => {
    const run = await applyWith(await project(inner), isMove, async () => unchanged);
    expect(run.code).toBe(5);
  });

  test.each(losses)("or its answer is lost, %s: it stands where it is declared", async (_, loss) => {
    const acme = await project(inner, [{ operation: "moveSpace", calls: 1, ...loss }]);
    expect(await acme.docform("apply --yes")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("1 done"),
    });
  });

  test("or its answer is lost four times: it is unknown, and the next plan shows what is so", async () => {
    const acme = await project(inner, [{ operation: "moveSpace", calls: { to: 4 }, fault: "cut" }]);
    const run = await acme.docform("apply --yes");
    expect(run).toMatchObject({ code: 5, stdout: expect.stringContaining("1 unknown") });
    expect(await acme.docform("plan --detailed-exitcode")).toMatchObject({ code: 0 });
  });
});

describe("of creates whose answers are lost,", () => {
  test("two of equal looks: both are made, and neither twice", async () => {
    const twice = manifest(`spaces:
  one: { title: One }
  first: { title: First, duplicateFrom: one }
  second: { title: Second, duplicateFrom: one }
`);
    const fault = { operation: "duplicateSpace", calls: { to: 2 }, fault: "reset-after-commit" };
    const acme = await project(twice, [fault]);
    expect(await acme.docform("apply --yes")).toMatchObject({ code: 0 });
    const titles = Object.values(acme.platform.platform.state.spaces).map(({ title }) => title);
    expect(titles.sort()).toEqual(["First", "Four", "Globex docs", "One", "Second", "Three", "Two"]);
  });

  test("one that cannot be told from what somebody made meanwhile is unknown, and what waits for it is left", async () => {
    const files = manifest("teams:\n  new: { title: New, members: { ana@acme.example: owner } }\n");
    const acme = await project(files);
    const theirs: Edit = ["PUT", "/orgs/org_acme/teams", { title: "New" }];
    const run = await applyWith(
      acme,
      ({ method }) => method === "PUT",
      async () => {
        for (const edit of [theirs, theirs]) await editOn(acme.platform, edit);
        return { status: 503, body: "" };
      },
    );
    expect(run.stderr).toContain("it can have made any of these: ");
    expect(run.stdout).toContain("Apply: 0 done, 1 unknown, 1 skipped.");
  });
});

describe("a create that was sent twice", () => {
  const one = manifest("teams:\n  new: { title: New }\n");
  const lost = { operation: "createTeam", calls: 1, fault: "reset-after-commit" };

  test("is unknown when the list lagged and there are two now: both are named", async () => {
    // The list is old until it has been read three times to find out about the call, and once more.
    const stale = { operation: "listTeams", calls: { from: 3, to: 5 }, fault: "stale-read" };
    const acme = await project(one, [lost, stale]);
    const run = await acme.docform("apply --yes");
    const { items } = JSON.parse((await acme.docform("api listTeams organizationId=org_acme")).stdout);
    const made = items.filter(({ title }: { readonly title: string }) => title === "New");
    expect(made).toHaveLength(2);
    expect(run.code, run.stdout + run.stderr).toBe(5);
    expect(run.stdout).toContain("0 done, 1 unknown");
    for (const { id } of made) expect(run.stderr).toContain(`"${id}"`);
  });

  test("is done when there is one", async () => {
    const acme = await project(one, [{ ...lost, fault: "reset-before-commit" }]);
    expect(await acme.docform("apply --yes")).toMatchObject({ code: 0 });
  });
});

describe("of a create whose answer was lost, the journal says", () => {
  const one = manifest("teams:\n  new: { title: New }\n");
  const outcomes = ({ folder }: Project) => {
    const runs = join(folder, ".docform", "runs");
    const text = readFileSync(join(runs, readdirSync(runs)[0] ?? ""), "utf8");
    return [...(readJournalText(text).journal?.outcomes.values() ?? [])];
  };

  test("that the object was found by reading", async () => {
    const acme = await project(one, [{ operation: "createTeam", calls: 1, fault: "reset-after-commit" }]);
    expect(await acme.docform("apply --yes")).toMatchObject({ code: 0 });
    expect(outcomes(acme)).toMatchObject([{ outcome: "done", found: true }]);
  });

  test("nothing of that when it was answered", async () => {
    const acme = await project(one);
    expect(await acme.docform("apply --yes")).toMatchObject({ code: 0 });
    expect(outcomes(acme).map(({ found }) => found)).toEqual([undefined]);
  });

  test("nothing of what somebody made between the plan and the call: it was there before", async () => {
    const acme = await project(one);
    let [reads, creates] = [0, 0];
    const before = async ({ method, path }: Passing) => {
      const isRead = method === "GET" && path.includes("/orgs/org_acme/teams");
      if (isRead && ++reads === 2)
        await editOn(acme.platform, ["PUT", "/orgs/org_acme/teams", { title: "New" }]);
      return method === "PUT" && ++creates === 1 ? { status: 503, body: "" } : undefined;
    };
    const { url } = await startProxy(acme.platform.url, { before });
    await acme.docform("apply --yes", { env: { ...acme.platform.env, DOCFORM_BASE_URL: url } });
    expect(outcomes(acme).map(({ outcome, found }) => [outcome, found])).toEqual([["done", undefined]]);
    expect(creates).toBe(2);
  });
});

test.each(losses)("a run that is asked for, %s: it runs once more, and once only", async (_, loss) => {
  const files = manifest(
    "spaces:\n  one: { title: One }\ntranslations:\n  fr: { source: one, language: fr }\n",
  );
  const acme = await project(files, [{ operation: "runTranslation", calls: 1, ...loss }]);
  expect(await acme.docform("apply --yes")).toMatchObject({ code: 0 });
  await acme.platform.sleep(60_000);
  expect(await acme.docform("apply --yes --run translations.fr")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("1 done"),
  });
  await acme.platform.sleep(60_000);
  const answer = await fetch(`${acme.platform.url}/v1/orgs/org_acme/translations`, {
    headers: { authorization: `Bearer ${acme.platform.token}` },
  });
  const { items } = (await answer.json()) as { items: { stats: { runs: number } }[] };
  expect(items.map(({ stats }) => stats.runs)).toEqual([2]);
});

test.each(losses)("a restore, %s: it is there again", async (_, loss) => {
  const files = manifest("spaces:\n  one: { id: sp_one, title: One }\n");
  const acme = await project(files, [{ operation: "restoreSpace", calls: 1, ...loss }]);
  await editOn(acme.platform, ["DELETE", "/orgs/org_acme/sites/site_flat"]);
  await editOn(acme.platform, ["DELETE", "/spaces/sp_one"]);
  expect(await acme.docform("apply --yes")).toMatchObject({ code: 0 });
  expect(acme.platform.platform.state.spaces.sp_one?.deletedAt).toBeUndefined();
});

test("a restore is done when the platform says null of the time at which it was deleted", async () => {
  const acme = await project(manifest("spaces:\n  one: { id: sp_one, title: One }\n"));
  await editOn(acme.platform, ["DELETE", "/orgs/org_acme/sites/site_flat"]);
  await editOn(acme.platform, ["DELETE", "/spaces/sp_one"]);
  let isLost = true;
  const proxy = await startProxy(acme.platform.url, {
    after: ({ method, path }, answer) => {
      if (path.endsWith("/restore") && isLost) {
        isLost = false;
        return { status: 503, body: "" };
      }
      if (method !== "GET" || path !== "/v1/spaces/sp_one") return answer;
      return { ...answer, body: JSON.stringify({ deletedAt: null, ...JSON.parse(answer.body) }) };
    },
  });
  const env = { ...acme.platform.env, DOCFORM_BASE_URL: proxy.url };
  const run = await acme.docform("apply --yes", { env });
  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("1 done") });
});

describe("what a run makes, and somebody renames before it has ended,", () => {
  const files = manifest("teams:\n  new: { title: New }\n");
  const isList = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
    method === "GET" && path.startsWith("/v1/orgs/org_acme/teams?");

  /** Teams of which none was there before. */
  const titlesOf = ({ platform }: Project): readonly string[] => {
    const teams = platform.platform.state.organizations.byId.org_acme?.teams.byId ?? {};
    return Object.values(teams)
      .filter(({ id }) => !/docs|twin/.test(id))
      .map(({ title }) => title);
  };

  const rename = async ({ platform }: Project, title: string): Promise<void> => {
    const teams = platform.platform.state.organizations.byId.org_acme?.teams.byId ?? {};
    const made = Object.values(teams).find(({ title }) => title === "New");
    if (made === undefined) return;
    await editOn(platform, ["PATCH", `/orgs/org_acme/teams/${made.id}`, { title }]);
  };

  /** The environment of runs before whose first look afterwards somebody renames what is called New. */
  const renaming = async (acme: Project, title: string, answer?: Instead) => {
    const proxy = await startProxy(acme.platform.url, {
      before: async (call) => {
        if (!isList(call) || !titlesOf(acme).includes("New")) return undefined;
        await rename(acme, title);
        return answer;
      },
    });
    return { ...acme.platform.env, DOCFORM_BASE_URL: proxy.url };
  };

  test.each<[string, Instead | undefined]>([
    ["has its own title again after one more apply, and is there once", undefined],
    ["also when the run could not look again", { status: 403, body: "" }],
  ])("%s", async (_, answer) => {
    const acme = await project(files);
    const env = await renaming(acme, "Theirs", answer);
    expect([(await acme.docform("apply --yes", { env })).code, titlesOf(acme)]).toEqual([5, ["Theirs"]]);
    expect(await acme.docform("apply --yes", { env })).toMatchObject({
      stdout: expect.stringContaining("1 done"),
    });
    expect(titlesOf(acme)).toHaveLength(1);
  });

  test("is by its name what another address declares: the next plan stops, and says which line to write", async () => {
    const old = "  old: { title: Old, absent: true }\n";
    const acme = await project(manifest(`teams:\n  new: { title: New }\n${old}`));
    const env = await renaming(acme, "Old");
    expect((await acme.docform("apply --yes", { env })).code).toBe(5);
    const { code, stderr } = await acme.docform("plan", { env });
    expect([code, stderr]).toEqual([1, expect.stringContaining("by its name that is acme/teams.old")]);
  });
});
