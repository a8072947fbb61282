import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { applyLine } from "../../src/model/documents/apply-document.ts";
import { manifest, mutations, type Project, project, twoSteps } from "../support/processes/cli-fixture.ts";

/** Calls the platform as somebody else does. */
async function elsewhere({ platform }: Project, method: string, path: string, body?: object) {
  const answer = await fetch(`${platform.url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${platform.token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return text === "" ? undefined : JSON.parse(text);
}

const titles = async (acme: Project, path: string): Promise<readonly string[]> =>
  (await elsewhere(acme, "GET", path)).items.map((item: { readonly title: string }) => item.title);

const teams = (acme: Project) => titles(acme, "/orgs/org_acme/teams");

/** Runs a command line; where a guard holds it back because of its deletes, lets exactly those pass. */
async function letting({ docform }: Project, line: string) {
  const run = await docform(line);
  const allow = /--allow-deletes \d+/.exec(run.stdout)?.[0];
  return run.code === 3 && allow !== undefined ? docform(`${line} ${allow}`) : run;
}

/** Writes other manifests, as the next commit does. */
function declare(acme: Project, body: string): void {
  writeFileSync(join(acme.folder, "manifests", "all.yaml"), `organization: acme\n${body}`);
}

describe("docform undo", () => {
  test("shows the way back and how to run it, when nobody can be asked; what was seen before, and did not run, is not green", async () => {
    const acme = await project(twoSteps);
    await acme.docform("apply --yes");
    acme.platform.takeRequests();
    const run = await acme.docform("undo");
    expect(run).toMatchObject({ code: 0, stderr: "" });
    const command = /^To run it:\n {2}docform (undo \S+ --yes --expect \w+)\n$/m.exec(run.stdout)?.[1] ?? "";
    expect(await acme.docform(command.replace(" --yes", ""))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("error[DF5002]: undo changes the platform"),
    });
    expect(run.stdout).toMatch(/^docform undo \S+ /);
    expect(run.stdout).toMatch(/title +"Writers" → "Docs"/);
    expect(run.stdout).toMatch(/because: it was not there before the run/);
    expect(mutations(acme.platform)).toEqual([]);
    expect(await acme.docform(command)).toMatchObject({ code: 0 });
  });

  test("is about the undo, not about an apply or manifests", async () => {
    const acme = await project(twoSteps);
    await acme.docform("apply --yes");
    const shown = await acme.docform("undo");
    expect(shown.stdout).toMatch(/Undo exactly this: docform undo \S+ --expect \w+/);
    expect(shown.stdout.split("\n")[1]).toMatch(/^Takes back an apply of \d{4}-\d\d-\d\d \d\d:\d\d\.$/);
    expect(shown.stdout.split("\n").slice(2).join("\n")).not.toMatch(/unmanaged|manifests|[Aa]pply/);
    const undone = await acme.docform("undo --yes");
    expect(undone.stdout).toMatch(/^Undo: \d+ done\.$/m);
    const id = /the run (\S+)\./.exec(undone.stdout)?.[1] ?? "";
    const again = await acme.docform(`undo ${id}`);
    expect(again.stdout).toContain(`No changes. The platform is as it was before the run ${id}.`);
    const stale = await acme.docform(`undo ${id} --yes --expect 0123456789abcdef`);
    expect(stale.stderr).toContain(`run docform undo ${id} again`);
  });

  test("that could not send a call is to be run again, which is no apply: that would do it all once more", async () => {
    const faults = [{ operation: "createTeam", fault: "reset-before-commit" }];
    const acme = await project(manifest("teams: { docs: { id: team_docs, absent: true } }\n"), faults);
    await letting(acme, "apply --yes");
    const { code, stdout, stderr } = await acme.docform("undo --yes");
    expect(code).toBe(5);
    expect(stdout + stderr).toContain("run again: nothing was changed by this call");
    expect(stdout + stderr).not.toMatch(/apply again/i);
  });

  test("of a part keeps to that part, in what it lists and in what it says to run", async () => {
    const teams = "docs: { id: team_docs, absent: true }\n  new: { title: New }";
    const acme = await project(manifest(`teams:\n  ${teams}\n`));
    await acme.docform("apply --yes");
    expect((await acme.docform("undo")).stdout).toContain("DF5037");
    const shown = await acme.docform("undo --target teams.new");
    expect(shown.stdout).not.toContain("DF5037");
    expect(shown.stdout).toContain("--target acme/teams.new");
    expect(shown.stdout).toMatch(/docform undo \S+ --yes --expect \w+ --target acme\/teams.new/);
  });

  test("takes back, and can be taken back itself", async () => {
    const acme = await project(twoSteps);
    const before = await teams(acme);
    await acme.docform("apply --yes");
    const after = await teams(acme);
    const undone = await acme.docform("undo --yes");
    expect(undone.stdout).toMatch(/A second plan is empty: the platform is as it was before the run \S+\./);
    expect(await teams(acme)).toEqual(before);
    expect(await acme.docform("undo --yes")).toMatchObject({ code: 0 });
    expect(new Set(await teams(acme))).toEqual(new Set(after));
  });

  test("asks on a terminal, and takes the digest that was reviewed", async () => {
    const acme = await project(twoSteps);
    await acme.docform("apply --yes");
    const shown = await acme.docform("undo --no-input");
    const digest = /--expect (\w+)/.exec(shown.stdout)?.[1] ?? "";
    expect(await acme.docform("undo --yes --expect 0123456789abcdef")).toMatchObject({ code: 4 });
    expect(await acme.docform("undo", { typed: "no\n" })).toMatchObject({ code: 1 });
    expect(await acme.docform(`undo --yes --expect ${digest}`)).toMatchObject({ code: 0 });
  });

  test("tells in JSON what it does, and what cannot be brought back", async () => {
    const acme = await project(manifest("teams:\n  docs: { id: team_docs, absent: true }\n"));
    await acme.docform("apply --yes");
    const run = await acme.docform("undo --yes --format json");
    const lines = run.stdout
      .trim()
      .split("\n")
      .map((line) => applyLine.parse(JSON.parse(line)));
    expect([...new Set(lines.map(({ type }) => type))]).toEqual([
      "version",
      "planned",
      "diagnostic",
      "step_started",
      "step_done",
      "summary",
    ]);
    const again =
      "it is created again under a new id, as the API cannot bring back the old one; a field that named it is set again only where the run changed that field";
    expect(lines.at(-1)).toMatchObject({
      summary: {
        undoes: expect.any(String),
        run: expect.any(String),
        notUndone: [`acme/teams.docs: ${again}`],
      },
    });
  });

  test("does not say that all is as before, where it is not, and says why once for all", async () => {
    const two = (more = ""): string =>
      `teams:\n  new: { title: New${more} }\n  other: { title: Other${more} }\n`;
    const acme = await project(manifest(two()));
    await acme.docform("apply --yes");
    declare(acme, two(", absent: true"));
    await letting(acme, "apply --yes");
    const run = await acme.docform("undo --yes");
    expect(run.stdout.match(/DF5037/g)).toHaveLength(1);
    expect(run.stdout).toMatch(/teams\.new, acme\/teams\.other: it is created again/);
    const end = /apart from what cannot be undone, the platform is as it was before the run (\S+)\./;
    expect(run.stdout).toMatch(end);
    const id = end.exec(run.stdout)?.[1] ?? "";
    expect((await acme.docform(`undo ${id}`)).stdout).toMatch(
      /No changes\. Apart from what cannot be undone, the platform is as it was before the run/,
    );
  });

  test("brings back the people of a team that was deleted, though no manifest spoke of them", async () => {
    const acme = await project(manifest("teams:\n  docs: { id: team_docs, absent: true }\n"));
    await acme.docform("apply --yes");
    await acme.docform("undo --yes");
    const { items } = await elsewhere(acme, "GET", "/orgs/org_acme/teams?title=Docs");
    const { items: members } = await elsewhere(acme, "GET", `/orgs/org_acme/teams/${items[0].id}/members`);
    expect(members).toMatchObject([{ team: { role: "owner" } }]);
  });

  test("that broke off after it had created something again is finished by undoing the same run again", async () => {
    const faults = [{ operation: "updateTeamMembers", calls: { to: 1 }, fault: "answer", status: 400 }];
    const acme = await project(manifest("teams:\n  docs: { id: team_docs, absent: true }\n"), faults);
    await letting(acme, "apply --yes");
    const { run: id } = JSON.parse((await acme.docform("runs --format json")).stdout).runs[0];
    expect(await acme.docform("undo --yes")).toMatchObject({ code: 5 });
    const again = await acme.docform(`undo ${id} --yes`);
    expect(again.stdout).not.toContain("it is not created again");
    const { items } = await elsewhere(acme, "GET", "/orgs/org_acme/teams?title=Docs");
    const { items: members } = await elsewhere(acme, "GET", `/orgs/org_acme/teams/${items[0].id}/members`);
    expect(members).toMatchObject([{ team: { role: "owner" } }]);
  });

  describe("of what nothing but an id told apart, as two teams had one title,", () => {
    const listed = "teams:\n  docs: { title: Docs }\n";

    test.each(["--rehearse", "--no-rehearse"])("brings back each: %s", async (option) => {
      const acme = await project(manifest(`manage: { teams: exact }\n${listed}`));
      const before = await teams(acme);
      await letting(acme, "apply --yes");
      expect(await teams(acme)).toEqual(["Docs"]);
      const undone = await acme.docform(`undo --yes ${option}`);
      expect(undone).toMatchObject({ code: 0, stderr: expect.not.stringContaining("error") });
      expect(undone.stdout).toMatch(/A second plan is empty: apart from what cannot be undone/);
      expect(await teams(acme)).toEqual(before);
    });

    test("creates none again that the id alone tells from one that stayed, and lists it", async () => {
      const acme = await project(manifest(`${listed}  twin: { id: team_twin_a, absent: true }\n`));
      await letting(acme, "apply --yes");
      expect(await teams(acme)).toEqual(["Docs", "Twin"]);
      expect(await acme.docform("undo --yes")).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(
          /DF5037\]: acme\/teams\.twin: it is not created again, .* the team "team_twin_b"/,
        ),
      });
      expect(await teams(acme)).toEqual(["Docs", "Twin"]);
    });
  });

  test("brings back what is created again beside what is restored", async () => {
    const teamAndSpace =
      "teams: { docs: { id: team_docs, absent: true } }\nspaces: { four: { id: sp_four, absent: true } }\n";
    const acme = await project(manifest(teamAndSpace));
    await acme.docform("apply --yes");
    expect(await acme.docform("undo --yes")).toMatchObject({
      code: 0,
      stderr: expect.not.stringContaining("error"),
    });
    expect(await teams(acme)).toContain("Docs");
    expect(await titles(acme, "/orgs/org_acme/spaces")).toContain("Four");
  });

  test("undoes an earlier run, and leaves what others have done since", async () => {
    const acme = await project(twoSteps);
    await acme.docform("apply --yes");
    const first = /docform undo (\S+)/.exec((await acme.docform("runs")).stdout)?.[1] ?? "";
    const id = JSON.parse((await acme.docform("runs --format json")).stdout).runs[0].run;
    expect(first).toBe("");
    await elsewhere(acme, "PUT", "/orgs/org_acme/teams", { title: "Somebody's" });
    declare(acme, "teams:\n  third: { title: Third }\n");
    await acme.docform("apply --yes");
    await acme.docform(`undo ${id} --yes`);
    expect(await teams(acme)).toEqual(["Docs", "Twin", "Twin", "Somebody's", "Third"]);
  });

  test("is guarded as any plan is: what the manifests protect is not deleted", async () => {
    const acme = await project(manifest("teams:\n  new: { title: New, protect: true }\n"));
    await acme.docform("apply --yes");
    const held = "Nothing was changed: held by protect.";
    const outcomeOf = async (line: string) => {
      const { code, stdout, stderr } = await acme.docform(line);
      return [code, `${stdout}${stderr}`.includes(held)];
    };
    expect(await outcomeOf("undo --yes")).toEqual([3, true]);
    // To look is no failure, whatever is seen.
    expect(await outcomeOf("undo")).toEqual([0, true]);
    expect(await teams(acme)).toContain("New");
  });

  test("keeps no secret for it, and says so", async () => {
    const acme = await project(manifest("teams:\n  docs: { id: team_docs, title: '${env:CANARY}' }\n"));
    const env = { ...acme.platform.env, CANARY: "canary-title" };
    await elsewhere(acme, "PATCH", "/orgs/org_acme/teams/team_docs", { title: "canary-before" });
    await acme.docform("apply --yes", { env });
    const run = await acme.docform("undo --yes", { env });
    expect(run.stdout).toContain("its title as it was is not kept, as it must not be shown");
    expect(existsSync(join(acme.folder, ".docform", "runs"))).toBe(true);
    for (const { run: id } of JSON.parse((await acme.docform("runs --format json", { env })).stdout).runs)
      expect(readFileSync(join(acme.folder, ".docform", "runs", `${id}.jsonl`), "utf8")).not.toContain(
        "canary-",
      );
  });

  test("says of what it cannot create again that what it needs is gone, and does the rest", async () => {
    const spaces = "spaces:\n  four: { title: Four }\n";
    const acme = await project(manifest(`${spaces}translations:\n  fr: { source: four, language: fr }\n`));
    await acme.docform("apply --yes");
    declare(
      acme,
      `${spaces}translations:\n  fr: { source: four, language: fr, absent: true }\nteams:\n  new: { title: New }\n`,
    );
    expect(await letting(acme, "apply --yes")).toMatchObject({ code: 0 });
    const { items } = await elsewhere(acme, "GET", "/orgs/org_acme/spaces?limit=1000");
    const four = items.find(({ title }: { readonly title: string }) => title === "Four");
    await elsewhere(acme, "DELETE", `/spaces/${four.id}`);
    const run = await letting(acme, "undo --yes");
    expect(run).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        new RegExp(
          `its source was the space "${four.id}", which is gone[^]*created again without its source`,
        ),
      ),
    });
    expect(await teams(acme)).not.toContain("New");
  });

  test("says of what names something that somebody has deleted since that it is gone, and does the rest", async () => {
    const sites = "sites: { new: { title: New } }\nteams: { docs: { id: team_docs, title: Writers } }\n";
    const acme = await project(manifest(`settings: { defaultContent: new }\n${sites}`));
    await elsewhere(acme, "PATCH", "/orgs/org_acme", { defaultContent: { type: "site", site: "site_flat" } });
    expect(await acme.docform("apply --yes")).toMatchObject({ code: 0 });
    await elsewhere(acme, "DELETE", "/orgs/org_acme/sites/site_flat");
    const run = await letting(acme, "undo --yes");
    expect(run).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('its defaultContent was the site "site_flat", which is gone'),
    });
    expect(await teams(acme)).toContain("Docs");
  });

  test("lists a person who left the organization since, and does the rest", async () => {
    const docs = (people: string): string =>
      `teams: { docs: { id: team_docs, title: Docs, members: { ana@acme.example: owner${people} } } }\n`;
    const acme = await project(manifest(docs(", li@acme.example: member")));
    await acme.docform("apply --yes");
    declare(acme, docs(""));
    expect(await acme.docform("apply --yes")).toMatchObject({ code: 0 });
    const { items } = await elsewhere(acme, "GET", "/orgs/org_acme/members");
    const li = items.find((one: { readonly user: { readonly email: string } }) =>
      one.user.email.startsWith("li@"),
    );
    await elsewhere(acme, "DELETE", `/orgs/org_acme/members/${li.id}`);
    const run = await acme.docform("undo --yes");
    expect(run).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("left the organization, and so stays out of its members"),
    });
  });

  test("is refused elsewhere than where the run was", async () => {
    const acme = await project(twoSteps);
    await acme.docform("apply --yes");
    const other = await project(twoSteps);
    const run = await acme.docform("undo --yes", { env: other.platform.env });
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining("DF5035") });
    expect(mutations(other.platform)).toEqual([]);
  });

  test("of nothing says that there is no run", async () => {
    const acme = await project(twoSteps);
    expect(await acme.docform("undo --yes")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("DF5035"),
    });
  });
});

const site = (structure: string): string =>
  `spaces:\n  one: { title: One }\nsites:\n  docs:\n    title: Docs site\n    structure:\n${structure}`;
const section = (key: string): string =>
  `      - { section: ${key}, title: Section ${key}, path: path-${key}, spaces: [{ space: one, path: one-${key} }] }\n`;
const group = (key: string, ...sections: readonly string[]): string =>
  `      - group: ${key}\n        title: Group ${key}\n        sections:\n${sections.map((one) => `    ${section(one)}`).join("")}`;
/** A group in another one, with the title that `group` gives to a key. */
const inside = (key: string, ...sections: readonly string[]): string =>
  `      - group: outer\n        title: Outer\n        groups:\n          - group: inner\n            title: Group ${key}\n            sections:\n${sections.map((one) => `        ${section(one)}`).join("")}`;

describe("undo of the structure of a site", () => {
  const shape = async (acme: Project): Promise<string> => {
    const { items: sites } = await elsewhere(acme, "GET", "/orgs/org_acme/sites?title=Docs%20site");
    const path = `/orgs/org_acme/sites/${sites[0].id}`;
    const { items: sections } = await elsewhere(acme, "GET", `${path}/sections`);
    const { items: groups } = await elsewhere(acme, "GET", `${path}/section-groups`);
    const { items: spaces } = await elsewhere(acme, "GET", `${path}/site-spaces`);
    const nameOf = (id: string | undefined) =>
      groups.find((one: { id: string }) => one.id === id)?.title ?? "";
    const shown = sections.map(
      (one: { title: string; sectionGroup?: string; default: boolean }) =>
        `${nameOf(one.sectionGroup)}/${one.title}${one.default ? "*" : ""}`,
    );
    return `${shown.join(" ")} | ${spaces.map((one: { path: string }) => one.path).join(" ")}`;
  };

  test.each([
    [
      "sections that moved, went and came",
      section("a") + section("b") + section("c"),
      section("c") + section("d") + section("a"),
    ],
    ["a section that went into a new group", section("a") + section("b"), section("a") + group("g", "b")],
    [
      "a group that was dissolved",
      section("a") + group("g", "b", "c"),
      section("c") + section("a") + section("b"),
    ],
    [
      "a group before one that holds a group of the same title, which is rebuilt, too",
      group("g", "a", "b") + inside("g", "c"),
      section("a") + section("b") + inside("g", "c"),
    ],
    ["groups in another order", group("g", "a") + group("h", "b"), group("h", "b") + group("g", "a")],
    [
      "spaces at the root that became sections",
      "      - { space: one, path: root }\n",
      section("a") + section("b"),
    ],
    [
      "sections that became spaces at the root",
      section("a") + section("b"),
      "      - { space: one, path: root }\n",
    ],
  ])("gives back %s", async (_, first, second) => {
    const acme = await project(manifest(site(first)));
    expect(await acme.docform("apply --yes")).toMatchObject({
      code: 0,
      stderr: expect.not.stringContaining("error"),
    });
    const before = await shape(acme);
    declare(acme, site(second));
    expect(await letting(acme, "apply --yes")).toMatchObject({ code: 0 });
    expect(await shape(acme)).not.toBe(before);
    expect(await letting(acme, "undo --yes")).toMatchObject({ code: 0 });
    expect(await shape(acme)).toBe(before);
  });

  test.each([
    ["the first section", section("a")],
    ["the first site space", "      - { space: one, path: root }\n"],
  ])("takes %s away again from a site that had no structure", async (_, added) => {
    const before = "spaces:\n  one: { title: One }\nsites:\n  docs: { title: Docs site }\n";
    const acme = await project(manifest(before));
    await acme.docform("apply --yes");
    declare(acme, site(added));
    expect(await acme.docform("apply --yes")).toMatchObject({ code: 0 });
    expect(await shape(acme)).not.toBe(" | ");
    const run = await letting(acme, "undo --yes");
    expect(run, run.stderr || run.stdout).toMatchObject({ code: 0 });
    expect(await shape(acme)).toBe(" | ");
  });

  test("leaves alone what somebody else put there since", async () => {
    const acme = await project(manifest(site(section("a") + section("b"))));
    await acme.docform("apply --yes");
    declare(acme, site(section("b") + section("c") + section("a")));
    await acme.docform("apply --yes");
    const { items } = await elsewhere(acme, "GET", "/orgs/org_acme/sites?title=Docs%20site");
    const { items: spaces } = await elsewhere(acme, "GET", "/orgs/org_acme/spaces");
    await elsewhere(acme, "POST", `/orgs/org_acme/sites/${items[0].id}/sections`, {
      title: "theirs",
      spaceId: spaces[0].id,
    });
    expect(await acme.docform("undo --yes")).toMatchObject({ code: 0 });
    expect(await shape(acme)).toMatch(/^\/Section a\*? \/theirs \/Section b\*? \|/);
  });

  test("creates a site again that was deleted, with its structure and its share links", async () => {
    const whole = `${site(section("a") + group("g", "b"))}    shareLinks:\n      partners: { name: Partners, active: false }\n`;
    const acme = await project(manifest(whole));
    await acme.docform("apply --yes");
    const before = await shape(acme);
    declare(acme, "sites:\n  docs: { title: Docs site, absent: true }\n");
    await acme.docform("apply --yes");
    const run = await acme.docform("undo --yes");
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("created again under a new id") });
    expect(await shape(acme)).toBe(before);
    const { items } = await elsewhere(acme, "GET", "/orgs/org_acme/sites?title=Docs%20site");
    const { items: links } = await elsewhere(acme, "GET", `/orgs/org_acme/sites/${items[0].id}/share-links`);
    expect(links).toMatchObject([{ name: "Partners", active: false }]);
    // It finds by its name what it has created, with all that is in it.
    const id = /the run (\S+)\./.exec(run.stdout)?.[1] ?? "";
    expect((await acme.docform(`undo ${id}`)).stdout).toContain("No changes.");
  });
});

describe("undo of collections and spaces", () => {
  test("restores a deleted space to its place, and takes away what was copied", async () => {
    const acme = await project(
      manifest(
        "spaces:\n  one: { title: One }\n  copy: { title: Handbook, duplicateFrom: one, collection: c }\ncollections:\n  c: { title: C }\n",
      ),
    );
    const before = await titles(acme, "/orgs/org_acme/spaces");
    await acme.docform("apply --yes");
    const between = await titles(acme, "/orgs/org_acme/spaces");
    declare(acme, "spaces:\n  copy: { title: Handbook, absent: true }\ncollections:\n  c: { title: C }\n");
    await acme.docform("apply --yes");
    expect(await acme.docform("undo --yes")).toMatchObject({ code: 0 });
    expect(await titles(acme, "/orgs/org_acme/spaces")).toEqual(between);
    const first = JSON.parse((await acme.docform("runs --format json")).stdout).runs.at(-1).run;
    expect(await acme.docform(`undo ${first} --yes`)).toMatchObject({ code: 0 });
    expect(await titles(acme, "/orgs/org_acme/spaces")).toEqual(before);
  });
});
