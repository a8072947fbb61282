import { expect, test } from "vitest";
import { peopleProject } from "../support/gitbook/people-project.ts";

const start = { section: "Start", path: "start", spaces: [{ space: "sp_one", id: "ss_start", path: "one" }] };
const guides = {
  section: "Guides",
  path: "guides",
  spaces: [{ space: "sp_two", id: "ss_new", path: "two" }],
};
const old = { section: "Old", path: "old", spaces: [{ space: "sp_two", id: "ss_old", path: "two" }] };
const structure = [start, guides, old].map((one, at) => ({ ...one, id: `sec_${at}` }));
const site = {
  id: "site_docs",
  title: "Docs",
  type: "premium",
  published: true,
  basename: "docs",
  structure,
};

/** The site without the section Old; its paths are kept. */
const manifest = `
spaces: { one: { id: sp_one, title: One }, two: { id: sp_two, title: Two } }
sites:
  docs:
    id: site_docs
    title: Docs
    type: premium
    keepOldPaths: true
    structure:
      - { section: start, title: Start, path: start, spaces: [{ space: one, path: one }] }
      - { section: guides, title: Guides, path: guides, spaces: [{ space: two, path: two }] }
`;

test("an undo of kept paths brings the content back in place of the redirects, and its undo the redirects", async () => {
  const { docform, platform } = await peopleProject(manifest, {
    organization: { hostname: "acme", sites: [site] },
  });
  /** The sources of the redirects, and whether the old path shows content itself. */
  const now = async (): Promise<unknown> => {
    const headers = { authorization: `Bearer ${platform.token}` };
    const path = "/v1/orgs/org_acme/sites/site_docs/redirects";
    const answer = await fetch(platform.url + path, { headers });
    const { items } = (await answer.json()) as { items: { source: string }[] };
    const visited = await fetch(`${platform.url}/published/acme.docform.example/docs/old`, {
      redirect: "manual",
    });
    return [items.map(({ source }) => source).sort(), visited.status];
  };
  const before = await now();
  expect(before).toEqual([[], 200]);
  // The redirects are of the plan: no manifest declares them, so they are not missing.
  const drift = await docform("drift --format json");
  expect(JSON.parse(drift.stdout)).toMatchObject({ drifted: [{ kind: "section" }], missing: [] });
  expect(await docform("apply --yes")).toMatchObject({ code: 0 });
  const kept = await now();
  expect(kept).toEqual([["/old", "/old/*"], 307]);
  const undone = await docform("undo --yes");
  expect(undone).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("nowhere, unless the site shows"),
  });
  expect(await now()).toEqual(before);
  expect(await docform("undo --yes")).toMatchObject({ code: 0 });
  expect(await now()).toEqual(kept);
  expect(await docform("plan --detailed-exitcode")).toMatchObject({ code: 0 });
});
