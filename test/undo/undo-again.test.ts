import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { manifest, type Project, project } from "../support/processes/cli-fixture.ts";

const section = (key: string): string =>
  `{ section: ${key}, title: Section ${key}, path: p-${key}, spaces: [{ space: "id:sp_one", path: s-${key} }] }`;
const site = (...keys: readonly string[]): string =>
  `sites: { hub: { id: site_empty, structure: [${keys.map(section).join(", ")}] } }\n`;

/** Applies manifests one after the other; gives the run of the last. */
async function applied(acme: Project, ...bodies: readonly string[]): Promise<string> {
  for (const body of bodies) {
    writeFileSync(join(acme.folder, "manifests", "all.yaml"), `organization: acme\n${body}`);
    const run = await acme.docform("apply --yes");
    expect(run, run.stderr).toMatchObject({ code: 0 });
  }
  return lastRun(acme);
}

async function lastRun({ docform }: Project): Promise<string> {
  return JSON.parse((await docform("runs --format json")).stdout).runs[0].run;
}

const journalOf = ({ folder }: Project, run: string): string =>
  join(folder, ".docform", "runs", `${run}.jsonl`);

/** Keeps of a journal the lines before the first that fits: as if the run had been killed then. */
function cutJournal(acme: Project, run: string, isCut: (line: string) => boolean): void {
  const lines = readFileSync(journalOf(acme, run), "utf8").split("\n").slice(0, -1);
  const kept = lines.slice(0, lines.findIndex(isCut));
  expect(kept.length).toBeGreaterThan(1);
  writeFileSync(journalOf(acme, run), `${kept.join("\n")}\n`);
}

async function titles({ docform }: Project, list: string): Promise<string> {
  const { stdout } = await docform(`api ${list} organizationId=org_acme`);
  return JSON.parse(stdout)
    .items.map((one: { readonly title: string; readonly path?: string }) => one.path ?? one.title)
    .join(" ");
}

const sections = "listSiteSections siteId=site_empty";
const spaces = "listSiteSpaces siteId=site_empty";

test("an undo of a run that is undone already does nothing, and says by which run it was", async () => {
  const acme = await project(manifest(site("a", "b")));
  const run = await applied(acme, site("a", "b"), `${site("a")}teams: { new: { title: New } }\n`);
  expect(await acme.docform(`undo ${run} --yes`)).toMatchObject({ code: 0 });
  const undo = await lastRun(acme);
  const again = await acme.docform(`undo ${run} --yes`);
  expect(again).toMatchObject({ code: 0 });
  expect(again.stdout).toContain(`Already undone by run ${undo}.`);
  expect(again.stdout).toContain("No changes.");
  expect(await titles(acme, sections)).toBe("p-a p-b");
  expect(await titles(acme, spaces)).toBe("s-a s-b");
});

test.each([
  ["had heard of what it created", (line: string) => line.includes('"type":"end"')],
  ["had not heard of what it created", (line: string) => line.includes('"type":"outcome"')],
])("bare undo goes on with an undo that was killed when it %s", async (_, isCut) => {
  const acme = await project(manifest(site("a", "b")));
  const run = await applied(
    acme,
    site("a", "b"),
    `${site("a")}teams: { docs: { id: team_docs, absent: true } }\n`,
  );
  expect(await acme.docform(`undo ${run} --yes`)).toMatchObject({ code: 0 });
  cutJournal(acme, await lastRun(acme), isCut);
  const goesOn = await acme.docform("undo --yes");
  expect(goesOn, goesOn.stderr).toMatchObject({ code: 0 });
  expect(goesOn.stdout).toMatch(new RegExp(`^docform undo ${run} `));
  expect(goesOn.stdout).toContain("did not end: this goes on with it.");
  expect(await titles(acme, sections)).toBe("p-a p-b");
  expect(await titles(acme, "listTeams")).toBe("Twin Twin Docs");
});

test("a section that somebody has made again stays as it is, and none is created beside it", async () => {
  const acme = await project(manifest(site("a", "b")));
  const run = await applied(acme, site("a", "b"), `${site("a")}teams: { new: { title: New } }\n`);
  const edit =
    "api createSiteSection organizationId=org_acme siteId=site_empty title=Theirs spaceId=sp_two --yes";
  const made = await acme.docform(edit);
  expect(made, made.stderr).toMatchObject({ code: 0 });
  const { id } = JSON.parse(made.stdout);
  const path = `api updateSiteSection organizationId=org_acme siteId=site_empty siteSectionId=${id} path=p-b --yes`;
  expect(await acme.docform(path)).toMatchObject({ code: 0 });
  const before = await titles(acme, spaces);
  const undone = await acme.docform(`undo ${run} --yes`);
  expect(undone, undone.stderr).toMatchObject({ code: 0 });
  expect(undone.stdout).toContain(
    `the section "${id}" was created after the run, and takes its place: left as it is`,
  );
  expect(await titles(acme, sections)).toBe("p-a p-b");
  expect(await titles(acme, spaces)).toBe(before);
  expect(await titles(acme, "listTeams")).not.toContain("New");
});

test("a group that the run created stays with the section that somebody put into it", async () => {
  const acme = await project(manifest(site("a", "b")));
  const grouped = site("a", "b").replace(
    section("b"),
    `{ group: g, title: Group, sections: [${section("b")}] }`,
  );
  await applied(acme, site("a", "b"), grouped);
  const list = async (name: string) =>
    JSON.parse((await acme.docform(`api ${name} organizationId=org_acme siteId=site_empty`)).stdout).items;
  const [first] = await list("listSiteSections");
  const [group] = await list("listSiteSectionGroups");
  const edit = `api addSectionToGroup organizationId=org_acme siteId=site_empty siteSectionGroupId=${group.id} sectionId=${first.id} --yes`;
  expect(await acme.docform(edit)).toMatchObject({ code: 0 });
  const undone = await acme.docform("undo --yes");
  expect(undone, undone.stderr + undone.stdout).toMatchObject({ code: 0 });
  expect(undone.stdout).toContain("acme/sites.hub.groups.g: it was changed after the run (what is in it)");
  const places = (await list("listSiteSections")).map(
    (one: { readonly path: string; readonly sectionGroup?: string }) =>
      `${one.path}:${one.sectionGroup !== undefined}`,
  );
  expect(places.sort()).toEqual(["p-a:true", "p-b:false"]);
  expect(await list("listSiteSectionGroups")).toMatchObject([{ title: "Group" }]);
});

test("bare undo takes back an undo that ended, and says so first", async () => {
  const acme = await project(manifest(site("a")));
  const run = await applied(acme, "teams: { docs: { id: team_docs, title: Writers } }\n");
  expect(await acme.docform("undo --yes")).toMatchObject({ code: 0 });
  const back = await acme.docform("undo --yes");
  expect(back.stdout.split("\n")[1]).toContain(`Takes back an undo of ${run} of `);
  expect(await titles(acme, "listTeams")).toBe("Writers Twin Twin");
});

test("bare undo --yes after an undo with failed calls names the two commands, and sends nothing", async () => {
  const faults = [{ operation: "createTeam", calls: { to: 1 }, fault: "answer", status: 400 }];
  const acme = await project(manifest(""), faults);
  const run = await applied(acme, "teams: { docs: { id: team_docs, absent: true } }\n");
  expect(await acme.docform("undo --yes")).toMatchObject({ code: 5 });
  const undo = await lastRun(acme);
  const stopped = await acme.docform("undo --yes");
  expect(stopped).toMatchObject({ code: 4, stdout: "" });
  expect(stopped.stderr).toContain("error[DF5039]");
  expect(stopped.stderr).toContain(
    `to go on with it: docform undo ${run}; to take it back: docform undo ${undo}`,
  );
  expect(await titles(acme, "listTeams")).toBe("Twin Twin");
  expect(await acme.docform(`undo ${run} --yes`)).toMatchObject({ code: 0 });
  expect(await titles(acme, "listTeams")).toBe("Twin Twin Docs");
});

test("an object that was found by reading after a lost answer is never deleted, unless it is named", async () => {
  const acme = await project(manifest(""));
  const run = await applied(acme, "teams: { new: { title: New } }\n");
  const text = readFileSync(journalOf(acme, run), "utf8");
  const id = /"outcome":"done","id":"([^"]+)"/.exec(text)?.[1] ?? "";
  writeFileSync(journalOf(acme, run), text.replace(`"id":"${id}"`, `"id":"${id}","found":true`));
  const undone = await acme.docform("undo --yes");
  expect(undone).toMatchObject({ code: 0 });
  expect(undone.stdout).toContain(
    `acme/teams.new: the answer of its create was lost, and "${id}" was found by reading: it may be somebody else's: left as it is; --overwrite acme/teams.new takes it back too`,
  );
  expect(await titles(acme, "listTeams")).toContain("New");
  expect(await acme.docform(`undo ${run} --yes --overwrite teams.new`)).toMatchObject({ code: 0 });
  expect(await titles(acme, "listTeams")).not.toContain("New");
});

test("a call that the platform refused is nothing to take back", async () => {
  const faults = [{ operation: "updateTeam", calls: { to: 1 }, fault: "answer", status: 403 }];
  const acme = await project(
    manifest("teams: { docs: { id: team_docs, title: Writers }, new: { title: New } }\n"),
    faults,
  );
  expect(await acme.docform("apply --yes")).toMatchObject({ code: 5 });
  const edit = "api updateTeam organizationId=org_acme teamId=team_docs title=Authors --yes";
  expect(await acme.docform(edit)).toMatchObject({ code: 0 });
  expect(await acme.docform("undo --yes")).toMatchObject({ code: 0 });
  expect(await titles(acme, "listTeams")).toBe("Authors Twin Twin");
});

test("--overwrite of an address that the run did not touch is an error", async () => {
  const acme = await project(manifest(""));
  await applied(acme, "teams: { new: { title: New } }\n");
  const run = await acme.docform("undo --yes --overwrite teams.nwe");
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain(`error[DF5011]: --overwrite "teams.nwe"`);
  expect(run.stderr).toContain("did you mean teams.new");
});
