import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { peopleProject } from "../support/gitbook/people-project.ts";

const elsewhere = "https://docs.example/new";

const organization = {
  spaces: [
    { id: "sp_one", title: "One", pages: [{ title: "Start" }, { title: "Install" }] },
    { id: "sp_two", title: "Two" },
  ],
  sites: [
    {
      id: "site_docs",
      title: "Docs",
      type: "premium",
      published: true,
      structure: [
        { section: "Guides", id: "s_guides", path: "guides", spaces: [{ id: "ss_one", space: "sp_one" }] },
        { section: "API", id: "s_api", path: "api", spaces: [{ id: "ss_two", space: "sp_two" }] },
      ],
      redirects: [
        { source: "/Old/Api", to: "section:s_api" },
        { source: "/old/*", to: elsewhere, captureWildcard: true },
        { source: "/moved", to: "https://docs.example/other" },
        { source: "/gone", to: "site-space:ss_two" },
        { source: "/api", to: elsewhere },
        { source: "/guides/install", to: elsewhere },
      ],
    },
  ],
};

const declared = {
  good: { source: "/old/api", to: "section:s_api" },
  star: { source: "/old/*", to: elsewhere, captureWildcard: true },
  moved: { source: "/moved", to: elsewhere },
  gone: { source: "/gone", to: "site-space:ss_two" },
  section: { source: "/api", to: elsewhere },
  page: { source: "/guides/install", to: elsewhere },
  new: { source: "/new", to: elsewhere },
};

const siteWith = (redirects: object): string =>
  `sites: ${JSON.stringify({ docs: { id: "site_docs", title: "Docs", type: "premium", redirects } })}\n`;

test("each declared source is resolved, and content, other values and absence are told apart", async () => {
  const { docform, platform } = await peopleProject(siteWith(declared), { organization });
  const { code, stdout } = await docform("redirects check --format json");
  const { redirects } = JSON.parse(stdout) as {
    redirects: { source: string; status: string; by?: string }[];
  };
  expect(redirects.map(({ source, status, by = "" }) => `${source} ${status} ${by}`.trim()).sort()).toEqual([
    "/api hidden site-space ss_two",
    "/gone leads",
    "/guides/install hidden page install of site-space ss_one",
    "/moved differs",
    "/new missing",
    "/old/* leads",
    "/old/api leads",
  ]);
  expect(code).toBe(2);
  expect(platform.takeRequests().filter(({ mutates }) => mutates)).toEqual([]);
});

test("its text names the way out for each, and a redirect that cannot be resolved ends with 1", async () => {
  const faults = [
    { operation: "resolveSiteRedirect", calls: 1, fault: "answer", status: 403 },
    { operation: "listPages", fault: "answer", status: 403 },
  ];
  const { good, page, section } = declared;
  const { docform } = await peopleProject(siteWith({ good, page, section }), { organization, faults });
  const first = await docform("redirects check");
  expect(first.code).toBe(1);
  expect(first.stdout).toContain("!   /old/api  could not be checked: resolveSiteRedirect failed: 403");
  const { code, stdout } = await docform("redirects check");
  expect(code).toBe(2);
  expect(stdout).toBe(`ok  /old/api  leads to https://org-acme.docform.example/site_docs/api/
    the pages of the space there could not be read, and one of them may hide it
ok  /guides/install  leads to https://docs.example/new
    the pages of the space there could not be read, and one of them may hide it
!   /api  never redirects: site-space ss_two answers there
    sites.docs.redirects.section
    = remove the redirect, or give the content another path

2 of 3 redirects lead as declared.
`);
});

test("each organization of several is checked, and the reference has no redirects", async () => {
  const { docform, declare, folder } = await peopleProject(siteWith({ good: declared.good }), {
    organization,
  });
  const settings = "organizations: { acme: { id: org_acme }, other: { id: org_other } }\n";
  writeFileSync(join(folder, "manifests/other.yaml"), "organization: other\nteams: {}\n");
  writeFileSync(join(folder, "docform.yaml"), `platform: { api: gitbook }\n${settings}`);
  const { code, stdout } = await docform("redirects check --format json");
  expect(code).toBe(0);
  expect(JSON.parse(stdout).organizations).toMatchObject([
    { organization: "acme", redirects: { redirects: [{ source: "/old/api", status: "leads" }] } },
    { organization: "other", redirects: { redirects: [] } },
  ]);
  declare("teams: {}\n");
  writeFileSync(join(folder, "docform.yaml"), settings);
  const refused = await docform("redirects check");
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("redirects is not in the API edition reference; it is in gitbook");
});

test("another source takes the place of the former one, and back again, also when Git is reverted", async () => {
  const to = "https://docs.example/new";
  const { docform, declare, platform } = await peopleProject(siteWith({ old: { source: "/from", to } }), {
    organization: {
      sites: [{ id: "site_docs", title: "Docs", type: "premium", redirects: [{ source: "/from", to }] }],
    },
  });
  const sources = async (): Promise<unknown> => {
    const headers = { authorization: `Bearer ${platform.token}` };
    const answer = await fetch(`${platform.url}/v1/orgs/org_acme/sites/site_docs/redirects`, { headers });
    return ((await answer.json()) as { items: { source: string }[] }).items.map(({ source }) => source);
  };
  expect(await docform("apply --yes")).toMatchObject({ code: 0 });
  for (const source of ["/other", "/from"]) {
    declare(siteWith({ old: { source, to } }));
    expect(await docform("apply --yes --allow-deletes 1")).toMatchObject({ code: 0 });
    expect(await sources()).toEqual([source]);
    expect(await docform("plan --detailed-exitcode")).toMatchObject({ code: 0 });
  }
});
