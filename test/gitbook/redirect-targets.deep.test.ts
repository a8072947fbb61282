import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { peopleProject } from "../support/gitbook/people-project.ts";

const start = { section: "Start", id: "sec_start", spaces: [{ space: "sp_one", id: "ss_one" }] };
const old = { section: "Old", id: "sec_old", path: "old", spaces: [{ space: "sp_two", id: "ss_two" }] };
const redirects = [
  { id: "red_start", source: "/was", to: "section:sec_start" },
  { id: "red_moved", source: "/moved", to: "site-space:ss_two" },
];
const site = {
  id: "site_docs",
  title: "Docs",
  type: "premium",
  published: true,
  structure: [start, old],
  redirects,
};

/** A site whose second section, with its space, has the key and title given. */
function docs(key: string, title: string): string {
  return `spaces: { one: { title: One }, two: { title: Two } }
sites:
  docs:
    id: site_docs
    title: Docs
    type: premium
    structure:
      - { section: start, title: Start, spaces: [{ space: one }] }
      - { section: ${key}, title: ${title}, path: ${key}, spaces: [{ space: two }] }
    redirects:
      was: { source: /was, to: sections.start }
      moved: { source: /moved, to: sections.${key}.spaces.two }
`;
}

test("a redirect follows its target: replaced, renamed, made again by an undo, and pulled", async () => {
  const { docform, platform, declare, folder } = await peopleProject(docs("old", "Old"), {
    organization: { sites: [site] },
  });
  const yes = "--yes --allow-deletes 1";
  /** The ids to which the redirects lead, by their source. */
  const targets = async () => {
    const headers = { authorization: `Bearer ${platform.token}` };
    const path = "/v1/orgs/org_acme/sites/site_docs/redirects?orderBy=source";
    const { items } = (await (await fetch(platform.url + path, { headers })).json()) as {
      items: { source: string; destination: { siteSectionId?: string; siteSpaceId?: string } }[];
    };
    return Object.fromEntries(
      items.map(({ source, destination }) => [source, destination.siteSectionId ?? destination.siteSpaceId]),
    );
  };
  const isConverged = async (): Promise<void> =>
    expect(await docform("plan --detailed-exitcode")).toMatchObject({ code: 0 });
  await isConverged();
  declare(docs("old", "Former"));
  expect(await docform("apply --yes")).toMatchObject({ code: 0, stdout: expect.stringContaining("1 done") });
  expect(await targets()).toEqual({ "/was": "sec_start", "/moved": "ss_two" });

  declare(docs("api", "API"));
  const partly = await docform("plan --target sites.docs.redirects.moved");
  expect(partly.stdout).toContain("+ sections.api ");
  expect(partly.stdout).toContain('to           "site-space:ss_two" → "sections.api.spaces.two"');
  expect(await docform(`apply ${yes}`)).toMatchObject({ code: 0 });
  const { "/moved": made, ...rest } = await targets();
  expect(rest).toEqual({ "/was": "sec_start" });
  expect(made).not.toBe("ss_two");
  await isConverged();

  const undone = await docform(`undo ${yes}`);
  expect(undone).toMatchObject({ code: 0 });
  expect(undone.stdout).toContain('→ "sections.sec_old.spaces.ss_two"');
  const { "/moved": again } = await targets();
  expect([made, "ss_two"]).not.toContain(again);
  expect(await docform(`undo ${yes}`)).toMatchObject({ code: 0 });
  await isConverged();
  expect(await docform(`undo ${yes}`)).toMatchObject({ code: 0 });

  expect(await docform("pull --declared")).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, "manifests/all.yaml"), "utf8")).toContain(
    "to: sections.former.spaces.two }",
  );
  await isConverged();
});
