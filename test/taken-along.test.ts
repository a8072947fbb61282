import { describe, expect, test } from "vitest";
import type { PlanDocument } from "../src/model/documents/plan-document.ts";
import { editOn, folderWith, manifest, mutations, project, quietly, settings } from "./cli-fixture.ts";
import { startTestPlatform, type TestPlatform } from "./support/start-platform.ts";

const three = "spaces: { three: { id: sp_three, absent: true } }\n";
const siteSpaces = "/orgs/org_acme/sites/site_deep/site-spaces";

/** Somebody shows the last space in the section that showed nothing but the third one. */
const another = ["POST", siteSpaces, { spaceId: "sp_four", sectionId: "sec_c" }] as const;

const thirdGoes =
  '! the section "Third" (sec_c), which nothing declares, shows nothing else and goes along, for good';

describe("deleting a space says what section goes along that nobody declares (A26)", () => {
  test("in the plan, before it goes", async () => {
    const { docform, platform } = await project(manifest(three));
    expect((await docform("plan")).stdout).toContain(thirdGoes);
    platform.takeRequests();
    const run = await docform("apply --yes");
    expect(run).toMatchObject({ code: 0 });
    expect(run.stdout).toContain(thirdGoes);
    expect(mutations(platform)).toEqual(["DELETE /v1/spaces/sp_three 205"]);
  });

  test("also where all spaces are to be declared, and in a saved plan, which runs", async () => {
    const spaces = "{ one: { id: sp_one }, two: { id: sp_two }, four: { id: sp_four } }";
    const { docform } = await project(manifest(`manage: { spaces: exact }\nspaces: ${spaces}\n`));
    const plan = await docform("plan --rehearse --out plan.json");
    expect(plan.stdout).toContain(thirdGoes);
    expect(plan.stdout).toMatch(/Rehearsed: .*converge/);
    expect(await docform("apply plan.json --yes")).toMatchObject({ code: 0 });
  });

  test("not where the section shows something else, but its place there", async () => {
    const { docform, platform } = await project(manifest(three));
    await editOn(platform, another);
    const plan = await docform("plan");
    expect(plan.stdout).not.toContain("goes along, for good");
    expect(plan.stdout).toMatch(
      /acme\/sites\.id:site_deep\.sections\.id:sec_c\.spaces\.id:ss_c names it as its space, and may go with it/,
    );
    platform.takeRequests();
    expect(await docform("apply --yes")).toMatchObject({ code: 0 });
    expect(mutations(platform)).toEqual(["DELETE /v1/spaces/sp_three 205"]);
  });

  test.each([
    { what: "the site is absent", more: "sites: { d: { id: site_deep, absent: true } }\n" },
    {
      what: "sites that are not declared go",
      more: "manage: { sites: exact }\nsites: { f: { id: site_flat } }\n",
    },
    {
      what: "its site is declared without it",
      more: "sites: { d: { id: site_deep, structure: [{ section: a, id: sec_a, spaces: [{ space: id:sp_one }] }] } }\n",
    },
  ])("not where $what", async ({ more }) => {
    const { docform } = await project(manifest(three + more));
    const { changes } = JSON.parse((await docform("plan --format json")).stdout) as PlanDocument;
    const gone = changes.find(({ id }) => id === "sp_three");
    expect(gone?.action).toBe("delete");
    expect(gone?.risks ?? []).not.toContain(thirdGoes.slice(2));
  });

  test("a saved plan that does not say so does not run", async () => {
    const { docform, platform } = await project(manifest(three));
    await editOn(platform, another);
    expect(await docform("plan --out plan.json")).toMatchObject({ code: 0 });
    await editOn(platform, ["DELETE", `${siteSpaces}/${await madeIn(platform)}`]);
    platform.takeRequests();
    const run = await docform("apply plan.json --yes");
    expect(run.code).toBe(4);
    expect(run.stderr).toMatch(
      /DF3006.*acme\/spaces\.three: the section "Third" \(sec_c\), which nothing declares/,
    );
    expect(mutations(platform)).toEqual([]);
  });
});

/** Id of what `another` has made. */
async function madeIn({ url, token }: TestPlatform): Promise<string> {
  const answer = await fetch(`${url}/v1${siteSpaces}`, { headers: { authorization: `Bearer ${token}` } });
  const { items } = (await answer.json()) as {
    items: readonly { readonly id: string; readonly space: { readonly id: string } }[];
  };
  return items.find(({ space, id }) => space.id === "sp_four" && id !== "ss_d")?.id ?? "";
}

describe("what would say so is read only then, and told where it cannot be", () => {
  test("nothing more is read where nothing is deleted", async () => {
    const { docform, platform } = await project(manifest("spaces: { three: { id: sp_three } }\n"));
    await docform("plan");
    expect(platform.takeRequests().filter(({ path }) => path.includes("/sites"))).toEqual([]);
  });

  const forbidden = {
    operation: "listSites",
    fault: "answer",
    status: 403,
    body: { error: { code: 403, message: "no" } },
  };
  const away = "spaces: { three: { id: sp_three, transferTo: id:org_globex } }\n";

  test.each([
    { what: "more than 100 sites", sites: 101, faults: [], body: three, says: "may go with it" },
    {
      what: "sites that the token may not see",
      sites: 1,
      faults: [forbidden],
      body: three,
      says: "may go with it",
    },
    {
      what: "more than 100 sites, of what is transferred",
      sites: 101,
      faults: [],
      body: away,
      says: "while one does it cannot leave",
    },
  ])("$what", async ({ sites, faults, body, says }) => {
    const platform = await startTestPlatform(manySites(sites), faults);
    const cwd = folderWith({ "docform.yaml": settings, ...manifest(body) });
    const plan = await quietly("plan", { cwd, ...platform });
    expect(plan.code).toBe(0);
    expect(plan.stdout).toMatch(new RegExp(`! .*that name it were not all read, and ${says}`));
    expect(platform.takeRequests().filter(({ path }) => path.includes("site-spaces"))).toEqual([]);
  });

  const apply = async (cwd: string, platform: TestPlatform) => {
    platform.takeRequests();
    const run = await quietly("apply plan.json --yes", { cwd, ...platform });
    return { ...run, sent: mutations(platform) };
  };

  test.each([
    {
      what: "one site more is too much for a new plan, and none for what is reviewed",
      sites: 100,
      edit: "POST",
    },
    {
      what: "one site less can be read again, and the plan has said that it could not",
      sites: 101,
      edit: "DELETE",
    },
  ] as const)("a saved plan runs: $what", async ({ sites, edit }) => {
    const platform = await startTestPlatform(manySites(sites));
    const cwd = folderWith({ "docform.yaml": settings, ...manifest(three) });
    expect(await quietly("plan --out plan.json", { cwd, ...platform })).toMatchObject({ code: 0 });
    if (edit === "POST") await editOn(platform, ["POST", "/orgs/org_acme/sites", { title: "One more" }]);
    else await editOn(platform, ["DELETE", "/orgs/org_acme/sites/site_0"]);
    expect(await apply(cwd, platform)).toMatchObject({ code: 0, sent: ["DELETE /v1/spaces/sp_three 205"] });
  });

  test("a saved plan runs where more than 100 sites are declared", async () => {
    const platform = await startTestPlatform(manySites(120));
    const sites = Array.from(
      { length: 120 },
      (_, at) =>
        `  s${at}: { id: site_${at}, structure: [{ section: third, title: Third, spaces: [{ space: id:sp_other }] }] }`,
    );
    const body = `${three}sites:\n${sites.join("\n")}\n`;
    const cwd = folderWith({ "docform.yaml": settings, ...manifest(body) });
    expect(await quietly("plan --out plan.json", { cwd, ...platform })).toMatchObject({ code: 0 });
    expect(await apply(cwd, platform)).toMatchObject({ code: 0, sent: ["DELETE /v1/spaces/sp_three 205"] });
  });
});

/** An organization with so many sites, and another one. */
function manySites(count: number, there = 0): object {
  return {
    organizations: [
      {
        id: "org_acme",
        title: "Acme",
        members: [{ email: "ana@acme.example", role: "admin" }],
        spaces: [
          { id: "sp_three", title: "Three" },
          { id: "sp_other", title: "Other" },
        ],
        sites: Array.from({ length: count }, (_, index) => ({
          id: `site_${index}`,
          title: `Site ${index}`,
          structure: [{ section: "Third", spaces: [{ space: "sp_other" }] }],
        })),
      },
      {
        id: "org_globex",
        title: "Globex",
        spaces: [
          { id: "sp_far", title: "Far" },
          { id: "sp_there", title: "There" },
        ],
        sites: sitesOf(there, "site_far", "sp_there"),
      },
    ],
  };
}

function sitesOf(count: number, id: string, space: string): readonly object[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `${id}_${index}`,
    title: `Site ${index}`,
    structure: [{ section: "Third", spaces: [{ space }] }],
  }));
}
