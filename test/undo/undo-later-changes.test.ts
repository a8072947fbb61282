import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { manifest, type Project, project } from "../support/processes/cli-fixture.ts";

/** An apply, a change that somebody makes after it, and what an undo says of that. */
interface Story {
  /** The body of a manifest that is applied before, and of the one whose run is taken back. */
  readonly before?: string;
  readonly applied: string;
  /** A call of somebody else, as words of `docform api`; `ID` is the newest object of the list. */
  readonly edit: string;
  /** The list that shows what is there, and what it looks like: after the edit, after the undo, after --overwrite. */
  readonly list: string;
  readonly looks: readonly [after: string, undone: string, overwritten: string];
  /** The messages, and the addresses of `--overwrite`. */
  readonly told: string;
  readonly address: string;
  /** Can it not be taken back, even where `--overwrite` names it? */
  readonly isBlocked?: boolean;
}

/** A site with these sections in this order. */
const deep = (keys: string): string =>
  `sites: { hub: { id: site_empty, structure: [${keys
    .split(" ")
    .map(
      (key) =>
        `{ section: ${key}, title: S${key}, path: p-${key}, spaces: [{ space: "id:sp_one", path: s-${key} }] }`,
    )
    .join(", ")}] } }\n`;

/** The spaces at the root in this order. */
const ordered = (keys: string): string => {
  const all = keys.split(" ");
  const spaces = [...all].sort().map((key) => `${key}: { id: sp_${key} }`);
  return `spaces: { ${spaces.join(", ")} }\norder: [${all.map((key) => `{ space: ${key} }`).join(", ")}]\n`;
};

const stories: Readonly<Record<string, Story>> = {
  "a field that somebody changed after the run stays": {
    applied: "teams: { docs: { id: team_docs, title: Writers }, new: { title: New } }\n",
    edit: "updateTeam organizationId=org_acme teamId=team_docs title=Authors",
    list: "listTeams",
    looks: ["Authors Twin Twin New", "Authors Twin Twin", "Docs Twin Twin"],
    told: "its title was changed after the run",
    address: "acme/teams.docs",
  },
  "a role that somebody changed after the run stays, and the rest of the team is taken back": {
    applied:
      "teams: { docs: { id: team_docs, members: { ana@acme.example: owner, Li@acme.example: member, bo@acme.example: member } } }\n",
    edit: 'updateTeamMembers organizationId=org_acme teamId=team_docs memberships:={"LI":{"role":"owner"}}',
    list: "listTeamMembers teamId=team_docs",
    looks: [
      "ana@acme.example:owner bo@acme.example:member li@acme.example:owner",
      "ana@acme.example:owner li@acme.example:owner",
      "ana@acme.example:owner",
    ],
    told: "the role of li@acme.example in its members was changed after the run",
    address: "acme/teams.docs",
  },
  "an object that the run created, and that somebody changed, stays": {
    applied: "teams: { docs: { id: team_docs, title: Writers }, new: { title: New } }\n",
    edit: "updateTeam organizationId=org_acme teamId=ID title=Ours",
    list: "listTeams",
    looks: ["Writers Twin Twin Ours", "Docs Twin Twin Ours", "Docs Twin Twin"],
    told: "it was changed after the run (title)",
    address: "acme/teams.new",
  },
  "an object that the run created, and into which somebody put people, stays": {
    applied: "teams: { docs: { id: team_docs, title: Writers }, new: { title: New } }\n",
    edit: 'updateTeamMembers organizationId=org_acme teamId=ID add:=["LI"]',
    list: "listTeams",
    looks: ["Writers Twin Twin New", "Docs Twin Twin New", "Docs Twin Twin"],
    told: "it was changed after the run (members)",
    address: "acme/teams.new",
  },
  "a collection that the run created, and into which somebody moved a space, stays": {
    applied: "collections: { c: { title: C } }\nteams: { new: { title: New } }\n",
    edit: "moveSpace spaceId=sp_four parent=ID",
    list: "listCollections",
    looks: ["Guides C", "Guides C", "Guides C"],
    // A delete of the collection would take the space with it.
    isBlocked: true,
    told: "it was changed after the run (what is in it)",
    address: "acme/collections.c",
  },
  "a section that somebody moved after the run keeps its place, and the others get theirs back": {
    before: deep("a b c d"),
    applied: deep("d a b c"),
    edit: 'moveSiteSection organizationId=org_acme siteId=site_empty siteSectionId=ID position:={"before":{"type":"site-section","siteSection":"FIRST"}}',
    list: "listSiteSections siteId=site_empty",
    looks: ["Sc Sd Sa Sb", "Sc Sa Sb Sd", "Sa Sb Sc Sd"],
    told: "its place was changed after the run",
    address: "acme/sites.hub.sections.section_7",
  },
  "a space that somebody moved after the run keeps its place, and the others get theirs back": {
    before: ordered("one two three four"),
    applied: ordered("four one two three"),
    edit: 'moveSpace spaceId=ID position:={"before":{"type":"space","space":"FIRST"}}',
    list: "listSpaces",
    looks: ["Three Four One Two", "Three One Two Four", "One Two Three Four"],
    told: "its place was changed after the run",
    address: "acme/spaces.three",
  },
  "an object that somebody has made again is not made twice, and stays as it is": {
    applied: "teams: { docs: { id: team_docs, absent: true }, new: { title: New } }\n",
    edit: "createTeam organizationId=org_acme title=Docs",
    list: "listTeams",
    looks: ["Twin Twin New Docs", "Twin Twin Docs", "Twin Twin Docs"],
    told: "was created after the run, and takes its place",
    address: "acme/teams.docs",
  },
};

/** The fields of an item of a list that this test reads. */
interface Item {
  readonly id: string;
  readonly title?: string;
  readonly organization?: { readonly user: { readonly email: string } };
  readonly team?: { readonly role: string };
}

/** Runs `docform api` as somebody else does. */
async function call({ docform }: Project, words: string): Promise<string> {
  const run = await docform(`api ${words} --yes`);
  expect(run, run.stderr).toMatchObject({ code: 0 });
  return run.stdout;
}

async function itemsOf(acme: Project, list: string) {
  const answer = await call(acme, `${list} organizationId=org_acme`);
  return JSON.parse(answer).items as readonly Item[];
}

/** The content of a list: titles, or people with their roles. */
async function look(acme: Project, list: string): Promise<string> {
  const shown = (await itemsOf(acme, list)).map(
    ({ title, organization, team }) => title ?? `${organization?.user.email}:${team?.role}`,
  );
  return (list.startsWith("listTeamMembers") ? [...shown].sort() : shown).join(" ");
}

test.each(Object.entries(stories))("%s, until --overwrite names it", async (_, story) => {
  const { before, applied, edit, list, looks, told, address } = story;
  const acme = await project(manifest(before ?? applied));
  for (const body of [before, applied].filter((one) => one !== undefined)) {
    writeFileSync(join(acme.folder, "manifests", "all.yaml"), `organization: acme\n${body}`);
    const run = await acme.docform("apply --yes");
    expect(run, run.stderr).toMatchObject({ code: 0 });
  }
  const people = await itemsOf(acme, "listMembers");
  const li = people.find((one) => JSON.stringify(one).includes("li@acme.example"));
  const items = await itemsOf(acme, list);
  const [newest, oldest] = [items.at(-1), items[0]];
  const words = edit
    .replaceAll("FIRST", String(oldest?.id))
    .replaceAll("LI", String(li?.id))
    .replaceAll("ID", String(newest?.id));
  await call(acme, words);
  expect(await look(acme, list)).toBe(looks[0]);
  const undone = await acme.docform("undo --yes");
  expect(undone.stdout).toContain(`warning[DF5038]: ${address}: `);
  expect(undone.stdout).toContain(`${told}: left as it is; --overwrite ${address} takes it back too`);
  expect(undone.stdout).toContain("what was changed after the run, the platform is as it was before the run");
  expect(undone.code).toBe(0);
  expect(await look(acme, list)).toBe(looks[1]);
  const run = /^docform undo (\S+)/.exec(undone.stdout)?.[1] ?? "";
  // Neither does a second undo of the same run take it back.
  expect(await acme.docform(`undo ${run} --yes`)).toMatchObject({ code: 0 });
  expect(await look(acme, list)).toBe(looks[1]);
  const line = `undo ${run} --yes --overwrite ${address.replace("acme/", "")}`;
  const overwritten = await acme.docform(line);
  expect(overwritten, overwritten.stderr).toMatchObject({ code: story.isBlocked === true ? 3 : 0 });
  expect(await look(acme, list)).toBe(looks[2]);
});
