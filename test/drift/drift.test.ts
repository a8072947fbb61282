import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { editOn, manifest, type Project, project } from "../support/processes/cli-fixture.ts";
import { junitForm, parseXml } from "../support/services/junit-form.ts";
import { isSarif } from "../support/services/sarif-form.ts";

const exact = `manage: { teams: exact }
teams:
  docs: { id: team_docs, title: Docs }
sites:
  s:
    title: Site
    structure:
      - section: a
        title: First
        spaces: [{ space: x }]
      - section: b
        title: Second
        spaces: [{ space: y }]
spaces: { x: { id: sp_one }, y: { id: sp_two } }
`;

/** The ids of the items of a list by their title. */
async function idsIn({ platform }: Project, path: string): Promise<Readonly<Record<string, string>>> {
  const { url, token } = platform;
  const answer = await fetch(`${url}/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
  const { items } = (await answer.json()) as {
    items: readonly { readonly id: string; readonly title: string }[];
  };
  return Object.fromEntries(items.map(({ id, title }) => [title, id]));
}

async function siteOf(acme: Project): Promise<string> {
  return `/orgs/org_acme/sites/${(await idsIn(acme, "/orgs/org_acme/sites")).Site}`;
}

function sectionIds(acme: Project, site: string): Promise<Readonly<Record<string, string>>> {
  return idsIn(acme, `${site}/sections`);
}

/** A project whose site got a section and another title of one, and whose organization a team, by somebody else. */
async function drifted(): Promise<Project> {
  const acme = await project(manifest(exact));
  expect(await acme.docform("apply --yes --allow-deletes 2")).toMatchObject({ code: 0 });
  const site = await siteOf(acme);
  const { First } = await sectionIds(acme, site);
  const sections = `${site}/sections`;
  await editOn(acme.platform, ["POST", sections, { title: "Third", spaceId: "sp_three" }]);
  await editOn(acme.platform, ["PATCH", `${sections}/${First}`, { title: "Changed" }]);
  await editOn(acme.platform, ["PUT", "/orgs/org_acme/teams", { title: "Stranger" }]);
  return acme;
}

function manifestOf({ folder }: Project): string {
  return readFileSync(join(folder, "manifests/all.yaml"), "utf8");
}

/** The proposals of docform drift, by the title or address that they are about. */
async function proposed(acme: Project, way: "keep" | "undo"): Promise<readonly string[]> {
  const { code, stdout } = await acme.docform("drift");
  expect(code).toBe(2);
  const verbs = { keep: "write|remove", undo: "bring|create|delete" };
  return [...stdout.matchAll(new RegExp(`^ +To (?:${verbs[way]}) [^:]*: docform (.*)$`, "gm"))].map(
    ([, command = ""]) => command,
  );
}

test("every drifted thing has two ways out, and each concerns nothing else", async () => {
  const acme = await drifted();
  const before = await proposed(acme, "keep");
  expect(before).toEqual([
    expect.stringMatching(/^drift --accept sites\.s\.sections\.id:\S+$/),
    expect.stringMatching(/^drift --accept teams\.id:\S+$/),
    "drift --accept sites.s.sections.a",
  ]);
  for (const [at, keep] of before.entries()) {
    expect(await acme.docform(keep)).toMatchObject({ code: 0, stderr: "" });
    if (at === before.length - 1) break;
    expect(await proposed(acme, "keep")).toEqual(before.slice(at + 1));
  }
  expect(await acme.docform("drift")).toMatchObject({ code: 0 });
});

test("what is accepted of one section takes no other one along", async () => {
  const acme = await drifted();
  await acme.docform("drift --accept sites.s.sections.a");
  expect(manifestOf(acme)).toBe(`organization: acme\n${exact.replace("First", "Changed")}`);
});

test("what is accepted of a team leaves the structure of a site as it is", async () => {
  const acme = await drifted();
  const [, team = ""] = await proposed(acme, "keep");
  await acme.docform(team);
  expect(manifestOf(acme)).not.toContain("Third");
  expect(manifestOf(acme)).toContain("  stranger: { title: Stranger }\n");
});

test("the other way out brings back what the manifests say of one thing", async () => {
  const acme = await drifted();
  const before = await proposed(acme, "undo");
  for (const [at, undo] of before.entries()) {
    // The command that the plan proposes lets a held change pass.
    const [, exactly] = /exactly this.*: docform (.*)$/m.exec((await acme.docform(undo)).stdout) ?? [];
    expect(await acme.docform(`${exactly} --yes`)).toMatchObject({ code: 0 });
    if (at < before.length - 1) expect(await proposed(acme, "undo")).toEqual(before.slice(at + 1));
  }
  expect(await acme.docform("drift")).toMatchObject({ code: 0 });
});

test("what is missing can be taken out, or made again", async () => {
  const acme = await project(
    manifest(`teams:\n  docs: { id: team_docs, title: Docs }\n  new: { title: New }\n`),
  );
  expect(await proposed(acme, "undo")).toEqual(["apply --target teams.new"]);
  const [keep = ""] = await proposed(acme, "keep");
  expect(keep).toBe("pull --declared --prune teams.new");
  expect(await acme.docform(keep)).toMatchObject({ code: 0 });
  expect(manifestOf(acme)).not.toContain("new");
  expect(await acme.docform("drift")).toMatchObject({ code: 0 });
});

test("accepting what is missing changes nothing, and names the command that takes it out, and it alone", async () => {
  const acme = await project(
    manifest(
      `teams:\n  docs: { id: team_docs, title: Docs }\n  new: { title: New }\n  old: { title: Old }\n`,
    ),
  );
  const [keep = ""] = await proposed(acme, "keep");
  const { code, stdout } = await acme.docform("drift --accept teams.new");
  expect(code).toBe(2);
  expect(stdout).toContain(`To remove it from the manifests: docform ${keep}\n`);
  expect(keep).toBe("pull --declared --prune teams.new");
  expect(manifestOf(acme)).toContain("new");
  expect(await acme.docform(keep)).toMatchObject({ code: 0 });
  expect(manifestOf(acme)).toContain("  docs: { id: team_docs, title: Docs }\n  old: { title: Old }\n");
});

test("what a manifest takes from elsewhere is not offered to be kept; accepting it says that it has drifted still", async () => {
  const acme = await project(
    manifest(
      'teams:\n  docs: { id: team_docs, title: "T ${env:NAME_T} x", members: { ana@acme.example: owner } }\n',
    ),
  );
  const env = { ...acme.platform.env, NAME_T: "Original" };
  const docform = (line: string) => acme.docform(line, { env });
  expect(await docform("apply --yes")).toMatchObject({ code: 0 });
  await editOn(acme.platform, ["PATCH", "/orgs/org_acme/teams/team_docs", { title: "Changed" }]);
  const drift = await docform("drift");
  expect(drift.stdout).toContain("To keep title: change it where the manifest takes it from\n");
  expect(drift.stdout).not.toContain("--accept");
  const before = manifestOf(acme);
  const accepted = await docform("drift --accept teams.docs");
  expect(accepted).toMatchObject({ code: 2, stdout: expect.stringContaining("acme/teams.docs title: ") });
  expect(manifestOf(acme)).toBe(before);
});

test("of what a manifest takes from elsewhere in part, the rest is offered and taken over, and what is left is told", async () => {
  const site = 'sites:\n  s: { title: "T ${env:NAME_T} x", visibility: unlisted }\n';
  const acme = await project(manifest(site));
  const env = { ...acme.platform.env, NAME_T: "Original" };
  const docform = (line: string) => acme.docform(line, { env });
  expect(await docform("apply --yes")).toMatchObject({ code: 0 });
  const id = (await idsIn(acme, "/orgs/org_acme/sites"))["T Original x"];
  const change = { title: "Changed", visibility: "public" };
  await editOn(acme.platform, ["PATCH", `/orgs/org_acme/sites/${id}`, change]);
  expect((await docform("drift")).stdout).toContain(
    "To write what is live into the manifest: docform drift --accept sites.s\n           To keep title: change it where the manifest takes it from\n",
  );
  expect(await docform("drift --accept sites.s")).toMatchObject({ code: 2 });
  expect(manifestOf(acme)).toBe(`organization: acme\n${site.replace("unlisted", "public")}`);
});

test("of a new group, only what is accepted is taken over, and it with the group", async () => {
  const acme = await drifted();
  const site = await siteOf(acme);
  const ids = await sectionIds(acme, site);
  await editOn(acme.platform, [
    "POST",
    `${site}/section-groups`,
    { title: "Group", sections: [ids.Changed, ids.Third] },
  ]);
  const team = (await proposed(acme, "keep")).find((one) => one.includes("teams.id:"));
  await acme.docform(team ?? "");
  expect(manifestOf(acme)).not.toContain("Group");
  expect(await acme.docform(`drift --accept sites.s.sections.id:${ids.Third}`)).toMatchObject({
    code: 0,
    stderr: "",
  });
  expect(manifestOf(acme)).toMatch(/- group: group\n +title: Group\n/);
  expect(manifestOf(acme)).toContain("Third");
  expect(manifestOf(acme)).not.toContain("Changed");
  expect(await acme.docform("validate")).toMatchObject({ code: 0 });
  expect(await proposed(acme, "keep")).toEqual(["drift --accept sites.s.sections.a"]);
});

test("its other formats come from the same drift, and keep its exit code", async () => {
  const acme = await drifted();
  const [markdown, junit, sarif] = await Promise.all(
    ["markdown", "junit", "sarif"].map((format) => acme.docform(`drift --format ${format}`)),
  );
  for (const result of [markdown, junit, sarif]) expect(result).toMatchObject({ code: 2, stderr: "" });
  expect(markdown?.stdout).toMatch(/^<!-- docform drift acme -->\n\n### 3 drifted, /);
  expect(markdown?.stdout).toContain("- **access** `teams.id:");
  expect(junitForm.parse(parseXml(junit?.stdout ?? "")).attributes.failures).toBe("3");
  expect(isSarif(JSON.parse(sarif?.stdout ?? ""))).toBe(true);
});
