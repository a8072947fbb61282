import { describe, expect, test } from "vitest";
import type { PlanDocument } from "../src/model/documents/plan-document.ts";
import { readReferrers } from "../src/project/read-referrers.ts";
import { folderWith, manifest, quietly, settings } from "./cli-fixture.ts";
import { simulate } from "./laws/simulation.ts";
import { startTestPlatform } from "./support/start-platform.ts";

/** An organization whose sites, all but the first, show one space. */
const seedOf = (sites: number) => ({
  organizations: [
    {
      id: "org_acme",
      title: "Acme",
      members: [{ email: "ana@acme.example", role: "admin" }],
      spaces: [
        { id: "sp_shown", title: "Shown" },
        { id: "sp_gone", title: "Gone" },
      ],
      sites: Array.from({ length: sites }, (_, index) => ({
        id: `site_${index}`,
        title: `Site ${index}`,
        structure: [{ space: "sp_shown" }, ...(index === 0 ? [{ space: "sp_gone" }] : [])],
      })),
    },
  ],
});

describe("what may name something that is deleted", () => {
  const going: Pick<PlanDocument, "organizations" | "changes"> = {
    organizations: { acme: "org_acme" },
    changes: [{ address: "acme/spaces.gone", kind: "space", action: "delete", id: "sp_gone", title: "Gone" }],
  };

  test.each([
    { sites: 100, opened: 100, unread: [] },
    { sites: 101, opened: 0, unread: ["site-space"] },
  ])("is read in $opened of $sites sites", async ({ sites, opened, unread }) => {
    const { reader, reads } = simulate(seedOf(sites));
    const seen = { resources: [], requests: 0 };
    const read = await readReferrers(going, seen, reader);
    expect(read.unread).toEqual(unread);
    expect(reads.filter((path) => path.endsWith("/site-spaces"))).toHaveLength(opened);
    expect(read.live.resources.filter(({ kind }) => kind === "site-space")).toHaveLength(
      opened === 0 ? 0 : opened + 1,
    );
  });

  test("is told to be unknown by an undo, where there are too many sites to open", async () => {
    const files = manifest("spaces: { gone: { title: Gone, absent: true } }\n");
    const platform = await startTestPlatform(seedOf(101));
    const surroundings = { cwd: folderWith({ "docform.yaml": settings, ...files }), ...platform };
    expect(await quietly("apply --yes", surroundings)).toMatchObject({ code: 0 });
    const reads = platform.takeRequests().filter(({ path }) => path.includes("site-spaces"));
    expect(reads).toEqual([]);
    const run = await quietly("undo --yes", surroundings);
    expect(run.stdout).toMatch(
      /DF5037\]: .*spaces\.gone: what the platform took along with it is not known.*\(site-space\)/,
    );
    expect(run.stdout).toMatch(/apart from what cannot be undone, the platform is as it was/);
  });
});
