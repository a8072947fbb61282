import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { editOn, project, settings } from "../support/processes/cli-fixture.ts";

/** Where somebody writes the title of a team, and what a pull makes of another title on the platform. */
interface Case {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly options?: string;
  readonly team: string;
  /** The one file that changes, as it is then; none where the value must not be written. */
  readonly written?: Readonly<Record<string, string>>;
  /** The reason that is reported instead. */
  readonly told?: string;
  /** Is it written where no other environment has it? */
  readonly notShared?: true;
}

const manifests = (teams: string) => `organization: acme\nteams:\n${teams}`;
const inProduction = `${settings}environments: { production: { overlays: [overlays] } }\n`;

const cases: readonly Case[] = [
  {
    name: "an overlay says it: the overlay changes",
    files: {
      "docform.yaml": inProduction,
      "manifests/teams.yaml": manifests("  docs: { id: team_docs, title: Test } # base\n"),
      "overlays/teams.yaml": manifests("  docs: { title: 'Docs' } # live\n"),
    },
    options: "--env production",
    team: "docs",
    written: { "overlays/teams.yaml": manifests("  docs: { title: 'Other' } # live\n") },
    notShared: true,
  },
  {
    name: "the manifest says it, and an overlay something else: the manifest changes",
    files: {
      "docform.yaml": inProduction,
      "manifests/teams.yaml": manifests("  docs: { id: team_docs, title: Docs } # base\n"),
      "overlays/teams.yaml": manifests("  docs: { protect: true }\n"),
    },
    options: "--env production",
    team: "docs",
    written: { "manifests/teams.yaml": manifests("  docs: { id: team_docs, title: Other } # base\n") },
  },
  {
    name: "a variable says it: it is named, with the place",
    files: {
      "docform.yaml": `${settings}variables: { name: Docs }\n`,
      "manifests/teams.yaml": manifests("  docs: { id: team_docs, title: '${var:name}' }\n"),
    },
    team: "docs",
    told: "acme/teams.docs title: the text there takes its value from elsewhere: ${var:name}, at manifests/teams.yaml:3:26",
  },
  {
    name: "a default says it: the resource writes its own, in its place",
    files: {
      "docform.yaml": `${settings}defaults: { team: { title: Twin } }\n`,
      "manifests/teams.yaml": manifests(
        "  a:\n    id: team_twin_a\n    protect: true\n  b: { id: team_twin_b }\n",
      ),
    },
    team: "twin_a",
    written: {
      "manifests/teams.yaml": manifests(
        "  a:\n    id: team_twin_a\n    title: Other\n    protect: true\n  b: { id: team_twin_b }\n",
      ),
    },
  },
  {
    name: "an each says it for several: it is named, with the place",
    files: {
      "manifests/teams.yaml": manifests(
        "  twin-${each}:\n    each: [a, b]\n    id: team_twin_${each}\n    title: Twin\n",
      ),
    },
    team: "twin_a",
    told: "acme/teams.twin-a title: manifests/teams.yaml:6:5 says it for several resources; write this one on its own",
  },
];

describe("one title that somebody changes, where", () => {
  test.each(cases)("$name", async ({ files, options = "", team, written, told, notShared }) => {
    const { docform, folder, platform } = await project(files);
    const texts = () =>
      Object.fromEntries(Object.keys(files).map((file) => [file, readFileSync(join(folder, file), "utf8")]));
    expect((await docform(`pull --declared ${options}`)).stdout).toContain("nothing to write");
    expect(texts()).toEqual(files);
    await editOn(platform, ["PATCH", `/orgs/org_acme/teams/team_${team}`, { title: "Other" }]);
    const run = await docform(`pull --declared ${options}`);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(texts()).toEqual({ ...files, ...written });
    const isSaid = options !== "" && notShared === undefined;
    expect(run.stdout.includes("Shared by all environments")).toBe(isSaid);
    if (told !== undefined) expect(run.stdout).toContain(told);
    // Without the file that was refused, the manifests do not declare the live state.
    expect(run.stdout).not.toContain("\nThe manifests say what is live");
    const { stdout } = await docform(`plan ${options}`);
    expect(stdout.includes("No changes")).toBe(told === undefined);
  });
});

test.each(["", "--dry-run"])(
  "files that other environments have as well are named once %s",
  async (option) => {
    const { docform, platform } = await project({
      "docform.yaml": inProduction,
      "manifests/teams.yaml": manifests("  docs: { id: team_docs, title: Docs }\n"),
      "manifests/twins.yaml": manifests("  a: { id: team_twin_a, title: Twin }\n"),
      "overlays/teams.yaml": manifests("  a: { title: Twin }\n"),
    });
    for (const team of ["docs", "twin_a"])
      await editOn(platform, ["PATCH", `/orgs/org_acme/teams/team_${team}`, { title: "Other" }]);
    const { stdout } = await docform(`pull --declared --env production ${option}`);
    expect(stdout).toContain(
      "Shared by all environments, not production's own (what only production has belongs in an overlay):\n  manifests/teams.yaml\n",
    );
    expect(stdout.split("Shared by").length).toBe(2);
  },
);

test("a map that a manifest and an overlay say together is not put into one of them", async () => {
  const team = (role: string) =>
    manifests(`  docs: { members: { ana@acme.example: ${role} }, title: Docs }\n`);
  const files = {
    "docform.yaml": inProduction,
    "manifests/teams.yaml": team("owner"),
    "overlays/teams.yaml": team("member"),
  };
  const { docform, folder } = await project(files);
  const run = await docform("pull --declared --env production");
  expect(run.stdout).toContain("an overlay says part of it, at overlays/teams.yaml:3:40; change it there");
  for (const [file, text] of Object.entries(files))
    expect(readFileSync(join(folder, file), "utf8"), file).toBe(text);
});

describe("what only an overlay can say otherwise is left, with the file to edit:", () => {
  const base = "  docs: { id: team_docs, title: Docs, members: { ana@acme.example: owner } }\n";
  const takenOut = (at: string) => `an overlay takes it out, at overlays/acme.yaml:${at}; change it there`;
  const saidAt = (what: string, at: string) =>
    `acme/${what}: an overlay says part of it, at overlays/acme.yaml:${at}; change it there`;
  test.each([
    ["null for a field", base, "teams: { docs: { members: null } }", takenOut("2:18")],
    ["null for a resource", base, "teams: { docs: null }", takenOut("2:10")],
    ["null for a collection", base, "teams: null", takenOut("2:1")],
    [
      "null for a key of a map",
      base,
      "teams: { docs: { members: { ana@acme.example: null } } }",
      saidAt("teams.docs members", "2:29"),
    ],
    [
      "null for a key of a map in which another one differs",
      base.replace("ana@acme.example: owner", "ana@acme.example: member, li@acme.example: member"),
      "teams: { docs: { members: { li@acme.example: null } } }",
      saidAt("teams.docs members", "2:29"),
    ],
    [
      "null for a field of an item",
      "  docs: { id: team_docs, title: Docs }\nsites:\n  deep:\n    id: site_deep\n    title: Deep site\n    structure:\n      - { section: first, id: sec_a, title: Old, spaces: [{ space: id:sp_one }] }\n",
      "sites: { deep: { structure: [{ section: first, title: null }] } }",
      takenOut("2:48"),
    ],
    [
      "a value that the platform has not",
      "  docs: { id: team_docs, title: Docs }\nsettings: { title: Acme }\n",
      "settings: { defaultRole: read }",
      saidAt("settings defaultRole", "2:13"),
    ],
    [
      "clear",
      "  docs: { id: team_docs, title: Docs }\nsettings: { title: Acme, defaultRole: read }\n",
      "settings: { clear: [defaultRole] }",
      saidAt("settings defaultRole", "2:21"),
    ],
  ])("%s", async (_, written, patch, told) => {
    const files = {
      "docform.yaml": inProduction,
      "manifests/acme.yaml": manifests(written),
      "overlays/acme.yaml": `organization: acme\n${patch}\n`,
    };
    const { docform, folder, platform } = await project(files);
    if (patch.includes("clear")) await editOn(platform, ["PATCH", "/orgs/org_acme", { defaultRole: "edit" }]);
    const run = await docform(
      `pull teams settings ${written.includes("deep") ? "sites.deep" : ""} --dry-run --env production`,
    );
    expect(run.stdout).toContain(told);
    expect(readFileSync(join(folder, "overlays/acme.yaml"), "utf8")).toBe(files["overlays/acme.yaml"]);
  });
});

describe("a project that lists files, and no folder", () => {
  const listed = `${settings}manifests: [acme.yaml, other.yaml]\n`;

  test("has what is new in one of them, as no other file is read", async () => {
    const { docform, folder } = await project({
      "docform.yaml": listed,
      "acme.yaml": manifests("  docs: { id: team_docs, title: Docs }\n"),
      "other.yaml": "organization: acme\nspaces: {}\n",
    });
    expect(await docform("pull sites teams")).toMatchObject({ code: 0, stderr: "" });
    expect(readFileSync(join(folder, "acme.yaml"), "utf8")).toContain("\nsites:\n");
    expect((await docform("plan")).stdout).toContain("No changes");
    expect(existsSync(join(folder, "manifests"))).toBe(false);
  });

  test("is told to list a folder when none of them declares the organization", async () => {
    const { docform, folder } = await project({
      "docform.yaml": listed,
      "acme.yaml": "# later\n",
      "other.yaml": "# later\n",
    });
    const run = await docform("pull");
    expect(run.stdout).toContain("acme: docform.yaml lists no folder for new manifests");
    expect(readFileSync(join(folder, "acme.yaml"), "utf8")).toBe("# later\n");
    expect(existsSync(join(folder, "manifests"))).toBe(false);
  });
});
